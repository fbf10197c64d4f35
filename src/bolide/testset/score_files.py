"""Score files: every form with a way to recognise it. The first of FORMS that does reads the file, as records.

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
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from bolide.agreement import language_pairs
from bolide.agreement.annotations.ratings import json_text, readable
from bolide.agreement.language_pairs import IN_SYSTEM, UNNAMED, ItemId
from bolide.agreement.table import Table
from bolide.corpus.decoding import allow_long_cells, begins_with_object, filled_lines
from bolide.corpus.lines import stems, system_names
from bolide.system.errors import InputError, counted, first_repeated
from bolide.system.limits import check_filled
from bolide.system.stored import LARGEST, from_json, json_number, plain_float

# --- what a file is and says ------------------------------------------------------------------------------------------


MISSING = ("", "none", "na", "n/a")


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
    notes: list[str] = field(default_factory=list)  # what a reader left out

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


class Record(NamedTuple):
    """One score, and where it stands.

    A segment is known by its place among the lines, by an id, or by what a table calls it: a number, a name, or a
    document and a number in it. A whole system has none of these.
    """

    system: str
    segment: int | str | tuple[str, ...]
    value: float | None
    where: str
    pair: str = UNNAMED


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


def table_of(content: Content, name: str, records: Iterable[Record], *, higher_is_better: bool = True) -> Table:
    """The scores of one language pair, systems × segments, missing where a system lacks one.

    Segments that a table calls by numbers are put in the order of these; ids and names keep theirs.
    """
    cells: dict[str, dict[int | str | tuple[str, ...], float | None]] = {}
    for system, segment, value, where, _ in records:
        line = cells.setdefault(system.strip(), {})
        if segment in line:
            called = " ".join(segment) if isinstance(segment, tuple) else segment
            which = f" for segment {called!r:.60}" if segment else "; no column `segment` tells them apart"
            raise InputError(f"{where}: {system} has two scores{which}.")
        line[segment] = value
    keys = list(dict.fromkeys(key for line in cells.values() for key in line))
    if isinstance(keys[0], int):  # a system with fewer lines than another is refused
        scores = {system: list(line.values()) for system, line in cells.items()}
        return Table.of(name, scores, higher_is_better=higher_is_better)
    check_filled(str(content.path), len(cells), len(keys), sum(map(len, cells.values())), ("system", "segment"))
    ids = tuple(key for key in keys if isinstance(key, str))
    names = tuple(key[0] for key in keys if isinstance(key, tuple) and len(key) == 1)
    numbers: tuple[int, ...] = ()
    if len(names) == len(keys) and all(map(_is_number, names)):
        order = sorted(range(len(keys)), key=[*map(int, names)].__getitem__)
        keys, numbers, names = [keys[k] for k in order], tuple(int(names[k]) for k in order), ()
    scores = {system: [line.get(key) for key in keys] for system, line in cells.items()}
    table = Table.of(name, scores, higher_is_better=higher_is_better)
    return replace(table, level="sys" if keys == [()] else "seg", ids=ids or names, numbers=numbers)


def _is_number(name: str) -> bool:
    """Whether a segment is called by a number; a longer one is a name."""
    return name.isascii() and name.isdecimal() and len(name) < 20


# --- WMT26's answers to task 2 ----------------------------------------------------------------------------------------


TASK = "task2_pred"


def recognised_task2(content: Content) -> bool:
    """Whether the first line has an id and scores by system."""
    return begins_with_object(content.text, "item_id", TASK)


def read_task2(content: Content) -> list[Record]:
    """Null, or a system that a line lacks, is a missing score; the ids say the language pair."""
    records: list[Record] = []
    for line_number, line in filled_lines(content.text):
        where = f"{content.path}, line {line_number}"
        with readable(where, f"a line has an `item_id` and `{TASK}`, a score by system"):
            item = from_json(line)
            name = json_text(item["item_id"])
            for system, score in item[TASK].items():
                value = None if score is None else json_number(score)
                records.append(Record(system, name, value, where, ItemId.of(name).pair))
    # A pair of which nothing is scored, as by a metric for other languages, is none of this file's.
    scored = {record.pair for record in records if record.value is not None}
    return [record for record in records if record.pair in scored or not scored]


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


def read_comet(content: Content) -> Iterator[Record]:
    """Segment scores where there are any, else the systems'; other lines are what the tool logged."""
    files: dict[tuple[bool, str], list[Record]] = {}
    others = 0
    for line_number, line in enumerate(content.text.split("\n"), 1):
        where, text = f"{content.path}, line {line_number}", line.rstrip()
        match = COMET_SEGMENT.fullmatch(text) or COMET_SYSTEM.fullmatch(text)
        if match is None:
            others += bool(text.strip())
            continue
        by_segment = match.re is COMET_SEGMENT
        records = files.setdefault((by_segment, match["file"] or ONLY_SYSTEM), [])
        value, place = number(match["score"], where), int(match["segment"]) if by_segment else 0
        if len(records) != place:
            raise InputError(f"{where}: {match['file'] or 'the system'} has a score twice, or lacks one before it.")
        if value is None:
            raise InputError(f"{where}: {match['score']!r:.60} is not a number.")
        records.append(Record("", place if by_segment else (), value, where))
    if others:
        content.notes.append(f"{content.path}: left out {counted(others, 'line')} without a score.")
    level = max(by_segment for by_segment, _ in files)
    return _named({name: records for (by_segment, name), records in files.items() if by_segment == level})


def recognised_comet_json(content: Content) -> bool:
    """A JSON object of lists, or one list, of segments with a score called COMET."""
    return content.text.lstrip().startswith(("{", "[")) and '"COMET"' in content.text[:1_000_000]


def read_comet_json(content: Content) -> Iterator[Record]:
    """The scores of each file's segments."""
    where = str(content.path)
    with readable(where, "it must be a list of segments with a score called COMET, or one for each file"):
        data = from_json(content.text)
        files = {ONLY_SYSTEM: data} if isinstance(data, list) else data
        scores = {
            name: [Record("", place, json_number(each["COMET"]), where) for place, each in enumerate(segments)]
            for name, segments in files.items()
        }
    return _named(scores)


def _named(files: Mapping[str, Sequence[Record]]) -> Iterator[Record]:
    """The scores by short names of the files."""
    for name, records in zip(stems(system_names(list(files))), files.values(), strict=True):
        yield from (record._replace(system=name) for record in records)


# --- without a header -------------------------------------------------------------------------------------------------


def recognised_mtme(content: Content) -> bool:
    """Two columns, the second of which is a score in the first line, or meant as one, such as 0,5 or 50%."""
    if len(content.header) != 2:
        return False
    return is_score(content.header[1]) or bool(re.fullmatch(r"\s*[-+]?\d[\d.,]*\s*%?\s*", content.header[1]))


def read_mtme(content: Content) -> Iterator[Record]:
    """The scores of each system in the order of the lines; one each are scores of systems.

    Systems may be named after their language pair, as in newstest2014.de-en.online-A.
    """
    for where, row in content.lines:
        if len(row) != 2:
            raise InputError(f"{where} has {counted(len(row), 'column')}, not system and score.")
    sizes = Counter(row[0].strip() for _, row in content.lines)
    pairs, places = language_pairs.pairs_in_ids(sizes, IN_SYSTEM), dict.fromkeys(sizes, -1)
    for where, (name, score) in content.lines:
        system = name.strip()
        places[system] += 1
        segment = places[system] if max(sizes.values()) > 1 else ()
        yield Record(system, segment, number(score, where), where, pairs.get(system, UNNAMED))


def recognised_numbers(content: Content) -> bool:
    """A first line that is a number and nothing else."""
    return len(content.header) == 1 and is_score(content.header[0])


def read_numbers(content: Content) -> Iterator[Record]:
    """The scores in the order of the lines; an empty line, but for the last, is a missing score."""
    lines = [*enumerate(content.text.removesuffix("\n").split("\n"), 1)][content.signed :]
    for place, (line_number, line) in enumerate(lines):
        where = f"{content.path}, line {line_number}"
        yield Record(stems([content.path.name])[0], place, number(line, where), where)


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


def read_submission(content: Content) -> Iterator[Record]:
    """The scores of each language pair; the file has one test set and reference of each."""
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
        yield Record(system, segment, number(score, where), where, pair)


# --- with a header ----------------------------------------------------------------------------------------------------


SYSTEM = ("system", "system_id", "systemid", "system-id")
SCORE = ("score", "overall", "mqm_avg_score", "segment_score", "segment-score")
SEGMENT = ("globalsegid", "global_seg_id", "line_id", "segment", "seg_id", "segment_id", "segid", "item_id")
DOCUMENT = ("doc_id", "docid", "doc", "document")


def recognised_long(content: Content) -> bool:
    """A header that names a system and a score."""
    return bool(set(content.header) & set(SYSTEM)) and bool(set(content.header) & set(SCORE))


def read_long(content: Content) -> Iterator[Record]:
    """The scores by language pair, system and segment."""
    header, rows = content.header, content.rows()
    language_pairs.check_one_set(header, rows)
    system, score = (next(header.index(name) for name in names if name in header) for names in (SYSTEM, SCORE))
    segment, document = (next((name for name in names if name in header), "") for names in (SEGMENT, DOCUMENT))
    # The number may be one of the whole test set, or one in the document.
    known_by = [document, segment] if segment == "segment_id" else [segment]
    columns = [header.index(name) for name in known_by if name]
    ids = [header.index(name) for name in (*DOCUMENT, *SEGMENT) if name in header]
    for pair, some in language_pairs.rows_by_pair(header, rows, ids, system).items():
        for where, row in some:
            key = tuple(row[column].strip() for column in columns)
            yield Record(row[system], key, number(row[score], where), where, pair)


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


def read_wide(content: Content) -> Iterator[Record]:
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
    groups = language_pairs.rows_by_pair(header if naming else (), rows, columns[:1] if numbered else ())
    for pair, some in groups.items():
        for place, (where, row) in enumerate(some):
            segment = (row[columns[0]].strip(),) if numbered else place
            for column, name in systems.items():
                yield Record(name, segment, number(row[column], where), where, pair)


# --- all forms --------------------------------------------------------------------------------------------------------


class ScoreForm(NamedTuple):
    """How a form is recognised, and read."""

    recognised: Callable[[Content], bool]
    read: Callable[[Content], Iterable[Record]]


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


def read_records(content: Content) -> tuple[str, dict[str, list[Record]]]:
    """The form of a file and its scores by language pair; a pair that it does not name is ""."""
    if content.path.name.removesuffix(".gz").endswith(".domain.score"):
        raise InputError(f"{content.path} has scores of domains, which are means over segments: give the .seg.score.")
    if not content.text.strip():
        raise InputError(f"{content.path} is empty; it must hold scores.")
    for name, form in FORMS.items():
        if form.recognised(content):
            pairs: dict[str, list[Record]] = {}
            for record in form.read(content):
                pairs.setdefault(record.pair, []).append(record)
            if not pairs:
                raise InputError(f"{content.path} has a header and no scores under it.")
            return name, pairs
    raise InputError(
        f"{content.path}: a score file has lines of `system<TAB>score`, a header with `system`, `segment` and `score`, "
        "or a header of system names over one column each; one number per line; JSON lines with `item_id` and "
        "`task2_pred`; or is what comet-score wrote."
    )
