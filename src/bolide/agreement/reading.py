"""Score files: MTME's (`system<TAB>score`), long tables (system, segment, score), wide ones (one column per system)."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bolide.agreement.table import Source, Table
from bolide.errors import InputError, unknown
from bolide.files import read_text

MISSING = ("", "none", "na", "n/a")
Scores = dict[str, list[float | None]]  # of each system


class Line(NamedTuple):
    """The cells of a line, and where it stands."""

    where: str
    cells: list[str]


def read_table(
    path: str | Path, *, higher_is_better: bool = True, name: str | None = None, text: str | None = None
) -> Table:
    """A score file of any of the three forms: a first line with words in it is a header, MTME files have none."""
    lines = list(_lines(Path(path), read_text(str(path)) if text is None else text))
    if not lines:
        raise InputError(f"{path} is empty; it must hold scores.")
    header = [cell.strip().lower() for cell in lines[0].cells]
    if "score" in header and "system" in header:
        level, scores = _long(lines)
    elif len(header) == 2 and _is_score(header[1]):
        level, scores = _mtme(lines)
    elif len(header) > 1:
        level, scores = _wide(lines)
    else:
        raise InputError(
            f"{path}: a score file has lines of `system<TAB>score`, a header with `system`, `segment` and `score`, "
            "or a header of system names over one column each."
        )
    if not any(scores.values()):
        raise InputError(f"{path} has a header and no scores under it.")
    table = Table.of(name or table_name(Path(path)), scores, higher_is_better=higher_is_better)
    if not higher_is_better:
        _refuse_blank_ranks(table, path)
    return replace(table, level=_level(level, table, Path(path)))


def _refuse_blank_ranks(table: Table, path: str | Path) -> None:
    values = table.cells[np.isfinite(table.cells)]
    ranks = values[values != -1]
    if len(ranks) < len(values) and len(ranks) and (ranks >= 1).all() and (ranks == np.rint(ranks)).all():
        raise InputError(
            f"{path} looks like ranks with −1 where an output was not ranked; as lower is better in it, −1 would be "
            "the best of all. Write None, or leave the cell empty, where there is no rank."
        )


def _level(level: str, table: Table, path: Path) -> str:
    """The level that the file's name tells, as in `x.seg.score`, else the one that its form does."""
    size = table.cells.shape[1]
    if ".sys." in path.name and size > 1:
        raise InputError(
            f"{path}: {table.systems[0]} has {size} scores, and by its name the file has one per system; "
            "scores of segments belong in a file called .seg.score."
        )
    return "seg" if ".seg." in path.name else level


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
        raise InputError(
            f"{folder} has several human scores, {', '.join(names)}; name one, for example --gold {names[-1]}."
        )
    if gold is not None and gold not in names:
        raise unknown("human score", gold, names)
    return human[names.index(gold) if gold is not None else 0], metrics


def _score_files(folder: Path, part: str) -> list[str]:
    beside, pair = folder.parent / part, folder.name
    for place, start in ((folder / part, "*"), (beside / pair, "*"), (beside, f"{pair}.*")):
        files = sorted(path for level in ("seg", "sys") for path in place.glob(f"{start}.{level}.score*"))
        if files:
            return [str(path) for path in files]
    raise InputError(f"{folder / part} has no file *.seg.score or *.sys.score; is {folder} an MTME folder?")


def sources_of(
    paths: Sequence[str], lower: Collection[str] = (), one: str | None = None, texts: Mapping[str, str] | None = None
) -> list[Source]:
    """Score files as sources: those of the same name, of segments and of systems, belong together.

    `lower` names the tables in which lower is better; `one` says that all the files are of one source, called so;
    `texts` are those of the files that have been read already.
    """
    sources: dict[str, dict[str, Table]] = {}
    for path in paths:
        name = table_name(Path(path))
        table = read_table(path, higher_is_better=name not in lower, name=name, text=(texts or {}).get(path))
        levels = sources.setdefault(one or name, {})
        if table.level in levels:
            raise InputError(f"{path}: there are scores at level {table.level} for {one or name} already.")
        levels[table.level] = table
    single = table_name(Path(paths[0])) if one and paths else ""
    return [Source(single or name, levels.get("seg"), levels.get("sys")) for name, levels in sources.items()]


def table_name(path: Path) -> str:
    """`BLEU-refA` for `…/BLEU-refA.seg.score.gz`, `mqm` for `…/en-de.mqm.seg.score`."""
    name = re.sub(r"^[a-z]{2,3}-[a-z]{2,3}\.(?!(seg|sys)\.score)", "", path.name.removesuffix(".gz"))
    for ending in (".seg.score", ".sys.score", ".score", ".tsv", ".csv", ".txt"):
        name = name.removesuffix(ending)
    return name


def _lines(path: Path, text: str) -> Iterator[Line]:
    """The lines that are not blank."""
    first = text.lstrip().partition("\n")[0]
    if "\t" in first:
        rows: Iterable[list[str]] = csv.reader(StringIO(text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    elif "," in first:
        rows = csv.reader(StringIO(text, newline=""))
    else:  # MTME files may part name and score by blanks
        rows = (line.split() for line in text.splitlines())
    for number, row in enumerate(rows, 1):
        if any(cell.strip() for cell in row):
            yield Line(f"{path}, line {number}", row)


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


def _mtme(lines: list[Line]) -> tuple[str, Scores]:
    scores: Scores = {}
    for where, row in lines:
        if len(row) != 2:
            raise InputError(f"{where}: there are {len(row)} columns, not system and score.")
        scores.setdefault(row[0].strip(), []).append(_number(row[1], where))
    return "sys" if all(len(line) == 1 for line in scores.values()) else "seg", scores


def _long(lines: list[Line]) -> tuple[str, Scores]:
    header = [cell.strip().lower() for cell in lines[0].cells]
    system, score = header.index("system"), header.index("score")
    segment = header.index("segment") if "segment" in header else None
    cells: dict[str, dict[str, float | None]] = {}
    for where, row in lines[1:]:
        _check_width(row, header, where)
        line = cells.setdefault(row[system].strip(), {})
        key = row[segment].strip() if segment is not None else ""
        if key in line:
            which = f" for segment {key!r}" if segment is not None else ", and no column `segment` tells them apart"
            raise InputError(f"{where}: {row[system]} has two scores{which}.")
        line[key] = _number(row[score], where)
    keys = list(dict.fromkeys(key for line in cells.values() for key in line))
    if all(key.isdecimal() for key in keys):
        keys.sort(key=int)
    scores: Scores = {system: [line.get(key) for key in keys] for system, line in cells.items()}
    return "sys" if segment is None else "seg", scores


def _wide(lines: list[Line]) -> tuple[str, Scores]:
    header = [cell.strip() for cell in lines[0].cells]
    first = 1 if header[0].lower() in ("segment", "line", "id", "seg", "item") else 0
    scores: Scores = {system: [] for system in header[first:]}
    if len(scores) < len(header) - first:
        twice = next(name for name in header[first:] if header[first:].count(name) > 1)
        raise InputError(f"{lines[0].where}: two columns are called {twice!r}; give each system its own name.")
    for where, row in lines[1:]:
        _check_width(row, header, where)
        for system, text in zip(header[first:], row[first:], strict=True):
            scores[system].append(_number(text, where))
    return "seg", scores


def _check_width(row: list[str], header: list[str], where: str) -> None:
    if len(row) != len(header):
        raise InputError(f"{where}: there are {len(row)} columns under a header of {len(header)}.")
