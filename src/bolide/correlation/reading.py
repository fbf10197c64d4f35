"""Score files: MTME's (`system<TAB>score`), long tables (system, segment, score) and wide ones (a column a system)."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from io import StringIO
from math import isfinite
from pathlib import Path

from bolide.correlation.questions import Source
from bolide.correlation.table import Table
from bolide.errors import InputError, unknown
from bolide.files import read_text

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
    return replace(found, level=_level(found, Path(path)), higher_is_better=higher_is_better)


def _level(found: Table, path: Path) -> str:
    """The level that the file's name tells, as in `x.seg.score`, else the one that the scores look like."""
    size = found.cells.shape[1]
    if ".sys." in path.name and size > 1:
        raise InputError(
            f"{path}: {found.systems[0]} has {size} scores, and by its name the file has one a system; "
            "scores of segments belong in a file called .seg.score."
        )
    return "seg" if ".seg." in path.name else found.level


def read_folder(
    folder: str | Path, gold: str | None = None, lower: Collection[str] = ()
) -> tuple[Source, list[Source]]:
    """The scores called `gold` in `human-scores`, and all in `metric-scores`, of one language pair.

    Both stand below the folder, or, as in MTME's own releases, beside it: `wmt23/human-scores/en-de.mqm.seg.score` and
    `wmt23/metric-scores/en-de/` for the folder `wmt23/en-de`.
    """
    parts = ("human-scores", "metric-scores")
    human, metrics = (sources_of(_score_files(Path(folder), part), lower) for part in parts)
    names = [source.name for source in human]
    if gold is None and len(names) > 1:
        raise InputError(f"{folder} has several human scores, {', '.join(names)}; name one as the gold.")
    if gold is not None and gold not in names:
        raise unknown("human score", gold, names)
    return human[names.index(gold) if gold is not None else 0], metrics


def _score_files(folder: Path, part: str) -> list[str]:
    beside, pair = folder.parent / part, folder.name
    for place, start in ((folder / part, "*"), (beside / pair, "*"), (beside, f"{pair}.*")):
        found = sorted(path for level in ("seg", "sys") for path in place.glob(f"{start}.{level}.score*"))
        if found:
            return [str(path) for path in found]
    raise InputError(f"{folder / part} has no file *.seg.score or *.sys.score; is {folder} an MTME folder?")


def sources_of(paths: Sequence[str], lower: Collection[str] = (), one: str | None = None) -> list[Source]:
    """Score files as sources: those of the same name, of segments and of systems, belong together.

    `lower` names the tables in which lower is better; `one` says that all the files are of one source, called so.
    """
    found: dict[str, dict[str, Table]] = {}
    for path in paths:
        name = table_name(Path(path))
        table = read_table(path, higher_is_better=name not in lower, name=name)
        levels = found.setdefault(one or name, {})
        if table.level in levels:
            raise InputError(f"{path}: there are scores at level {table.level} for {one or name} already.")
        levels[table.level] = table
    single = table_name(Path(paths[0])) if one and paths else ""
    return [Source(single or name, levels.get("seg"), levels.get("sys")) for name, levels in found.items()]


def table_name(path: Path) -> str:
    """`BLEU-refA` for `…/BLEU-refA.seg.score.gz`, `mqm` for `…/en-de.mqm.seg.score`."""
    name = re.sub(r"^[a-z]{2,3}-[a-z]{2,3}\.(?!(seg|sys)\.score)", "", path.name.removesuffix(".gz"))
    for ending in (".seg.score", ".sys.score", ".score", ".tsv", ".csv", ".txt"):
        name = name.removesuffix(ending)
    return name


def _rows(path: Path) -> Iterator[list[str]]:
    text = read_text(str(path))
    first = text.lstrip().partition("\n")[0]
    if "\t" in first:
        rows: Iterator[list[str]] = csv.reader(StringIO(text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    elif "," in first:
        rows = csv.reader(StringIO(text, newline=""))
    else:  # MTME files may part name and score by blanks
        rows = (line.split() for line in text.splitlines())
    return (row for row in rows if any(cell.strip() for cell in row))


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
