"""Tables drawn as sacreBLEU draws them: boxes of double lines for a terminal, booktabs for LaTeX."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_colour = re.compile(r"\x1b\[[0-9;]*m")
_TEX = {
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "^": r"\^{}", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "\\": r"\textbackslash{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}",
}  # fmt: skip


def boxes(columns: Mapping[str, Sequence[str]]) -> str:
    """A grid; a cell may have several lines."""
    heads, rows, widths = _laid_out(columns)
    lines = [_rule(widths, "╒═╤╕"), *_cells([heads], widths), _rule(widths, "╞═╪╡")]
    for number, row in enumerate(rows):
        if number:
            lines.append(_rule(widths, "├─┼┤"))
        parts = [cell.split("\n") for cell in row]
        height = max(map(len, parts))
        lines += _cells([[part[k] if k < len(part) else "" for part in parts] for k in range(height)], widths)
    return "\n".join([*lines, _rule(widths, "╘═╧╛")])


def booktabs(columns: Mapping[str, Sequence[str]]) -> str:
    """A LaTeX table; columns are as wide as their text before LaTeX's own characters are escaped."""
    heads, rows, widths = _laid_out(columns)
    lines = [rf"\begin{{tabular}}{{r{'c' * (len(heads) - 1)}}}", r"\toprule", _tex(heads, widths), r"\midrule"]
    return "\n".join([*lines, *(_tex(row, widths) for row in rows), r"\bottomrule", r"\end{tabular}"])


def _laid_out(columns: Mapping[str, Sequence[str]]) -> tuple[list[str], list[list[str]], list[int]]:
    heads = list(columns)
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    widths = []
    for head, cells in columns.items():
        parts = [_width(part) for cell in cells for part in cell.split("\n")]
        widths.append(max([_width(head) + 2, *parts]))
    return heads, rows, widths


def _width(text: str) -> int:
    return len(_colour.sub("", text))


def _padded(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The first column to the right, the others in the middle, a little to the left where that is not possible."""
    found = []
    for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        room = width - _width(cell)
        before = room if number == 0 else room // 2
        found.append(" " * before + cell + " " * (room - before))
    return found


def _cells(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    return [f"│ {' │ '.join(_padded(row, widths))} │" for row in rows]


def _rule(widths: Sequence[int], marks: str) -> str:
    left, line, cross, right = list(marks)
    return left + cross.join(line * (width + 2) for width in widths) + right


def _tex(row: Sequence[str], widths: Sequence[int]) -> str:
    escaped = ["".join(_TEX.get(letter, letter) for letter in cell) for cell in _padded(row, widths)]
    return f" {' & '.join(escaped)} \\\\"
