"""What participants of WMT's metrics tasks hand in (2021 to 2024): no header, the metric's name first, the score last.

Systems: metric, language pair, test set, domain, reference, system, score. Segments: a document after the domain and
the segment's number after the system.
"""

from __future__ import annotations

from bolide.agreement.score_files.content import Content, Read, Scores, is_score, number
from bolide.errors import InputError
from bolide.limits import check_filled
from bolide.wording import counted

SYSTEMS, SEGMENTS = 7, 9
LONGEST = 18  # digits of a segment's number


def recognised(content: Content) -> bool:
    """So many columns with a language pair in the second and a number in the last."""
    header = content.header
    return len(header) in (SYSTEMS, SEGMENTS) and "-" in header[1] and is_score(header[-1]) and not is_score(header[0])


def read(content: Content) -> Read:
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
