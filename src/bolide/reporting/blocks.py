"""A small document model, rendered for a terminal and as HTML, Markdown, LaTeX, TSV and CSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple


@dataclass(frozen=True)
class Span:
    """A piece of text, perhaps with a style: `good`, `bad`, `half`, `dim`, `strong`, `code`, `group0` to `group5`.
    The legend of bold type, `about-bold`, is omitted by renderers without bold type."""

    text: str
    style: str = ""


@dataclass(frozen=True)
class ScoreCell:
    """A score with its 95 % interval; HTML draws this as a line, whose `ends`, and the score between them, are shares
    of the axis that the column has in common, and has the letters beside the number."""

    number: Span
    interval: str = "[–]"
    runs: str = ""
    letters: str = ""
    ends: tuple[float, float, float] | None = None
    dagger: str = ""


Cell = str | Span | ScoreCell | tuple[Span, ...]


@dataclass(frozen=True)
class Heading:
    """A title. What is under one that `folds` is folded in a notebook."""

    text: str
    level: int = 2
    folds: bool = False


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of text."""

    spans: tuple[Span, ...]

    @classmethod
    def of(cls, *parts: str | Span) -> Paragraph:
        """A paragraph of plain strings and spans."""
        return cls(tuple(part if isinstance(part, Span) else Span(part) for part in parts))


@dataclass(frozen=True)
class TableBlock:
    """Rows under a header; `align` has one letter per column, l or r.

    `keys` is the number of leading columns that identify a row: they are repeated in every part of a table that is too
    wide for the terminal. `main` marks the one table that `--only` prints, and `note` says what its marks mean.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    align: str
    keys: int = 1
    main: bool = False
    note: str = ""

    @classmethod
    def of(cls, header: Sequence[str], rows: Iterable[Sequence[Cell]], align: str = "", keys: int = 1) -> TableBlock:
        """A table; by default the first column is aligned left and the others right."""
        body = tuple(tuple(row) for row in rows)
        return cls(tuple(header), body, align or "l" + "r" * (len(header) - 1), keys)


@dataclass(frozen=True)
class Drawing:
    """Lines of characters in a fixed-width font."""

    lines: tuple[tuple[Span, ...], ...]


@dataclass(frozen=True)
class Illustration:
    """An SVG picture; `description` replaces it in formats without pictures. Small ones are placed side by side."""

    svg: str
    description: str = ""
    small: bool = False


@dataclass(frozen=True)
class Derivation(TableBlock):
    """The steps of a derivation, with a sentence on each and pictures, which stand beside them in HTML."""

    sentences: tuple[str, ...] = ()
    pictures: tuple[Illustration, ...] = ()


@dataclass(frozen=True)
class Details:
    """Blocks that are folded under a summary in HTML and Markdown; elsewhere they follow it as a heading."""

    summary: str
    blocks: tuple[Block, ...]


Block = Heading | Paragraph | TableBlock | Drawing | Illustration | Details


def unfolded(blocks: Iterable[Block]) -> list[Block]:
    """The blocks, with what is folded under its heading."""
    parts = ([Heading(one.summary), *one.blocks] if isinstance(one, Details) else [one] for one in blocks)
    return list(chain.from_iterable(parts))


def small_print(*texts: str) -> list[Block]:
    """Each text in a subdued paragraph of its own, without empty ones."""
    return [Paragraph.of(Span(text, "dim")) for text in texts if text]


def spans_of(cell: Cell) -> tuple[Span, ...]:
    """The spans of a cell."""
    if isinstance(cell, str):
        return (Span(cell),)
    if isinstance(cell, ScoreCell):
        return cell.number, Span(cell.dagger), Span(f" {cell.interval}{cell.runs}", "dim")
    return (cell,) if isinstance(cell, Span) else cell


class Layout(NamedTuple):
    """Settings of a document: the title of a page, the caption of a float, whether to print only tables, and whether
    LaTeX is a document of its own, in which text is more than a comment."""

    title: str = "Bolide"
    caption: str = ""
    tables_only: bool = False
    whole: bool = False
