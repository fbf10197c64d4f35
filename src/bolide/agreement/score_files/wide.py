"""Wide tables: a column of scores per system under a header of their names, one line per segment."""

from __future__ import annotations

from bolide.agreement.score_files.content import Content, Read, Scores, check_width, number
from bolide.errors import InputError, first_repeated

NUMBERING = ("segment", "line", "id", "seg", "item")


def recognised(content: Content) -> bool:
    """Several columns: whatever is none of the other forms is taken for names of systems."""
    return len(content.header) > 1


def read(content: Content) -> Read:
    """The scores of each column; a first column of numbers of segments is left out."""
    header = [cell.strip() for cell in content.lines[0].cells]
    first = 1 if header[0].lower() in NUMBERING else 0
    scores: Scores = {system: [] for system in header[first:]}
    if len(scores) < len(header) - first:
        twice = first_repeated(header[first:])
        raise InputError(f"{content.lines[0].where}: two columns are called {twice!r}; give each system its own name.")
    for where, row in content.lines[1:]:
        check_width(row, header, where)
        for system, text in zip(header[first:], row[first:], strict=True):
            scores[system].append(number(text, where))
    return Read("seg", scores)
