"""A study: texts and metrics in, every comparison and where the systems differ out, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bolide.corpus import Corpus
from bolide.data.results import Result
from bolide.metrics.base import Metric
from bolide.metrics.measuring import measure_all
from bolide.significance.breakdown import NOT_JUDGED, Bucket, Deciding, bucketed, by_length, deciding, quarters
from bolide.significance.ngram_differences import Phrase, phrases
from bolide.significance.paired import compare
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison
from bolide.significance.sample import Sample, measured_samples
from bolide.system.errors import InputError, OptionError


@dataclass(frozen=True)
class Look:
    """What to look at besides the scores, for one pair of systems (None: the first two of the ranking).

    `segments` and `phrases` say how many to list on each side; `labels` and `documents` have one entry per segment,
    `human` has people's score of each segment, NaN where there is none.
    """

    between: tuple[str, str] | None = None
    segments: int = 0
    lengths: bool = False
    labels: Sequence[str] | None = None
    phrases: int = 0
    documents: Sequence[str] | None = None
    human: Sequence[float] | None = None

    def __post_init__(self) -> None:
        if self.between is not None and not (self.segments or self.lengths or self.phrases or self.grouped):
            raise OptionError("between names two systems, and nothing is looked at; ask for segments or the like.")

    @property
    def grouped(self) -> bool:
        """Whether segments are to be looked at in groups other than by length."""
        return any(given is not None for given in (self.labels, self.documents, self.human))


@dataclass(frozen=True)
class Where:
    """Where two systems differ under one metric."""

    metric: str
    a: str
    b: str
    for_a: tuple[Deciding, ...] = ()
    for_b: tuple[Deciding, ...] = ()
    lengths: tuple[Bucket, ...] = ()
    labels: tuple[Bucket, ...] = ()
    documents: tuple[Bucket, ...] = ()
    human: tuple[Bucket, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        lists: Mapping[str, Sequence[Any]] = {
            "for_a": self.for_a, "for_b": self.for_b, "lengths": self.lengths, "labels": self.labels,
            "documents": self.documents, "human": self.human,
        }  # fmt: skip
        named = {name: [item.to_dict() for item in items] for name, items in lists.items()}
        return {"metric": self.metric, "a": self.a, "b": self.b, **named}


@dataclass(frozen=True)
class Study(Result):
    """One comparison per metric, where the systems differ, and the n-grams that only one of a pair gets."""

    comparisons: tuple[Comparison, ...]
    where: tuple[Where, ...] = ()
    phrases_a: tuple[Phrase, ...] = ()
    phrases_b: tuple[Phrase, ...] = ()
    between: tuple[str, str] = ("", "")

    _view = "bolide.reporting.views.comparison:study_blocks"
    _pictures = True

    def __repr__(self) -> str:
        return f"<Study: {', '.join(map(repr, self.comparisons))}>"

    def signatures(self) -> Iterator[str]:
        return (comparison.signature for comparison in self.comparisons)

    def data(self) -> dict[str, Any]:
        return {
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
            "where": [where.to_dict() for where in self.where],
            "phrases": {
                "a": [phrase.to_dict() for phrase in self.phrases_a],
                "b": [phrase.to_dict() for phrase in self.phrases_b],
                "between": list(self.between),
            },
        }


def measured(
    systems: Sequence[Corpus],
    metrics: Sequence[Metric],
    *,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda segments: None,
) -> list[list[Sample]]:
    """Every system under every metric: one list of samples per metric; `progress` as in `measure_all`."""
    return measured_samples(systems, metrics, measure_all(systems, metrics, jobs=jobs, progress=progress))


def study(
    tables: Sequence[Sequence[Sample]], plan: Plan | None = None, look: Look | None = None,
    systems: Sequence[Corpus] = (), metric: Metric | None = None,
) -> Study:  # fmt: skip
    """Compare under every metric; the texts and the first metric are needed for lengths and n-grams only."""
    if not tables:
        raise InputError("There is nothing to compare: name a metric, or give scores.")
    look = look or Look()
    if (look.phrases and metric is None) or ((look.lengths or look.phrases) and not systems):
        raise InputError("Lengths and n-grams are those of texts: pass the systems, and for n-grams the metric too.")
    names = [samples[0].metric for samples in tables if samples]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"Two metrics are called {name!r}; rename the file of one.")
    for samples in tables[1:]:
        _same_systems(tables[0], samples)
    comparisons = tuple(compare(samples, plan) for samples in tables)
    a, b = look.between or _leaders(comparisons[0])
    texts = {corpus.name: corpus for corpus in systems}
    for_a: tuple[Phrase, ...] = ()
    for_b: tuple[Phrase, ...] = ()
    if look.phrases and metric is not None:
        for_a, for_b = phrases(_named(texts, a), _named(texts, b), metric.counts.tokens, count=look.phrases)
    cut = metric.counts.tokens if metric is not None else str.split
    sizes = [len(cut(systems[0][line].refs[0])) for line in range(len(systems[0]))] if look.lengths and systems else []
    wanted = look.segments or sizes or look.grouped
    where = tuple(_where(samples, (a, b), look, sizes) for samples in tables) if wanted else ()
    return Study(comparisons, where, for_a, for_b, (a, b))


def _same_systems(one: Sequence[Sample], two: Sequence[Sample]) -> None:
    names = [{sample.system for sample in samples} for samples in (one, two)]
    if names[0] != names[1]:
        odd = sorted(names[0] ^ names[1])
        raise InputError(
            f"{one[0].metric} and {two[0].metric} are not of the same systems: {', '.join(odd)} in one only."
        )


def _leaders(comparison: Comparison) -> tuple[str, str]:
    """The best system and the next; against a baseline the best other system and the baseline."""
    first, second = comparison.systems[0].system, comparison.systems[1].system
    return (second, first) if comparison.plan.baseline is not None else (first, second)


def _named(known: Mapping[str, Any], name: str) -> Any:  # Any: a Corpus or a Sample, whatever the table holds
    if name not in known:
        raise InputError(f"There is no system {name!r} to look at; there are {', '.join(known)}.")
    return known[name]


def _where(samples: Sequence[Sample], pair: tuple[str, str], look: Look, sizes: Sequence[int]) -> Where:
    by_name = {sample.system: sample for sample in samples}
    a, b = _named(by_name, pair[0]), _named(by_name, pair[1])
    for_a, for_b = deciding(a, b, look.segments) if look.segments else ((), ())
    lengths = by_length([a, b], sizes) if sizes else ()
    labels, documents = (() if given is None else bucketed([a, b], given) for given in (look.labels, look.documents))
    return Where(a.metric, a.system, b.system, for_a, for_b, lengths, labels, documents, _by_human([a, b], look.human))


def _by_human(samples: Sequence[Sample], scores: Sequence[float] | None) -> tuple[Bucket, ...]:
    """Quarters of the segments by people's scores, the lowest first."""
    if scores is None:
        return ()
    labels, names = quarters(scores)
    if not names:
        raise InputError("People's scores of the segments are so much alike that there are no quarters to look at.")
    found = {bucket.label: bucket for bucket in bucketed(samples, labels)}
    return tuple(found[name] for name in (*names, NOT_JUDGED) if name in found)
