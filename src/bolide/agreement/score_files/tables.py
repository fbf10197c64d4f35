"""Score files with a header: long tables, one line per score, and wide ones, a column of scores per system."""

from __future__ import annotations

from bolide.agreement.language_pairs import UNNAMED, PairColumns, Row, rows_by_pair
from bolide.agreement.score_files.content import Content, Line, Read, Scores, check_width, is_score, number
from bolide.system.errors import InputError, first_repeated
from bolide.system.limits import check_filled

SYSTEM = ("system", "system_id", "systemid", "system-id")
SCORE = ("score", "overall", "mqm_avg_score", "segment_score", "segment-score")
SEGMENT = ("globalsegid", "global_seg_id", "line_id", "segment", "seg_id", "segment_id", "segid")
DOCUMENT = ("doc_id", "docid", "doc", "document")
SET = "set_id"  # a file has one


def recognised_long(content: Content) -> bool:
    """A header that names a system and a score."""
    header = _cells(content)[0]
    return bool(set(header) & set(SYSTEM)) and bool(set(header) & set(SCORE))


def _cells(content: Content) -> list[list[str]]:
    """The lines' cells; where the header is parted by blanks alone, so are the lines."""
    if len(content.header) == 1 or "\t" in content.text.partition("\n")[0]:
        lines = [line.cells for line in content.lines]
        return [[cell.strip().lower() for cell in lines[0]], *lines[1:]] if lines else [[]]
    if "," in content.text.partition("\n")[0]:
        return [content.header, *(line.cells for line in content.lines[1:])]
    lines = [" ".join(line.cells).split() for line in content.lines]
    return [[cell.lower() for cell in lines[0]], *lines[1:]] if lines else [[]]


def read_long(content: Content) -> dict[str, Read]:
    """The scores by language pair, system and segment; segments that are numbers are put in their order."""
    header, *lines = _cells(content)
    rows = list(enumerate(lines, 1))
    for index, row in rows:
        where = content.lines[index].where
        check_width(row, header, where)
        if SET in header and row[header.index(SET)] != lines[0][header.index(SET)]:
            values = f"{lines[0][header.index(SET)]} and {row[header.index(SET)]}"
            raise InputError(f"{where}: the file has several sets, {values}; write one file for each.")
    ids = [header.index(name) for name in (*DOCUMENT, *SEGMENT) if name in header]
    pairs = rows_by_pair(header, rows, ids, next(map(header.index, set(SYSTEM) & set(header)))) or {UNNAMED: []}
    return {pair: _long(content, header, some) for pair, some in pairs.items()}


def _long(content: Content, header: list[str], rows: list[Row]) -> Read:
    """The scores of one language pair."""
    system, score = (next(header.index(name) for name in names if name in header) for names in (SYSTEM, SCORE))
    telling = _telling(header)
    cells: dict[str, dict[tuple[str, ...], float | None]] = {}
    for index, row in rows:
        where = content.lines[index].where
        line = cells.setdefault(row[system].strip(), {})
        key = tuple(row[column].strip() for column in telling)
        if key in line:
            which = f" for segment {' '.join(key)!r}" if telling else ", and no column `segment` tells them apart"
            raise InputError(f"{where}: {row[system]} has two scores{which}.")
        line[key] = number(row[score], where)
    keys = list(dict.fromkeys(key for line in cells.values() for key in line))
    if all(len(key) == 1 and key[0].isdecimal() and len(key[0]) < 20 for key in keys):  # longer ones are names
        keys.sort(key=lambda key: int(key[0]))
    check_filled(str(content.path), len(cells), len(keys), len(rows), ("system", "segment"))
    scores: Scores = {system: [line.get(key) for key in keys] for system, line in cells.items()}
    return Read("seg" if telling else "sys", scores)


def _telling(header: list[str]) -> list[int]:
    """The columns that tell segments apart: a number of the whole test set, or the document and a number in it."""
    segment = next((name for name in SEGMENT if name in header), None)
    if segment is None:
        return []
    document = next((name for name in DOCUMENT if name in header), None)
    if segment == "segment_id" and document is not None:
        return [header.index(document), header.index(segment)]
    return [header.index(segment)]


NUMBERING = ("segment", "line", "id", "seg", "item")


def recognised_wide(content: Content) -> bool:
    """Several columns: whatever is none of the other forms is taken for names of systems."""
    return len(content.header) > 1


def read_wide(content: Content) -> dict[str, Read]:
    """The scores of each column, in the order of the segments' numbers if the first column has those.

    One column may name the language pair, or the names of segments may.
    """
    header = [cell.strip() for cell in content.lines[0].cells]
    rows = [(index, line.cells) for index, line in enumerate(content.lines[1:], 1)]
    for index, row in rows:
        check_width(row, header, content.lines[index].where)
    naming = PairColumns.of(header).indices
    if all(is_score(row[column]) for _, row in rows for column in naming):  # systems of these names
        naming = ()
    columns = [column for column in range(len(header)) if column not in naming]
    names = [header[column] for column in columns]
    twice = first_repeated(names)
    if twice is not None:
        raise InputError(f"{content.lines[0].where}: two columns are called {twice!r}; give each system its own name.")
    numbered = names[0].lower() in NUMBERING
    groups = rows_by_pair(header if naming else (), rows, columns[:1] if numbered else ()) or {UNNAMED: []}
    pairs = {}
    for pair, some in groups.items():
        lines = [Line(content.lines[index].where, [row[column] for column in columns]) for index, row in some]
        pairs[pair] = _wide(names, _in_order(lines) if numbered else lines, numbered)
    return pairs


def _wide(names: list[str], lines: list[Line], numbered: bool) -> Read:
    """The scores of one language pair."""
    systems = names[numbered:]
    scores: Scores = {system: [] for system in systems}
    for where, row in lines:
        for system, text in zip(systems, row[numbered:], strict=True):
            scores[system].append(number(text, where))
    return Read("seg", scores)


def _in_order(lines: list[Line]) -> list[Line]:
    """The lines by their segments' numbers if all are numbers; no two may be of one segment."""
    names = [line.cells[0].strip() for line in lines]
    twice = first_repeated(names)
    if twice is not None:
        index = names.index(twice, names.index(twice) + 1)
        raise InputError(
            f"{lines[index].where}: segment {twice!r:.40} stands there a second time; number the segments of the "
            "whole file, or leave the column out."
        )
    if not all(name.isascii() and name.isdecimal() and len(name) < 20 for name in names):
        return lines
    return [line for _, line in sorted(zip(map(int, names), lines, strict=True), key=lambda pair: pair[0])]
