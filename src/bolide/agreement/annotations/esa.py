"""ESA as the annotation tool exports it: CSV without a header, one rating per line (Appraise; WMT24 on).

annotator, system, segment, kind, source language, target language, score, document, flag, [spans,] start, end. Exports
of direct assessments have no column of spans. What counts is decided as WMT24 decided it: `TGT` lines of real systems
and whole documents; of several ratings by one annotator of one output the latest.

Segments are lines of the text files, counted from 0: in WMT24's files line 0 is the canary, which nobody rates. A
span's `end_i` is its last character, not the one after it: of the spans of en-cs, three in four that end at the edge of
a word end so.

The dump that WMT publishes has JSON lines, one rating each, of all language pairs, with texts, documents and domains.
"""

from __future__ import annotations

import csv
from collections import Counter
from io import StringIO
from typing import Any, NoReturn

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating, error_span
from bolide.corpus.decoding import allow_long_cells
from bolide.system.errors import Advised, InputError
from bolide.system.limits import SEGMENTS
from bolide.system.messages import counted
from bolide.system.strict import from_json, json_number, json_place, plain_float, plain_int

COLUMNS = (11, 12)  # without and with spans
KINDS = ("TGT", "BAD", "REF", "CHK", "SRC")
PLANTED, TUTORIAL, INCOMPLETE, DUPLICATE, WHOLE, REPEATED = (
    "of control items (BAD)",
    "of tutorials",
    "of incomplete documents (#incomplete)",
    "of duplicated documents (#dup)",
    "of whole documents",
    "that the annotator later replaced",
)


def recognised_export(text: str) -> bool:
    """Whether the first line looks like one of an export."""
    try:
        row = next(csv.reader([text.partition("\n")[0]]), [])
    except csv.Error:  # not CSV at all
        return False
    return len(row) in COLUMNS and row[3] in KINDS and row[2].isdecimal()


def read_export(path: str, text: str) -> Annotations:
    """The ratings that count."""
    allow_long_cells()
    rows = csv.reader(StringIO(text, newline=""))
    dropped: Counter[str] = Counter()
    kept: dict[tuple[str, str, str, int], tuple[float, Rating]] = {}
    width = 0
    try:
        for row in rows:
            width = width or len(row)
            if len(row) != width:
                if not row:
                    continue
                raise InputError(f"{path}, line {rows.line_num} has {counted(len(row), 'column')}, not {width}.")
            reason = _dropped(row[1], row[3], row[7], row[8])
            if reason:
                dropped[reason] += 1
                continue
            end, rating = _rating_of_export(path, rows.line_num, row)
            key = rating.annotator, rating.system, rating.document, rating.segment
            known = kept.get(key)
            if known is not None:
                dropped[REPEATED] += 1
            if known is None or end >= known[0]:
                kept[key] = end, rating
    except csv.Error as error:
        raise InputError(f"{path}, line {rows.line_num}: this is not CSV ({error}).") from None
    ratings = [rating for _, rating in kept.values()]
    return Annotations("esa" if width == COLUMNS[1] else "da", path, ratings, dropped, spans)


def _rating_of_export(path: str, line: int, row: list[str]) -> tuple[float, Rating]:
    """A line's rating and when it was finished."""
    errors = row[9] if len(row) == COLUMNS[1] else None
    try:
        end, segment, score = plain_float(row[-1]), plain_int(row[2]), plain_float(row[6])
    except ValueError:
        _refuse(path, line, row)
    if not 0 <= segment < SEGMENTS or not 0 <= score <= 100 or end != end:
        _refuse(path, line, row)
    return end, Rating(row[0], row[1], segment, score, line, row[7], "", errors)


def _dropped(system: str, kind: str, document: str, flag: str) -> str:
    """Why a line does not count; empty for one that does."""
    if "tutorial" in system:
        return TUTORIAL
    if kind != "TGT":
        return PLANTED if kind == "BAD" else f"of kind {kind}"
    if "#" in document:
        if "#incomplete" in document:
            return INCOMPLETE
        if "#dup" in document:
            return DUPLICATE
    return WHOLE if flag == "True" else ""


def _refuse(path: str, line: int, row: list[str]) -> NoReturn:
    """Say which of the numbers is wrong."""
    where, (segment, score, end) = f"{path}, line {line}", (row[2], row[6], row[-1])
    if not segment.isdecimal() or not segment.isascii() or len(segment) > 8 or int(segment) >= SEGMENTS:
        raise InputError(f"{where}: the segment is {segment!r:.40}; it must be an integer ≥ 0 and below {SEGMENTS:,}.")
    try:
        good = 0 <= plain_float(score) <= 100
    except ValueError:
        good = False
    if not good:
        raise InputError(f"{where}: the score is {score!r:.40}; it must be a number from 0 to 100.")
    raise InputError(f"{where}: the end time is {end!r:.40}; it must be a number of seconds.")


def spans(errors: Any) -> tuple[ErrorSpan, ...]:
    """The spans of one rating, as JSON text or as a list that JSON held."""
    items = from_json(errors) if isinstance(errors, str) else errors or []
    found = []
    for item in items:
        start, end = item["start_i"], item["end_i"]
        about = str(item["severity"]), str(item.get("error_type") or "")
        missing = start == "missing" or end == "missing"
        found.append(ErrorSpan(None, None, *about) if missing else error_span(start, end + 1, *about))
    return tuple(found)


NEEDED = ("langs", "line_id", "system", "esa_score")
OTHERS = "of other language pairs"


def recognised_dump(text: str) -> bool:
    """Whether the first line is a rating."""
    first = text.lstrip().partition("\n")[0]
    return first.startswith("{") and '"esa_score"' in first


def read_dump(path: str, text: str, pair: str | None = None) -> Annotations:
    """The ratings of a language pair, which must be named where the file has several."""
    dropped: Counter[str] = Counter()
    kept: dict[tuple[str, str, str, int], Rating] = {}
    seen: Counter[str] = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        item = _item(line, f"{path}, line {number}")
        seen[item["langs"]] += 1
        if pair is not None and item["langs"] != pair:
            dropped[OTHERS] += 1
            continue
        rating = _rating_of_dump(item, number, path)
        key = rating.annotator, rating.system, rating.document, rating.segment
        dropped[REPEATED] += key in kept and rating.annotator != ""
        kept[key if rating.annotator else (str(number), *key[1:])] = rating
    if pair is None and len(seen) > 1:
        raise Advised(
            f"{path} has several language pairs, {', '.join(seen)};", "keep the lines of one of them.",
            "--pair", f"name one, like --pair {next(iter(seen))}.",
        )  # fmt: skip
    if pair is not None and pair not in seen:
        raise InputError(f"{path} has no rating for {pair}; it has {', '.join(seen) or 'none at all'}.")
    return Annotations("esa", path, list(kept.values()), dropped, spans)


def _item(line: str, where: str) -> dict[str, Any]:
    try:
        item = from_json(line)
    except ValueError as error:
        raise InputError(f"{where} is not JSON: {error}.") from None
    if not isinstance(item, dict):
        raise InputError(f"{where} is not a JSON object.")
    lacking = [name for name in NEEDED if name not in item]
    if lacking:
        raise InputError(f"{where} has no {', '.join(lacking)}; a rating needs {', '.join(NEEDED)}.")
    for name in ("langs", "system"):
        if not isinstance(item[name], str) or not item[name]:
            raise InputError(f"{where}: {name} is {item[name]!r:.40}; it must be a name.")
    return item


def _rating_of_dump(item: dict[str, Any], line: int, path: str) -> Rating:
    try:
        segment, score = json_place(item["line_id"], SEGMENTS), json_number(item["esa_score"])
    except ValueError:
        segment, score = -1, -1.0
    if not 0 <= score <= 100:
        raise InputError(
            f"{path}, line {line}: line_id is {item['line_id']!r:.40} and esa_score {item['esa_score']!r:.40}; they "
            f"must be an integer ≥ 0 and below {SEGMENTS:,}, and a number from 0 to 100."
        )
    return Rating(
        str(item.get("annotator", "")), str(item["system"]), segment, score, line, str(item.get("doc_id", "")),
        str(item.get("domain", "")), item.get("esa_spans"),
        None if item.get("tgt") is None else str(item["tgt"]),
    )  # fmt: skip
