"""Reading scores: tables and sources from score files and mt-metrics-eval's folders, and their provenance.

Provenance of the scores of other tools: signatures of files, directions and ranges, ties of identical outputs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from glob import escape
from pathlib import Path

import numpy as np

from bolide.agreement.language_pairs import choose_pair
from bolide.agreement.table import Source, Table
from bolide.corpus.lines import is_file, path_of, read_text
from bolide.data.scores import Signature
from bolide.system.errors import InputError, OptionError, check_names, counted
from bolide.testset.score_files import Content, read_records, table_of

# --- provenance -------------------------------------------------------------------------------------------------------


# `# signature: …`, or a comment with SacreCOMET's string: # Python3.11.8|Comet2.2.2|fp32|Unbabel/wmt22-comet-da|r1
_SIGNATURE_LINE = re.compile(r"\A#[ \t]*(?:signature:[ \t]*(?P<said>\S.*)|(?P<bare>\w[^\t\n]*\|[^\t\n]*))\n?")


@dataclass(frozen=True)
class ScoreScale:
    """What is known of a tool's scores: their range, whether they count errors unless they are negated, and whether
    scores out of range are odd. It serves remarks; no number depends on it."""

    name: str
    low: float
    high: float
    counts_errors: bool = False
    strict: bool = True


# MetricX (Juraska et al. 2023) predicts MQM; WMT's files have both negated. MQM: WMT caps a segment at 25 points, and
# others have other scales. COMET: 0 to 1 from 2022 on, standardised assessments before; it comes before MQM, on which
# COMET-MQM is trained. BERTScore: means of cosines.
SCALES = {
    "metricx": ScoreScale("MetricX", 0, 25, counts_errors=True),
    "comet": ScoreScale("COMET", -2, 2),
    "mqm": ScoreScale("MQM", 0, 25, counts_errors=True, strict=False),
    "bertscore": ScoreScale("BERTScore", -1, 1),
    "esa": ScoreScale("ESA", 0, 100),
}


def scale_of(name: str) -> ScoreScale | None:
    """The scale of a metric that is known by its name: `MetricX-23-refA`, `XCOMET-XXL`."""
    words = name.lower().replace("_", "-")
    return next((scale for key, scale in SCALES.items() if re.search(rf"(?<![a-z]){key}|x{key}", words)), None)


def with_scale(table: Table) -> Table:
    """The table, with a note on a value that the tool of its name does not give, and one if scores that count errors
    are not said to be better when lower. Nobody's direction is guessed from a name."""
    scale, cells = scale_of(table.name), table.cells[np.isfinite(table.cells)]
    if scale is None or not len(cells) or not table.higher_is_better:
        return table
    low, high = (-scale.high, -scale.low) if scale.counts_errors and (cells <= 0).all() else (scale.low, scale.high)
    notes, outside = list(table.notes), cells[(cells < low) | (cells > high)]
    if len(outside) and scale.strict:
        notes.append(f"{table.name}: {outside[0]:g} is not a score of {scale.name}, which is from {low:g} to {high:g}.")
    elif scale.counts_errors and (cells >= 0).all() and (cells > 0).any() and not len(outside):
        notes.append(
            f"{table.name}: higher is taken to be better; {scale.name} counts errors, from {low:g} to {high:g}. "
            "If these scores do, name them with --lower (`lower`), or negate them."
        )
    return replace(table, notes=tuple(notes))


# --- signatures ---------------------------------------------------------------------------------------------------


def split_signature(text: str) -> tuple[str, str]:
    """The signature in the first line of a score file, and the text with that line blank."""
    match = _SIGNATURE_LINE.match(text)
    if match is None:
        return "", text
    return (match["said"] or match["bare"]).strip(), "\n" + text[match.end() :]


def signature_of(table: Table) -> Signature:
    """The signature of external scores, as one of Bolide's: `COMET|by:Python3.11.8,Comet2.2.2,fp32,…`."""
    if not table.signature:
        return Signature(table.name, version="")
    return Signature(table.name, (("by", table.signature.replace("|", ",")),), version="")


def joined_signature(name: str, known: Table, other: Table, path: str) -> str:
    """The signature of scores from two files. Raises InputError if they have different ones."""
    ours, theirs = known.signature, other.signature
    if ours and theirs and ours != theirs:
        raise InputError(f"{path}: the files of {name} have different signatures, {ours} and {theirs}.")
    return ours if ours == theirs else ""


def with_signatures(sources: Sequence[Source], signatures: Mapping[str, str]) -> list[Source]:
    """The sources with the signatures that a user gives by name; one that contradicts its file is refused."""
    if not isinstance(signatures, Mapping):
        raise InputError(f"`signatures` is {signatures!r:.60}; it must map the names of scores to their signatures.")
    check_names("signatures", list(signatures), [source.name for source in sources])
    signed = []
    for source in sources:
        signature = signatures.get(source.name, "")
        for table in source.tables if signature else ():
            if table.signature not in ("", signature):
                raise InputError(f"{source.name} has the signature {table.signature} in its file, not {signature}.")
        seg, sys = (
            table and replace(table, signature=signature or table.signature) for table in (source.seg, source.sys)
        )
        signed.append(replace(source, seg=seg, sys=sys))
    return signed


def signature_notes(sources: Sequence[Source]) -> list[str]:
    """The signatures of the sources that have one, in words."""
    tables = [source.seg or source.sys for source in sources]
    return [f"{table.name} was computed by {table.signature}." for table in tables if table and table.signature]


def check_as_scored(as_scored: bool, scores: object, systems: object) -> None:
    """Raise OptionError if there are no outputs or no external scores, so that nothing could be tied."""
    if as_scored and not (scores and systems):
        raise OptionError("`as_scored` is about scores of outputs that are at hand; pass `scores` and `systems`, too.")


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
        if len(set(texts)) == len(texts):
            continue
        for text in set(texts):
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


def read_table(
    path: str | Path,
    *,
    higher_is_better: bool = True,
    name: str | None = None,
    text: str | None = None,
    pair: str | None = None,
) -> Table:
    """A score file in any of the supported formats (see `score_files`), of one language pair.

    `pair` chooses one, like `en-de`, if the file has several.
    """
    tables = _read(path_of(path), higher_is_better, name, text).tables
    return with_scale(tables[choose_pair(tables, pair, path, "score")])


@dataclass(frozen=True, eq=False)
class ScoreFile:
    """A score file: its form, and the table of each language pair, "" if it names none; not yet `with_scale`."""

    path: str
    form: str
    tables: dict[str, Table]

    @property
    def pairs(self) -> list[str]:
        """The language pairs that the file names."""
        return [pair for pair in self.tables if pair]


def _read(path: Path, higher_is_better: bool, name: str | None, text: str | None) -> ScoreFile:
    signature, text = split_signature(read_text(str(path)) if text is None else text)
    content = Content(path, text, bool(signature))
    form, pairs = read_records(content)
    tables = {}
    for pair, records in pairs.items():
        table = table_of(content, name or table_name(path), records, higher_is_better=higher_is_better)
        if not higher_is_better:
            values = np.unique(table.cells[np.isfinite(table.cells)])
            if len(values) > 1 and values[0] == -1 and values[1] >= 1 and (values == np.rint(values)).all():
                raise InputError(f"{path} looks like ranks; write None, not −1, where an output was not ranked.")
        if ".sys." in path.name and table.cells.shape[1] > 1:
            count = f"{table.systems[0]} has {table.cells.shape[1]:,} scores"
            raise InputError(f"{path}: {count}, in a file of one per system by its name.")
        level = "seg" if ".seg." in path.name else table.level
        tables[pair] = replace(table, level=level, notes=tuple(content.notes), signature=signature)
    return ScoreFile(str(path), form, tables)


def score_files_of(folder: Path, part: str) -> list[str]:
    """The score files of a part of a folder, `human-scores` or `metric-scores`, inside it or next to it."""
    beside, pair = folder.parent / part, folder.name
    for directory, start in ((folder / part, "*"), (beside / pair, "*"), (beside, f"{escape(pair)}.*")):
        files = _found(directory, start)
        if files:
            return [str(path) for path in files]
    if not os.path.isdir(folder):  # which is false of names that no folder can have
        file = f"{folder} is a file, not an MTME folder; name human scores with `human`."
        raise InputError(file if is_file(str(folder)) else f"There is no MTME folder {folder}.")
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
    return [_read(Path(path), table_name(Path(path)) not in lower, None, (texts or {}).get(path)) for path in paths]


def sources_of(paths: Sequence[str], lower: Collection[str] = ()) -> list[Source]:
    """Score files of one language pair as sources; see `sources_in`, and `read_score_files` for `lower`."""
    return sources_in(read_score_files(paths, lower), lower)


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
        for other in levels.values():
            joined_signature(table.name, other, table, file.path)
        levels[table.level] = table
    for levels in sources.values():
        levels.update({level: with_scale(table) for level, table in levels.items()})
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
        signature = joined_signature(name, known, table, path)
        cells = np.vstack([known.cells, table.cells])
        table = replace(table, systems=(*known.systems, *systems), cells=cells, signature=signature)
    sources[name]["seg"] = table


def table_name(path: Path) -> str:
    """`BLEU-refA` for `…/BLEU-refA.seg.score.gz`, `mqm` for `…/en-de.mqm.seg.score`."""
    name = re.sub(r"^[a-z]{2,3}-[a-z]{2,3}\.(?!(seg|sys)\.score)", "", path.name.removesuffix(".gz"))
    for ending in (".seg.score", ".sys.score", ".score", ".tsv", ".csv", ".txt", ".jsonl"):
        name = name.removesuffix(ending)
    return name
