"""Wide tables: a column of scores per system under a header of their names, one line per segment."""

from __future__ import annotations

from bolide.agreement.score_files.content import Content, Line, Read, Scores, check_width, number
from bolide.errors import InputError, first_repeated

NUMBERING = ("segment", "line", "id", "seg", "item")


def recognised(content: Content) -> bool:
    """Several columns: whatever is none of the other forms is taken for names of systems."""
    return len(content.header) > 1


def read(content: Content) -> Read:
    """The scores of each column, in the order of the segments' numbers if the first column has them."""
    header = [cell.strip() for cell in content.lines[0].cells]
    first = 1 if header[0].lower() in NUMBERING else 0
    scores: Scores = {system: [] for system in header[first:]}
    if len(scores) < len(header) - first:
        twice = first_repeated(header[first:])
        raise InputError(f"{content.lines[0].where}: two columns are called {twice!r}; give each system its own name.")
    for where, row in _in_order(content) if first else content.lines[1:]:
        check_width(row, header, where)
        for system, text in zip(header[first:], row[first:], strict=True):
            scores[system].append(number(text, where))
    return Read("seg", scores)


def _in_order(content: Content) -> list[Line]:
    """The lines below the header, by their segments' numbers if all are numbers; no two may be of one segment."""
    lines = content.lines[1:]
    names = [line.cells[0].strip() for line in lines]
    twice = first_repeated(names)
    if twice is not None:
        place = names.index(twice, names.index(twice) + 1)
        raise InputError(
            f"{lines[place].where}: segment {twice!r:.40} stands there a second time; number the segments of the "
            "whole file, or leave the column out."
        )
    if not all(name.isascii() and name.isdecimal() and len(name) < 20 for name in names):
        return lines
    return [line for _, line in sorted(zip(map(int, names), lines, strict=True), key=lambda pair: pair[0])]
