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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from bolide.agreement import language_pairs
from bolide.agreement.annotations.ratings import json_text, readable
from bolide.agreement.language_pairs import IN_SYSTEM, UNNAMED, ItemId
from bolide.corpus.decoding import allow_long_cells, begins_with_object, filled_lines
from bolide.corpus.lines import stems, system_names
from bolide.system.errors import InputError, first_repeated
from bolide.system.limits import check_filled
from bolide.system.messages import counted
from bolide.system.strict import LARGEST, from_json, json_number, plain_float

# --- what a file is and says ------------------------------------------------------------------------------------------


MISSING = ("", "none", "na", "n/a")
Scores = dict[str, list[float | None]]  # of each system


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
        name = str(self.path)
        return [Line(f"{name}, line {k}", row) for k, row in enumerate(rows, 1) if any(map(str.strip, row))]

    @cached_property
    def header(self) -> list[str]:
        """The cells of the first line in lower case."""
        return [cell.strip().lower() for cell in self.lines[0].cells] if self.lines else []

    def rows(self) -> list[Line]:
        """The lines under the header; refused if one is not as wide."""
        for where, row in self.lines[1:]:
            if len(row) != len(self.header):
                raise InputError(f"{where} has {counted(len(row), 'column')} under a header of {len(self.header)}.")
        return self.lines[1:]


@dataclass(frozen=True)
class Read:
    """What a file says: the level, and each system's scores; notes on what was left out; ids of segments, or their
    numbers, if any."""

    level: str
    scores: Scores
    notes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


def is_score(text: str) -> bool:
    """Whether the text is a number or says that there is none."""
    try:
        plain_float(text)
    except ValueError:
        return text.strip().lower() in MISSING
    return True


def number(text: str, where: str) -> float | None:
    """A score, None for a missing one."""
    try:
        value = plain_float(text)
    except ValueError:
        if text.strip().lower() in MISSING:
            return None
        raise InputError(f"{where}: {text!r:.60} is not a number; a missing score is written None.") from None
    if not abs(value) <= LARGEST:
        raise InputError(f"{where}: the score is {text.strip()}; it must be finite, or None where it is missing.")
    return value


class Entry(NamedTuple):
    """A score: where it stands, and of what. A segment is known by its document and a number in it, or by one name; a
    whole system has none."""

    where: str
    system: str
    segment: tuple[str, ...]
    score: float | None


def _by_segment(content: Content, entries: Iterable[Entry], *, ids: bool = False) -> Read:
    """The scores of each system, missing where it lacks a segment.

    Segments that are numbers are put in their order, unless they are `ids`.
    """
    cells: dict[str, dict[tuple[str, ...], float | None]] = {}
    for where, system, segment, score in entries:
        line = cells.setdefault(system.strip(), {})
        if segment in line:
            which = f" for segment {' '.join(segment)!r:.60}" if segment else "; no column `segment` tells them apart"
            raise InputError(f"{where}: {system} has two scores{which}.")
        line[segment] = score
    keys = list(dict.fromkeys(key for line in cells.values() for key in line))
    filled = sum(map(len, cells.values()))
    check_filled(str(content.path), len(cells), len(keys), filled, ("system", "segment"))
    names = tuple(key[0] for key in keys if len(key) == 1)
    numbered = not ids and len(names) == len(keys) and all(map(_is_number, names))
    if numbered:
        keys.sort(key=lambda key: int(key[0]))
    scores = {system: [line.get(key) for key in keys] for system, line in cells.items()}
    if numbered:
        return Read("seg", scores, numbers=tuple(int(key[0]) for key in keys))
    return Read("sys" if keys == [()] else "seg", scores, ids=names)


def _is_number(name: str) -> bool:
    """Whether a segment is called by a number; a longer one is a name."""
    return name.isascii() and name.isdecimal() and len(name) < 20


# --- WMT26's answers to task 2 ----------------------------------------------------------------------------------------


TASK = "task2_pred"


def recognised_task2(content: Content) -> bool:
    """Whether the first line has an id and scores by system."""
    return begins_with_object(content.text, "item_id", TASK)


def read_task2(content: Content) -> dict[str, Read]:
    """By language pair, as the ids say; null, or a system that a line lacks, is a missing score."""
    pairs: dict[str, list[Entry]] = {}
    for line_number, line in filled_lines(content.text):
        where = f"{content.path}, line {line_number}"
        with readable(where, f"a line has an `item_id` and `{TASK}`, a score by system"):
            item = from_json(line)
            name = json_text(item["item_id"])
            for system, score in item[TASK].items():
                entry = Entry(where, system, (name,), None if score is None else json_number(score))
                pairs.setdefault(ItemId.of(name).pair, []).append(entry)
    # One of which nothing is scored, as by a metric for other languages, is none of this file's.
    scored = {pair: some for pair, some in pairs.items() if any(entry.score is not None for entry in some)}
    return {pair: _by_segment(content, some, ids=True) for pair, some in (scored or pairs).items()}


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
    segments: Scores = {}
    wholes: Scores = {}
    others = 0
    for line_number, line in enumerate(content.text.split("\n"), 1):
        where = f"{content.path}, line {line_number}"
        if match := COMET_SEGMENT.fullmatch(line.rstrip()):
            scores = segments.setdefault(match["file"] or ONLY_SYSTEM, [])
            expected = int(match["segment"])
        elif match := COMET_SYSTEM.fullmatch(line.rstrip()):
            scores, expected = wholes.setdefault(match["file"] or ONLY_SYSTEM, []), 0
        else:
            others += bool(line.strip())
            continue
        if len(scores) != expected:
            raise InputError(f"{where}: {match['file'] or 'the system'} has a score twice, or lacks one before it.")
        score = number(match["score"], where)
        if score is None:
            raise InputError(f"{where}: {match['score']!r:.60} is not a number.")
        scores.append(score)
    notes = (f"{content.path}: left out {counted(others, 'line')} without a score.",) if others else ()
    return {UNNAMED: Read("seg" if segments else "sys", _named(segments or wholes), notes)}


def recognised_comet_json(content: Content) -> bool:
    """A JSON object of lists, or one list, of segments with a score called COMET."""
    return content.text.lstrip().startswith(("{", "[")) and '"COMET"' in content.text[:1_000_000]


def read_comet_json(content: Content) -> dict[str, Read]:
    """The scores of each file's segments."""
    with readable(str(content.path), "it must be a list of segments with a score called COMET, or one for each file"):
        data = from_json(content.text)
        files = {ONLY_SYSTEM: data} if isinstance(data, list) else data
        scores: Scores = {name: [json_number(each["COMET"]) for each in segments] for name, segments in files.items()}
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
    in_names = language_pairs.pairs_in_ids(scores, IN_SYSTEM)
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
    pairs: dict[str, list[Entry]] = {}
    about: dict[str, tuple[str, str]] = {}
    for where, row in content.lines:
        if len(row) != len(content.header):
            raise InputError(f"{where} has {counted(len(row), 'column')}, not {len(content.header)}.")
        *_, reference, system, score = row if len(row) == SYSTEM_COLUMNS else (*row[:7], row[8])
        pair = language_pairs.pair_name(row[1])
        if len(row) != SYSTEM_COLUMNS and not _is_number(row[7]):
            raise InputError(f"{where}: the segment is {row[7]!r:.40}; it must be an integer ≥ 0.")
        segment = () if len(row) == SYSTEM_COLUMNS else (str(int(row[7])),)
        if about.setdefault(pair, (row[2], reference)) != (row[2], reference):
            raise InputError(f"{where}: the file has several test sets or references of {pair}; write one for each.")
        pairs.setdefault(pair, []).append(Entry(where, system, segment, number(score, where)))
    return {pair: _by_segment(content, entries) for pair, entries in pairs.items()}


# --- with a header ----------------------------------------------------------------------------------------------------


SYSTEM = ("system", "system_id", "systemid", "system-id")
SCORE = ("score", "overall", "mqm_avg_score", "segment_score", "segment-score")
SEGMENT = ("globalsegid", "global_seg_id", "line_id", "segment", "seg_id", "segment_id", "segid", "item_id")
DOCUMENT = ("doc_id", "docid", "doc", "document")


def recognised_long(content: Content) -> bool:
    """A header that names a system and a score."""
    return bool(set(content.header) & set(SYSTEM)) and bool(set(content.header) & set(SCORE))


def read_long(content: Content) -> dict[str, Read]:
    """The scores by language pair, system and segment."""
    header, rows = content.header, content.rows()
    language_pairs.check_one_set(header, rows)
    system, score = (next(header.index(name) for name in names if name in header) for names in (SYSTEM, SCORE))
    segment, document = (next((name for name in names if name in header), "") for names in (SEGMENT, DOCUMENT))
    # The number may be one of the whole test set, or one in the document.
    known_by = [document, segment] if segment == "segment_id" else [segment]
    columns = [header.index(name) for name in known_by if name]
    ids = [header.index(name) for name in (*DOCUMENT, *SEGMENT) if name in header]
    pairs = language_pairs.rows_by_pair(header, rows, ids, system) or {UNNAMED: []}
    return {
        pair: _by_segment(
            content,
            (
                Entry(where, row[system], tuple(row[column].strip() for column in columns), number(row[score], where))
                for where, row in some
            ),
        )
        for pair, some in pairs.items()
    }


NUMBERING = (
    *SEGMENT,
    "line",
    "id",
    "seg",
    "item",
    "sent_id",
    "sentence_id",
    "sentence",
    "row",
    "no",
    "#",
    "idx",
    "index",
    "unnamed: 0",
    "",  # by pandas
)


def recognised_wide(content: Content) -> bool:
    """Several columns: whatever is none of the other forms is taken for names of systems."""
    return len(content.header) > 1 and not begins_with_object(content.text)


def read_wide(content: Content) -> dict[str, Read]:
    """The scores of each column, in the order of the segments' numbers if the first column has those.

    One column may name the language pair, or the names of segments may.
    """
    header = [cell.strip() for cell in content.lines[0].cells]
    rows = content.rows()
    naming = language_pairs.pair_columns(header)
    if all(is_score(row[column]) for _, row in rows for column in naming):  # systems of these names
        naming = []
    columns = [column for column in range(len(header)) if column not in naming]
    numbered = header[columns[0]].lower() in NUMBERING if columns else False
    systems = {column: header[column] for column in columns[numbered:]}
    twice = first_repeated(systems.values())
    if twice is not None:
        raise InputError(f"{content.lines[0].where}: two columns are called {twice!r}; give each system its own name.")
    for name in systems.values():
        if name.lower() in (*NUMBERING, *DOCUMENT):
            raise InputError(f"{content.lines[0].where}: the column {name!r} is no system's; name it, or leave it out.")
    groups = language_pairs.rows_by_pair(header if naming else (), rows, columns[:1] if numbered else ()) or {
        UNNAMED: []
    }
    if not numbered:
        return {
            pair: Read("seg", {name: [number(row[k], where) for where, row in some] for k, name in systems.items()})
            for pair, some in groups.items()
        }
    return {
        pair: _by_segment(
            content,
            (
                Entry(where, name, (row[columns[0]].strip(),), number(row[column], where))
                for where, row in some
                for column, name in systems.items()
            ),
        )
        for pair, some in groups.items()
    }


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
        raise InputError(f"{content.path} has scores of domains, which are means over segments: give the .seg.score.")
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
