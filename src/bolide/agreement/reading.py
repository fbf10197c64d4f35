"""Score files as tables and sources: one file, or the folders of mt-metrics-eval."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from glob import escape
from pathlib import Path

import numpy as np

from bolide.agreement.annotations import mqm_errors
from bolide.agreement.language_pairs import choose_pair
from bolide.agreement.score_files import read_scores
from bolide.agreement.score_files.content import Content
from bolide.agreement.table import Source, Table
from bolide.corpus.lines import path_of, read_text
from bolide.system.errors import InputError, unknown
from bolide.system.messages import counted

NUMBERS = "numbers"  # the form of files that hold one system each


def read_table(
    path: str | Path, *, higher_is_better: bool = True, name: str | None = None, text: str | None = None,
    pair: str | None = None,
) -> Table:  # fmt: skip
    """A score file in any of the supported formats (see `score_files`), of one language pair.

    `pair` chooses one, like `en-de`, if the file has several.
    """
    tables = _read(path_of(path), higher_is_better, name, text).tables
    return tables[choose_pair(tables, pair, path, "score")]


@dataclass(frozen=True, eq=False)
class ScoreFile:
    """A score file: its form, and the table of each language pair, "" if it names none."""

    path: str
    form: str
    tables: dict[str, Table]

    @property
    def pairs(self) -> list[str]:
        """The language pairs that the file names."""
        return [pair for pair in self.tables if pair]


def _read(path: Path, higher_is_better: bool, name: str | None, text: str | None) -> ScoreFile:
    form, pairs = read_scores(Content(path, read_text(str(path)) if text is None else text))
    tables = {}
    for pair, read in pairs.items():
        table = Table.of(name or table_name(path), read.scores, higher_is_better=higher_is_better)
        if not higher_is_better:
            _refuse_blank_ranks(table, path)
        tables[pair] = replace(table, level=_level(read.level, table, path), notes=read.notes)
    return ScoreFile(str(path), form, tables)


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
            f"{path}: {table.systems[0]} has {counted(size, 'score')}, and by its name the file has one per system; "
            "scores of segments belong in a file called .seg.score."
        )
    return "seg" if ".seg." in path.name else level


def read_folder(
    folder: str | Path, gold: str | None = None, lower: Collection[str] = ()
) -> tuple[Source, list[Source]]:
    """The scores called `gold` in `human-scores`, and all in `metric-scores`, of one language pair.

    Both are inside the folder or, as in MTME's own releases, next to it: `wmt23/human-scores/en-de.mqm.seg.score` and
    `wmt23/metric-scores/en-de/` for the folder `wmt23/en-de`.
    """
    parts = ("human-scores", "metric-scores")
    human, metrics = (sources_of(_score_files(path_of(folder), part), lower) for part in parts)
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
    for directory, start in ((folder / part, "*"), (beside / pair, "*"), (beside, f"{escape(pair)}.*")):
        files = _found(directory, start)
        if files:
            return [str(path) for path in files]
    raise InputError(f"{folder / part} has no file *.seg.score or *.sys.score; is {folder} an MTME folder?")


def _found(folder: Path, start: str) -> list[Path]:
    try:
        return sorted(path for level in ("seg", "sys") for path in folder.glob(f"{start}.{level}.score*"))
    except (OSError, ValueError):  # a name that no folder can have
        return []


def read_score_files(
    paths: Sequence[str], lower: Collection[str] = (), texts: Mapping[str, str] | None = None
) -> list[ScoreFile]:
    """Read score files; `lower` names the tables in which lower is better, `texts` are those that are at hand."""
    names = [table_name(Path(path)) for path in paths]
    return [
        _read(Path(path), name not in lower, name, (texts or {}).get(path))
        for path, name in zip(paths, names, strict=True)
    ]


def sources_of(
    paths: Sequence[str], lower: Collection[str] = (), one: str | None = None, texts: Mapping[str, str] | None = None,
    pair: str | None = None,
) -> list[Source]:  # fmt: skip
    """Score files of one language pair as sources; see `sources_in`, and `read_score_files` for `lower` and `texts`."""
    return sources_in(read_score_files(paths, lower, texts), lower, one, pair)


def files_of_pair(files: Sequence[ScoreFile], pair: str) -> list[ScoreFile]:
    """The files with scores of a language pair, and those that name none."""
    return [file for file in files if pair in file.tables or not file.pairs]


def sources_in(
    files: Sequence[ScoreFile], lower: Collection[str] = (), one: str | None = None, pair: str | None = None
) -> list[Source]:
    """The sources of one language pair: files of the same name, of segments and of systems, belong together.

    `one` says that all the files are of one source, called so. Without `pair`, no file may have several pairs, nor two
    files different ones; with it, files that name no pair are taken to be of this one.
    """
    named = {file.pairs[0]: file.path for file in files if len(file.tables) == 1 and file.pairs}
    if pair is None and len(named) > 1:
        (a, first), (b, second) = list(named.items())[:2]
        raise InputError(f"{first} is of {a} and {second} of {b}; scores of two language pairs cannot be compared.")
    sources: dict[str, dict[str, Table]] = {}
    for file in files:
        table = file.tables[choose_pair(file.tables, pair if file.pairs else None, file.path, "score")]
        if file.form == NUMBERS and one is None:
            _join(sources, file.path, table, lower)
            continue
        levels = sources.setdefault(one or table.name, {})
        if table.level in levels:
            raise InputError(f"{file.path}: there are scores at level {table.level} for {one or table.name} already.")
        levels[table.level] = table
    known = table_name(Path(files[0].path)) if one and files else ""
    return [Source(known or name, levels.get("seg"), levels.get("sys")) for name, levels in sources.items()]


def _join(sources: dict[str, dict[str, Table]], path: str, table: Table, lower: Collection[str]) -> None:
    """Add one system's scores to the metric that files with this ending are of: `a.comet` and `b.comet` are comet's."""
    ending = Path(path.removesuffix(".gz")).suffix.removeprefix(".")
    name = "scores" if ending in ("", "txt", "score", "scores") else ending
    systems = tuple(system.removesuffix(f".{ending}") for system in table.systems)
    table = replace(table, name=name, systems=systems, higher_is_better=name not in lower)
    known = sources.setdefault(name, {}).get("seg")
    if known is not None:
        if known.cells.shape[1] != table.cells.shape[1]:
            raise InputError(
                f"{path} has {counted(table.cells.shape[1], 'score')} and {known.systems[0]} has "
                f"{known.cells.shape[1]:,}; every system needs one line per segment."
            )
        table = replace(table, systems=(*known.systems, *systems), cells=np.vstack([known.cells, table.cells]))
    sources[name]["seg"] = table


def table_name(path: Path) -> str:
    """`BLEU-refA` for `…/BLEU-refA.seg.score.gz`, `mqm` for `…/en-de.mqm.seg.score`."""
    name = re.sub(r"^[a-z]{2,3}-[a-z]{2,3}\.(?!(seg|sys)\.score)", "", path.name.removesuffix(".gz"))
    for ending in (".seg.score", ".sys.score", ".score", ".tsv", ".csv", ".txt"):
        name = name.removesuffix(ending)
    return name


def read_mqm(
    path: str | Path, segments: int | None = None, weights: str | None = None, pair: str | None = None
) -> Table:
    """An error file (system, …, globalSegId or seg_id, rater, category, severity) as a table of negative sums.

    Each rater's errors are added, several raters of a segment averaged; a segment nobody looked at is missing.
    `weights` names one of WEIGHTS; without it the year is taken from the file's name. `pair` chooses a language pair if
    the file has several.
    """
    return read_weighed(path, segments, weights, pair)[0]


def read_weighed(
    path: str | Path, segments: int | None = None, weights: str | None = None, pair: str | None = None
) -> tuple[Table, str]:
    """What `read_mqm` reads, and the name of the weights: of several years where those agree about every error."""
    pairs = mqm_errors.read(str(path), read_text(str(path_of(path))), weights)
    ratings = pairs[choose_pair(pairs, pair, path)]
    return ratings.table(segments), ratings.weights
