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
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from io import StringIO

from bolide.agreement.annotations.ratings import (
    Annotations,
    Rating,
    by_pair,
    check_documents,
    json_name,
    json_spans,
    json_text,
    percent,
    readable,
)
from bolide.agreement.language_pairs import pair_name
from bolide.corpus.decoding import allow_long_cells, filled_lines
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
