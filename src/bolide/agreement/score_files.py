"""Score files: every form with a way to recognise it. The first of FORMS that does reads the file.

- WMT26's answers to task 2, JSON lines: `{"item_id": "official_###_eng_Latn_…_###_3", "task2_pred": {SYSTEM: score}}`.
  A segment is known by its `item_id`, wherever it stands in the file.
- What comet-score writes: `file<TAB>Segment 0<TAB>score: 0.8` line by line, or with --to_json one JSON object. Files
  become systems by their names. Older versions score one system and do not name it.
- Files without a header: mt-metrics-eval's, one number per line, and submissions to WMT's metrics tasks. A submission
  (2021 to 2024) has the metric's name first and the score last. Systems: metric, language pair, test set, domain,
  reference, system, score. Segments: a document after the domain and the segment's number after the system.
- Files with a header: long tables, one line per score, and wide ones, a column of scores per system.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from bolide.agreement.language_pairs import (
    IN_SYSTEM,
    UNNAMED,
    ItemId,
    pair_columns,
    pair_name,
    pairs_in_ids,
    rows_by_pair,
)
from bolide.corpus.decoding import allow_long_cells, begins_with_object, filled_lines
from bolide.corpus.lines import stems, system_names
from bolide.system.dataclasses import dataclass, field
from bolide.system.errors import InputError, first_repeated
from bolide.system.limits import check_filled
from bolide.system.messages import counted
from bolide.system.strict import LARGEST, from_json, json_number, plain_float

# --- what a file is and says ------------------------------------------------------------------------------------------


MISSING = ("", "none", "na", "n/a")
Scores = dict[str, list[float | None]]  # of each system
Key = TypeVar("Key")  # of a segment


class Line(NamedTuple):
    """The cells of a line, and where it stands."""

    where: str
    cells: list[str]


@dataclass(frozen=True, eq=False)
class Content:
    """A file's path and text, and its lines that are not blank, cut where its first line is cut.

    The first line of a `signed` file was its signature, and is blank now.
    """

    path: Path
    text: str
    signed: bool = False

    @cached_property
    def lines(self) -> list[Line]:
        """The lines that are not blank."""
        first = next((line for line in StringIO(self.text) if line.strip()), "")
        allow_long_cells()
        rows: Iterable[list[str]]
        if "\t" in first:
            rows = csv.reader(StringIO(self.text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
        elif "," in first:
            rows = csv.reader(StringIO(self.text, newline=""))
        else:  # MTME files may part name and score by blanks
            rows = (line.split() for line in self.text.splitlines())
        lines: list[Line] = []
        number, name = 0, str(self.path)
        try:
            for number, row in enumerate(rows, 1):
                if any(map(str.strip, row)):
                    lines.append(Line(f"{name}, line {number}", row))
        except csv.Error as error:
            raise InputError(f"{self.path}, line {number + 1} cannot be read: {error}.") from None
        return lines

    @cached_property
    def header(self) -> list[str]:
        """The cells of the first line in lower case."""
        return [cell.strip().lower() for cell in self.lines[0].cells] if self.lines else []


@dataclass(frozen=True)
class Read:
    """What a file says: the level, and each system's scores; notes on what was left out; ids of segments, or their
    numbers, if any."""

    level: str
    scores: Scores
    notes: tuple[str, ...] = field(default=())
    ids: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


def is_score(text: str) -> bool:
    """Whether the text is a number or says that there is none."""
    if text.strip().lower() in MISSING:
        return True
    try:
        plain_float(text)
    except ValueError:
        return False
    return True


def number(text: str, where: str) -> float | None:
    """A score, None for a missing one."""
    try:
        value = plain_float(text)
    except ValueError:
        if text.strip().lower() in MISSING:
            return None
        raise InputError(f"{where}: {text!r} is not a number; a missing score is written None.") from None
    if not isfinite(value):
        raise InputError(f"{where}: the score is {text.strip()}; it must be finite, or None where it is missing.")
    if abs(value) > LARGEST:
        raise InputError(f"{where}: the score is {text.strip()}; one can compute with scores up to {LARGEST:g}.")
    return value


def _filled(content: Content, cells: Mapping[str, Mapping[Key, float | None]], keys: Sequence[Key]) -> Scores:
    """The scores of each system in the order of these segments, missing where it lacks one."""
    size = sum(map(len, cells.values()))
    check_filled(str(content.path), len(cells), len(keys), size, ("system", "segment"))
    return {system: [line.get(key) for key in keys] for system, line in cells.items()}


def check_width(row: Sequence[str], header: Sequence[str], where: str) -> None:
    """Refuse a line that is not as wide as the header."""
    if len(row) != len(header):
        raise InputError(f"{where} has {counted(len(row), 'column')} under a header of {len(header)}.")


# --- WMT26's answers to task 2 ----------------------------------------------------------------------------------------


TASK = "task2_pred"


def recognised_task2(content: Content) -> bool:
    """Whether the first line has an id and scores by system."""
    return begins_with_object(content.text, "item_id", TASK)


def read_task2(content: Content) -> dict[str, Read]:
    """By language pair, as the ids say; null, or a system that a line lacks, is a missing score."""
    pairs: dict[str, dict[str, dict[str, float | None]]] = {}  # of each, the scores by system
    ids: dict[str, dict[str, None]] = {}
    for number, line in filled_lines(content.text):
        where = f"{content.path}, line {number}"
        try:
            item: Any = from_json(line)
            name, answers = item["item_id"], item[TASK].items()
            scores = {system: None if value is None else json_number(value) for system, value in answers}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(
                f"{where} cannot be read ({error!r:.60}); a line has an `item_id` and `{TASK}`, a score by system."
            ) from None
        if not isinstance(name, str) or not name:
            raise InputError(f"{where}: the item_id is {name!r:.40}; it must be a text.")
        pair = ItemId.of(name).pair
        if name in ids.setdefault(pair, {}):
            raise InputError(f"{where}: {name} stands there a second time.")
        ids[pair][name] = None
        for system, score in scores.items():
            pairs.setdefault(pair, {}).setdefault(system, {})[name] = score
    # One of which nothing is scored, as by a metric for other languages, is none of this file's.
    scored = [pair for pair, cells in pairs.items() if any({*line.values()} - {None} for line in cells.values())]
    return {
        pair: Read("seg", _filled(content, pairs[pair], [*ids[pair]]), ids=(*ids[pair],)) for pair in scored or pairs
    }


# --- comet-score ------------------------------------------------------------------------------------------------------


COMET_SEGMENT = re.compile(
    r"(?:(?P<file>.+)\t)?Segment (?P<segment>[0-9]{1,7})\tscore: (?P<score>\S+)(?:\tvariance: \S+)?"
)
COMET_SYSTEM = re.compile(r"(?:(?P<file>.+)\tscore|System score): (?P<score>\S+)")
ONLY_SYSTEM = "system"


def recognised_comet(content: Content) -> bool:
    """One of the first lines is a segment's or a system's score."""
    head = content.text[:20_000].split("\n")[:200]
    return any(COMET_SEGMENT.fullmatch(line.rstrip()) or COMET_SYSTEM.fullmatch(line.rstrip()) for line in head)


def read_comet(content: Content) -> dict[str, Read]:
    """Segment scores where there are any, else the systems'; other lines are what the tool logged."""
    segments: dict[str, dict[int, float | None]] = {}
    wholes: Scores = {}
    others = 0
    for place_of, line in enumerate(content.text.split("\n"), 1):
        match = COMET_SEGMENT.fullmatch(line.rstrip()) or COMET_SYSTEM.fullmatch(line.rstrip())
        if match is None:
            others += bool(line.strip())
            continue
        where, name = f"{content.path}, line {place_of}", match["file"] or ONLY_SYSTEM
        score = number(match["score"], where)
        if score is None:
            raise InputError(f"{where}: {match['score']!r} is not a number.")
        if "segment" not in match.groupdict():
            if name in wholes:
                raise InputError(f"{where}: {name} has two scores.")
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


def recognised_comet_json(content: Content) -> bool:
    """A JSON object of lists, or one list, of segments with a score called COMET."""
    return content.text.lstrip().startswith(("{", "[")) and '"COMET"' in content.text[:1_000_000]


def read_comet_json(content: Content) -> dict[str, Read]:
    """The scores of each file's segments."""
    try:
        data: Any = from_json(content.text)
    except ValueError as error:
        raise InputError(f"{content.path} is not JSON: {error}.") from None
    files = {ONLY_SYSTEM: data} if isinstance(data, list) else data
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


# --- without a header -------------------------------------------------------------------------------------------------


def recognised_mtme(content: Content) -> bool:
    """Two columns, the second of which is a score in the first line, or meant as one, such as 0,5 or 50%."""
    if len(content.header) != 2:
        return False
    return is_score(content.header[1]) or bool(re.fullmatch(r"\s*[-+]?\d[\d.,]*\s*%?\s*", content.header[1]))


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
    lines = [*enumerate(content.text.removesuffix("\n").split("\n"), 1)][content.signed :]
    scores = [number(line, f"{content.path}, line {line_number}") for line_number, line in lines]
    return {UNNAMED: Read("seg", {stems([content.path.name])[0]: scores})}


SYSTEM_COLUMNS, SEGMENT_COLUMNS = 7, 9


def recognised_submission(content: Content) -> bool:
    """So many columns with a language pair in the second and a number in the last."""
    header = content.header
    return (
        len(header) in (SYSTEM_COLUMNS, SEGMENT_COLUMNS)
        and "-" in header[1]
        and is_score(header[-1])
        and not is_score(header[0])
    )


def read_submission(content: Content) -> dict[str, Read]:
    """The scores of each language pair; the file has one test set and reference of each."""
    width = len(content.header)
    cells: dict[str, dict[str, dict[int, float | None]]] = {}
    about: dict[str, tuple[str, str]] = {}
    for where, row in content.lines:
        if len(row) != width:
            raise InputError(f"{where} has {counted(len(row), 'column')}, not {width}.")
        reference, system = (row[4], row[5]) if width == SYSTEM_COLUMNS else (row[5], row[6])
        pair = pair_name(row[1])
        if about.setdefault(pair, (row[2], reference)) != (row[2], reference):
            raise InputError(f"{where}: the file has several test sets or references of {pair}; write one for each.")
        if width == SEGMENT_COLUMNS and not _is_number(row[7]):
            raise InputError(f"{where}: the segment is {row[7]!r:.40}; it must be an integer ≥ 0.")
        segment = int(row[7]) if width == SEGMENT_COLUMNS else 1
        line = cells.setdefault(pair, {}).setdefault(system.strip(), {})
        if segment in line:
            raise InputError(f"{where}: {system} has two scores.")
        line[segment] = number(row[-1], where)
    level = "sys" if width == SYSTEM_COLUMNS else "seg"
    pairs = {}
    for pair, systems in cells.items():
        numbers = sorted({segment for line in systems.values() for segment in line})
        pairs[pair] = Read(level, _filled(content, systems, numbers), numbers=tuple(numbers))
    return pairs


# --- with a header ----------------------------------------------------------------------------------------------------


SYSTEM = ("system", "system_id", "systemid", "system-id")
SCORE = ("score", "overall", "mqm_avg_score", "segment_score", "segment-score")
SEGMENT = ("globalsegid", "global_seg_id", "line_id", "segment", "seg_id", "segment_id", "segid", "item_id")
DOCUMENT = ("doc_id", "docid", "doc", "document")
SET = "set_id"  # a file has one


def recognised_long(content: Content) -> bool:
    """A header that names a system and a score."""
    return bool(set(content.header) & set(SYSTEM)) and bool(set(content.header) & set(SCORE))


def read_long(content: Content) -> dict[str, Read]:
    """The scores by language pair, system and segment; segments that are numbers are put in their order."""
    header, lines = content.header, content.lines[1:]
    for where, row in lines:
        check_width(row, header, where)
        if SET in header and row[header.index(SET)] != lines[0].cells[header.index(SET)]:
            values = f"{lines[0].cells[header.index(SET)]} and {row[header.index(SET)]}"
            raise InputError(f"{where}: the file has several sets, {values}; write one file for each.")
    ids = [header.index(name) for name in (*DOCUMENT, *SEGMENT) if name in header]
    pairs = rows_by_pair(header, lines, ids, next(map(header.index, set(SYSTEM) & set(header)))) or {UNNAMED: []}
    return {pair: _long(content, header, some) for pair, some in pairs.items()}


def _long(content: Content, header: list[str], lines: list[Line]) -> Read:
    """The scores of one language pair."""
    system, score = (next(header.index(name) for name in names if name in header) for names in (SYSTEM, SCORE))
    telling = _telling(header)
    cells: dict[str, dict[tuple[str, ...], float | None]] = {}
    for where, row in lines:
        line = cells.setdefault(row[system].strip(), {})
        key = tuple(row[column].strip() for column in telling)
        if key in line:
            which = f" for segment {' '.join(key)!r}" if telling else ", and no column `segment` tells them apart"
            raise InputError(f"{where}: {row[system]} has two scores{which}.")
        line[key] = number(row[score], where)
    keys = list(dict.fromkeys(key for line in cells.values() for key in line))
    numbered = all(len(key) == 1 and _is_number(key[0]) for key in keys)
    if numbered:
        keys.sort(key=lambda key: int(key[0]))
    ids = () if numbered or len(telling) != 1 else tuple(key[0] for key in keys)
    numbers = tuple(int(key[0]) for key in keys) if numbered else ()
    return Read("seg" if telling else "sys", _filled(content, cells, keys), ids=ids, numbers=numbers)


def _telling(header: list[str]) -> list[int]:
    """The columns that tell segments apart: a number of the whole test set, or the document and a number in it."""
    segment = next((name for name in SEGMENT if name in header), None)
    if segment is None:
        return []
    document = next((name for name in DOCUMENT if name in header), None)
    if segment == "segment_id" and document is not None:
        return [header.index(document), header.index(segment)]
    return [header.index(segment)]


NUMBERING = (
    *SEGMENT, "line", "id", "seg", "item", "sent_id", "sentence_id", "sentence", "row", "no", "#", "idx", "index",
    "unnamed: 0", "",  # by pandas
)  # fmt: skip


def recognised_wide(content: Content) -> bool:
    """Several columns: whatever is none of the other forms is taken for names of systems."""
    return len(content.header) > 1 and not begins_with_object(content.text)


def read_wide(content: Content) -> dict[str, Read]:
    """The scores of each column, in the order of the segments' numbers if the first column has those.

    One column may name the language pair, or the names of segments may.
    """
    header = [cell.strip() for cell in content.lines[0].cells]
    rows = content.lines[1:]
    for where, row in rows:
        check_width(row, header, where)
    naming = pair_columns(header)
    if all(is_score(row[column]) for _, row in rows for column in naming):  # systems of these names
        naming = []
    columns = [column for column in range(len(header)) if column not in naming]
    names = [header[column] for column in columns]
    twice = first_repeated(names)
    if twice is not None:
        raise InputError(f"{content.lines[0].where}: two columns are called {twice!r}; give each system its own name.")
    numbered = names[0].lower() in NUMBERING
    for name in names[numbered:]:
        if name.lower() in (*NUMBERING, *DOCUMENT):
            raise InputError(f"{content.lines[0].where}: the column {name!r} is no system's; name it, or leave it out.")
    groups = rows_by_pair(header if naming else (), rows, columns[:1] if numbered else ()) or {UNNAMED: []}
    pairs = {}
    for pair, some in groups.items():
        lines = [Line(where, [row[column] for column in columns]) for where, row in some]
        pairs[pair] = _wide(names, _in_order(lines) if numbered else lines, numbered)
    return pairs


def _wide(names: list[str], lines: list[Line], numbered: bool) -> Read:
    """The scores of one language pair."""
    systems = names[numbered:]
    scores: Scores = {system: [] for system in systems}
    for where, row in lines:
        for system, text in zip(systems, row[numbered:], strict=True):
            scores[system].append(number(text, where))
    ids = tuple(line.cells[0].strip() for line in lines) if numbered else ()
    if all(map(_is_number, ids)):
        return Read("seg", scores, numbers=tuple(map(int, ids)))
    return Read("seg", scores, ids=ids)


def _in_order(lines: list[Line]) -> list[Line]:
    """The lines by their segments' numbers if all are numbers; no two may be of one segment."""
    names = [line.cells[0].strip() for line in lines]
    twice = first_repeated(names)
    if twice is not None:
        index = names.index(twice, names.index(twice) + 1)
        raise InputError(
            f"{lines[index].where}: segment {twice!r:.40} stands there a second time; number the segments of the "
            "whole file, or leave the column out."
        )
    if not all(map(_is_number, names)):
        return lines
    return [line for _, line in sorted(zip(map(int, names), lines, strict=True), key=lambda pair: pair[0])]


def _is_number(name: str) -> bool:
    """Whether a segment is called by a number; a longer one is a name."""
    return name.isascii() and name.isdecimal() and len(name) < 20


# --- all forms --------------------------------------------------------------------------------------------------------


class ScoreForm(NamedTuple):
    """How a form is recognised, and read by language pair."""

    recognised: Callable[[Content], bool]
    read: Callable[[Content], dict[str, Read]]


FORMS: dict[str, ScoreForm] = {
    "task2_pred": ScoreForm(recognised_task2, read_task2),
    "comet-score's JSON": ScoreForm(recognised_comet_json, read_comet_json),
    "comet-score's lines": ScoreForm(recognised_comet, read_comet),
    "long table": ScoreForm(recognised_long, read_long),
    "mt-metrics-eval": ScoreForm(recognised_mtme, read_mtme),
    "numbers": ScoreForm(recognised_numbers, read_numbers),
    "submission": ScoreForm(recognised_submission, read_submission),
    "wide table": ScoreForm(recognised_wide, read_wide),
}


def read_scores(content: Content) -> tuple[str, dict[str, Read]]:
    """The form of a file and what it says of each language pair; a pair that it does not name is ""."""
    if content.path.name.removesuffix(".gz").endswith(".domain.score"):
        raise InputError(
            f"{content.path} has scores of domains, which are means over segments: give the .seg.score; "
            "`bolide correlate --domains` reads the domains of its lines."
        )
    if not content.text.strip():
        raise InputError(f"{content.path} is empty; it must hold scores.")
    for name, form in FORMS.items():
        if form.recognised(content):
            pairs = form.read(content)
            if not any(scores for read in pairs.values() for scores in read.scores.values()):
                raise InputError(f"{content.path} has a header and no scores under it.")
            return name, pairs
    raise InputError(
        f"{content.path}: a score file has lines of `system<TAB>score`, a header with `system`, `segment` and `score`, "
        "or a header of system names over one column each; one number per line; JSON lines with `item_id` and "
        "`task2_pred`; or is what comet-score wrote."
    )
