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
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import StringIO
from math import inf
from typing import Any, TypeVar

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating, error_span, json_name, percent
from bolide.agreement.language_pairs import pair_name
from bolide.corpus.decoding import allow_long_cells, begins_with_object, filled_lines
from bolide.system.dataclasses import dataclass, field
from bolide.system.errors import InputError
from bolide.system.limits import SEGMENTS
from bolide.system.messages import counted
from bolide.system.strict import from_json, json_index, plain_float, plain_int

Number = TypeVar("Number", int, float)
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
    return len(row) in COLUMNS and row[3].strip() in KINDS and row[2].strip().isdecimal()


@dataclass
class _Ratings:
    """What is read of one language pair: how many lines of each kind do not count, and the latest rating of each."""

    dropped: Counter[str] = field(default_factory=Counter)
    latest: dict[tuple[str, str, str, int], tuple[float, Rating]] = field(default_factory=dict)

    def add(self, key: tuple[str, str, str, int], time: float, rating: Rating) -> None:
        known = self.latest.get(key)
        if known is not None:
            self.dropped[REPEATED] += 1
        if known is None or time >= known[0]:
            self.latest[key] = time, rating


def _annotations(name: str, path: str, pairs: dict[str, _Ratings]) -> dict[str, Annotations]:
    """The ratings by language pair; a pair without any, as of tutorials alone, is left out if there are others."""
    rated = {pair: each for pair, each in pairs.items() if each.latest} or dict(list(pairs.items())[:1])
    for each in rated.values():
        _check_documents(path, [rating for _, rating in each.latest.values()])
    return {
        pair: Annotations(name, path, [rating for _, rating in each.latest.values()], each.dropped, spans, pair=pair)
        for pair, each in rated.items()
    }


def _check_documents(path: str, ratings: Sequence[Rating]) -> None:
    """Refuse numbers of segments that start again with each document: different segments would count as one."""
    first: dict[int, Rating] = {}
    for rating in ratings:
        known = first.setdefault(rating.segment, rating)
        if known.document != rating.document:
            raise InputError(
                f"{path}, line {rating.line}: segment {rating.segment} is in the document {rating.document!r:.60} here "
                f"and in {known.document!r:.60} in line {known.line}; count the segments of the whole test set, from 0."
            )


def read_export(path: str, text: str) -> dict[str, Annotations]:
    """The ratings that count, by language pair."""
    allow_long_cells()
    rows = csv.reader(StringIO(text, newline=""))
    pairs: dict[str, _Ratings] = {}
    width = 0
    try:
        for cells in rows:
            row = [*map(str.strip, cells)]
            width = width or len(row)
            if len(row) != width:
                if not row:
                    continue
                raise InputError(f"{path}, line {rows.line_num} has {counted(len(row), 'column')}, not {width}.")
            ratings = pairs.setdefault(pair_name(f"{row[4]}-{row[5]}"), _Ratings())
            reason = _dropped(row[1], row[3], row[7], row[8])
            if reason:
                ratings.dropped[reason] += 1
                continue
            end, rating = _rating_of_export(path, rows.line_num, row)
            ratings.add((rating.annotator, rating.system, rating.document, rating.segment), end, rating)
    except csv.Error as error:
        raise InputError(f"{path}, line {rows.line_num}: this is not CSV ({error}).") from None
    return _annotations("esa" if width == COLUMNS[1] else "da", path, pairs)


def _rating_of_export(path: str, line: int, row: list[str]) -> tuple[float, Rating]:
    """A line's rating and when it was finished."""
    where, errors = f"{path}, line {line}", row[9] if len(row) == COLUMNS[1] else None
    segment = _number(
        row[2], plain_int, SEGMENTS - 1, f"{where}: the segment", f"an integer ≥ 0 and below {SEGMENTS:,}"
    )
    score = _number(row[6], plain_float, 100, f"{where}: the score", "a number from 0 to 100")
    end = _number(row[-1], plain_float, inf, f"{where}: the end time", "a number of seconds")
    return end, Rating(row[0], row[1], segment, score, line, row[7], "", errors)


def _number(text: str, read: Callable[[str], Number], most: float, what: str, wanted: str) -> Number:
    """A number from 0 to `most`."""
    with suppress(ValueError):
        value = read(text)
        if 0 <= value <= most:
            return value
    raise InputError(f"{what} is {text!r:.40}; it must be {wanted}.")


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


def spans(errors: Any) -> tuple[ErrorSpan, ...]:
    """The spans of one rating, as JSON text or as a list that JSON held."""
    items = from_json(errors) if isinstance(errors, str) else errors or []
    marked = []
    for item in items:
        start, end = item["start_i"], item["end_i"]
        about = str(item["severity"]), str(item.get("error_type") or "")
        missing = start == "missing" or end == "missing"
        marked.append(ErrorSpan(None, None, *about) if missing else error_span(start, end + 1, *about))
    return tuple(marked)


NEEDED = ("langs", "line_id", "system", "esa_score")


def recognised_dump(text: str) -> bool:
    """Whether the first line is a rating."""
    return begins_with_object(text, "esa_score")


def read_dump(path: str, text: str) -> dict[str, Annotations]:
    """The ratings by language pair; of several by one annotator of one output the last counts."""
    pairs: dict[str, _Ratings] = {}
    for number, line in filled_lines(text):
        item = _item(line, f"{path}, line {number}")
        rating = _rating_of_dump(item, number, path)
        who = rating.annotator or str(number)  # a rating without a name is nobody's in particular
        key = who, rating.system, rating.document, rating.segment
        pairs.setdefault(pair_name(item["langs"]), _Ratings()).add(key, number, rating)
    return _annotations("esa", path, pairs)


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
        segment, score = json_index(item["line_id"], SEGMENTS), percent(item["esa_score"])
    except ValueError:
        raise InputError(
            f"{path}, line {line}: line_id is {item['line_id']!r:.40} and esa_score {item['esa_score']!r:.40}; they "
            f"must be an integer ≥ 0 and below {SEGMENTS:,}, and a number from 0 to 100."
        ) from None
    return Rating(
        json_name(item.get("annotator")), str(item["system"]), segment, score, line, json_name(item.get("doc_id")),
        json_name(item.get("domain")), item.get("esa_spans"),
        None if item.get("tgt") is None else str(item["tgt"]),
    )  # fmt: skip
