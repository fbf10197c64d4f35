"""mt-metrics-eval's files: a system, a tab and a score per line, without a header, system by system."""

from __future__ import annotations

from bolide.agreement.score_files.content import Content, Read, Scores, is_score, number
from bolide.errors import InputError
from bolide.wording import counted


def recognised(content: Content) -> bool:
    """Two columns, the second of which is a score in the first line."""
    return len(content.header) == 2 and is_score(content.header[1])


def read(content: Content) -> Read:
    """The scores of each system in the order of the lines; one each are scores of systems."""
    scores: Scores = {}
    for where, row in content.lines:
        if len(row) != 2:
            raise InputError(f"{where} has {counted(len(row), 'column')}, not system and score.")
        scores.setdefault(row[0].strip(), []).append(number(row[1], where))
    return Read("sys" if all(len(line) == 1 for line in scores.values()) else "seg", scores)
