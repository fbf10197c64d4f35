"""Tables of scores from files: those of one metric joined, with their signatures; ties of identical outputs."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from glob import escape, glob
from itertools import chain
from pathlib import Path

import numpy as np

from bolide.agreement.language_pairs import choose_pair
from bolide.agreement.table import Source, Table
from bolide.corpus.lines import is_file
from bolide.data.scores import Signature
from bolide.system.errors import InputError, counted
from bolide.testset.score_files import FORMS, Content, Texts, form_of, tables_of

# --- signatures ---------------------------------------------------------------------------------------------------


def signature_of(table: Table) -> Signature:
    """The signature of external scores, as one of Bolide's: `COMET|by:Python3.11.8,Comet2.2.2,fp32,…`."""
    if not table.signature:
        return Signature(table.name, version="")
    return Signature(table.name, (("by", table.signature.replace("|", ",")),), version="")


def signature_notes(sources: Sequence[Source]) -> list[str]:
    """The signatures of the sources that have one, in words."""
    tables = [source.seg or source.sys for source in sources]
    return [f"{table.name} was computed by {table.signature}." for table in tables if table and table.signature]


# --- ties ---------------------------------------------------------------------------------------------------------


def tied(source: Source, outputs: Mapping[str, Sequence[str]]) -> Source:
    """The source with one score for identical outputs of a segment: the mean of those that they have.

    Learned metrics may give the same text different scores in one run, and two systems would seem to differ where they
    do not. A note says how many scores were changed.
    """
    table = source.seg
    rows = [] if table is None else [k for k, name in enumerate(table.systems) if name in outputs]
    if table is None or len(rows) < 2 or any(len(outputs[table.systems[k]]) != table.cells.shape[1] for k in rows):
        return source
    cells, changed, largest = table.cells.copy(), 0, 0.0
    for segment, texts in enumerate(zip(*(outputs[table.systems[k]] for k in rows), strict=True)):
        for text in {text for text in texts if texts.count(text) > 1}:
            same = [k for k, other in zip(rows, texts, strict=True) if other == text and np.isfinite(cells[k, segment])]
            spread = float(np.ptp(cells[same, segment])) if same else 0.0
            if spread > 0:
                cells[same, segment] = cells[same, segment].mean()
                changed, largest = changed + len(same), max(largest, spread)
    if not changed:
        return source
    note = (
        f"{table.name}: {counted(changed, 'output')} had other scores, by up to {largest:.2g}, than identical outputs "
        "of the same segment; they get the mean."
    )
    return replace(source, seg=replace(table, cells=cells, notes=(*table.notes, note)))


# --- files and folders ------------------------------------------------------------------------------------------------


NUMBERS = "numbers"  # the form of files that hold one system each
PRECISION = (
    "comet-score says neither precision nor version: from 2.2.5 on it computes in half precision (fp16), and its "
    "library in fp32; take the files of one metric from one of them."
)


@dataclass(frozen=True, eq=False)
class ScoreFile:
    """A score file: its form, and the table of each language pair, "" if it names none, with what was scored."""

    path: str
    form: str
    scores: dict[str, tuple[Table, Texts]]

    @property
    def pairs(self) -> list[str]:
        """The language pairs that the file names."""
        return [pair for pair in self.scores if pair]


def read_score_file(path: str, text: str | None = None, column: str = "", system: str = "") -> ScoreFile:
    """Read a score file in any form, of a `system` if it is named; `joined_files` finds out which scores are better."""
    name = column if column and column not in ("P", "R", "F") else table_name(path)
    content = Content(Path(path), text, column, system)
    form = form_of(content)
    scores = tables_of(content, FORMS[form].read(content), name)
    if not scores:
        raise InputError(f"{path} has a header and no scores under it.")
    for pair, (table, texts) in scores.items():
        if ".sys." in os.path.basename(path) and table.cells.shape[1] > 1:
            count = f"{table.systems[0]} has {table.cells.shape[1]:,} scores"
            raise InputError(f"{path}: {count}, in a file of one per system by its name.")
        notes = (*content.notes, *_precision_notes(path, form, table))
        level = "seg" if ".seg." in os.path.basename(path) else table.level
        scores[pair] = replace(table, level=level, notes=notes, signature=content.signature), texts
    return ScoreFile(path, form, scores)


def _precision_notes(path: str, form: str, table: Table) -> list[str]:
    """What is known of the precision of comet-score's numbers."""
    if not form.startswith("comet"):
        return []
    cells = table.cells[np.isfinite(table.cells)]
    fine = len(cells) and (np.rint(cells * 1e5) != cells * 1e5).any()  # integers and quarters lie on every grid
    if fine and (cells == cells.astype(np.float16)).all():
        return [f"{path}: the scores were computed in half precision (fp16): all lie on that grid."]
    return [f"{path}: {PRECISION}"]


def read_score_files(paths: Sequence[str], texts: Mapping[str, str] | None = None) -> list[ScoreFile]:
    """Read score files; `texts` are those that are at hand."""
    return [read_score_file(path, (texts or {}).get(path)) for path in paths]


def score_files_of(folder: str, part: str) -> list[str]:
    """The score files of a part of a folder, `human-scores` or `metric-scores`, inside it or next to it."""
    folder = os.path.normpath(folder)
    parent, pair = os.path.split(folder)
    inside, beside = os.path.join(folder, part), os.path.join(parent, part)
    for directory, start in ((inside, "*"), (os.path.join(beside, pair), "*"), (beside, f"{escape(pair)}.*")):
        paths = (glob(os.path.join(escape(directory), f"{start}.{level}.score*")) for level in ("seg", "sys"))
        if files := sorted(chain.from_iterable(paths)):
            return files
    if not os.path.isdir(folder):
        file = f"{folder} is a file, not an MTME folder; name human scores with `human`."
        raise InputError(file if is_file(folder) else f"There is no MTME folder {folder}.")
    raise InputError(f"{inside} has no file *.seg.score or *.sys.score; is {folder} an MTME folder?")


def files_of_pair(files: Sequence[ScoreFile], pair: str) -> list[ScoreFile]:
    """The files with scores of a language pair, and those that name none."""
    return [file for file in files if pair in file.scores or not file.pairs]


def sources_in(
    files: Sequence[ScoreFile], lower: Collection[str] = (), one: bool = False, pair: str | None = None
) -> list[Source]:
    """The sources of one language pair: files of the same name, of segments and of systems, belong together.

    `lower` names those in which lower is better; `one` says that all the files are of one source, which is called as
    the first is.
    """
    names = [table_name(file.path) for file in files]
    if one:
        lower = [] if {*lower}.isdisjoint(names) else names[:1]
    return [source for source, _ in joined_files(files, lower, names[0] if one else None, pair)]


def joined_files(
    files: Sequence[ScoreFile], lower: Collection[str] = (), one: str | None = None, pair: str | None = None
) -> list[tuple[Source, Texts]]:
    """The scores of each metric in files of one language pair, and what was scored. Files of the same name belong
    together, of different systems, or of segments and of systems; those called `one`, if they are of one metric.

    Without `pair`, no file may have several pairs, nor two files different ones; with it, files that name no pair are
    taken to be of this one.
    """
    named = {file.pairs[0]: file.path for file in files if len(file.scores) == 1 and file.pairs}
    if pair is None and len(named) > 1:
        (a, first), (b, second) = list(named.items())[:2]
        raise InputError(f"{first} is of {a} and {second} of {b}; scores of two language pairs cannot be compared.")
    sources: dict[str, dict[str, Table]] = {}
    texts: dict[str, Texts] = {}
    for file in files:
        table, scored = file.scores[choose_pair(file.scores, pair if file.pairs else None, file.path, "score")]
        name = one or named_by(file)
        if file.form == NUMBERS and one is None:
            systems = tuple(system.removesuffix(f".{name}") for system in table.systems)
            table = replace(table, systems=systems)
        if name in lower or FORMS[file.form].higher is False:
            table = replace(table, higher_is_better=False)
            values = np.unique(table.cells[np.isfinite(table.cells)])
            if len(values) > 1 and values[0] == -1 and values[1] >= 1 and (values == np.rint(values)).all():
                raise InputError(f"{file.path} looks like ranks; write None, not −1, where an output was not ranked.")
        levels, seen = sources.setdefault(name, {}), texts.setdefault(name, Texts({}, {}))
        signatures = dict.fromkeys(known.signature for known in (*levels.values(), table) if known.signature)
        if len(signatures) > 1:
            raise InputError(f"{file.path}: the files of {name} have different signatures, {' and '.join(signatures)}.")
        if table.level in levels:
            table = _joined(levels[table.level], table, file.path, name)
        levels[table.level] = replace(table, name=name)
        seen.hashes.update(scored.hashes)
        seen.errors.update(scored.errors)
    return [(Source(name, levels.get("seg"), levels.get("sys")), texts[name]) for name, levels in sources.items()]


def named_by(file: ScoreFile) -> str:
    """What the metric of a file is called: `a.comet` and `b.comet` are comet's, if they have a number in each line."""
    if file.form != NUMBERS:
        return next(iter(file.scores.values()))[0].name
    ending = os.path.splitext(file.path.removesuffix(".gz"))[1].removeprefix(".")
    return "scores" if ending in ("", "txt", "score", "scores") else ending


def _joined(known: Table, table: Table, path: str, name: str) -> Table:
    """The scores of two files of the same metric, of different systems."""
    if both := set(known.systems) & set(table.systems):
        raise InputError(f"{path}: there are scores at level {table.level} for {name} already, of {min(both)}.")
    if known.cells.shape[1] != table.cells.shape[1]:
        raise InputError(
            f"{path} has {counted(table.cells.shape[1], 'score')} and {known.systems[0]} has "
            f"{known.cells.shape[1]:,}; every system needs one line per segment."
        )
    if (known.ids, known.numbers, known.higher_is_better) != (table.ids, table.numbers, table.higher_is_better):
        raise InputError(f"{path} has other segments than {known.systems[0]}, or in another order.")
    signature = table.signature if table.signature == known.signature else ""
    notes = tuple(dict.fromkeys((*known.notes, *table.notes)))
    cells, systems = np.vstack([known.cells, table.cells]), (*known.systems, *table.systems)
    return replace(table, systems=systems, cells=cells, signature=signature, notes=notes)


def table_name(path: str) -> str:
    """`BLEU-refA` for `…/BLEU-refA.seg.score.gz`, `mqm` for `…/en-de.mqm.seg.score`."""
    name = re.sub(r"^[a-z]{2,3}-[a-z]{2,3}\.(?!(seg|sys)\.score)", "", os.path.basename(path).removesuffix(".gz"))
    for ending in (".seg.score", ".sys.score", ".score", ".tsv", ".csv", ".txt", ".jsonl", ".json"):
        name = name.removesuffix(ending)
    return name
