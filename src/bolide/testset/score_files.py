"""Score files: every form with a way to recognise its content. The first of FORMS that does reads the file.

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
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from itertools import chain, islice
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
from bolide.corpus.lines import TextFile, read_text, stems, system_names, text_file
from bolide.corpus.table_files import TableOptions
from bolide.corpus.text_tables import is_json_array
from bolide.system.errors import InputError, counted, first_repeated
from bolide.system.limits import check_filled
from bolide.system.stored import LARGEST, from_json, plain_float

# --- what a file is and says ------------------------------------------------------------------------------------------


MISSING = ("", "none", "na", "n/a", "nan")
# `# signature: …`, or a comment with SacreCOMET's string: # Python3.11.8|Comet2.2.2|fp32|Unbabel/wmt22-comet-da|r1
_SIGNATURE_LINE = re.compile(r"\A#[ \t]*(?:signature:[ \t]*(?P<said>\S.*)|(?P<bare>\w[^\t\n]*\|[^\t\n]*))\n?")
Row = tuple[int, list[str]]  # the number of a line, and its cells
Key = str | tuple[str, ...]  # an id, or what a table calls a segment: a number, a name, or a document and a number


class SystemValues(NamedTuple):
    """Scores of one system, NaN where they are missing, and the lines where they stand.

    Its segments are known by their order or, with `keys`, by these; a whole system has the key (). `texts` are hashes
    of the outputs, sources and references that were scored, 0 where the file lacks them, and `errors` what was marked.
    """

    system: str
    values: Sequence[float]
    lines: Sequence[int]
    keys: Sequence[Key] | None = None
    pair: str = UNNAMED
    texts: Sequence[Sequence[int]] = ()
    errors: Sequence[Sequence[ErrorSpan]] = ()


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
    def file(self) -> TextFile | None:
        """The lines, if these can be read one after the other."""
        return None if self.given is not None else text_file(str(self.path))

    @cached_property
    def head(self) -> str:
        """The beginning of the text, some whole lines at least: long files need not be read to be recognised."""
        if self.file is None or self.file.head.startswith("#"):
            return "" if self.column and self.given is None else self.text
        return self.file.head

    def numbered(self) -> Iterable[tuple[int, str]]:
        """The lines with their numbers, one after the other: long files need not fit into memory."""
        return enumerate(self.text.split("\n") if self.file is None else self.file, 1)

    @cached_property
    def lines(self) -> list[Row]:
        """The cells of the lines that are not blank, cut where the first is cut."""
        lines = split_lines(self.text)
        first = next(filter(str.strip, lines), "")
        rows: Iterable[list[str]]
        if "\t" in first:
            rows = (line.split("\t") for line in lines)
        elif "," in first:
            allow_long_cells()
            rows = csv.reader(StringIO(self.text, newline=""))
        else:  # MTME files may part name and score by blanks
            rows = map(str.split, lines)
        return [(k, row) for k, row in enumerate(rows, 1) if any(map(str.strip, row))]

    @cached_property
    def header(self) -> list[str]:
        """The cells of the first line in lower case."""
        return [cell.strip().lower() for cell in self.lines[0][1]] if self.lines else []

    def rows(self, first: int = 1) -> list[Row]:
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

    def numbers(self, texts: Sequence[str], lines: Sequence[int]) -> Sequence[float]:
        """The scores in these cells of these lines, NaN where one is missing."""
        together = "".join(texts)
        number = float if together.isascii() and "_" not in together else plain_float
        values = array("d")
        for text, line in zip(texts, lines, strict=True):
            try:
                value = number(text)
            except ValueError:
                if text.strip().lower() not in MISSING:
                    what = f": {text!r:.60} is not a number; a missing score is written None."
                    raise self.error(line, what) from None
                value = np.nan
            if abs(value) > LARGEST:
                what = f": the score is {text.strip()}; it must be finite, or None where it is missing."
                raise self.error(line, what)
            values.append(value)
        return values

    def parts(self, cells: Iterable[tuple[str, str, Key | None, str, int]]) -> Iterator[SystemValues]:
        """The scores by system, of cells with the language pair, the system, the segment if it has a name, the score,
        and the line."""
        columns: dict[tuple[str, str], list[tuple[Key | None, str, int]]] = defaultdict(list)
        for pair, system, key, text, line in cells:
            columns[pair, system.strip()].append((key, text, line))
        for (pair, system), column in columns.items():
            keys, texts, lines = zip(*column, strict=True)
            yield SystemValues(system, self.numbers(texts, lines), lines, None if None in keys else keys, pair)


def is_score(text: str) -> bool:
    """Whether the text is a number or says that there is none."""
    try:
        return text.strip().lower() in MISSING or plain_float(text) is not None
    except ValueError:
        return False


class Texts(NamedTuple):
    """Hashes of what was scored, by system, segments × output, source and reference, and errors by system and segment.

    They are those of a table, in its order."""

    hashes: dict[str, NDArray[np.int64]]
    errors: dict[tuple[str, int], Sequence[ErrorSpan]]


@dataclass
class _Column:
    """The scores of one system as they stand in a file, and the place of each segment that has a key."""

    values: array[float] = field(default_factory=lambda: array("d"))
    places: dict[Key, int] = field(default_factory=dict)
    texts: list[NDArray[np.int64]] = field(default_factory=list)
    errors: dict[int, Sequence[ErrorSpan]] = field(default_factory=dict)


def tables_of(content: Content, parts: Iterable[SystemValues], name: str) -> dict[str, tuple[Table, Texts]]:
    """The scores of each language pair, systems × segments, missing where a system lacks one.

    Segments that a table calls by numbers are put in the order of these; ids and names keep theirs.
    """
    pairs: dict[str, dict[str, _Column]] = {}
    for system, values, lines, keys, pair, texts, errors in parts:
        column = pairs.setdefault(pair, {}).setdefault(system, _Column())
        first = len(column.values)
        for place, (key, line) in enumerate(zip(keys or (), lines, strict=False), first):
            if column.places.setdefault(key, place) != place:
                called = " ".join(key) if isinstance(key, tuple) else key
                which = f" for segment {called!r:.60}" if key else "; no column `segment` tells them apart"
                raise content.error(line, f": {system} has two scores{which}.")
        column.values.extend(values)
        column.texts += [np.array(texts, np.int64).T] if texts else []
        column.errors.update({place: some for place, some in enumerate(errors, first) if some})
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
            texts.hashes[system][places] = np.vstack(column.texts)
        texts.errors.update({(system, places[k]): errors for k, errors in column.errors.items()})
    level = "sys" if keys == [()] else "seg"
    return Table(name, tuple(columns), cells, level, ids=ids, numbers=numbers), texts


def _is_number(name: str) -> bool:
    """Whether a segment is called by a number; a longer one is a name."""
    return name.isascii() and name.isdecimal() and len(name) < 20


# --- WMT26's answers to task 2 ----------------------------------------------------------------------------------------


TASK = "task2_pred"


def read_task2(content: Content) -> list[SystemValues]:
    """Null, or a system that a line lacks, is a missing score; the ids say the language pair."""
    cells: list[tuple[str, str, Key | None, str, int]] = []
    for number, line in filled_lines(content.text):
        with readable(f"{content.path}, line {number}", f"a line has an `item_id` and `{TASK}`, a score by system"):
            item = from_json(line)
            name = json_text(item["item_id"])
            pair = ItemId.of(name).pair
            cells += [(pair, system, name, str(score), number) for system, score in item[TASK].items()]
    parts = list(content.parts(cells))
    # A pair of which nothing is scored, as by a metric for other languages, is none of this file's.
    scored = {part.pair for part in parts if not np.isnan(part.values).all()}
    return [part for part in parts if part.pair in scored or not scored]


# --- rows of JSON, and of tables of which a column is named -----------------------------------------------------------


SYSTEM = ("system", "system_id", "systemid", "system-id")
SEGMENT = ("globalsegid", "global_seg_id", "line_id", "segment", "seg_id", "segment_id", "segid", "item_id")
ROW_SEGMENT = ("id", *SEGMENT)
ROW_SCORE = ("COMET", "prediction", "score")
ROW_TEXTS = (("mt", "hypothesis", "hyp"), ("src", "source"), ("ref", "reference"))  # comet-score's and MetricX's names
BLOCK = 1 << 7  # rows that are read at a time: files are long
_decode = json.JSONDecoder().raw_decode


def is_json(content: Content) -> bool:
    """A JSON object or a list."""
    return content.head.lstrip().startswith("{") or is_json_array(content.head)


def read_json(content: Content) -> Iterator[SystemValues]:
    """The scores of JSON lines, of a list of objects, or of an object that has such lists by file."""
    try:
        first = from_json(content.head.lstrip().partition("\n")[0], strict=False)
    except ValueError:
        first = None
    if isinstance(first, dict) and not all(isinstance(value, list) for value in first.values()):
        yield from _parts_of_rows(content, content.stem, _parsed_lines(content))
        return
    content.unit = "item"
    with readable(str(content.path), "it must be a list of objects with a score, or one for each file"):
        data = from_json(content.text, strict=False)
        files = {content.stem: data} if isinstance(data, list) else data
        names = [content.stem] if isinstance(data, list) else stems(system_names(list(files)))
        lists = [(name, range(1, len(rows) + 1), rows) for name, rows in zip(names, files.values(), strict=True)]
    for name, lines, rows in lists:
        yield from _parts_of_rows(content, name, [(lines, rows)])


def _parsed_lines(content: Content) -> Iterator[tuple[list[int], list[Any]]]:
    numbered = iter(content.numbered())
    while block := list(islice(numbered, BLOCK)):
        filled = [(number, text) for number, line in block if (text := line.strip())]
        rows = []
        for number, text in filled:
            try:
                row, end = _decode(text)
            except (RecursionError, ValueError) as error:
                raise content.error(number, f" is not JSON: {error!s:.200}.") from None
            if end < len(text):
                raise content.error(number, f" is not JSON: more follows after character {end}.")
            rows.append(row)
        yield [number for number, _ in filled], rows


def read_column(content: Content) -> Iterator[SystemValues]:
    """The scores in the column that is named, of a table of any format."""
    from bolide.corpus.tables import part_batches  # most scores are in lines

    others = (*SYSTEM, *ROW_SEGMENT, *chain.from_iterable(ROW_TEXTS))
    for batch in part_batches(str(content.path), TableOptions(), [content.column], others):
        content.unit = batch.unit
        cells = zip(*batch.columns.values(), strict=True)
        rows = (zip(batch.columns, row, strict=True) for row in cells)
        present = [{name: cell for name, cell in row if cell is not ABSENT} for row in rows]
        yield from _parts_of_rows(content, content.stem, [(batch.numbers, present)])


def _parts_of_rows(
    content: Content, own: str, blocks: Iterable[tuple[Sequence[int], Sequence[Any]]]
) -> Iterator[SystemValues]:
    """The number in each object that is named, or else the only one, by system: `own` where a row names none."""
    score, names = content.column, None
    for lines, objects in blocks:
        for line, row in zip(lines, objects, strict=True):
            if type(row) is not dict:
                raise content.error(line, " is no object with names for its values.")
        if not objects:
            continue
        if names is None:
            score = score or _score_in(content, lines[0], objects[0])
            names = [next((name for name in some if name in objects[0]), "") for some in (SYSTEM, ROW_SEGMENT)]
            texts = [next((name for name in some if name in objects[0]), "") for some in ROW_TEXTS]
        values: Sequence[float] = [row.get(score, "?") for row in objects]
        if {*map(type, values)} != {float} or not -LARGEST <= min(values) <= max(values) <= LARGEST:
            values = content.numbers(list(map(str, values)), lines)
        hashes = [[hash(str(row.get(text, "")).strip()) if text else 0 for row in objects] for text in texts]
        systems, called = ([str(row.get(name, "")).strip() for row in objects] if name else () for name in names)
        keys = [(name,) if _is_number(name) else name for name in called] or None
        with readable(str(content.path), "`errors` are a list of objects with `start`, `end` and `severity`"):
            errors = [json_spans(row["errors"]) if row.get("errors") else () for row in objects]
        whole = SystemValues(own, values, lines, keys, UNNAMED, hashes if any(texts) else (), errors)
        yield from _by_system(whole, systems) if systems else (whole,)


def _by_system(part: SystemValues, systems: Sequence[str]) -> Iterator[SystemValues]:
    """The part of each system."""
    for system in dict.fromkeys(systems):
        rows = [k for k, name in enumerate(systems) if name == system]
        yield SystemValues(
            system or part.system,
            [part.values[k] for k in rows],
            [part.lines[k] for k in rows],
            None if part.keys is None else [part.keys[k] for k in rows],
            texts=[[column[k] for k in rows] for column in part.texts],
            errors=[part.errors[k] for k in rows],
        )


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


def read_comet(content: Content) -> Iterator[SystemValues]:
    """Segment scores where there are any, else the systems'; other lines are what the tool logged."""
    segments, systems = dict[str, list[tuple[str, int]]](), dict[str, list[tuple[str, int]]]()
    others = 0
    for number, line in content.numbered():
        text = line.rstrip()
        if match := COMET_SEGMENT.fullmatch(text):
            column, segment = segments.setdefault(match["file"] or content.stem, []), int(match["segment"])
        elif match := COMET_SYSTEM.fullmatch(text):
            column, segment = systems.setdefault(match["file"] or content.stem, []), 0
        else:
            others += bool(text)
            continue
        if len(column) != segment:
            what = f": {match['file'] or 'the system'} has a score twice, or lacks one before it."
            raise content.error(number, what)
        column.append((match["score"], number))
    if others:
        content.notes.append(f"{content.path}: left out {counted(others, 'line')} without a score.")
    scores = segments or systems
    for name, column in zip(stems(system_names(list(scores))), scores.values(), strict=True):
        texts, lines = zip(*column, strict=True)
        yield SystemValues(name, content.numbers(texts, lines), lines, None if segments else [()])


BERT = re.compile(r"(?:(?P<made>.*) )?P: (\S+) R: (\S+) F1?: (\S+)")


def read_bert(content: Content) -> Iterator[SystemValues]:
    """Precision, recall or F1 of each line, F1 if none is named; the whole file's where there is no other."""
    wanted = {"P": 0, "R": 1}.get(content.column, 2)
    lines = [(number, BERT.fullmatch(line.strip()), line.split()) for number, line in filled_lines(content.text)]
    by_line = [(number, cells) for number, match, cells in lines if match is None]
    content.signature = next((match["made"] for _, match, _ in lines if match and match["made"]), content.signature)
    single = [(number, list(match.groups()[1:])) for number, match, _ in lines if match]
    for number, cells in by_line:
        if len(cells) != 3:
            raise content.error(number, f" has {counted(len(cells), 'number')}; bert-score writes P, R and F1.")
    key = None if by_line or len(single) > 1 else ()
    yield from content.parts((UNNAMED, content.stem, key, cells[wanted], number) for number, cells in by_line or single)


# --- without a header -------------------------------------------------------------------------------------------------


def recognised_mtme(content: Content) -> bool:
    """Two columns, the second of which is a score in the first line, or meant as one, such as 0,5 or 50%."""
    if len(content.header) != 2:
        return False
    return is_score(content.header[1]) or bool(re.fullmatch(r"\s*[-+]?\d[\d.,]*\s*%?\s*", content.header[1]))


def read_mtme(content: Content) -> Iterator[SystemValues]:
    """The scores of each system in the order of the lines; one each are scores of systems.

    Systems may be named after their language pair, as in newstest2014.de-en.online-A.
    """
    rows = content.rows(0)
    sizes = Counter(row[0].strip() for _, row in rows)
    pairs, key = language_pairs.pairs_in_ids(sizes, IN_SYSTEM), None if max(sizes.values()) > 1 else ()
    for part in content.parts((UNNAMED, name, key, score, line) for line, (name, score) in rows):
        yield part._replace(pair=pairs.get(part.system, UNNAMED))


def read_numbers(content: Content) -> Iterator[SystemValues]:
    """The scores in the order of the lines; an empty line, but for the last, is a missing score."""
    texts = content.text.removesuffix("\n").split("\n")[bool(content.signature) :]
    lines = range(1 + bool(content.signature), 1 + bool(content.signature) + len(texts))
    yield SystemValues(content.stem, content.numbers(texts, lines), lines)


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


def read_submission(content: Content) -> Iterator[SystemValues]:
    """The scores of each language pair; the file has one test set and reference of each."""
    about: dict[str, tuple[str, str]] = {}
    cells: list[tuple[str, str, Key | None, str, int]] = []
    for where, row in content.rows(0):
        *_, reference, system, score = row if len(row) == SYSTEM_COLUMNS else (*row[:7], row[8])
        pair = language_pairs.pair_name(row[1])
        if len(row) != SYSTEM_COLUMNS and not _is_number(row[7]):
            raise content.error(where, f": the segment is {row[7]!r:.40}; it must be an integer ≥ 0.")
        if about.setdefault(pair, (row[2], reference)) != (row[2], reference):
            raise content.error(where, f": the file has several test sets or references of {pair}; write one for each.")
        cells.append((pair, system, () if len(row) == SYSTEM_COLUMNS else (str(int(row[7])),), score, where))
    return content.parts(cells)


# --- with a header ----------------------------------------------------------------------------------------------------


SCORE = ("score", "overall", "mqm_avg_score", "segment_score", "segment-score")
DOCUMENT = ("doc_id", "docid", "doc", "document")


def read_long(content: Content) -> Iterator[SystemValues]:
    """The scores by language pair, system and segment."""
    header, rows = content.header, content.rows()
    language_pairs.check_one_set(header, [(f"{content.path}, line {where}", cells) for where, cells in rows])
    system, score = (next(header.index(name) for name in names if name in header) for names in (SYSTEM, SCORE))
    segment, document = (next((name for name in names if name in header), "") for names in (SEGMENT, DOCUMENT))
    # The number may be one of the whole test set, or one in the document.
    known_by = [document, segment] if segment == "segment_id" else [segment]
    columns = [header.index(name) for name in known_by if name]
    ids = [header.index(name) for name in (*DOCUMENT, *SEGMENT) if name in header]
    return content.parts(
        (pair, row[system], tuple(row[column].strip() for column in columns), row[score], where)
        for pair, some in language_pairs.rows_by_pair(header, rows, ids, system).items()
        for where, row in some
    )


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


def read_wide(content: Content) -> Iterator[SystemValues]:
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
    return content.parts(
        (pair, name, (row[columns[0]].strip(),) if numbered else None, row[column], where)
        for pair, some in groups.items()
        for where, row in some
        for column, name in systems.items()
    )


# --- all forms --------------------------------------------------------------------------------------------------------


class ScoreForm(NamedTuple):
    """How a form is recognised, and read; whether higher scores are better in it, None where it does not tell."""

    recognised: Callable[[Content], object]
    read: Callable[[Content], Iterable[SystemValues]]
    higher: bool | None = None


FORMS: dict[str, ScoreForm] = {
    "column": ScoreForm(lambda file: file.column not in ("", "P", "R", "F") and not is_json(file), read_column),
    "task2_pred": ScoreForm(lambda file: begins_with_object(file.head, "item_id", TASK), read_task2, True),
    "MetricX": ScoreForm(lambda file: begins_with_object(file.head, "hypothesis", "prediction"), read_json, False),
    "comet-score's JSON": ScoreForm(lambda file: is_json(file) and '"COMET"' in file.head[:1_000_000], read_json, True),
    "objects": ScoreForm(is_json, read_json),
    "comet-score's lines": ScoreForm(recognised_comet, read_comet, True),
    "bert-score": ScoreForm(lambda file: BERT.fullmatch(file.head.strip().partition("\n")[0].strip()), read_bert, True),
    "long table": ScoreForm(
        lambda file: bool(set(file.header) & set(SYSTEM)) and bool(set(file.header) & set(SCORE)), read_long
    ),
    "mt-metrics-eval": ScoreForm(recognised_mtme, read_mtme, True),
    "numbers": ScoreForm(lambda file: len(file.header) == 1 and is_score(file.header[0]), read_numbers),
    "submission": ScoreForm(recognised_submission, read_submission, True),
    "wide table": ScoreForm(lambda file: len(file.header) > 1 and not begins_with_object(file.text), read_wide),
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
