"""Score files without a header: mt-metrics-eval's, one number per line, and submissions to WMT's metrics tasks.

A submission (2021 to 2024) has the metric's name first and the score last. Systems: metric, language pair, test set,
domain, reference, system, score. Segments: a document after the domain and the segment's number after the system.
"""

from __future__ import annotations

from bolide.agreement.score_files.content import Content, Read, Scores, is_score, number
from bolide.corpus.lines import stems
from bolide.system.errors import InputError
from bolide.system.limits import check_filled
from bolide.system.messages import counted


def recognised_mtme(content: Content) -> bool:
    """Two columns, the second of which is a score in the first line."""
    return len(content.header) == 2 and is_score(content.header[1])


def read_mtme(content: Content) -> Read:
    """The scores of each system in the order of the lines; one each are scores of systems."""
    scores: Scores = {}
    for where, row in content.lines:
        if len(row) != 2:
            raise InputError(f"{where} has {counted(len(row), 'column')}, not system and score.")
        scores.setdefault(row[0].strip(), []).append(number(row[1], where))
    return Read("sys" if all(len(line) == 1 for line in scores.values()) else "seg", scores)


def recognised_numbers(content: Content) -> bool:
    """A first line that is a number and nothing else."""
    return len(content.header) == 1 and is_score(content.header[0])


def read_numbers(content: Content) -> Read:
    """The scores in the order of the lines; an empty line, but for the last, is a missing score."""
    lines = content.text.removesuffix("\n").split("\n")
    scores = [number(line, f"{content.path}, line {place}") for place, line in enumerate(lines, 1)]
    return Read("seg", {stems([content.path.name])[0]: scores})


SYSTEMS, SEGMENTS = 7, 9
LONGEST = 18  # digits of a segment's number


def recognised_submission(content: Content) -> bool:
    """So many columns with a language pair in the second and a number in the last."""
    header = content.header
    return len(header) in (SYSTEMS, SEGMENTS) and "-" in header[1] and is_score(header[-1]) and not is_score(header[0])


def read_submission(content: Content) -> Read:
    """The scores of the file's one language pair, test set and reference."""
    width = len(content.header)
    cells: dict[str, dict[int, float | None]] = {}
    about: set[tuple[str, ...]] = set()
    for where, row in content.lines:
        if len(row) != width:
            raise InputError(f"{where} has {counted(len(row), 'column')}, not {width}.")
        reference, system = (row[4], row[5]) if width == SYSTEMS else (row[5], row[6])
        about.add((row[1], row[2], reference))
        if len(about) > 1:
            raise InputError(
                f"{where}: the file has several language pairs, test sets or references; write one for each."
            )
        if width == SEGMENTS and not (row[7].isascii() and row[7].isdecimal() and len(row[7]) <= LONGEST):
            raise InputError(f"{where}: the segment is {row[7]!r:.40}; it must be an integer ≥ 0.")
        place = int(row[7]) if width == SEGMENTS else 1
        line = cells.setdefault(system, {})
        if place in line:
            raise InputError(f"{where}: {system} has two scores.")
        line[place] = number(row[-1], where)
    places = sorted({place for line in cells.values() for place in line})
    check_filled(str(content.path), len(cells), len(places), len(content.lines), ("system", "segment"))
    scores: Scores = {system: [line.get(place) for place in places] for system, line in cells.items()}
    return Read("sys" if width == SYSTEMS else "seg", scores)
