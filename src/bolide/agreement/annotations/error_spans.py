"""Errors marked by their characters, one output per line: predictions, and `.seg.rating` files of mt-metrics-eval.

Span predictions, JSON lines: `system`, `line_id` (from 0), `spans` and, if there are any, `score`, `langs`. A span is
{"start", "end", "severity"}: the characters of the translation from `start` up to `end`, which is the first after it;
null for both where something is missing.

WMT25's task 2, tab-separated: doc_id, segment_id, system_id, …, hypothesis_segment, …, start_indices, end_indices,
error_types. The last three hold as many words parted by blanks as the output has errors; `missing` is the place of what
was left out. Without errors they are −1, −1 and no-error, or empty. In people's files the three may end in `_gold`.
source_lang and target_lang, or else the names of documents, tell the language pair. `set_id` parts the official test
set from others, which are files of their own here. Quotes are letters. Segments are counted in the order in which the
file first names them: a document and a number in it.

comet-score's JSON (--to_json), with the errors that xCOMET marks: {FILE: [{"mt", "COMET", "errors": [{"text",
"confidence", "severity", "start", "end"}]}]}.

`.seg.rating`: a system, a tab, and its marked errors as JSON, system by system. {"errors": [{"start", "end",
"category", "severity", "score", "is_source_error"}]}, or None for a segment nobody rated. A segment's score is minus
the sum of its errors' scores.
"""

from __future__ import annotations

from collections import Counter
from io import StringIO
from math import fsum

from bolide.agreement import language_pairs
from bolide.agreement.annotations.ratings import (
    Annotations,
    ErrorSpan,
    Rating,
    by_pair,
    json_spans,
    json_text,
    readable,
)
from bolide.agreement.language_pairs import IN_SYSTEM, UNNAMED, Row
from bolide.corpus.decoding import filled_lines
from bolide.corpus.lines import stems, system_names
from bolide.system.errors import InputError, counted
from bolide.system.limits import SEGMENTS
from bolide.system.stored import from_json, json_index, json_number

# --- predictions in JSON lines ----------------------------------------------------------------------------------------


PREDICTION = 'a line looks like {"system": "a", "line_id": 0, "spans": [{"start": 3, "end": 7, "severity": "major"}]}'


def read_predictions(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, one prediction per line; its score is NaN where there is none."""
    ratings = []
    for number, line in filled_lines(text):
        with readable(f"{path}, line {number}", PREDICTION):
            item = from_json(line)
            system, segment = json_text(item["system"]), json_index(item["line_id"], SEGMENTS)
            score = float("nan") if item.get("score") is None else json_number(item["score"])
            pair = language_pairs.pair_of([*map(str, item.values())], language_pairs.pair_columns(list(item)))
            errors = json_spans(list(item["spans"] or ()))
        ratings.append(Rating("", system, segment, score, number, errors=errors, pair=pair))
    return by_pair("spans", path, ratings)


XCOMET = "comet-score's JSON has a list of outputs for each file, some with `errors`"


def read_xcomet(path: str, text: str) -> dict[str, Annotations]:
    """The errors that xCOMET marks, of systems called by the names of their files."""
    ratings = []
    with readable(path, XCOMET):
        data = from_json(text)
        files = {path: data} if isinstance(data, list) else data
        for system, rows in zip(stems(system_names(list(files))), files.values(), strict=True):
            for segment, row in enumerate(rows):
                errors, score = json_spans(row.get("errors") or ()), json_number(row["COMET"])
                ratings.append(Rating("", system, segment, score, segment + 1, errors=errors, text=row.get("mt")))
    return by_pair("spans", path, ratings)


# --- WMT25's task 2 ---------------------------------------------------------------------------------------------------


NEEDED = ("doc_id", "segment_id", "system_id")
SPANS = ("start_indices", "end_indices", "error_types")
TEXT = "hypothesis_segment"
NO_ERROR = ("no-error", "no_error", "none")
ERRORS = "it must have as many starts, ends and types of errors; a place is an integer ≥ 0, in order, or `missing`"


def wmt25_columns(header: str) -> dict[str, int]:
    """Where the columns stand, those of spans without their ending; none if one that is needed is not there."""
    names = [name.strip() for name in header.lstrip("\ufeff").rstrip("\r").split("\t")]
    for ending in ("", "_gold"):
        columns = {name.removesuffix(ending): index for index, name in enumerate(names)}
        if columns.keys() >= {*NEEDED, *SPANS} and all(f"{name}{ending}" in names for name in SPANS):
            return columns
    return {}


def read_wmt25(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, one prediction, or judgement, per line; none has a score."""
    header, _, rest = text.partition("\n")
    columns, names = wmt25_columns(header), [name.strip() for name in header.split("\t")]
    needed = [columns[name] for name in NEEDED]
    rows: list[Row] = []
    for number, line in filled_lines(rest, 2):
        cells = line.rstrip("\r").split("\t")
        if not max(needed) < len(cells) <= len(names):
            raise InputError(f"{path}, line {number} has {counted(len(cells), 'column')}, not {len(names)}.")
        rows.append((number, cells + [""] * (len(names) - len(cells))))  # blank columns at the end are often lost
    language_pairs.check_one_set(names, [(f"{path}, line {number}", cells) for number, cells in rows])
    ratings: list[Rating] = []
    for pair, some in language_pairs.rows_by_pair(names, rows, needed[:1], needed[2]).items():
        indices: dict[str, int] = {}
        for number, cells in some:
            document, segment, system = (cells[index].strip() for index in needed)
            with readable(f"{path}, line {number}", ERRORS):
                errors = _errors(*(cells[columns[name]].split() for name in SPANS))
            output, name = (cells[columns[TEXT]] if TEXT in columns else None), f"{document} {segment}"
            index = indices.setdefault(name, len(indices))
            ratings.append(Rating("", system, index, float("nan"), number, document, "", errors, output, name, pair))
    return by_pair("spans", path, ratings)


def _errors(starts: list[str], ends: list[str], kinds: list[str]) -> tuple[ErrorSpan, ...]:
    """The errors of a line; those whose place is −1 or whose type is no error are none."""
    if not len(starts) == len(ends) or (starts and not len(starts) == len(kinds)):
        raise ValueError(f"{len(starts)} starts, {len(ends)} ends and {len(kinds)} types")
    return json_spans(
        [
            {"start": start, "end": end, "severity": kind}
            for start, end, kind in zip(starts, ends, kinds, strict=False)
            if kind.lower() not in NO_ERROR and not start == end == "-1"
        ]
    )


# --- .seg.rating ------------------------------------------------------------------------------------------------------


FIRST = 100  # lines that must show what a file is, without those of segments that nobody rated
RATING = (
    "a line is the system, a tab and None or its errors, like "
    '{"errors": [{"start": 3, "end": 7, "severity": "major", "score": 5}]}'
)


def recognised_ratings(text: str) -> bool:
    """Whether one of the first lines that are not of segments nobody rated has a rating after its tab."""
    looked = 0
    for line in StringIO(text):
        _, tab, rest = line.partition("\t")
        if tab and rest.startswith("{") and '"errors"' in rest:
            return True
        looked += rest.strip() != "None"
        if looked == FIRST:
            break
    return False


def read_ratings(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, if systems are named after theirs, one rating per segment that has one."""
    ratings: list[Rating] = []
    sizes: Counter[str] = Counter()
    for number, line in filled_lines(text):
        with readable(f"{path}, line {number}", RATING):
            name, rest = line.split("\t", 1)
            system = json_text(name.strip())
            if rest.strip() != "None":
                errors = from_json(rest)["errors"]
                score = 0.0 - fsum(json_number(error["score"]) for error in errors)
                ratings.append(Rating("", system, sizes[system], score, number, errors=json_spans(errors)))
        sizes[system] += 1
    pairs = language_pairs.pairs_in_ids(sizes, IN_SYSTEM) or dict.fromkeys(sizes, UNNAMED)
    for pair in set(pairs.values()):
        lengths = {size for system, size in sizes.items() if pairs[system] == pair}
        if len(lengths) > 1:
            raise InputError(f"{path}: its systems have {min(lengths):,} to {max(lengths):,} lines; make them equal.")
    return by_pair("mqm", path, (rating._replace(pair=pairs[rating.system]) for rating in ratings))
