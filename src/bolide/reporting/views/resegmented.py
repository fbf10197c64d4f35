"""Blocks for an output split into the lines of its reference."""

from __future__ import annotations

from bolide.evaluation.resegment import Resegmented
from bolide.reporting.blocks import Block, Paragraph, TableBlock
from bolide.system.messages import counted

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
