"""Assemble a report from rows and comparisons. Nothing here needs numpy, since the page builds reports with it too."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from math import fsum, sqrt
from typing import Any, Protocol

from bolide.corpus.identity import hashes_of
from bolide.data.stats import Stats
from bolide.evaluation.ngram_matches import length_ratios, word_accuracy
from bolide.metrics.base import Metric
from bolide.metrics.counts import Progress, no_progress
from bolide.reporting.look import MEAN_COUNTS, formula_pieces, in_words
from bolide.reporting.testset import chunks
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.inputs import ReportInputs
from bolide.reporting.testset.overlap import equal_to_references, shared_outputs
from bolide.significance.labels import Sliceable, by_label, length_labels, shortest_first
from bolide.significance.results import Comparison
from bolide.system.stored import plain

MOST_INTERVALS = 4000  # groups times pairs up to which every difference has an interval

Tables = Sequence[Sequence[Stats]]  # [system][metric]
Pairs = Sequence[tuple[int, int]]  # of systems


class SystemSample(Sliceable, Protocol):
    """One system under one metric: bolide.significance's Sample, or the page's."""

    @property
    def values(self) -> Iterable[float]: ...

    @property
    def value(self) -> float: ...

    @property
    def scale(self) -> float: ...

    @property
    def higher_is_better(self) -> bool: ...

    def leave_one_out(self) -> Iterable[float]: ...


# The intervals of the differences between the samples of each pair; None if there is nothing to resample.
Intervals = Callable[[Sequence[Any], Pairs], list[list[float]] | None]


@dataclass(frozen=True)
class Grouping:
    """A partition of the segments into groups: `of` has the index of each segment's group, -1 for none."""

    name: str
    title: str
    labels: tuple[str, ...]
    of: tuple[int, ...]

    @classmethod
    def by_label(cls, name: str, title: str, labels: Sequence[str], order: Sequence[str] | None = None) -> Grouping:
        """Groups of equal labels, by default in the order in which they first occur."""
        names = list(dict.fromkeys(labels)) if order is None else list(order)
        numbers = {label: number for number, label in enumerate(names)}
        return cls(name, title, tuple(names), tuple(numbers.get(label, -1) for label in labels))


def assemble_report(
    inputs: ReportInputs,
    tables: Tables,
    samples: Sequence[Sequence[SystemSample]],
    comparisons: Sequence[Comparison],
    *,
    human: Comparison | None = None,
    quarters: Grouping | None = None,
    intervals: Intervals | None = None,
    numpy: str,
    colophon: Mapping[str, Any] | None = None,
    progress: Progress = no_progress,
) -> TestSetReport:
    """Assemble the report, with systems in the order of the first comparison; samples are `samples[metric][system]`.

    `human` compares the systems by human scores, by which `quarters` group segments; `intervals` computes those of
    differences in groups, `numpy` is its version, and `colophon` has further lines of the colophon.
    """
    names = [system.name for system in inputs.systems]
    order = [names.index(result.system) for result in comparisons[0].systems]
    inputs, tables = replace(inputs, systems=[inputs.systems[k] for k in order]), [tables[k] for k in order]
    samples = [[group[k] for k in order] for group in samples]
    pairs = list(combinations(range(len(inputs.systems)), 2))
    groupings = _groupings(inputs, quarters)
    external = comparisons[len(inputs.scorers) :]
    about = {"python": platform.python_version(), "numpy": numpy, "data": inputs.digests(), **(colophon or {})}
    compared = {"comparison": None if human is None else plain(human)}
    summary = {
        **_texts(inputs, pairs),
        "human": None if inputs.human is None else {"name": inputs.human.name, **compared},
        "metrics": [
            *_metrics(inputs, tables, comparisons),
            *({**_compared_metric(one), **_WITHOUT_EVIDENCE} for one in external),
        ],
        "groups": [group_scores(grouping, samples, pairs, intervals) for grouping in groupings],
        **_words(inputs, pairs, groupings[0]),
        "colophon": about,
    }
    segments = _segments(inputs, tables, samples, groupings)
    pieces = tuple(chunks.make_chunks(inputs, tables, progress))
    identity = hashes_of(inputs.systems, inputs.further)
    return TestSetReport(tuple(comparisons), summary, segments, pieces, identity=identity)


def _words(inputs: ReportInputs, pairs: Pairs, lengths: Grouping) -> dict[str, Any]:
    """N-grams gained and lost, words by frequency and lengths of outputs, by the tokens of the first metric."""
    if not inputs.scorers:
        return {"ngram_gains": None}
    metric = inputs.metrics[0]
    tokenize = cache(metric.counts.tokens)  # each text is cut once
    buckets = [one for one in word_accuracy(inputs.systems, tokenize) if one.systems[0].in_references]
    return {
        "ngram_gains": chunks.ngram_gains(inputs.systems, metric.title, tokenize, pairs),
        "word_accuracy": {
            "labels": [bucket.label for bucket in buckets],
            "in_references": [bucket.systems[0].in_references for bucket in buckets],
            "systems": [
                [[round(100 * value, 4) for value in (one.precision, one.recall, one.f1)] for one in bucket.systems]
                for bucket in buckets
            ],
        },
        "length_ratios": [
            [None if ratio is None else round(ratio, 4) for ratio in ratios]
            for ratios in length_ratios(inputs.systems, tokenize, lengths.of, len(lengths.labels))
        ],
    }


# --- systems and metrics ------------------------------------------------------------------------------------------


def _texts(inputs: ReportInputs, pairs: Pairs) -> dict[str, Any]:
    """The summary of systems and texts."""
    return {
        "systems": [system.name for system in inputs.systems],
        "pairs": [list(pair) for pair in pairs],
        "segments": inputs.size,
        "references": inputs.systems[0].nrefs,
        "batch_size": chunks.CHUNK,
        "spaces": inputs.spaces,
        "texts": True,
        "source": inputs.source_lines is not None,
    }


def _metrics(inputs: ReportInputs, tables: Tables, comparisons: Sequence[Comparison]) -> list[dict[str, Any]]:
    """The data of each metric that are the same for all segments."""
    metrics = []
    nrefs = inputs.systems[0].nrefs
    for m, scorer in enumerate(inputs.scorers):
        metric, sentence = scorer.corpus, scorer.sentence
        evidence = sentence.evidence.bulk(next(inputs.systems[0].blocks(1)))
        mean = metric.formula.mean_of_segments
        sums = [] if mean else [Stats.of(of[m].columns, [of[m].total()]) for of in tables]
        totals = None if mean else [chunks.arithmetic_values(metric, row)[0] for row in sums]
        views = (
            []
            if evidence is None
            else [{"unit": view.unit, "glue": view.glue, "columns": list(view.columns)} for view in evidence.views]
        )
        metrics.append(
            {
                **_compared_metric(comparisons[m]),
                "own_signature": str(sentence.signature(nrefs)),
                "names": chunks.arithmetic_names(sentence),
                "counts": [*sentence.counts.columns, *MEAN_COUNTS],
                "words": {name: in_words(name) for m in (sentence, metric) for name in chunks.arithmetic_names(m)},
                "arithmetic": [plain(line) for line in sentence.evidence.arithmetic],
                "equation": _equation(sentence),
                "kind": "" if evidence is None else evidence.kind,
                "stages": [] if evidence is None else list(evidence.stages),
                "views": views,
                "totals": totals,
                "corpus_names": chunks.arithmetic_names(metric),
                "corpus_arithmetic": [plain(line) for line in metric.evidence.arithmetic],
            }
        )
    return metrics


# How a formula calls its terms, if it does not call them by their names.
_SYMBOLS = {"bp": "BP", "precision": "P", "recall": "R", "fmean": "Fmean"}


def _equation(metric: Metric) -> list[str | list[str]]:
    """The last line of the formula: text, and the names of its terms in lists of their own."""
    if not metric.evidence.arithmetic:
        return []
    line = metric.evidence.arithmetic[-1]
    names = {_SYMBOLS.get(name, in_words(name)): name for name in line.inputs}
    return [[names[text]] if is_name else text for text, is_name in formula_pieces(line.formula, names)]


_WITHOUT_EVIDENCE: dict[str, Any] = {  # an external metric
    "own_signature": "",
    "words": {},
    "kind": "",
    "totals": None,
    "names": [],
    "counts": [],
    "arithmetic": [],
    "equation": [],
    "stages": [],
    "views": [],
}


def _compared_metric(comparison: Comparison) -> dict[str, Any]:
    return {
        "name": comparison.metric,
        "signature": comparison.signature,
        "higher": comparison.higher_is_better,
        "scale": comparison.scale,
    }


# --- groups of segments -------------------------------------------------------------------------------------------


def _groupings(inputs: ReportInputs, quarters: Grouping | None) -> list[Grouping]:
    """Groupings by length, document, label and human score, as far as these are available."""
    lengths = length_labels(inputs.lengths())
    groupings = [Grouping.by_label("length", "By length of the reference, in tokens", lengths, shortest_first(lengths))]
    for name, labels in (("document", inputs.documents), ("label", inputs.labels)):
        groupings += [] if labels is None else [Grouping.by_label(name, f"By {name}", labels)]
    return groupings if quarters is None else [*groupings, quarters]


def group_scores(
    grouping: Grouping, tables: Sequence[Sequence[SystemSample]], pairs: Pairs, intervals: Intervals | None = None
) -> dict[str, Any]:
    """The scores of every system in every group under every metric; and for every pair the difference, positive if the
    first system is better, with its interval unless there are too many."""
    sizes = [grouping.of.count(group) for group in range(len(grouping.labels))]
    intervals = intervals if len(sizes) * len(pairs) <= MOST_INTERVALS else None
    metrics = []
    for samples in tables:
        groups = by_label(samples, grouping.of)
        scores, leads, ends = [], [], []
        for group, size in enumerate(sizes):
            parts = groups.get(group) or [sample.take([]) for sample in samples]
            values = [part.value for part in parts]
            scale = parts[0].scale
            sign = scale * (1 if parts[0].higher_is_better else -1)
            scores.append([round(scale * value, 4) for value in values])
            leads.append([round(sign * (values[a] - values[b]), 4) for a, b in pairs])
            ends.append(intervals(parts, pairs) if intervals is not None and size else None)
        metrics.append({"scores": scores, "leads": leads, "intervals": ends})
    return {
        "name": grouping.name,
        "title": grouping.title,
        "labels": list(grouping.labels),
        "sizes": sizes,
        "metrics": metrics,
    }


# --- numbers of segments ------------------------------------------------------------------------------------------


def _segments(
    inputs: ReportInputs, tables: Tables, samples: Sequence[Sequence[SystemSample]], groupings: Sequence[Grouping]
) -> dict[str, Any]:
    """The numbers of segments, [metric][system][segment], on the printed scale."""
    scores: list[list[list[float]]] = []
    influences: list[list[list[float]] | None] = []
    for m, group in enumerate(samples):
        values: list[Iterable[float]] = [sample.values for sample in group]
        if m < len(inputs.scorers):
            values = [inputs.scorers[m].sentence.row_values(by_metric[m]) for by_metric in tables]
        scale = group[0].scale
        scores.append([[round(scale * float(value), 4) for value in line] for line in values])
        influences.append([_influences(sample) for sample in group] if inputs.size > 1 else None)
    higher = [group[0].higher_is_better for group in samples]
    return {
        "scores": scores,
        "influences": influences,
        "disagreements": _disagreements(higher, scores),
        "lengths": inputs.lengths(),
        "ids": list(inputs.systems[0].ids) or None,
        "groups": [list(grouping.of) for grouping in groupings],
        "human": _human(inputs),
        "same": shared_outputs(inputs.systems),
        "equal": equal_to_references(inputs.systems),
    }


def _influences(sample: SystemSample) -> list[float]:
    """The corpus score minus the score without segment i, for every i, on the printed scale."""
    scale, whole = sample.scale, sample.value
    return [round(scale * (whole - float(rest)), 6) for rest in sample.leave_one_out()]


def _disagreements(higher: Sequence[bool], scores: Sequence[Sequence[Sequence[float]]]) -> Any:
    """The disagreement of the metrics on each segment of each system: the largest minus the smallest z-score, each over
    all segments and systems of a metric. None if there is one metric."""
    if len(scores) < 2:
        return None
    standard = []
    for up, table in zip(higher, scores, strict=True):
        cells = [value for line in table for value in line]
        mean = fsum(cells) / len(cells)
        spread = sqrt(fsum((value - mean) ** 2 for value in cells) / len(cells)) or 1.0
        sign = 1 if up else -1
        standard.append([[sign * (value - mean) / spread for value in line] for line in table])
    apart = [list(zip(*lines, strict=True)) for lines in zip(*standard, strict=True)]
    return [[round(max(cell) - min(cell), 2) for cell in line] for line in apart]


def _human(inputs: ReportInputs) -> list[list[float | None]] | None:
    if inputs.human is None:
        return None
    table = inputs.human
    rows = dict(zip(table.systems, table.cells.tolist(), strict=True))
    empty = [float("nan")] * inputs.size
    lines = [rows.get(system.name, empty) for system in inputs.systems]
    return [[None if value != value else round(value, 4) for value in line] for line in lines]
