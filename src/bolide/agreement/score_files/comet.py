"""What comet-score writes: `file<TAB>Segment 0<TAB>score: 0.8` line by line, or with --to_json one JSON object.

Files become systems by their names. Older versions score one system and do not name it.
"""

from __future__ import annotations

import re
from typing import Any

from bolide.agreement.language_pairs import UNNAMED
from bolide.agreement.score_files.content import Content, Read, Scores, number
from bolide.corpus.lines import stems, system_names
from bolide.system.errors import InputError
from bolide.system.limits import check_filled
from bolide.system.messages import counted
from bolide.system.strict import from_json, json_number

SEGMENT = re.compile(r"(?:(?P<file>.+)\t)?Segment (?P<segment>[0-9]{1,7})\tscore: (?P<score>\S+)(?:\tvariance: \S+)?")
WHOLE = re.compile(r"(?:(?P<file>.+)\tscore|System score): (?P<score>\S+)")
SYSTEM = "system"


def recognised(content: Content) -> bool:
    """One of the first lines is a segment's or a system's score."""
    head = content.text[:20_000].split("\n")[:200]
    return any(SEGMENT.fullmatch(line.rstrip()) or WHOLE.fullmatch(line.rstrip()) for line in head)


def read(content: Content) -> dict[str, Read]:
    """Segment scores where there are any, else the systems'; other lines are what the tool logged."""
    segments: dict[str, dict[int, float | None]] = {}
    wholes: Scores = {}
    others = 0
    for place_of, line in enumerate(content.text.split("\n"), 1):
        match = SEGMENT.fullmatch(line.rstrip()) or WHOLE.fullmatch(line.rstrip())
        if match is None:
            others += bool(line.strip())
            continue
        where, name = f"{content.path}, line {place_of}", match["file"] or SYSTEM
        score = _score(match["score"], where)
        if "segment" not in match.groupdict():
            wholes[name] = [score]
            continue
        index = int(match["segment"])
        if index in segments.setdefault(name, {}):
            raise InputError(f"{where}: {name} has two scores for segment {index}.")
        segments[name][index] = score
    last = max((max(line) for line in segments.values()), default=-1)
    check_filled(str(content.path), len(segments), last + 1, sum(map(len, segments.values())), ("system", "segment"))
    scores = {name: [line.get(index) for index in range(max(line) + 1)] for name, line in segments.items()}
    notes = (f"{content.path}: left out {counted(others, 'line')} without a score.",) if others else ()
    return {UNNAMED: Read("seg" if scores else "sys", _named(scores or wholes), notes)}


def _score(text: str, where: str) -> float:
    value = number(text, where)
    if value is None:
        raise InputError(f"{where}: {text!r} is not a number.")
    return value


def recognised_json(content: Content) -> bool:
    """A JSON object of lists, or one list, of segments with a score called COMET."""
    return content.text.lstrip().startswith(("{", "[")) and '"COMET"' in content.text[:1_000_000]


def read_json(content: Content) -> dict[str, Read]:
    """The scores of each file's segments."""
    try:
        data: Any = from_json(content.text)
    except ValueError as error:
        raise InputError(f"{content.path} is not JSON: {error}.") from None
    files = {SYSTEM: data} if isinstance(data, list) else data
    scores: Scores = {}
    for name, segments in files.items():
        if not isinstance(segments, list) or not all(isinstance(each, dict) and "COMET" in each for each in segments):
            raise InputError(f"{content.path}: {name} is not a list of segments with a score called COMET.")
        try:
            scores[name] = [json_number(each["COMET"]) for each in segments]
        except ValueError as error:
            raise InputError(f"{content.path}: a score of {name} cannot be used: {error}.") from None
    return {UNNAMED: Read("seg", _named(scores))}


def _named(scores: Scores) -> Scores:
    """The scores by short names of the files."""
    return dict(zip(stems(system_names(list(scores))), scores.values(), strict=True))
