"""A study: the comparisons of systems under several metrics, and where two of the systems differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bolide.corpus import Corpus
from bolide.corpus.table_files import Warn
from bolide.data.results import Result
from bolide.data.scores import index_of
from bolide.data.stats import Stats
from bolide.evaluation.ngram_matches import NgramDifference, ngram_differences
from bolide.evaluation.scoring import notes_on, units_of
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.scorer import measure_all
from bolide.significance.breakdown import Bucket, InfluentialSegment, bucketed, by_human, by_length, most_influential
from bolide.significance.human_agreement_curves import PUBLISHED, published_curve, with_human_agreement
from bolide.significance.paired import compare as compare_samples
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison, Pair, SystemResult
from bolide.significance.sample import Sample, by_system
from bolide.system.errors import InputError, OptionError, warn_caller
from bolide.system.limits import check_count
from bolide.testset import TestSet, check_test_set
from bolide.testset.metrics import Asked, Metrics, metrics_of

if TYPE_CHECKING:
    from bolide.agreement.judgments import People

ONE_OUTPUT = "Scores of other tools are of one output each; systems with several runs are tested without them."
FIRST_RUNS = "Groups, segments and influences are those of the first run of each system."
Influential = tuple[tuple[InfluentialSegment, ...], tuple[InfluentialSegment, ...]]
Ngrams = tuple[tuple[NgramDifference, ...], tuple[NgramDifference, ...]]


def compare(
    data: TestSet,
    metrics: Metrics = "bleu",
    *,
    baseline: str | None = None,
    plan: Plan | None = None,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> Study:
    """Compare the systems of a test set: confidence intervals, paired tests, letters, and where they differ.

    `metrics` are names, signatures, metrics, functions and scores of other tools (`read_scores`), one, a list, or a
    dict by label. Each system is tested against each other, or against the `baseline`; the `plan` says how. Whole
    documents are drawn and exchanged where they are known. Details are asked of the result.

    >>> import bolide
    >>> refs = ["the cat sat on the mat", "hello world", "it rains today"]
    >>> data = bolide.TestSet(refs, {"a": refs, "b": ["a cat", "hello there", "it rains"]})
    >>> chrf = bolide.compare(data, ["chrf", "ter"])["chrf"]
    >>> [(system.system, round(100 * system.value, 1)) for system in chrf.systems], round(chrf.pair("a", "b").p, 2)
    ([('a', 100.0), ('b', 27.6)], 0.25)
    >>> [round(segment.influence, 3) for segment in chrf.segments("a", "b", 1)[0]]
    [0.142]
    """
    check_test_set(data)
    asked = metrics_of(metrics, data)
    plan = plan or Plan()
    plan = plan if baseline is None else replace(plan, baseline=baseline)
    notes = notes_on(data, [one.scorer.corpus for one in asked if one.scorer is not None])
    groups = gathered_samples(data, asked, plan, notes.append, jobs=jobs, progress=progress)
    comparisons = tuple(compare_samples(group, plan) for group in groups)
    rows = [texts for one in asked if hasattr(one.other, "identity") for texts in one.other.identity]
    rows = [texts for texts in rows if texts.system in data.names]
    for note in dict.fromkeys(notes):
        warn_caller(note)
    return Study(
        comparisons,
        between=_leaders(comparisons[0]),
        notes=tuple(dict.fromkeys(notes)),
        evidence=StudyEvidence([[runs[0] for runs in group] for group in groups], data, asked),
        identity=tuple(dict.fromkeys([*data.identity, *rows])),
    )


def gathered_samples(
    data: TestSet,
    asked: Sequence[Asked],
    plan: Plan,
    warn: Warn,
    tables: Sequence[Sequence[Stats]] | None = None,
    *,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> list[list[list[Sample]]]:
    """For each metric and each system the samples of all its training runs, with the units of the plan.

    `tables` are the rows of every run under every measured metric, if they are known.
    """
    own = [one.scorer.corpus for one in asked if one.scorer is not None]
    if data.further and len(own) < len(asked):
        raise OptionError(ONE_OUTPUT)
    if own and not data.corpora:
        raise InputError(f"The test set has no texts that {own[0].title} could score.")
    units, runs = units_of(plan, data), [run for name in data.names for run in data.runs.get(name, ())]
    tables = measure_all(runs, own, jobs=jobs, progress=progress) if tables is None else tables
    rows, groups = zip(*tables, strict=True), []  # by metric
    for one in asked:
        if one.scorer is None:
            samples = [replace(sample, metric=one.label) for sample in one.other.samples(data, warn)]
        else:
            metric, each = one.scorer.corpus, zip(runs, next(rows), strict=True)
            samples = [Sample.of(run.name, metric, stats, run.nrefs, one.label) for run, stats in each]
        groups.append([*by_system(samples, units).values()])
    return groups


@dataclass(frozen=True, eq=False)
class StudyEvidence:
    """What a study was computed from: the rows of every system under every metric, and the test set."""

    samples: Sequence[Sequence[Sample]]
    data: TestSet
    asked: Sequence[Asked]

    def tokenizer(self, label: str | None = None) -> Callable[[str], list[str]]:
        """That of a metric, or of the first one; words between spaces if it is not measured."""
        asked = [one.scorer for one in self.asked if label in (None, one.label)]
        scorer = next(filter(None, asked), None)
        return str.split if scorer is None else scorer.corpus.counts.tokens

    def corpora(self) -> dict[str, Corpus]:
        """The outputs by system."""
        if not self.data.corpora:
            raise InputError("The texts are not known: these are scores, or rows.")
        return {corpus.name: corpus for corpus in self.data.corpora}

    def lengths(self, tokenize: Callable[[str], list[str]]) -> list[int]:
        """The length of each first reference."""
        first, *others = self.corpora().values()
        if any(corpus.refs != first.refs for corpus in others):
            raise OptionError("The lengths are those of the references, which differ between these systems.")
        return [len(tokenize(first.refs[start])) for start in first.ref_starts[:-1]]

    def ngrams(self, a: str, b: str, tokenize: Callable[[str], list[str]], count: int) -> Ngrams:
        """The n-grams that each of two systems matches more often than the other."""
        check_count("ngrams", count)
        corpora = self.corpora()
        return ngram_differences(_named(corpora, a), _named(corpora, b), tokenize, count=count)


@dataclass(frozen=True)
class MetricStudy:
    """The comparison under one metric, `study["bleu"]`, which also answers where two systems differ."""

    comparison: Comparison
    evidence: StudyEvidence | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return str(self.comparison)

    def _repr_html_(self) -> str:
        return self.comparison._repr_html_()

    @property
    def systems(self) -> tuple[SystemResult, ...]:
        """The systems with their scores and intervals, best first."""
        return self.comparison.systems

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The tests."""
        return self.comparison.pairs

    def pair(self, a: str, b: str) -> Pair:
        """The test of these two systems, in either order."""
        return self.comparison.pair(a, b)

    def segments(self, a: str, b: str, count: int = 5) -> Influential:
        """The `count` segments that favour `a` most, and those that favour `b` most, by their influence and their lines
        in the whole test set."""
        evidence, both = self._of(a, b)
        for one in evidence.asked:
            if one.label == self.comparison.metric and (gap := getattr(one.other, "gap", None)) is not None:
                raise gap
        check_count("segments", count)
        if not count:
            return (), ()
        for_a, for_b = most_influential(both[0], both[1], count)
        line = evidence.data.line
        for_a, for_b = (tuple(replace(one, segment=line(one.segment)) for one in some) for some in (for_a, for_b))
        return for_a, for_b

    def by_length(self, a: str, b: str) -> tuple[Bucket, ...]:
        """The scores of two systems by the length of the reference."""
        evidence, both = self._of(a, b)
        return by_length(both, evidence.lengths(evidence.tokenizer(self.comparison.metric)), plan=self._drawn)

    def by_label(self, a: str, b: str, labels: Sequence[str] | None = None) -> tuple[Bucket, ...]:
        """The scores of two systems by label, one for each segment: the test set's, by default, or its domains."""
        evidence, both = self._of(a, b)
        known = evidence.data.labels or evidence.data.domains if labels is None else labels
        if known is None:
            raise OptionError("`labels`: the test set has neither labels nor domains; pass one for each segment.")
        return bucketed(both, known, self._drawn)

    def ngrams(self, a: str, b: str, count: int = 10) -> Ngrams:
        """The n-grams of the references that `a` matches most often more than `b`, and the reverse."""
        evidence, _ = self._of(a, b)
        return evidence.ngrams(a, b, evidence.tokenizer(self.comparison.metric), count)

    @property
    def _drawn(self) -> Plan:
        """The plan for intervals of groups of segments beside the tests."""
        plan = self.comparison.plan
        return Plan(plan.mode, "bootstrap", plan.resamples_used, seed=plan.seed_used, unit=plan.unit)

    def _of(self, a: str, b: str) -> tuple[StudyEvidence, list[Sample]]:
        """What it was computed from, and the samples of two systems."""
        evidence = _evidence(self.evidence)
        group = next(group for group in evidence.samples if group[0].metric == self.comparison.metric)
        by_name = {sample.system: sample for sample in group}
        return evidence, [_named(by_name, name) for name in (a, b)]


def _evidence(evidence: StudyEvidence | None) -> StudyEvidence:
    if evidence is None:
        raise InputError("This study was read from JSON, without its rows; compare the systems again.")
    return evidence


@dataclass(frozen=True)
class PairDetails:
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
    """One comparison per metric, where two systems differ, and the n-grams that one of them matches more often.

    `study["bleu"]` is the comparison under one metric; `notes` say what is odd about the texts.
    """

    comparisons: tuple[Comparison, ...]
    details: tuple[PairDetails, ...] = ()
    phrases_a: tuple[NgramDifference, ...] = ()
    phrases_b: tuple[NgramDifference, ...] = ()
    between: tuple[str, str] = ("", "")
    notes: tuple[str, ...] = ()
    evidence: StudyEvidence | None = field(default=None, repr=False, compare=False, kw_only=True)

    def blocks(
        self, width: int | None = None, *, drawn: bool = False, effect: bool = False, texts: bool = False
    ) -> list[Any]:
        from bolide.reporting.views.comparison import study_blocks

        return study_blocks(self, width, drawn=drawn, effect=effect, texts=texts)

    def __repr__(self) -> str:
        return f"<Study: {', '.join(map(repr, self.comparisons))}>"

    def __getitem__(self, metric: str) -> MetricStudy:
        """The comparison under a metric, by its name as it was written or as a table has it."""
        labels = [comparison.metric for comparison in self.comparisons]
        written = [] if self.evidence is None else [one.written for one in self.evidence.asked]
        if metric not in labels and metric in written:
            metric = labels[written.index(metric)]
        names = [comparison.signature.partition("|")[0] or comparison.metric for comparison in self.comparisons]
        return MetricStudy(self.comparisons[index_of(metric, labels, names)], self.evidence)

    def with_details(
        self,
        between: tuple[str, str] | None = None,
        *,
        segments: int = 0,
        lengths: bool = False,
        ngrams: int = 0,
        labels: bool = False,
        human: People | None = None,
    ) -> Study:
        """The study with what it says of two systems under every metric in its tables, as `bolide compare` prints them:
        influential segments, scores by length, label or human score, n-grams. By default they are the first two."""
        evidence = _evidence(self.evidence)
        if between is not None and len(set(between)) < 2:
            raise OptionError(f"`between` is {between!r:.60}; it must be the names of two systems.")
        a, b = between or _leaders(self.comparisons[0])
        notes = list[str]()
        people: list[float] = []
        if human is not None:
            from bolide.agreement.judgments import check_people

            check_people(human)
            table = human.table(evidence.data, [sample.system for sample in evidence.samples[0]], notes.append)
            people = table.segment_means()
        tokenize = evidence.tokenizer()
        sizes = evidence.lengths(tokenize) if lengths else []
        details = []
        for comparison in self.comparisons:
            one = MetricStudy(comparison, evidence)
            _, both = one._of(a, b)
            details.append(
                PairDetails(
                    comparison.metric,
                    a,
                    b,
                    *(one.segments(a, b, segments) if segments else ((), ())),
                    by_length(both, sizes, plan=one._drawn) if lengths else (),
                    one.by_label(a, b) if labels else (),
                    by_human(both, people, one._drawn) if human is not None else (),
                )
            )
        wanted = segments or lengths or labels or human is not None
        phrases = evidence.ngrams(a, b, tokenize, ngrams) if ngrams else ((), ())
        of_first = (FIRST_RUNS,) if evidence.data.further and (wanted or ngrams) else ()
        for note in notes:
            warn_caller(note)
        return replace(
            self,
            comparisons=tuple(replace(one, notes=(*one.notes, *of_first)) for one in self.comparisons),
            details=tuple(details) if wanted else (),
            phrases_a=phrases[0],
            phrases_b=phrases[1],
            between=(a, b),
            notes=tuple(dict.fromkeys([*self.notes, *notes])),
        )

    def with_people(self, people: People) -> Study:
        """The study with the scores of the first two systems by quarters of people's scores of the segments."""
        return self.with_details(human=people)

    def with_human_agreement(self) -> Study:
        """The study with how often people agree with a difference, for BLEU and chrF (Kocmi 2024)."""
        if not any(map(published_curve, self.comparisons)):
            metrics = " or ".join(PUBLISHED)
            raise OptionError(f"People's agreement is known for {metrics} with sacreBLEU's defaults; none is compared.")
        return replace(self, comparisons=tuple(map(with_human_agreement, self.comparisons)))

    def signatures(self) -> Iterator[str]:
        return (comparison.signature for comparison in self.comparisons)


def _leaders(comparison: Comparison) -> tuple[str, str]:
    """The best system and the second best; with a baseline, the best other system and the baseline."""
    first, second = comparison.systems[0].system, comparison.systems[1].system
    return (second, first) if comparison.plan.baseline is not None else (first, second)


def _named(known: Mapping[str, Any], name: str) -> Any:  # Any: a Corpus or a Sample, whatever the table holds
    if name not in known:
        raise InputError(f"There is no system {name!r}; the systems are {', '.join(known)}.")
    return known[name]
