"""A study: the comparisons of systems under several metrics, and where two of the systems differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bolide.corpus import Corpus
from bolide.corpus.identity import hashes_of
from bolide.data.results import Result
from bolide.data.scores import metric_labels
from bolide.data.stats import Stats
from bolide.evaluation.ngram_matches import NgramDifference, ngram_differences
from bolide.metrics.base import Metric
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.measuring import measure_all
from bolide.significance.breakdown import Bucket, InfluentialSegment, bucketed, by_human, by_length, most_influential
from bolide.significance.paired import compare
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison
from bolide.significance.sample import Sample
from bolide.system.errors import InputError, OptionError, first_repeated
from bolide.system.stored import Plain, plain

FIRST_RUNS = "Groups, segments and influences are those of the first run of each system."


@dataclass(frozen=True)
class BreakdownOptions:
    """Details to report besides the scores, for one pair of systems (None: the first two of the ranking).

    `segments` and `ngrams` are how many to list for each system; `labels` has one entry per segment; `human` has the
    human score of each segment, NaN if it has none.
    """

    between: tuple[str, str] | None = None
    segments: int = 0
    lengths: bool = False
    labels: Sequence[str] | None = None
    ngrams: int = 0
    human: Sequence[float] | None = None

    def __post_init__(self) -> None:
        if self.between is not None and not (self.segments or self.lengths or self.ngrams or self.grouped):
            raise OptionError("between names two systems, but no details are requested; pass segments or the like.")
        if self.between is not None and self.between[0] == self.between[1]:
            raise OptionError(f"`between` names {self.between[0]} twice; name two systems.")

    @property
    def grouped(self) -> bool:
        """Whether segments are grouped by anything other than length."""
        return self.labels is not None or self.human is not None


@dataclass(frozen=True)
class PairDetails(Plain):
    """Details of the difference between two systems under one metric."""

    metric: str
    a: str
    b: str
    for_a: tuple[InfluentialSegment, ...] = ()
    for_b: tuple[InfluentialSegment, ...] = ()
    lengths: tuple[Bucket, ...] = ()
    labels: tuple[Bucket, ...] = ()
    human: tuple[Bucket, ...] = ()


@dataclass(frozen=True)
class Study(Result):
    """One comparison per metric, where two systems differ, and the n-grams that one of them matches more often."""

    comparisons: tuple[Comparison, ...]
    details: tuple[PairDetails, ...] = ()
    phrases_a: tuple[NgramDifference, ...] = ()
    phrases_b: tuple[NgramDifference, ...] = ()
    between: tuple[str, str] = ("", "")

    def blocks(
        self,
        width: int | None = None,
        systems: Sequence[Corpus] = (),
        *,
        drawn: bool = False,
        source: Sequence[str] = (),
        effect: bool = False,
    ) -> list[Any]:
        from bolide.reporting.views.comparison import study_blocks

        return study_blocks(self, width, systems, drawn=drawn, source=source, effect=effect)

    def data_table(self, width: int | None = None) -> Any:
        from bolide.reporting.views.data_tables import study_table

        return study_table(self, width)

    def __repr__(self) -> str:
        return f"<Study: {', '.join(map(repr, self.comparisons))}>"

    def signatures(self) -> Iterator[str]:
        return (comparison.signature for comparison in self.comparisons)

    def data(self) -> dict[str, Any]:
        phrases = {"a": self.phrases_a, "b": self.phrases_b, "between": self.between}
        listed = {name: plain(value) for name, value in phrases.items()}
        return {"comparisons": plain(self.comparisons), "where": plain(self.details), "phrases": listed}

    @classmethod
    def _fields_from(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        phrases = data["phrases"]
        names = {"phrases_a": phrases["a"], "phrases_b": phrases["b"], "between": phrases["between"]}
        return {"details": data["where"], **names}


def measured_samples(
    systems: Sequence[Corpus], metrics: Sequence[Metric], tables: Sequence[Sequence[Stats]]
) -> list[list[Sample]]:
    """One list of samples, one per system, for each metric; `tables[system][metric]` are the rows."""
    labels = metric_labels([metric.signature() for metric in metrics])
    return [
        [
            Sample.of(system.name, metric, by_metric[k], system.nrefs, label)
            for system, by_metric in zip(systems, tables, strict=True)
        ]
        for k, (metric, label) in enumerate(zip(metrics, labels, strict=True))
    ]


def measure_samples(
    systems: Sequence[Corpus], metrics: Sequence[Metric], *, jobs: int = 1, progress: Progress = no_progress
) -> list[list[Sample]]:
    """Measure every system under every metric: one list of samples per metric; `progress` as in `measure_all`."""
    return measured_samples(systems, metrics, measure_all(systems, metrics, jobs=jobs, progress=progress))


def check_metric_names(tables: Sequence[Sequence[Sample]]) -> None:
    """Raise InputError if two metrics have the same name."""
    if (twice := first_repeated([samples[0].metric for samples in tables if samples])) is not None:
        raise InputError(f"Two metrics are called {twice!r}; rename the file of one of them.")


def study(
    tables: Sequence[Sequence[Sample]],
    plan: Plan | None = None,
    breakdown: BreakdownOptions | None = None,
    systems: Sequence[Corpus] = (),
    metric: Metric | None = None,
    further: Sequence[Mapping[str, Sequence[Sample]]] = (),
) -> Study:
    """Compare systems under every metric. The texts and the first metric are needed only for lengths and n-grams.

    `further` has, for every metric, the further training runs of systems; details are of the first run.
    """
    if not tables:
        raise InputError("There is nothing to compare: name a metric, or pass scores.")
    breakdown = breakdown or BreakdownOptions()
    if (breakdown.ngrams and metric is None) or ((breakdown.lengths or breakdown.ngrams) and not systems):
        raise InputError("`lengths` and `ngrams` need the texts: pass `systems` and `refs`.")
    check_metric_names(tables)
    for samples in tables[1:]:
        _same_systems(tables[0], samples)
    runs = further or [{}] * len(tables)
    comparisons = tuple(compare(samples, plan, more) for samples, more in zip(tables, runs, strict=True))
    a, b = breakdown.between or _leaders(comparisons[0])
    texts = {corpus.name: corpus for corpus in systems}
    cut = metric.counts.tokens if metric is not None else str.split
    both = [_named(texts, name) for name in (a, b)] if breakdown.ngrams else []
    for_a, for_b = ngram_differences(both[0], both[1], cut, count=breakdown.ngrams) if both else ((), ())
    sizes = [len(cut(systems[0][line].refs[0])) for line in range(len(systems[0]))] if breakdown.lengths else []
    wanted = breakdown.segments or sizes or breakdown.grouped
    done = comparisons[0].plan
    drawn = Plan(done.mode, "bootstrap", done.resamples_used, seed=done.seed_used, unit=done.unit)
    details = tuple(_pair_details(samples, (a, b), breakdown, sizes, drawn) for samples in tables) if wanted else ()
    if any(further) and (details or both):
        comparisons = tuple(replace(each, notes=(*each.notes, FIRST_RUNS)) for each in comparisons)
    return Study(comparisons, details, for_a, for_b, (a, b), identity=hashes_of(systems))


def _same_systems(one: Sequence[Sample], two: Sequence[Sample]) -> None:
    if odd := sorted({sample.system for sample in one} ^ {sample.system for sample in two}):
        raise InputError(f"{one[0].metric} and {two[0].metric} score different systems: only one has {', '.join(odd)}.")


def _leaders(comparison: Comparison) -> tuple[str, str]:
    """The best system and the second best; with a baseline, the best other system and the baseline."""
    first, second = comparison.systems[0].system, comparison.systems[1].system
    return (second, first) if comparison.plan.baseline is not None else (first, second)


def _named(known: Mapping[str, Any], name: str) -> Any:  # Any: a Corpus or a Sample, whatever the table holds
    if name not in known:
        raise InputError(f"There is no system {name!r}; the systems are {', '.join(known)}.")
    return known[name]


def _pair_details(
    samples: Sequence[Sample], pair: tuple[str, str], breakdown: BreakdownOptions, sizes: Sequence[int], plan: Plan
) -> PairDetails:
    by_name = {sample.system: sample for sample in samples}
    a, b = _named(by_name, pair[0]), _named(by_name, pair[1])
    for_a, for_b = most_influential(a, b, breakdown.segments) if breakdown.segments else ((), ())
    lengths = by_length([a, b], sizes, plan=plan) if sizes else ()
    labels = () if breakdown.labels is None else bucketed([a, b], breakdown.labels, plan)
    human = () if breakdown.human is None else by_human([a, b], breakdown.human, plan)
    return PairDetails(a.metric, a.system, b.system, for_a, for_b, lengths, labels, human)
