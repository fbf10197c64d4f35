"""Score files without a header: mt-metrics-eval's, one number per line, and submissions to WMT's metrics tasks.

A submission (2021 to 2024) has the metric's name first and the score last. Systems: metric, language pair, test set,
domain, reference, system, score. Segments: a document after the domain and the segment's number after the system.
"""

from __future__ import annotations

from bolide.agreement.language_pairs import IN_SYSTEM, UNNAMED, pair_name, pairs_in_ids
from bolide.agreement.score_files.content import Content, Read, Scores, is_score, number
from bolide.corpus.lines import stems
from bolide.system.errors import InputError
from bolide.system.limits import check_filled
from bolide.system.messages import counted


def recognised_mtme(content: Content) -> bool:
    """Two columns, the second of which is a score in the first line."""
    return len(content.header) == 2 and is_score(content.header[1])


def read_mtme(content: Content) -> dict[str, Read]:
    """The scores of each system in the order of the lines; one each are scores of systems.

    Systems may be named after their language pair, as in newstest2014.de-en.online-A.
    """
    scores: Scores = {}
    for where, row in content.lines:
        if len(row) != 2:
            raise InputError(f"{where} has {counted(len(row), 'column')}, not system and score.")
        scores.setdefault(row[0].strip(), []).append(number(row[1], where))
    level = "sys" if all(len(line) == 1 for line in scores.values()) else "seg"
    pairs: dict[str, Scores] = {}
    in_names = pairs_in_ids(scores, IN_SYSTEM)
    for system, line in scores.items():
        pairs.setdefault(in_names.get(system, UNNAMED), {})[system] = line
    return {pair: Read(level, some) for pair, some in pairs.items()}


def recognised_numbers(content: Content) -> bool:
    """A first line that is a number and nothing else."""
    return len(content.header) == 1 and is_score(content.header[0])


def read_numbers(content: Content) -> dict[str, Read]:
    """The scores in the order of the lines; an empty line, but for the last, is a missing score."""
    lines = content.text.removesuffix("\n").split("\n")
    scores = [number(line, f"{content.path}, line {line_number}") for line_number, line in enumerate(lines, 1)]
    return {UNNAMED: Read("seg", {stems([content.path.name])[0]: scores})}


SYSTEMS, SEGMENTS = 7, 9
LONGEST = 18  # digits of a segment's number


def recognised_submission(content: Content) -> bool:
    """So many columns with a language pair in the second and a number in the last."""
    header = content.header
    return len(header) in (SYSTEMS, SEGMENTS) and "-" in header[1] and is_score(header[-1]) and not is_score(header[0])


def read_submission(content: Content) -> dict[str, Read]:
    """The scores of each language pair; the file has one test set and reference of each."""
    width = len(content.header)
    cells: dict[str, dict[str, dict[int, float | None]]] = {}
    about: dict[str, tuple[str, str]] = {}
    for where, row in content.lines:
        if len(row) != width:
            raise InputError(f"{where} has {counted(len(row), 'column')}, not {width}.")
        reference, system = (row[4], row[5]) if width == SYSTEMS else (row[5], row[6])
        pair = pair_name(row[1])
        if about.setdefault(pair, (row[2], reference)) != (row[2], reference):
            raise InputError(f"{where}: the file has several test sets or references of {pair}; write one for each.")
        if width == SEGMENTS and not (row[7].isascii() and row[7].isdecimal() and len(row[7]) <= LONGEST):
            raise InputError(f"{where}: the segment is {row[7]!r:.40}; it must be an integer ≥ 0.")
        segment = int(row[7]) if width == SEGMENTS else 1
        line = cells.setdefault(pair, {}).setdefault(system, {})
        if segment in line:
            raise InputError(f"{where}: {system} has two scores.")
        line[segment] = number(row[-1], where)
    return {pair: _submitted(content, systems, width) for pair, systems in cells.items()}


def _submitted(content: Content, systems: dict[str, dict[int, float | None]], width: int) -> Read:
    """The scores of one language pair."""
    segments = sorted({segment for line in systems.values() for segment in line})
    size = sum(map(len, systems.values()))
    check_filled(str(content.path), len(systems), len(segments), size, ("system", "segment"))
    scores: Scores = {system: [line.get(segment) for segment in segments] for system, line in systems.items()}
    return Read("sys" if width == SYSTEMS else "seg", scores)
