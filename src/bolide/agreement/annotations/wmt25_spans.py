"""Error spans as WMT25's task 2 has them: tab-separated, one output per line, each line's errors in three columns.

doc_id, segment_id, system_id, …, hypothesis_segment, …, start_indices, end_indices, error_types. The last three hold as
many words parted by blanks as the output has errors; `missing` is the place of what was left out. Without errors they
are −1, −1 and no-error, or empty. In people's files the three may end in `_gold`. source_lang and target_lang, or else
the names of documents, tell the language pair. `set_id` parts the official test set from others, which are files of
their own here. Quotes are letters.

Segments are counted in the order in which the file first names them: a document and a number in it.
"""

from __future__ import annotations

from typing import NamedTuple

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating
from bolide.agreement.language_pairs import UNNAMED, Row, rows_by_pair
from bolide.corpus.decoding import filled_lines
from bolide.system.errors import InputError
from bolide.system.messages import counted

NEEDED = ("doc_id", "segment_id", "system_id")
SPANS = ("start_indices", "end_indices", "error_types")
SET = "set_id"  # a file has one
NO_ERROR = ("no-error", "no_error", "none")


class _Columns(NamedTuple):
    needed: tuple[int, ...]
    spans: tuple[int, ...]
    of_set: int | None
    text: int | None


def recognised(text: str) -> bool:
    """Whether the header names the columns of outputs and of spans."""
    return _columns(text.partition("\n")[0]) is not None


def _columns(header: str) -> _Columns | None:
    names = [name.strip() for name in header.lstrip("\ufeff").rstrip("\r").split("\t")]
    for ending in ("", "_gold"):
        spans = [f"{name}{ending}" for name in SPANS]
        if all(name in names for name in (*NEEDED, *spans)):
            return _Columns(
                tuple(map(names.index, NEEDED)),
                tuple(map(names.index, spans)),
                names.index(SET) if SET in names else None,
                names.index("hypothesis_segment") if "hypothesis_segment" in names else None,
            )
    return None


def read(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, one prediction, or judgement, per line; none has a score."""
    header, _, rest = text.partition("\n")
    columns = _columns(header)
    assert columns is not None  # it was recognised
    width = len(header.split("\t"))
    rows: list[Row] = []
    for number, line in filled_lines(rest, 2):
        cells = line.rstrip("\r").split("\t")
        if not max(columns.needed) < len(cells) <= width:
            raise InputError(f"{path}, line {number} has {counted(len(cells), 'column')}, not {width}.")
        rows.append((number, cells + [""] * (width - len(cells))))  # blank columns at the end are often lost
        at, first = columns.of_set, rows[0][1]
        if at is not None and rows[-1][1][at] != first[at]:
            raise InputError(
                f"{path}, line {number}: the file has several sets ({first[at]} and {rows[-1][1][at]}); write one file "
                "for each, of WMT25's sets the one called official."
            )
    pairs = rows_by_pair(header.split("\t"), rows, columns.needed[:1], columns.needed[2])
    return {
        pair: Annotations("spans", path, _ratings(path, some, columns), pair=pair)
        for pair, some in (pairs or {UNNAMED: []}).items()
    }


def _ratings(path: str, rows: list[Row], columns: _Columns) -> list[Rating]:
    """The predictions of one language pair."""
    ratings: list[Rating] = []
    indices: dict[tuple[str, str], int] = {}
    lines: dict[tuple[str, int], int] = {}
    for number, cells in rows:
        where = f"{path}, line {number}"
        document, segment, system = (cells[k].strip() for k in columns.needed)
        index = indices.setdefault((document, segment), len(indices))
        if (system, index) in lines:
            raise InputError(f"{where}: {system} has segment {segment} of {document} twice; see line "
                             f"{lines[system, index]}.")  # fmt: skip
        lines[system, index] = number
        errors = _errors(where, [cells[k] for k in columns.spans])
        output = None if columns.text is None else cells[columns.text]
        name = f"{document} {segment}"
        ratings.append(Rating("", system, index, float("nan"), number, document, "", errors, output, name))
    return ratings


def _errors(where: str, cells: list[str]) -> tuple[ErrorSpan, ...]:
    """The errors of a line; those whose place is −1 or whose type is no error are none."""
    starts, ends, kinds = (cell.split() for cell in cells)
    spans = []
    if not len(starts) == len(ends) or (starts and not len(starts) == len(kinds)):
        raise InputError(
            f"{where} has {counted(len(starts), 'start')}, {counted(len(ends), 'end')} and "
            f"{counted(len(kinds), 'type')} of errors; there must be as many of each, separated by spaces."
        )
    for start, end, kind in zip(starts, ends, kinds, strict=False):
        if kind.lower() in NO_ERROR or start == end == "-1":
            continue
        if "missing" in (start, end):
            spans.append(ErrorSpan(None, None, kind))
        elif _is_place(start) and _is_place(end) and int(start) <= int(end):
            spans.append(ErrorSpan(int(start), int(end), kind))
        else:
            raise InputError(
                f"{where}: an error is at {start!r:.20} to {end!r:.20}; both are integers ≥ 0 of at most nine "
                "digits, in order, or `missing`."
            )
    return tuple(spans)


def _is_place(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) < 10
