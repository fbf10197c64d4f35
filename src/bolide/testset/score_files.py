"""Score files: every form with a way to recognise its content. The first of FORMS that does reads the file, as records.

- WMT26's answers to task 2, JSON lines: `{"item_id": "official_###_eng_Latn_…_###_3", "task2_pred": {SYSTEM: score}}`.
  A segment is known by its `item_id`, wherever it stands in the file.
- JSON lines, a list of objects, or an object of such lists by file, as comet-score --to_json writes: MetricX's
  (`prediction` beside `hypothesis`), COMET's (with the `errors` that xCOMET marks), or anybody's with one number. Files
  become systems by their names, unless `system` or `system_id` names them; `id` or `segment_id` names segments.
- What comet-score prints: `file<TAB>Segment 0<TAB>score: 0.8`. Older versions score one system and do not name it.
- What bert-score prints: `P: 0.9 R: 0.9 F1: 0.9` and, with -s, three numbers in every line.
- Files without a header: mt-metrics-eval's, one number per line, and submissions to WMT's metrics tasks. A submission
  (2021 to 2024) has the metric's name first and the score last. Systems: metric, language pair, test set, domain,
  reference, system, score. Segments: a document after the domain and the segment's number after the system.
- Files with a header: long tables, one line per score, and wide ones, a column of scores per system.
"""

from __future__ import annotations

import csv
import json
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide.agreement import language_pairs
from bolide.agreement.annotations.ratings import ErrorSpan, json_spans, json_text, readable
from bolide.agreement.language_pairs import IN_SYSTEM, UNNAMED, ItemId
from bolide.agreement.table import Table
from bolide.corpus.batches import ABSENT
from bolide.corpus.decoding import allow_long_cells, begins_with_object, filled_lines, split_lines
from bolide.corpus.lines import read_text, stems, system_names, text_file
from bolide.corpus.table_files import TableOptions
from bolide.corpus.text_tables import is_json_array
from bolide.system.errors import InputError, counted, first_repeated
from bolide.system.limits import check_filled
from bolide.system.stored import LARGEST, from_json, json_number, plain_float

# --- what a file is and says ------------------------------------------------------------------------------------------


MISSING = ("", "none", "na", "n/a", "nan")
# `# signature: …`, or a comment with SacreCOMET's string: # Python3.11.8|Comet2.2.2|fp32|Unbabel/wmt22-comet-da|r1
_SIGNATURE_LINE = re.compile(r"\A#[ \t]*(?:signature:[ \t]*(?P<said>\S.*)|(?P<bare>\w[^\t\n]*\|[^\t\n]*))\n?")


@dataclass(eq=False)
class Content:
    """A file of scores: its path, and its text if that is at hand; `column` names one of its numbers, and
    `system` the one that it is of, if it is of one.

    A signature in its first line is taken out of the text, and leaves a blank line.
    """

    path: Path
    given: str | None = None
    column: str = ""
    system: str = ""
    notes: list[str] = field(default_factory=list)  # what a reader left out
    signature: str = ""
    unit: str = "line"

    @cached_property
    def text(self) -> str:
        """The whole text."""
        text = read_text(str(self.path)) if self.given is None else self.given
        match = _SIGNATURE_LINE.match(text)
        if match is None:
            return text
        self.signature = (match["said"] or match["bare"]).strip()
        return "\n" + text[match.end() :]

    @cached_property
    def head(self) -> str:
        """The beginning of the text, some whole lines at least: long files need not be read to be recognised."""
        file = None if self.given is not None else text_file(str(self.path))
        if file is None or file.head.startswith("#"):
            return "" if self.column and self.given is None else self.text
        return file.head

    def numbered(self) -> Iterable[tuple[int, str]]:
        """The lines that are not blank, with their numbers; of a file that has JSON in each, one after the other."""
        file = None if self.given is not None else text_file(str(self.path))
        lines: Iterable[str] = StringIO(self.text) if file is None else file
        return ((number, line) for number, line in enumerate(lines, 1) if line and not line.isspace())

    @cached_property
    def lines(self) -> list[tuple[int, list[str]]]:
        """The cells of the lines that are not blank, cut where the first is cut."""
        first = next((line for line in StringIO(self.text) if line.strip()), "")
        allow_long_cells()
        rows: Iterable[list[str]]
        if "\t" in first:
            rows = csv.reader(StringIO(self.text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
        elif "," in first:
            rows = csv.reader(StringIO(self.text, newline=""))
        else:  # MTME files may part name and score by blanks
            rows = (line.split() for line in split_lines(self.text))
        return [(k, row) for k, row in enumerate(rows, 1) if any(map(str.strip, row))]

    @cached_property
    def header(self) -> list[str]:
        """The cells of the first line in lower case."""
        return [cell.strip().lower() for cell in self.lines[0][1]] if self.lines else []

    def rows(self, first: int = 1) -> list[tuple[int, list[str]]]:
        """The lines under the header, or all from the `first`; refused if one is not as wide as the first of all."""
        for where, row in self.lines:
            if len(row) != len(self.header):
                raise self.error(where, f" has {counted(len(row), 'column')} and the first line {len(self.header)}.")
        return self.lines[first:]

    @property
    def stem(self) -> str:
        """What the system is called of which a file is that names none."""
        return re.sub(r"\.(gz|txt|jsonl?|tsv|csv)(?=$|\.gz$)", "", self.path.name)

    def error(self, where: int, what: str) -> InputError:
        """An error in a line."""
        return InputError(f"{self.path}, {self.unit} {where}{what}")

    def number(self, text: str, where: int) -> float | None:
        """A score, None for a missing one."""
        try:
            value = score_of(text)
        except ValueError:
            raise self.error(where, f": {text!r:.60} is not a number; a missing score is written None.") from None
        if value is not None and not abs(value) <= LARGEST:
            raise self.error(where, f": the score is {text.strip()}; it must be finite, or None where it is missing.")
        return value


class Record(NamedTuple):
    """One score, and the line where it stands.

    A segment is known by its place among the system's lines, by an id, or by what a table calls it: a number, a name,
    or a document and a number in it. A whole system has none of these. `texts` are hashes of the output, the source
    and the reference that were scored, 0 where the file lacks one, and `errors` what the metric marked in the output.
    """

    system: str
    segment: int | str | tuple[str, ...]
    value: float | None
    where: int
    pair: str = UNNAMED
    texts: tuple[int, ...] = ()
    errors: Sequence[ErrorSpan] = ()


def score_of(text: str) -> float | None:
    """A number, or None if the text says that there is none."""
    return None if text.strip().lower() in MISSING else plain_float(text)


def is_score(text: str) -> bool:
    """Whether the text is a number or says that there is none."""
    with suppress(ValueError):
        score_of(text)
        return True
    return False


class Texts(NamedTuple):
    """Hashes of what was scored, by system, segments × output, source and reference, and errors by system and segment.

    They are those of a table, in its order."""

    hashes: dict[str, NDArray[np.int64]]
    errors: dict[tuple[str, int], Sequence[ErrorSpan]]


@dataclass
class _Column:
    """The scores of one system as they stand in a file, and the place of each segment by what it is called."""

    values: array[float] = field(default_factory=lambda: array("d"))
    places: dict[str | tuple[str, ...], int] = field(default_factory=dict)
    texts: array[int] = field(default_factory=lambda: array("q"))
    errors: dict[int, Sequence[ErrorSpan]] = field(default_factory=dict)


def tables_of(content: Content, records: Iterable[Record], name: str) -> dict[str, tuple[Table, Texts]]:
    """The scores of each language pair, systems × segments, missing where a system lacks one.

    Segments that a table calls by numbers are put in the order of these; ids and names keep theirs.
    """
    pairs: dict[str, dict[str, _Column]] = {}
    for system, segment, value, where, pair, texts, errors in records:
        columns = pairs.get(pair) or pairs.setdefault(pair, {})
        column = columns.get(system) or columns.setdefault(system, _Column())
        place = len(column.values)
        if not isinstance(segment, int) and column.places.setdefault(segment, place) != place:
            called = " ".join(segment) if isinstance(segment, tuple) else segment
            which = f" for segment {called!r:.60}" if segment else "; no column `segment` tells them apart"
            raise content.error(where, f": {system} has two scores{which}.")
        column.values.append(np.nan if value is None else value)
        column.texts.extend(texts)
        if errors:
            column.errors[place] = errors
    for columns in pairs.values() if content.system else ():
        if len(columns) > 1:
            raise InputError(f"{content.path} has scores of {', '.join(columns)}, not of {content.system} alone.")
        columns[content.system] = columns.pop(next(iter(columns)))
    return {pair: _table_of(str(content.path), columns, name) for pair, columns in pairs.items()}


def _table_of(path: str, columns: Mapping[str, _Column], name: str) -> tuple[Table, Texts]:
    keys = list(dict.fromkeys(chain.from_iterable(column.places for column in columns.values())))
    sizes = {system: len(column.values) for system, column in columns.items()}
    least, most = min(sizes, key=sizes.__getitem__), max(sizes, key=sizes.__getitem__)
    if not keys and sizes[least] < sizes[most]:  # known by their order
        both = f"{most} has {counted(sizes[most], 'segment')} and {least} has {sizes[least]:,}"
        raise InputError(f"{path}: {both}; every system needs one line per segment, None where there is no score.")
    size = len(keys) or sizes[most]
    check_filled(path, len(columns), size, sum(sizes.values()), ("system", "segment"))
    numbers: tuple[int, ...] = ()
    ids = tuple(key if isinstance(key, str) else key[0] for key in keys if isinstance(key, str) or len(key) == 1)
    if keys and all(isinstance(key, tuple) and len(key) == 1 and _is_number(key[0]) for key in keys):
        keys.sort(key=lambda key: int(key[0]))
        numbers, ids = tuple(int(key[0]) for key in keys), ()
    cells = np.full((len(columns), size), np.nan)
    texts, order_of = Texts({}, {}), {key: k for k, key in enumerate(keys)}
    for row, (system, column) in zip(cells, columns.items(), strict=True):
        places = [order_of[key] for key in column.places] or range(size)
        row[places] = column.values
        if column.texts:
            texts.hashes[system] = np.zeros((size, 3), np.int64)
            texts.hashes[system][places] = np.array(column.texts).reshape(-1, 3)
        texts.errors.update({(system, places[k]): errors for k, errors in column.errors.items()})
    level = "sys" if keys == [()] else "seg"
    return Table(name, tuple(columns), cells, level, ids=ids, numbers=numbers), texts


def _is_number(name: str) -> bool:
    """Whether a segment is called by a number; a longer one is a name."""
    return name.isascii() and name.isdecimal() and len(name) < 20


# --- WMT26's answers to task 2 ----------------------------------------------------------------------------------------


TASK = "task2_pred"


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
                records.append(Record(system.strip(), name, value, line_number, ItemId.of(name).pair))
    # A pair of which nothing is scored, as by a metric for other languages, is none of this file's.
    scored = {record.pair for record in records if record.value is not None}
    return [record for record in records if record.pair in scored or not scored]


# --- rows of JSON, and of tables of which a column is named -----------------------------------------------------------


SYSTEM = ("system", "system_id", "systemid", "system-id")
SEGMENT = ("globalsegid", "global_seg_id", "line_id", "segment", "seg_id", "segment_id", "segid", "item_id")
ROW_SEGMENT = ("id", *SEGMENT)
ROW_SCORE = ("COMET", "prediction", "score")
ROW_TEXTS = (("mt", "hypothesis", "hyp"), ("src", "source"), ("ref", "reference"))  # comet-score's and MetricX's names
BLOCK = 1 << 7
_decode = json.JSONDecoder().raw_decode


def is_json(content: Content) -> bool:
    """A JSON object or a list."""
    return content.head.lstrip().startswith("{") or is_json_array(content.head)


def read_json(content: Content) -> Iterator[Record]:
    """The scores of JSON lines, of a list of objects, or of an object that has such lists by file."""
    try:
        first = from_json(content.head.lstrip().partition("\n")[0], strict=False)
    except ValueError:
        first = None
    if isinstance(first, dict) and not all(isinstance(value, list) for value in first.values()):
        yield from _read_rows(content, "", _parsed_lines(content))
        return
    content.unit = "item"
    with readable(str(content.path), "it must be a list of objects with a score, or one for each file"):
        data = from_json(content.text, strict=False)
        files = {"": data} if isinstance(data, list) else data
        names = stems(system_names(list(files)))
        lists = [(name, list(enumerate(rows, 1))) for name, rows in zip(names, files.values(), strict=True)]
    for name, rows in lists:
        yield from _read_rows(content, name, rows)


def _parsed_lines(content: Content) -> Iterator[tuple[int, Any]]:
    for number, line in content.numbered():
        text = line.strip()
        try:
            row, end = _decode(text)
        except (RecursionError, ValueError) as error:
            raise content.error(number, f" is not JSON: {error!s:.200}.") from None
        if end < len(text):
            raise content.error(number, f" is not JSON: more follows after character {end}.")
        yield number, row


def read_column(content: Content) -> Iterator[Record]:
    """The scores in the column that is named, of a table of any format."""
    from bolide.corpus.tables import part_batches  # most scores are in lines

    others = (*SYSTEM, *ROW_SEGMENT, *chain.from_iterable(ROW_TEXTS))
    for batch in part_batches(str(content.path), TableOptions(), [content.column], others):
        content.unit = batch.unit
        cells = zip(*map(batch.cells, batch.columns), strict=True)
        rows = (dict(zip(batch.columns, row, strict=True)) for row in cells)
        present = ({name: cell for name, cell in row.items() if cell is not ABSENT} for row in rows)
        yield from _read_rows(content, "", zip(batch.numbers, present, strict=True))


def _read_rows(content: Content, file: str, rows: Iterable[tuple[int, Any]]) -> Iterator[Record]:
    """The number in each object that is named, or else the only one. Many rows are read at a time: files are long."""
    score, names, left = content.column, None, iter(rows)
    while block := list(islice(left, BLOCK)):
        numbers, objects = zip(*block, strict=True)
        if odd := [number for number, row in block if type(row) is not dict]:
            raise content.error(odd[0], " is no object with names for its values.")
        if names is None:
            score = score or _score_in(content, *block[0])
            names = [
                next((name for name in some if name in objects[0]), "") for some in (SYSTEM, ROW_SEGMENT, *ROW_TEXTS)
            ]
            system, segment, *texts = names
        values = [row.get(score, "?") for row in objects]
        if {*map(type, values)} != {float} or not -LARGEST <= min(values) <= max(values) <= LARGEST:
            values = [content.number(str(value), number) for number, value in zip(numbers, values, strict=True)]
        hashes = [[hash(str(row.get(text, "")).strip()) for row in objects] if text else repeat(0) for text in texts]
        called = [str(row.get(segment, "")).strip() for row in objects] if segment else ()
        keys = [(name,) if _is_number(name) else name for name in called] or numbers
        own = file or content.stem
        systems = [str(row.get(system, own)).strip() for row in objects] if system else repeat(own)
        with readable(str(content.path), "`errors` are a list of objects with `start`, `end` and `severity`"):
            marks = [json_spans(row["errors"]) if row.get("errors") else () for row in objects]
        records: Any = zip(
            systems, keys, values, numbers, repeat(UNNAMED), zip(*hashes, strict=False), marks, strict=False
        )
        yield from records


def _score_in(content: Content, number: int, row: Mapping[str, Any]) -> str:
    """The name of the score in an object."""
    about = (*SYSTEM, *ROW_SEGMENT)
    numbers = [name for name, value in row.items() if type(value) in (int, float) and name not in about]
    known = [name for name in ROW_SCORE if name in row][:1] or numbers
    if len(known) != 1:
        advice = f"; name one, as in {content.path}:{known[0]}" if known else ""
        raise content.error(number, f" has {counted(len(known), 'number')} to choose from{advice}.")
    return known[0]


# --- comet-score's lines, and bert-score's ----------------------------------------------------------------------------


COMET_SEGMENT = re.compile(
    r"(?:(?P<file>.+)\t)?Segment (?P<segment>[0-9]{1,7})\tscore: (?P<score>\S+)(?:\tvariance: \S+)?"
)
COMET_SYSTEM = re.compile(r"(?:(?P<file>.+)\tscore|System score): (?P<score>\S+)")


def recognised_comet(content: Content) -> bool:
    """One of the first lines is a segment's or a system's score."""
    head = content.head[:20_000].split("\n")[:200]
    return any(COMET_SEGMENT.fullmatch(line.rstrip()) or COMET_SYSTEM.fullmatch(line.rstrip()) for line in head)


def read_comet(content: Content) -> Iterator[Record]:
    """Segment scores where there are any, else the systems'; other lines are what the tool logged."""
    levels: dict[bool, dict[str, list[Record]]] = {True: {}, False: {}}
    others = 0
    for line_number, line in content.numbered():
        text = line.rstrip()
        match = COMET_SEGMENT.fullmatch(text) or COMET_SYSTEM.fullmatch(text)
        if match is None:
            others += 1
            continue
        by_segment = match.re is COMET_SEGMENT
        records = levels[by_segment].setdefault(match["file"] or content.stem, [])
        if len(records) != (int(match["segment"]) if by_segment else 0):
            what = f": {match['file'] or 'the system'} has a score twice, or lacks one before it."
            raise content.error(line_number, what)
        segment = len(records) if by_segment else ()
        records.append(Record("", segment, content.number(match["score"], line_number), line_number))
    if others:
        content.notes.append(f"{content.path}: left out {counted(others, 'line')} without a score.")
    scores = levels[True] or levels[False]
    for name, records in zip(stems(system_names(list(scores))), scores.values(), strict=True):
        yield from (record._replace(system=name) for record in records)


BERT = re.compile(r"(?:(?P<made>.*) )?P: (\S+) R: (\S+) F1?: (\S+)")


def read_bert(content: Content) -> Iterator[Record]:
    """Precision, recall or F1 of each line, F1 if none is named; the whole file's where there is no other."""
    wanted = {"P": 0, "R": 1}.get(content.column, 2)
    lines = [(number, BERT.fullmatch(line.strip()), line.split()) for number, line in filled_lines(content.text)]
    by_line = [(number, cells) for number, match, cells in lines if match is None]
    content.signature = next((match["made"] for _, match, _ in lines if match and match["made"]), content.signature)
    single = [(number, list(match.groups()[1:])) for number, match, _ in lines if match]
    for number, cells in by_line or single:
        if len(cells) != 3:
            raise content.error(number, f" has {counted(len(cells), 'number')}; bert-score writes P, R and F1.")
        segment = number if by_line or len(single) > 1 else ()
        yield Record(content.stem, segment, content.number(cells[wanted], number), number)


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
    rows = content.rows(0)
    sizes = Counter(row[0].strip() for _, row in rows)
    pairs, places = language_pairs.pairs_in_ids(sizes, IN_SYSTEM), dict.fromkeys(sizes, -1)
    for where, (name, score) in rows:
        system = name.strip()
        places[system] += 1
        segment = places[system] if max(sizes.values()) > 1 else ()
        yield Record(system, segment, content.number(score, where), where, pairs.get(system, UNNAMED))


def recognised_numbers(content: Content) -> bool:
    """A first line that is a number and nothing else."""
    return len(content.header) == 1 and is_score(content.header[0])


def read_numbers(content: Content) -> Iterator[Record]:
    """The scores in the order of the lines; an empty line, but for the last, is a missing score."""
    lines = [*enumerate(content.text.removesuffix("\n").split("\n"), 1)]
    for number, line in lines[bool(content.signature) :]:
        yield Record(content.stem, number, content.number(line, number), number)


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
    for where, row in content.rows(0):
        *_, reference, system, score = row if len(row) == SYSTEM_COLUMNS else (*row[:7], row[8])
        pair = language_pairs.pair_name(row[1])
        if len(row) != SYSTEM_COLUMNS and not _is_number(row[7]):
            raise content.error(where, f": the segment is {row[7]!r:.40}; it must be an integer ≥ 0.")
        segment = () if len(row) == SYSTEM_COLUMNS else (str(int(row[7])),)
        if about.setdefault(pair, (row[2], reference)) != (row[2], reference):
            raise content.error(where, f": the file has several test sets or references of {pair}; write one for each.")
        yield Record(system.strip(), segment, content.number(score, where), where, pair)


# --- with a header ----------------------------------------------------------------------------------------------------


SCORE = ("score", "overall", "mqm_avg_score", "segment_score", "segment-score")
DOCUMENT = ("doc_id", "docid", "doc", "document")


def recognised_long(content: Content) -> bool:
    """A header that names a system and a score."""
    return bool(set(content.header) & set(SYSTEM)) and bool(set(content.header) & set(SCORE))


def read_long(content: Content) -> Iterator[Record]:
    """The scores by language pair, system and segment."""
    header, rows = content.header, content.rows()
    language_pairs.check_one_set(header, [(f"{content.path}, line {where}", cells) for where, cells in rows])
    system, score = (next(header.index(name) for name in names if name in header) for names in (SYSTEM, SCORE))
    segment, document = (next((name for name in names if name in header), "") for names in (SEGMENT, DOCUMENT))
    # The number may be one of the whole test set, or one in the document.
    known_by = [document, segment] if segment == "segment_id" else [segment]
    columns = [header.index(name) for name in known_by if name]
    ids = [header.index(name) for name in (*DOCUMENT, *SEGMENT) if name in header]
    for pair, some in language_pairs.rows_by_pair(header, rows, ids, system).items():
        for where, row in some:
            key = tuple(row[column].strip() for column in columns)
            yield Record(row[system].strip(), key, content.number(row[score], where), where, pair)


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
    first, names = content.lines[0]
    header = [cell.strip() for cell in names]
    rows = content.rows()
    naming = language_pairs.pair_columns(header)
    if all(is_score(row[column]) for _, row in rows for column in naming):  # systems of these names
        naming = []
    columns = [column for column in range(len(header)) if column not in naming]
    numbered = header[columns[0]].lower() in NUMBERING if columns else False
    systems = {column: header[column] for column in columns[numbered:]}
    twice = first_repeated(systems.values())
    if twice is not None:
        what = f": two columns are called {twice!r}; give each system its own name."
        raise content.error(first, what)
    for name in systems.values():
        if name.lower() in (*NUMBERING, *DOCUMENT):
            what = f": the column {name!r} is no system's; name it, or leave it out."
            raise content.error(first, what)
    groups = language_pairs.rows_by_pair(header if naming else (), rows, columns[:1] if numbered else ())
    for pair, some in groups.items():
        for place, (where, row) in enumerate(some):
            segment = (row[columns[0]].strip(),) if numbered else place
            for column, name in systems.items():
                yield Record(name, segment, content.number(row[column], where), where, pair)


# --- all forms --------------------------------------------------------------------------------------------------------


class ScoreForm(NamedTuple):
    """How a form is recognised, and read; whether higher scores are better in it, None where it does not tell."""

    recognised: Callable[[Content], object]
    read: Callable[[Content], Iterable[Record]]
    higher: bool | None = None


FORMS: dict[str, ScoreForm] = {
    "column": ScoreForm(lambda file: file.column not in ("", "P", "R", "F") and not is_json(file), read_column),
    "task2_pred": ScoreForm(lambda file: begins_with_object(file.head, "item_id", TASK), read_task2, True),
    "MetricX": ScoreForm(lambda file: begins_with_object(file.head, "hypothesis", "prediction"), read_json, False),
    "comet-score's JSON": ScoreForm(lambda file: is_json(file) and '"COMET"' in file.head[:1_000_000], read_json, True),
    "objects": ScoreForm(is_json, read_json),
    "comet-score's lines": ScoreForm(recognised_comet, read_comet, True),
    "bert-score": ScoreForm(lambda file: BERT.fullmatch(file.head.strip().partition("\n")[0].strip()), read_bert, True),
    "long table": ScoreForm(recognised_long, read_long),
    "mt-metrics-eval": ScoreForm(recognised_mtme, read_mtme, True),
    "numbers": ScoreForm(recognised_numbers, read_numbers),
    "submission": ScoreForm(recognised_submission, read_submission, True),
    "wide table": ScoreForm(recognised_wide, read_wide),
}


def form_of(content: Content) -> str:
    """The form of a file of scores."""
    if content.path.name.removesuffix(".gz").endswith(".domain.score"):
        raise InputError(f"{content.path} has scores of domains, which are means over segments: give the .seg.score.")
    if not content.column and not content.head.strip():
        raise InputError(f"{content.path} is empty; it must hold scores.")
    for name, form in FORMS.items():
        if form.recognised(content):
            return name
    raise InputError(
        f"{content.path}: a score file has lines of `system<TAB>score`, a header with `system`, `segment` and `score`, "
        "or a header of system names over one column each; one number per line; JSON lines with a score; or is what "
        "comet-score, MetricX or bert-score wrote. FILE:COLUMN names a column of a table."
    )
