"""A small document model: what is said, apart from how a terminal, HTML, Markdown, LaTeX or TSV shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """A piece of text with a meaning, of which a renderer decides how it looks: `good`, `bad`, `half`, `dim`, `strong`,
    `group0` to `group5`, or nothing special. What says what bold means, `about-bold`, is left out where nothing is."""

    text: str
    style: str = ""


Cell = str | Span | tuple[Span, ...]


@dataclass(frozen=True)
class Heading:
    """A title."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """A line or more of text."""

    spans: tuple[Span, ...]

    @classmethod
    def of(cls, *parts: str | Span) -> Paragraph:
        """A paragraph of plain strings and spans."""
        return cls(tuple(part if isinstance(part, Span) else Span(part) for part in parts))


@dataclass(frozen=True)
class Table:
    """Rows under a header; `align` has one letter per column, l or r.

    `keys` is the number of columns that say what a row is about: they come first, and again in every part of a table
    that is too wide for the terminal. `main` marks the one table that `--only scores` asks for.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    align: str
    keys: int = 1
    main: bool = False

    @classmethod
    def of(cls, header: Sequence[str], rows: Iterable[Sequence[Cell]], align: str = "", keys: int = 1) -> Table:
        """A table; without `align` the first column stands left and the others right."""
        body = tuple(tuple(row) for row in rows)
        return cls(tuple(header), body, align or "l" + "r" * (len(header) - 1), keys)

    def parts(self, columns: Sequence[Sequence[int]]) -> list[Table]:
        """The table in several, each of the key columns and some others."""
        found = []
        for chosen in columns:
            kept = [*range(self.keys), *chosen]
            rows = tuple(tuple(row[k] for k in kept) for row in self.rows)
            align = "".join(self.align[k] for k in kept)
            found.append(Table(tuple(self.header[k] for k in kept), rows, align, self.keys))
        return found


@dataclass(frozen=True)
class Drawing:
    """Lines of characters that must stand exactly below each other."""

    lines: tuple[tuple[Span, ...], ...]


@dataclass(frozen=True)
class Illustration:
    """A picture as SVG, for those who show pictures; `told` says the same in words. Small ones stand side by side."""

    svg: str
    told: str = ""
    small: bool = False


Block = Heading | Paragraph | Table | Drawing | Illustration


def spans_of(cell: Cell) -> tuple[Span, ...]:
    """The spans of a cell."""
    if isinstance(cell, str):
        return (Span(cell),)
    return (cell,) if isinstance(cell, Span) else cell


def text_of(cell: Cell) -> str:
    """The bare text of a cell."""
    return "".join(span.text for span in spans_of(cell))
