"""An output cut into the lines of its reference, as blocks."""

from __future__ import annotations

from bolide.evaluation.resegment import Recut
from bolide.reporting.blocks import Block, Paragraph, Table
from bolide.system.messages import counted

_NAMES = {"word": "word", "char": "character"}


def recut_blocks(found: Recut, width: int = 1) -> list[Block]:
    """One row per line, with its edits; the total below."""
    header = ("line", "edits", f"reference {_NAMES[found.unit]}s", "% edited", "text")
    rows = [
        (str(number), str(line.edits), str(line.ref_len), _share(line.edits, line.ref_len, width), line.text)
        for number, line in enumerate(found.lines, 1)
    ]
    return [Table.of(header, rows, "rrrrl"), Paragraph.of(told(found, width))]


def told(found: Recut, width: int = 1) -> str:
    """The cost of all lines in one sentence."""
    total = found.total
    share = _share(total.edits, total.ref_len, width)
    kinds = (("substitution", total.substitutions), ("insertion", total.insertions), ("deletion", total.deletions))
    return (
        f"{counted(total.edits, 'edit')} for {counted(total.ref_len, _NAMES[found.unit])} of the reference"
        f"{f' ({share} %)' if share else ''}: {', '.join(counted(number, name) for name, number in kinds)}."
    )


def recut_text(found: Recut) -> str:
    """The lines and nothing else, ready to be scored."""
    return "".join(f"{line.text}\n" for line in found.lines)


def _share(edits: int, size: int, width: int) -> str:
    return f"{100 * edits / size:.{width}f}" if size else ""
