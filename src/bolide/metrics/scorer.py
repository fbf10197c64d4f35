"""Metrics as they are asked for, each with its settings for single segments; and what several measure of systems."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bolide.corpus import Corpus
from bolide.data.scores import Signature
from bolide.data.stats import Stats
from bolide.metrics import check_references, metric_of
from bolide.metrics.base import Metric
from bolide.metrics.counts import Counts, Measured, Progress, no_progress
from bolide.system.errors import InputError, OptionError, SegmentError


@dataclass(frozen=True)
class Scorer:
    """A metric for corpora and a metric for single segments (BLEU with effective order). Both have the same rows.

    `nrefs` is the number of references in the signature that they were made of, if it has one.
    """

    corpus: Metric
    sentence: Metric
    nrefs: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        corpus, sentence = self.corpus, self.sentence
        if corpus != sentence and (corpus.counts != sentence.counts or corpus.counts.row_per_reference):
            raise OptionError(
                f"{sentence.signature()} has other rows than {corpus.signature()}, but segments are scored from the "
                "rows of their corpus. Score them separately."
            )

    @classmethod
    def of(cls, metric: str | Metric | Scorer) -> Scorer:
        """The scorer for a metric: one passed by name scores segments with its settings for sentences; a signature or a
        metric object scores them as configured."""
        if isinstance(metric, Scorer):
            return metric
        corpus = metric_of(metric)
        if not isinstance(metric, str):
            return cls(corpus, corpus)
        if "|" in metric:
            return cls(corpus, corpus, Signature.from_text(metric).nrefs)
        return cls(corpus, corpus.for_sentences())

    @classmethod
    def for_sentences(cls, metric: Metric, keep: Collection[str] = ()) -> Scorer:
        """The metric, and for segments its settings for sentences, except for the options in `keep`."""
        return cls(metric, metric.for_sentences(keep))


Metrics: TypeAlias = str | Metric | Scorer | Iterable[str | Metric | Scorer]


def metric_list(metrics: Metrics) -> list[str | Metric | Scorer]:
    """The metrics that a caller passes, one or several, as a list."""
    several = [metrics] if isinstance(metrics, str | Metric | Scorer) else metrics
    if not isinstance(several, Iterable) or isinstance(several, Mapping | set | frozenset):
        advice = "pass a list of names, signatures or metrics, which bolide.metric makes of functions"
        raise InputError(f"`metrics` is of type {type(metrics).__name__}; {advice}.")
    return list(several)


def scorers_of(metrics: Metrics, *, others: object = False, systems: Iterable[Corpus] = ()) -> list[Scorer]:
    """A scorer for each metric that a caller passes: a name, a signature or an object.

    There may be none if there are `others`, such as scores of other tools. A signature must have as many references as
    the `systems`.
    """
    scorers = list(map(Scorer.of, metric_list(metrics)))
    for system in systems:
        check_every_signature(scorers, system.nrefs, len(system))
    for scorer in scorers:
        if sum(scorer.corpus == other.corpus for other in scorers) > 1:
            raise OptionError(f"`metrics`: {scorer.corpus.title} is listed twice with the same settings.")
    if not scorers and not others:
        raise InputError("There is nothing to score with: `metrics` is empty; name one.")
    return scorers


def check_every_signature(metrics: Iterable[str | Metric | Scorer], nrefs: str, segments: int) -> None:
    """Raise OptionError if one of them is a signature with another number of references; see `check_references`."""
    for metric in metrics:
        check_references(metric, nrefs, segments)


# --- rows of several metrics ------------------------------------------------------------------------------------------


def measure_together(
    corpus: Corpus, metrics: Sequence[Metric], *, jobs: int = 1, progress: Progress = no_progress
) -> list[Stats]:
    """The rows of one system under every metric; metrics with equal Counts share their rows."""
    known: dict[Counts, Measured] = {}
    tables = []
    for metric in metrics:
        counts = metric.counts
        if counts not in known:
            try:
                known[counts] = counts.measure(corpus, jobs=jobs, progress=progress)
            except InputError as error:
                error.metric, error.system = metric, corpus.name
                if len(metrics) > 1:
                    error.add_note(f"The metric is {metric.title}; others may be able to score these texts.")
                raise
        tables.append(metric.formula.best_reference_rows(known[counts]))
    return tables


def measure_all(
    systems: Sequence[Corpus], metrics: Sequence[Metric], *, jobs: int = 1, progress: Progress = no_progress
) -> list[list[Stats]]:
    """The rows of every system under every metric: one list per system, one table per metric.

    Metrics with equal Counts share their rows. `progress` is called with numbers of segments that add up to `work`.
    """
    return [measure_together(system, metrics, jobs=jobs, progress=progress) for system in systems]


def measure_in_steps(system: Corpus, metrics: Sequence[Metric], size: int) -> Generator[int, None, list[Stats]]:
    """Measure one system in small steps, between which the caller may stop; yields each step's number of segments."""
    tables = [array("q") for _ in metrics]
    for counts in dict.fromkeys(metric.counts for metric in metrics):
        for number, piece in enumerate(system.blocks(size)):
            try:
                measured = counts.measure(piece)
            except InputError as error:
                if isinstance(error, SegmentError):
                    error = SegmentError(number * size + error.segment, error.what, error.unit)
                error.metric = next(metric for metric in metrics if metric.counts == counts)
                raise error from None
            for metric, data in zip(metrics, tables, strict=True):
                if metric.counts == counts:
                    data.extend(metric.formula.best_reference_rows(measured).data)
            yield len(piece)
    return [Stats(metric.counts.columns, data) for metric, data in zip(metrics, tables, strict=True)]


def work(systems: Sequence[Corpus], metrics: Sequence[Metric]) -> int:
    """The number of segments to measure, each once for every distinct Counts."""
    return len({metric.counts for metric in metrics}) * sum(map(len, systems))


def measure_corpus(metric: Metric, corpus: Corpus, *, jobs: int = 1, progress: Progress = no_progress) -> Stats:
    """One row of integers per segment of a corpus; `progress` is called with the number of segments just measured."""
    if not isinstance(corpus, Corpus):
        raise InputError(f"Expected a Corpus, not {type(corpus).__name__}; make one with Corpus.of.")
    return metric.formula.best_reference_rows(metric.counts.measure(corpus, jobs=jobs, progress=progress))
