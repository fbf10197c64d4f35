"""Annotations in the forms of several tools, but for MQM errors.

**ESA** as the annotation tool exports it is CSV without a header, one rating per line (Appraise; WMT24 on).

annotator, system, segment, kind, source language, target language, score, document, flag, [spans,] start, end. Exports
of direct assessments have no column of spans. What counts is decided as WMT24 decided it: `TGT` lines of real systems
and whole documents; of several ratings by one annotator of one output the latest.

Segments are lines of the text files, counted from 0: in WMT24's files line 0 is the canary, which nobody rates. A
span's `end_i` is its last character, not the one after it: of the spans of en-cs, three in four that end at the edge of
a word end so.

The dump that WMT publishes has JSON lines, one rating each, of all language pairs, with texts, documents and domains.

**Errors marked by their characters**, one output per line: predictions, and `.seg.rating` files of mt-metrics-eval.

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

**Judgments and predictions of all systems' outputs of a segment**, by system, in JSON.

WMT25's human data, JSON lines: `doc_id`, `tgt_text` {system: text}, `scores` {system: [{score, annotator, errors:
[span]}]}. WMT26's answers, JSON lines: `item_id` with `task1_pred` {system: [span]}, `task2_pred` {system: score}, by
which an output has no error from some score on, or `task3_pred` {system: 0 or 1}, 1 for an output without an error.

What Pearmut exports (`annotations.json`), which WMT26 uses for contrastive ESA:

    {PAIR: [{"annotation": [{SYSTEM: {"score": …, "error_spans": […]}}, …], "item": [{"item_id": …}, …], "user_id": …}]}

The lists `annotation` and `item` run in parallel. They are read by the rules of WMT26: an entry whose annotation is
`__RESET__` discards all before it in its pair, and items without a name, attention checks and tutorials do not count.
"""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from io import StringIO
from math import fsum
from typing import Any

from bolide.agreement import language_pairs
from bolide.agreement.annotations.ratings import (
    Annotations,
    ErrorSpan,
    Rating,
    by_pair,
    check_documents,
    json_name,
    json_spans,
    json_text,
    percent,
    readable,
)
from bolide.agreement.language_pairs import IN_SYSTEM, UNNAMED, ItemId, Row, pair_name
from bolide.corpus.decoding import allow_long_cells, begins_with_object, filled_lines
from bolide.corpus.lines import stems, system_names
from bolide.system.errors import InputError, counted
from bolide.system.limits import SEGMENTS
from bolide.system.stored import from_json, json_index, json_number

COLUMNS = (11, 12)  # without and with spans
KINDS = ("TGT", "BAD", "REF", "CHK", "SRC")
TUTORIAL, REPEATED = "of tutorials", "that the annotator later replaced"
EXPORT = (
    f"a line has the segment, an integer ≥ 0 and below {SEGMENTS:,}, the score, a number from 0 to 100, the error "
    "spans, if any, as a list in JSON, and the end time in seconds"
)
DUMP = 'a line looks like {"langs": "en-de", "line_id": 0, "system": "a", "esa_score": 80}'


def recognised_export(text: str) -> bool:
    """Whether the first line looks like one of an export."""
    try:
        row = next(csv.reader([text.partition("\n")[0]]), [])
    except csv.Error:  # not CSV at all
        return False
    return len(row) in COLUMNS and row[3].strip() in KINDS and row[2].strip().isdecimal()


def _latest(
    name: str, path: str, rated: Iterable[tuple[float, Rating]], dropped: defaultdict[str, Counter[str]]
) -> dict[str, Annotations]:
    """The ratings by language pair, the latest by one annotator of one output; a pair without any, as of tutorials
    alone, is left out if there are others."""
    latest: dict[tuple[str, str, str, str, int], tuple[float, Rating]] = {}
    for time, rating in rated:
        who = rating.annotator or str(rating.line)  # a rating without a name is nobody's in particular
        key = rating.pair, who, rating.system, rating.document, rating.segment
        if key in latest:
            dropped[rating.pair][REPEATED] += 1
        if key not in latest or time >= latest[key][0]:
            latest[key] = time, rating
    pairs = by_pair(name, path, (rating for _, rating in latest.values()), dropped)
    for each in pairs.values():
        check_documents(path, each.ratings)
    return {pair: each for pair, each in pairs.items() if each.ratings} or dict([*pairs.items()][:1])


def read_export(path: str, text: str) -> dict[str, Annotations]:
    """The ratings that count, by language pair."""
    allow_long_cells()
    dropped: defaultdict[str, Counter[str]] = defaultdict(Counter)
    width = len(next(csv.reader(StringIO(text, newline=""))))
    return _latest("esa" if width == COLUMNS[1] else "da", path, _rows(path, text, width, dropped), dropped)


def _rows(path: str, text: str, width: int, dropped: defaultdict[str, Counter[str]]) -> Iterator[tuple[float, Rating]]:
    """When each rating that counts was made, and the rating."""
    rows = csv.reader(StringIO(text, newline=""))
    for cells in filter(None, rows):
        row, where = [*map(str.strip, cells)], f"{path}, line {rows.line_num}"
        if len(row) != width:
            raise InputError(f"{where} has {counted(len(row), 'column')}, not {width}.")
        pair = pair_name(f"{row[4]}-{row[5]}")
        reason, left_out = _dropped(row[1], row[3], row[7], row[8]), dropped[pair]
        if reason:
            left_out[reason] += 1
            continue
        with readable(where, EXPORT):
            segment, score, end = json_index(row[2], SEGMENTS), percent(row[6]), json_number(row[-1])
            if end < 0:
                raise ValueError(f"{end:g} is not a time")
            errors = json_spans(row[9]) if width == COLUMNS[1] and row[9] else ()
        yield end, Rating(row[0], row[1], segment, score, rows.line_num, row[7], "", errors, pair=pair)


def _dropped(system: str, kind: str, document: str, flag: str) -> str:
    """Why a line does not count; empty for one that does."""
    if "tutorial" in system:
        return TUTORIAL
    if kind != "TGT":
        return "of control items (BAD)" if kind == "BAD" else f"of kind {kind}"
    if "#incomplete" in document:
        return "of incomplete documents (#incomplete)"
    if "#dup" in document:
        return "of duplicated documents (#dup)"
    return "of whole documents" if flag == "True" else ""


def read_dump(path: str, text: str) -> dict[str, Annotations]:
    """The ratings by language pair; of several by one annotator of one output the last counts."""

    def rated() -> Iterator[tuple[float, Rating]]:
        for number, line in filled_lines(text):
            with readable(f"{path}, line {number}", DUMP):
                item = from_json(line)
                rating = Rating(
                    json_name(item.get("annotator")),
                    json_text(item["system"]),
                    json_index(item["line_id"], SEGMENTS),
                    percent(item["esa_score"]),
                    number,
                    json_name(item.get("doc_id")),
                    json_name(item.get("domain")),
                    json_spans(item.get("esa_spans")),
                    None if item.get("tgt") is None else str(item["tgt"]),
                    pair=pair_name(json_text(item["langs"])),
                )
            yield number, rating

    return _latest("esa", path, rated(), defaultdict(Counter))


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


_TASKS = ("task1_pred", "task2_pred", "task3_pred")
_UNKNOWN = float("nan")
_FLAWED = (ErrorSpan(None, None, "undecided"),)  # an error that nobody placed
_LINE = (
    "a line has a `doc_id` with `tgt_text` and `scores` by system, or an `item_id` with `task1_pred`, `task2_pred` or "
    "`task3_pred` by system"
)


def recognised_lines(text: str) -> bool:
    """Whether the first line has scores or predictions by system."""
    human = begins_with_object(text, "doc_id", "scores", "tgt_text")
    return human or any(begins_with_object(text, "item_id", task) for task in _TASKS)


def read_lines(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, as the names of the segments say."""
    ratings: list[Rating] = []
    indices: dict[str, int] = {}
    human = begins_with_object(text, "scores")
    for number, line in filled_lines(text):
        with readable(f"{path}, line {number}", _LINE):
            item = from_json(line)
            name = str(item["doc_id" if human else "item_id"])
            repeated = name in indices and not human
            about, index = ItemId.of(name), indices.setdefault(name, len(indices))
            place: dict[str, Any] = {"segment": index, "line": number, "id": name, **vars(about)}
            judged = (_judged if human else _predicted)(item)
            ratings += [rating._replace(**place) for rating in judged]
        if repeated:
            raise InputError(f"{path}, line {number}: {name} has a line above; remove one of them.")
    return by_pair("esa" if human else "spans", path, ratings)


def _judged(item: dict[str, Any]) -> Iterator[Rating]:
    """What people say of every output; the segment is not known here."""
    texts = item["tgt_text"]
    for system, several in item["scores"].items():
        for one in several:
            errors = json_spans(one.get("errors"))
            who = json_name(one.get("annotator"))
            yield Rating(who, system, 0, percent(one["score"]), 0, errors=errors, text=texts.get(system))


def _predicted(item: dict[str, Any]) -> Iterator[Rating]:
    """What an answer to one of the tasks says of every output."""
    texts = item.get("hyps", {})
    task = next(name for name in _TASKS if name in item)
    for system, answer in item[task].items():
        score, errors = _UNKNOWN, json_spans(None)
        if task == "task1_pred":
            errors = json_spans(list(answer))
        elif task == "task2_pred":
            score = json_number(answer)
        elif answer not in (0, 1) or isinstance(answer, float):
            raise ValueError(f"{answer!r:.40} is not 0 or 1")
        else:
            errors = () if answer else _FLAWED
        yield Rating("", system, 0, score, 0, errors=errors, text=texts.get(system))


# --- Pearmut's export -------------------------------------------------------------------------------------------------


RESET = "__RESET__"
BEGINNING = re.compile(r'\s*\{\s*"[^"\n]{0,200}"\s*:\s*[\[{]')
_ENTRY = "`annotation` and `item` must be lists of the same length, with a score from 0 to 100 by system"


def read_pearmut(path: str, text: str) -> dict[str, Annotations]:
    """The ratings that count, by language pair."""
    with readable(path, "it must map language pairs to lists of annotations"):
        campaigns = [(campaign, list(entries)) for campaign, entries in from_json(text).items()]
    pairs: dict[str, Annotations] = {}
    for campaign, entries in campaigns:
        ratings, dropped = _ratings(f"{path}, {campaign!r:.60}", entries)
        named = {ItemId.of(rating.id).pair for rating in ratings}
        pair = named.pop() if len(named) == 1 else pair_name(campaign)
        if pair in pairs:
            raise InputError(f"{path} has the language pair {pair} twice; write one file for each.")
        pairs[pair] = Annotations("esa", path, ratings, dropped, pair)
    return pairs


def _ratings(where: str, entries: list[Any]) -> tuple[list[Rating], Counter[str]]:
    dropped: Counter[str] = Counter()
    ratings: list[Rating] = []
    indices: dict[str, int] = {}
    for number, entry in enumerate(entries, 1):
        with readable(f"{where}, entry {number}", _ENTRY):
            if entry.get("annotation") == RESET:
                dropped["discarded by a reset"] += len(ratings)
                ratings.clear()
                indices.clear()
                continue
            for annotation, item in zip(entry["annotation"], entry["item"], strict=True):
                name = item.get("item_id")
                if reason := _item_dropped(name):
                    dropped[reason] += 1
                    continue
                index, about = indices.setdefault(name, len(indices)), ItemId.of(name)
                outputs = item.get("tgt") or {}
                for system, judged in (annotation or {}).items():
                    if judged is None or judged.get("score") is None:
                        dropped["without a score"] += 1
                        continue
                    output = outputs.get(system) if isinstance(outputs, dict) else None
                    ratings.append(
                        Rating(
                            json_name(entry.get("user_id")),
                            system,
                            index,
                            percent(judged["score"]),
                            number,
                            about.document,
                            about.domain,
                            json_spans(judged.get("error_spans")),
                            output if isinstance(output, str) else None,
                            name,
                        )
                    )
    return ratings, dropped


def _item_dropped(name: object) -> str:
    """Why an item does not count; empty for one that does."""
    if not isinstance(name, str) or not name:
        return "of items without an item_id"
    if name.startswith("attention_check_"):
        return "of attention checks"
    return TUTORIAL if "_#_tutorial_#_" in name else ""
