"""Blocks about texts: their units, what is odd about them, and outputs split into the lines of their reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolide.reporting.blocks import Block, Paragraph, Span, TableBlock, small_print
from bolide.system.messages import counted

if TYPE_CHECKING:  # `bolide units` needs neither
    from bolide.evaluation.health import HealthReport
    from bolide.evaluation.resegment import Resegmented


def units_blocks(names: Sequence[str], cells: Sequence[Sequence[Sequence[str]]]) -> list[Block]:
    """One row per text; where lines have alternatives, they are numbered."""
    several = any(len(group) > 1 for group in cells)
    rows = [
        (str(line), *([str(rank)] if several else []), *units)
        for line, group in enumerate(cells, 1)
        for rank, units in enumerate(group, 1)
    ]
    numbers = ("line", "text") if several else ("line",)
    return [TableBlock.of((*numbers, *names), rows, "r" * len(numbers) + "l" * len(names))]


_MOST = 30  # lines that are listed


def health_blocks(report: HealthReport) -> list[Block]:
    """One row per oddity, with its lines; or that there is none."""
    looked = f"{', '.join(report.systems)}: {counted(report.segments, 'segment')}"
    if not report.notes:
        return [Paragraph.of(Span(f"{looked}; nothing is odd.", "good"))]
    rows = [(note.system, note.meaning, str(len(note.lines) or ""), _listed(note.lines)) for note in report.notes]
    return [TableBlock.of(("system", "what is odd", "lines", "which"), rows, "llrl"), *small_print(looked)]


def _listed(lines: tuple[int, ...]) -> str:
    return ", ".join(map(str, lines[:_MOST])) + (" …" if len(lines) > _MOST else "")


_NAMES = {"word": "word", "char": "character"}


def resegmented_blocks(result: Resegmented, width: int = 1) -> list[Block]:
    """One row per line, with its edits; the total below."""
    header = ("line", "edits", f"reference {_NAMES[result.unit]}s", "% edited", "text")
    rows = [
        (str(number), str(line.edits), str(line.ref_len), _share(line.edits, line.ref_len, width), line.text)
        for number, line in enumerate(result.lines, 1)
    ]
    return [TableBlock.of(header, rows, "rrrrl"), Paragraph.of(summary_sentence(result, width))]


def summary_sentence(result: Resegmented, width: int = 1) -> str:
    """The cost of all lines in one sentence."""
    total = result.total
    share = _share(total.edits, total.ref_len, width)
    kinds = (("substitution", total.substitutions), ("insertion", total.insertions), ("deletion", total.deletions))
    return (
        f"{counted(total.edits, 'edit')} for {counted(total.ref_len, _NAMES[result.unit])} of the reference"
        f"{f' ({share} %)' if share else ''}: {', '.join(counted(number, name) for name, number in kinds)}."
    )


def resegmented_text(result: Resegmented) -> str:
    """Only the lines of the output."""
    return "".join(f"{line.text}\n" for line in result.lines)


def _share(edits: int, size: int, width: int) -> str:
    return f"{100 * edits / size:.{width}f}" if size else ""
