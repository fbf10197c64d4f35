"""Reading what people said: a folder of mt-metrics-eval, MQM errors, and the errors marked in outputs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from bolide.agreement.annotations import mqm_errors, read_annotations
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.error_overlay import Marked, marked_errors, names_like
from bolide.agreement.labels import Lines
from bolide.agreement.language_pairs import choose_pair
from bolide.agreement.table import Source, Table
from bolide.corpus import Corpus
from bolide.corpus.lines import path_of, read_text
from bolide.data.figures import MarkedError
from bolide.system.errors import InputError, known_name
from bolide.testset.score_tables import score_files_of, sources_of
from bolide.testset.scores import named_like


def read_folder(
    folder: str | Path, gold: str | Sequence[str] | None = None, lower: Collection[str] = ()
) -> tuple[Source, list[Source]]:
    """The scores called `gold` in `human-scores`, and all in `metric-scores`, of one language pair.

    If `gold` is a list, the first of these names that the folder has is taken.
    Both are inside the folder or, as in MTME's own releases, next to it: `wmt23/human-scores/en-de.mqm.seg.score` and
    `wmt23/metric-scores/en-de/` for the folder `wmt23/en-de`.
    """
    human = sources_of(score_files_of(path_of(folder), "human-scores"), lower)
    names = [source.name for source in human]
    if gold is not None and not isinstance(gold, str):
        gold = next((name for name in gold if name in names), None)
    if gold is None and len(names) > 1:
        raise InputError(f"{folder} has several human scores, {', '.join(names)}; name one as `gold`.")
    if gold is not None:
        known_name("human score", gold, names)
    metrics = sources_of(score_files_of(path_of(folder), "metric-scores"), lower)
    return human[names.index(gold) if gold is not None else 0], metrics


def read_mqm(
    path: str | Path, segments: int | None = None, weights: str | None = None, pair: str | None = None
) -> Table:
    """An error file (system, …, globalSegId or seg_id, rater, category, severity) as a table of negative sums.

    Each rater's errors are added, several raters of a segment averaged; unrated segments are missing.
    `weights` names one of WEIGHTS; without it the year is taken from the file's name. `pair` chooses a language pair if
    the file has several.
    """
    pairs = mqm_errors.read(str(path), read_text(str(path_of(path))), weights)
    return pairs[choose_pair(pairs, pair, path)].table(segments)


def errors_in_outputs(name: str, systems: Sequence[Corpus]) -> Marked:
    """The errors that people marked in these systems' outputs; none where the file holds scores."""
    annotations = read_annotations(name)
    return {} if annotations is None else _marked(annotations, systems)


def _marked(annotations: Annotations, systems: Sequence[Corpus]) -> Marked:
    """The errors of these systems' lines, counted as scores are."""
    named = named_like(systems, annotations.systems)
    lines = Lines({system.name: system.hyps for system in named}, ids=systems[0].ids)
    return marked_errors(lines.renumbered(annotations), systems)


def errors_in_line(name: str, system: Corpus, line: int) -> list[MarkedError]:
    """The errors that people marked in a line, from 1, of a system's output; refused where the file tells of none."""
    annotations = read_annotations(name)
    if annotations is None:
        raise InputError(f"{name} has human scores but no marked errors; give MQM errors, ESA or .seg.rating.")
    if names_like([system.name], annotations.systems)[0] not in annotations.systems:
        raise InputError(
            f"{name} has marks in the outputs of {', '.join(annotations.systems)}, but not of {system.name}; "
            "name the file of outputs after its system."
        )
    return _marked(annotations, [system]).get((system.name, line - 1), [])
