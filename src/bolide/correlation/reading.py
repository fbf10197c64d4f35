"""Score files: MTME's (`system<TAB>score`), long tables (system, segment, score) and wide ones (a column a system)."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from dataclasses import replace
from math import isfinite
from pathlib import Path

from bolide.correlation.table import Table
from bolide.errors import InputError

MISSING = ("", "none", "na", "n/a")


def read_table(path: str | Path, *, higher_is_better: bool = True, name: str | None = None) -> Table:
    """A score file of any of the three forms: a first line with words in it is a header, MTME files have none."""
    rows = list(_rows(Path(path)))
    if not rows:
        raise InputError(f"{path} is empty; it must hold scores.")
    called = name or table_name(Path(path))
    header = [cell.strip().lower() for cell in rows[0]]
    if "score" in header and "system" in header:
        found = _long(called, header, rows[1:])
    elif len(header) == 2 and _is_score(rows[0][1]):
        found = _mtme(called, rows)
    elif len(header) > 1:
        found = _wide(called, rows)
    else:
        raise InputError(
            f"{path}: a score file has lines of `system<TAB>score`, a header with `system`, `segment` and `score`, "
            "or a header of system names over one column each."
        )
    return replace(found, higher_is_better=higher_is_better)


def read_folder(folder: str | Path, level: str = "seg") -> tuple[dict[str, Table], dict[str, Table]]:
    """An MTME folder of one language pair: the tables in `human-scores` and in `metric-scores`, by name."""
    found = []
    for part in ("human-scores", "metric-scores"):
        paths = sorted(p for p in Path(folder, part).glob(f"*.{level}.score*") if p.suffix in (".score", ".gz"))
        if not paths:
            raise InputError(f"{Path(folder, part)} has no file *.{level}.score; is {folder} an MTME folder?")
        found.append({table_name(path): read_table(path) for path in paths})
    return found[0], found[1]


def table_name(path: Path) -> str:
    """`BLEU-refA` for `…/BLEU-refA.seg.score.gz`."""
    name = path.name.removesuffix(".gz")
    for ending in (".seg.score", ".sys.score", ".score", ".tsv", ".csv", ".txt"):
        name = name.removesuffix(ending)
    return name


def open_text(path: Path) -> Iterator[str]:
    """The lines of a file, unpacked where it is gzipped; a missing file is said plainly."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
            yield from file
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except (UnicodeDecodeError, gzip.BadGzipFile) as error:
        raise InputError(f"{path} cannot be read as UTF-8 text: {error}.") from None


def _rows(path: Path) -> Iterator[list[str]]:
    lines = (line for line in open_text(path) if line.strip())
    first = next(lines, None)
    if first is None:
        return
    comma = "\t" not in first and "," in first
    # MTME files may part name and score by blanks.
    if not comma and "\t" not in first:
        yield first.split()
        yield from (line.split() for line in lines)
        return

    def all_lines() -> Iterator[str]:
        yield first
        yield from lines

    if comma:
        yield from csv.reader(all_lines())
    else:
        yield from csv.reader(all_lines(), delimiter="\t", quoting=csv.QUOTE_NONE)


def _is_score(text: str) -> bool:
    if text.strip().lower() in MISSING:
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(text: str, where: str) -> float | None:
    if text.strip().lower() in MISSING:
        return None
    try:
        value = float(text)
    except ValueError:
        raise InputError(f"{where}: {text!r} is not a number; a missing score is written None.") from None
    if not isfinite(value):
        raise InputError(f"{where}: the score is {text.strip()}; it must be finite, or None where it is missing.")
    return value


def _mtme(name: str, rows: list[list[str]]) -> Table:
    scores: dict[str, list[float | None]] = {}
    for number, row in enumerate(rows, 1):
        if len(row) != 2:
            raise InputError(f"{name}, line {number}: there are {len(row)} columns, not system and score.")
        scores.setdefault(row[0].strip(), []).append(_number(row[1], f"{name}, line {number}"))
    found = Table.of(name, scores)
    return replace(found, level="sys") if found.cells.shape[1] == 1 else found


def _long(name: str, header: list[str], rows: list[list[str]]) -> Table:
    system, score = header.index("system"), header.index("score")
    segment = header.index("segment") if "segment" in header else None
    cells: dict[str, dict[str, float | None]] = {}
    for number, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise InputError(f"{name}, line {number}: there are {len(row)} columns under a header of {len(header)}.")
        line = cells.setdefault(row[system], {})
        key = row[segment] if segment is not None else ""
        if key in line:
            raise InputError(f"{name}, line {number}: {row[system]} has a score for segment {key or 1!r} already.")
        line[key] = _number(row[score], f"{name}, line {number}")
    keys = list(dict.fromkeys(key for line in cells.values() for key in line))
    if all(key.isdecimal() for key in keys):
        keys.sort(key=int)
    found = Table.of(name, {system: [line.get(key) for key in keys] for system, line in cells.items()})
    return replace(found, level="sys") if segment is None else found


def _wide(name: str, rows: list[list[str]]) -> Table:
    header = [cell.strip() for cell in rows[0]]
    first = 1 if header[0].lower() in ("segment", "line", "id", "seg", "item") else 0
    scores: dict[str, list[float | None]] = {system: [] for system in header[first:]}
    if len(scores) < len(header) - first:
        raise InputError(f"{name}: two columns have the same name in the header {', '.join(header[first:])}.")
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(header):
            raise InputError(f"{name}, line {number}: there are {len(row)} columns under a header of {len(header)}.")
        for system, text in zip(header[first:], row[first:], strict=True):
            scores[system].append(_number(text, f"{name}, line {number}"))
    return Table.of(name, scores)
