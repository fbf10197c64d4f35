"""Influence of each segment on the corpus score: the score of all segments minus the score without it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from bolide.corpus import Corpus
from bolide.data.explanation import CorpusExplanation, Influential, Step
from bolide.data.stats import Stats
from bolide.metrics.base import Metric, leave_one_out
from bolide.metrics.measuring import measure_corpus
from bolide.metrics.scorer import Scorer
from bolide.system.errors import InputError


def influence(metric: Metric, stats: Stats) -> array[float]:
    """The corpus score minus the score without segment i, for every i; computed from rows, without text."""
    if len(stats) < 2:
        raise InputError("Influence needs at least two segments: without the only one there is nothing to score.")
    whole = metric.score_rows(stats).value
    return array("d", (whole - rest for rest in leave_one_out(metric, stats)))


def costliest(influences: Sequence[float], count: int, higher_is_better: bool = True) -> list[int]:
    """The indices of the segments that hurt the score most, worst first."""
    sign = 1 if higher_is_better else -1
    return sorted(range(len(influences)), key=lambda i: sign * influences[i])[:count]


def explain_corpus(metric: str | Metric | Scorer, corpus: Corpus, count: int) -> CorpusExplanation:
    """The corpus score step by step, and the segments that hurt it most, each with its own score."""
    scorer = Scorer.of(metric)
    metric = scorer.corpus
    stats = measure_corpus(metric, corpus)
    changes, values = influence(metric, stats), scorer.sentence.row_values(stats)
    worst = costliest(changes, count, metric.formula.higher_is_better)
    segments = tuple(Influential(i + 1, changes[i], values[i], corpus.hyps[i]) for i in worst)
    score = metric.score_rows(stats, corpus.nrefs)
    signature = scorer.sentence.signature(corpus.nrefs)
    return CorpusExplanation(
        score, len(corpus), segments, signature, metric.evidence.definition, corpus_steps(metric, stats)
    )


def corpus_steps(metric: Metric, stats: Stats) -> tuple[Step, ...]:
    """The derivation of a corpus score from the sums of the rows, by the lines of the metric's arithmetic."""
    score = metric.score_rows(stats)
    if metric.formula.mean_of_segments:
        sentence = "Each segment is scored by itself."
        return (Step(score.name, "mean of the segment scores", {"segments": len(stats)}, score.value, sentence),)
    row = stats.total()
    numbers: dict[str, float | int] = {**metric.formula.numbers(row), **metric.counts.as_columns(row)}
    steps = []
    for line in metric.evidence.arithmetic:
        inputs = {name: numbers[name] for name in line.inputs if name in numbers}
        columns = {column: column for column in inputs if column in metric.counts.columns}
        terms = {name: name for name in inputs if name not in columns}
        clauses = line.formula.split("; ") if len(line.outputs) > 1 else [line.formula]  # one for each number
        for name, clause in zip(line.outputs, clauses, strict=True):
            label = line.label if len(clauses) == 1 else f"{line.label}: {name}"
            values = {**inputs, **dict(line.settings)}
            steps.append(Step(label, clause, values, numbers[name], "", columns, terms, name))
    return tuple(steps)
