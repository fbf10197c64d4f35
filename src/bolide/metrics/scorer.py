"""Metrics as they are asked for: each with its settings for single segments, and from names and options as text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bolide.corpus import Corpus
from bolide.data.scores import Signature
from bolide.metrics import check_references, metric_of
from bolide.metrics.base import Metric
from bolide.system.errors import InputError, OptionError


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
