"""Has a system become worse, and what could have been seen? `gate` gives a verdict on which a pipeline can act, `power`
says which differences a test set finds.

A gate exchanges whole documents, or segments, between a new output and an old one, or the rows of an earlier run: if
nothing has changed, it reports a loss in no more than α/2 of runs, whatever the size of the test set. A difference is
found with power 1 − β if it is (q₁₋α/₂ + q₁₋β) · s, where s is the jackknife's standard error and q quantiles of the
normal distribution, or of Student's with few units (Card et al. 2020): that depends on the test set and the systems,
not on the difference that was seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil, inf
from statistics import median
from typing import Any

from bolide.data.results import Report, Result
from bolide.data.scores import Signature
from bolide.evaluation.health import HealthNote, health_of
from bolide.evaluation.study import gathered_samples
from bolide.metrics.counts import Progress, no_progress
from bolide.significance.arithmetic import CORRECTIONS, SAME, smallest_found, student_quantile
from bolide.significance.breakdown import most_influential
from bolide.significance.paired import LossTest, Runs, differences_of, loss_test, unit_count
from bolide.significance.plan import Plan
from bolide.significance.sample import check
from bolide.significance.units import DOCUMENT, FEW, SEGMENT, UnitCount
from bolide.system.errors import InputError, OptionError, check_names, counted, warn_caller
from bolide.testset import TestSet, check_test_set
from bolide.testset.metrics import Asked, Metrics, PointsByMetric, metrics_of, points_by_metric
from bolide.testset.scores import StoredRows

VERDICTS = ("worse", "undecided", "not worse", "unchanged", "better")  # that of a run is the first that occurs
NOT_WORSE, HEALTHY = "not-worse", "healthy"
CHANGED = 10  # segments that are listed
ODD = (
    "empty",
    "placeholder",
    "copy",
    "script",
    "repeated",
    "loop",
)  # kinds of oddities that a system may begin to have
UNTESTED = "the earlier run has scores alone, which cannot be tested; --fixed compares the numbers"

Earlier = Report | Mapping[str, StoredRows]


@dataclass(frozen=True)
class MetricVerdict:
    """What became of the score of one metric, in points; a positive difference is better, whatever the metric.

    `margin` is the loss that is tolerated, `smallest` that which would be seen in 80 % of such test sets, `differing`
    the number of units that differ; the p-values are one-sided and corrected. Without a test, these and the interval
    are None. `reason` says why nothing is decided, or where interval and test disagree.
    """

    metric: str
    signature: str
    old: float
    new: float
    difference: float
    margin: float
    verdict: str
    reason: str = ""
    interval: tuple[float, float] | None = None
    p_worse: float | None = None
    p_better: float | None = None
    smallest: float | None = None
    differing: int | None = None


@dataclass(frozen=True)
class ChangedSegment:
    """A segment that became worse: its line, its scores by the first metric, in points, and its texts by what they are
    (`source`, `old`, `new`, `reference`), as far as they are known."""

    line: int
    old_score: float
    new_score: float
    texts: dict[str, str]


@dataclass(frozen=True)
class Gate(Result):
    """A new output held against an old one: a verdict for each metric, and what to look at.

    `segments` are those that became worst by the first metric, `health` what is odd about the new output alone,
    `require` what a pipeline asks for besides (`not-worse`, `healthy`).
    """

    old: str
    new: str
    metrics: tuple[MetricVerdict, ...]
    count: int
    plan: Plan
    units: UnitCount | None = None
    segments: tuple[ChangedSegment, ...] = ()
    health: tuple[HealthNote, ...] = ()
    require: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    derived = ("verdict", "passed", *Result.derived)

    def blocks(self, width: int | None = None, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.gate import gate_blocks

        return gate_blocks(self, width)

    @property
    def verdict(self) -> str:
        """The verdict of the run: the first that any metric has of worse, undecided, not worse, unchanged, better."""
        return min((one.verdict for one in self.metrics), key=VERDICTS.index)

    @property
    def passed(self) -> bool:
        """Whether nothing is worse, and all is so that is required."""
        holds = {NOT_WORSE: self.verdict != "undecided", HEALTHY: not self.health}
        return self.verdict != "worse" and all(holds[what] for what in self.require)

    def signatures(self) -> Iterator[str]:
        return (one.signature for one in self.metrics)


def gate(
    data: TestSet,
    metrics: Metrics = "bleu",
    *,
    margin: PointsByMetric = 0.0,
    plan: Plan | None = None,
    earlier: Earlier | None = None,
    fixed: bool = False,
    at_least: PointsByMetric = -inf,
    require: Collection[str] = (),
    jobs: int = 1,
    progress: Progress = no_progress,
) -> Gate:
    """Say whether the second system of a test set is worse than the first, for a pipeline that releases translations.

    `margin` is the loss that is tolerated, in points, one number or one for each metric. In place of the first system,
    `earlier` may be the rows (`read_rows`) or the report of an earlier run; a report has no rows to test, so that
    nothing is decided unless numbers alone are to be compared (`fixed`). `require` asks for `not-worse` or `healthy`.

    A score below `at_least` (above it, where lower is better) is worse, without a test; then the new system may be the
    only one.

    >>> import bolide
    >>> refs = ["the cat sat on the mat", "hello world", "it rains today", "come in", "not now", "see you", "go on"]
    >>> data = bolide.TestSet(refs, {"old": refs, "new": ["a cat", "hello", "rain", "come", "now", "see", "go"]})
    >>> found = bolide.gate(data, "chrf")
    >>> found.verdict, found.passed, found.metrics[0].p_worse
    ('worse', False, 0.0078125)
    """
    check_test_set(data)
    plan, asked, notes = plan or Plan(), metrics_of(metrics, data), list(data.notes)
    margins = points_by_metric("margin", margin, asked)
    limits = points_by_metric("at_least", at_least, asked, -inf)
    check_names("require", require, (NOT_WORSE, HEALTHY))
    if plan.mode != "sound" or plan.test != "randomisation":
        raise OptionError("`plan`: a gate exchanges units, in mode `sound`; leave mode and test out.")
    alone = earlier is None and len(data.names) == 1 and max(limits) > -inf
    if NOT_WORSE in require and not alone and not all(margins):
        raise OptionError("`require` not-worse needs a `margin` > 0 for every metric: what loss is tolerated?")
    wanted, what = (2, "two systems, the old one and the new one") if earlier is None else (1, "the new system alone")
    if alone and (any(margins) or -inf in limits):
        raise OptionError("Without an old output, `at_least` must have a number for every metric, and `margin` none.")
    if len(data.names) != wanted and not alone:
        raise InputError(f"A gate takes {what}; there are {len(data.names)}: {', '.join(data.names)}.")
    groups, plan = _gathered(data, asked, plan, notes, jobs, progress)
    new = [systems[-1] for systems in groups]
    if alone:
        old = [_Old("the limit", limit, None, False) for limit in limits]
    elif earlier is None:
        before, after = ([run.hyps for run in data.runs[name]] for name in data.names)
        old = []
        for (was, now), one in zip(groups, asked, strict=True):
            same = before == after if one.other is None else bool((was[0].values == now[0].values).all())
            old.append(_Old(data.names[0], _points(was), was, same))
    else:
        old = _of_earlier_run(earlier, data, new)
    verdicts = _verdicts(old, new, margins, limits, plan, fixed or alone)
    tested, units = any(one.interval for one in verdicts), unit_count(new[0][0], plan)
    return Gate(
        old[0].name,
        data.names[-1],
        tuple(verdicts),
        len(data),
        plan.filled(),
        units if tested else None,
        _changed(data, asked, old, new),
        _new_oddities(data),
        tuple(require),
        tuple(dict.fromkeys([*notes, *(units.cautions() if tested else ())])),
        identity=data.identity,
    )


def _gathered(
    data: TestSet, asked: Sequence[Asked], plan: Plan, notes: list[str], jobs: int, progress: Progress
) -> tuple[Sequence[Sequence[Runs]], Plan]:
    """For each metric the samples of every training run of each system, and the plan with its unit; warns of oddities,
    which are added to the notes."""
    groups = gathered_samples(data, asked, plan, notes.append, jobs=jobs, progress=progress)
    check(groups[0][0][:1], least=1)
    for note in dict.fromkeys(notes):
        warn_caller(note)
    return groups, plan.on(groups[0][0][0].units)


# --- the old side -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Old:
    """The old side under one metric: its name, its score in points, its rows if it has any, and whether the new outputs
    (or scores, of another tool) are the very same."""

    name: str
    points: float
    runs: Runs | None
    unchanged: bool


def _of_earlier_run(earlier: Earlier, data: TestSet, new: Sequence[Runs]) -> list[_Old]:
    """The old side from a report or from rows: refused if the references or the settings were others."""
    if isinstance(earlier, Report):
        known: Mapping[str, Any] = {
            one.name: {str(score.signature): score for score in one.scores} for one in earlier.systems if not one.group
        }
        identity = earlier.identity
    else:
        first = next(iter(earlier.values()))
        known = {name: {rows.by_system[name].signature: rows for rows in earlier.values()} for name in first.by_system}
        identity = first.identity
    name = next(iter(known)) if len(known) == 1 else data.names[0]
    if name not in known:
        raise InputError(f"The earlier run has no {name}, only {', '.join(known)}; give the new output that name.")
    then, now = [one for one in identity if one.system == name], data.identity
    if then and now and [one.references for one in then] != [one.references for one in now]:
        raise InputError("The references are not those of the earlier run, so that scores cannot be compared.")
    unchanged = bool(then) and [one.outputs for one in then] == [one.outputs for one in now]
    return [_of_earlier_score(f"{name} (earlier)", name, known[name], runs, unchanged) for runs in new]


def _of_earlier_score(label: str, system: str, known: Mapping[str, Any], new: Runs, unchanged: bool) -> _Old:
    """The score or the rows of the metric with the same settings, by signature."""
    sample = new[0]
    settings = Signature.from_text(sample.signature or sample.metric)
    others = {Signature.from_text(text): one for text, one in known.items()}
    alike = [other for other in others if other.metric == settings.metric]
    if not alike:
        raise InputError(f"The earlier run has no {settings.metric}, only {', '.join(one.metric for one in others)}.")
    nearest = min(alike, key=lambda other: len(settings.differences(other)))
    if apart := settings.differences(nearest):
        raise InputError(f"{settings.metric} had other settings in the earlier run: {', '.join(apart)}.")
    found = others[nearest]
    if not isinstance(found, StoredRows):
        return _Old(label, found.points, None, unchanged and found.value == sample.value)
    if found.gap is not None:
        raise found.gap
    row = replace(found.by_system[system], system=label, metric=sample.metric, signature=sample.signature)
    return _Old(label, _points([row]), [row.with_units(sample.units)], unchanged)


def _points(runs: Runs) -> float:
    return runs[0].scale * sum(run.value for run in runs) / len(runs)


# --- the verdict ------------------------------------------------------------------------------------------------------


def _verdicts(
    old: Sequence[_Old],
    new: Sequence[Runs],
    margins: Sequence[float],
    limits: Sequence[float],
    plan: Plan,
    fixed: bool,
) -> list[MetricVerdict]:
    """The verdict on each metric, by tests where there are rows, and with p-values corrected over the metrics; worse
    beyond its limit."""
    both = list(zip(old, new, margins, strict=True))
    tests = [
        None if one.runs is None or one.unchanged else loss_test(one.runs, runs, margin / runs[0].scale, plan)
        for one, runs, margin in both
    ]
    correct = CORRECTIONS[plan.correction_used]
    worse = correct([1.0 if test is None else test.p_worse for test in tests])
    better = correct([1.0 if test is None else test.p_better for test in tests])
    verdicts = []
    for (one, runs, margin), limit, test, *p_values in zip(both, limits, tests, worse, better, strict=True):
        first, after = runs[0], _points(runs)
        ahead = after - one.points if first.higher_is_better else one.points - after
        verdict, reason = ("unchanged", "") if one.unchanged else ("undecided", UNTESTED)
        found = MetricVerdict(first.metric, first.signature, one.points, after, ahead, margin, verdict, reason)
        if test is not None:
            found = _tested(found, test, p_values, len(tests), plan, first.scale)
        if fixed and not one.unchanged:
            verdict = "worse" if ahead < -margin - SAME * abs(after) else "not worse"
            found = replace(found, verdict=verdict, reason="numbers were compared, without a test")
        beyond = limit - after if first.higher_is_better else after - limit
        if limit > -inf and beyond > SAME * abs(after):
            where = "below" if first.higher_is_better else "above"
            found = replace(found, verdict="worse", reason=f"{where} {limit:g}, without a test")
        verdicts.append(found)
    return verdicts


def _tested(
    found: MetricVerdict, test: LossTest, p_values: Sequence[float], tests: int, plan: Plan, scale: float
) -> MetricVerdict:
    """The verdict by the tests of a loss and of a gain, whose p-values are corrected."""
    level, error, freedom = plan.alpha / 2, scale * test.found.error, test.found.freedom
    room, (p_worse, p_better) = student_quantile(1 - level, freedom) * error, p_values
    low, high = found.difference - room, found.difference + room
    family, reason = tests if plan.correction_used == "holm" else 1, ""
    units = counted(test.differing, str(plan.unit))
    if p_worse <= level:
        verdict = "worse"
    elif p_better <= level:
        verdict = "better"
    else:
        certain = low + found.margin > SAME * max(abs(found.old), abs(found.new))  # without an error d may be −m
        verdict = "not worse" if found.margin and certain else "undecided"
    if family * test.least > level:
        trials = f"; use {ceil(family / level):,} trials or more" if 2.0**-test.differing < test.least else ""
        verdict, reason = "undecided", f"no loss can be found by exchanging {units}, all that differ{trials}"
    elif (verdict == "worse") != (high < -found.margin) or (verdict == "better") != (low > 0):
        reason = "the interval, which is of this metric alone, says otherwise, but the corrected test decides"
    elif verdict == "not worse" and test.differing < FEW:
        reason = f"only {units} differ, and damage that is rare may merely not have been met"
    smallest = found.margin + smallest_found(error, freedom, plan.alpha / family)
    return replace(
        found,
        verdict=verdict,
        reason=reason,
        interval=(low, high),
        p_worse=p_worse,
        p_better=p_better,
        smallest=smallest,
        differing=test.differing,
    )


# --- where to look ----------------------------------------------------------------------------------------------------


def _changed(
    data: TestSet, asked: Sequence[Asked], old: Sequence[_Old], new: Sequence[Runs]
) -> tuple[ChangedSegment, ...]:
    """The segments that became worst by the first metric, if its rows and their lines are known."""
    before, after = old[0].runs, new[0]
    if before is None or getattr(asked[0].other, "gap", None) is not None:
        return ()
    scale, sign = after[0].scale, 1 if after[0].higher_is_better else -1
    influential, _ = most_influential(before[0], after[0], len(after[0]))
    worst = [one for one in influential if sign * one.b < sign * one.a][:CHANGED]
    texts: dict[str, Sequence[str]] = {"source": data.source or ()}
    if data.corpora:
        last = data.corpora[-1]
        texts["old"] = data.corpora[0].hyps if len(data.corpora) > 1 else ()
        texts |= {"new": last.hyps, "reference": [last.refs[start] for start in last.ref_starts[:-1]]}
    return tuple(
        ChangedSegment(
            data.line(one.segment) + 1,
            scale * one.a,
            scale * one.b,
            {name: lines[one.segment] for name, lines in texts.items() if lines},
        )
        for one in worst
    )


def _new_oddities(data: TestSet) -> tuple[HealthNote, ...]:
    """What is odd about outputs of the new system where the old one, if it is known, was well."""
    *old, new = [[note for note in health_of([one]) if note.kind in ODD] for one in data.corpora] or [[]]
    known = {(note.kind, line) for notes in old for note in notes for line in note.lines}
    if data.corpora:  # an empty reference is not an oddity of the output
        known |= {("empty", line) for line, text in enumerate(data.corpora[-1].hyps, 1) if text.strip()}
    left = (replace(note, lines=tuple(k for k in note.lines if (note.kind, k) not in known)) for note in new)
    return tuple(note for note in left if note.lines)


# --- power ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PairPower:
    """Two systems: their difference, its standard error, and the smallest one that is found, in points.

    `design_effect` is the variance by documents over that by segments, if documents are the unit; `needed` the number
    of units with which the difference that was asked for is found.
    """

    a: str
    b: str
    difference: float
    error: float
    smallest: float
    design_effect: float | None = None
    needed: int | None = None


@dataclass(frozen=True)
class MetricPower:
    """What a test set finds under one metric, pair by pair; `wanted` is the difference that was asked for.

    `smallest` is the median over the pairs of the smallest difference that is found, in points, `closer` the share of
    pairs that are closer than that of theirs, `design_effect` the median of theirs.
    """

    metric: str
    signature: str
    smallest: float
    closer: float
    design_effect: float | None
    wanted: float | None
    pairs: tuple[PairPower, ...]


@dataclass(frozen=True)
class Power(Result):
    """What a test set finds with a power of 80 %, metric by metric; `notes` say what is odd about the texts."""

    metrics: tuple[MetricPower, ...]
    units: UnitCount
    count: int
    alpha: float = 0.05
    notes: tuple[str, ...] = ()

    def blocks(self, width: int | None = None, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.gate import power_blocks

        return power_blocks(self, width)

    def signatures(self) -> Iterator[str]:
        return (one.signature for one in self.metrics)


def power(
    data: TestSet,
    metrics: Metrics = "bleu",
    *,
    difference: PointsByMetric = 0.0,
    plan: Plan | None = None,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> Power:
    """Say which differences between systems a test set finds in 80 % of cases, for each pair of these systems.

    `difference`, in points, one number or one for each metric, asks how many documents or segments of the same kind it
    would need. The `plan` has the level and the unit.

    >>> import bolide
    >>> data = bolide.TestSet.read("ref.txt", ["a.txt", "b.txt", "c.txt"])
    >>> found = bolide.power(data, "chrf", difference=10).metrics[0]
    >>> [(pair.a, pair.b, round(pair.smallest), pair.needed) for pair in found.pairs][:1]
    [('a', 'b', 22, 30)]
    """
    check_test_set(data)
    plan, asked, notes = plan or Plan(), metrics_of(metrics, data), list(data.notes)
    wanted = points_by_metric("difference", difference, asked)
    if plan.mode != "sound" or len(data.names) < 2:
        raise InputError(f"Power is that of tests in mode `sound`, between two systems or more; {data} do not do.")
    groups, plan = _gathered(data, asked, plan, notes, jobs, progress)
    found = tuple(_power_of(systems, points or None, plan) for systems, points in zip(groups, wanted, strict=True))
    units = unit_count(groups[0][0][0], plan)
    said = tuple(dict.fromkeys([*notes, *units.cautions()]))
    return Power(found, units, len(data), plan.alpha, said, identity=data.identity)


def _power_of(groups: Sequence[Runs], wanted: float | None, plan: Plan) -> MetricPower:
    """What is found under one metric; pairs without any difference are left out."""
    first, pairs = groups[0][0], list(combinations(range(len(groups)), 2))
    segments = [one.error for one in differences_of(groups, pairs, replace(plan, unit=SEGMENT))]
    found = []
    for one, alone in zip(differences_of(groups, pairs, plan), segments, strict=True):
        if one.error:
            value, error, smallest = (first.scale * number for number in (one.value, one.error, one.smallest))
            effect = (one.error / alone) ** 2 if plan.unit == DOCUMENT and alone else None
            needed = ceil(unit_count(first, plan).count * (smallest / wanted) ** 2) if wanted else None
            names = groups[one.a][0].system, groups[one.b][0].system
            found.append(PairPower(*names, value, error, smallest, effect, needed))
    if not found:
        raise InputError(f"No two systems differ under {first.metric}, which tells nothing of what a test would find.")
    closer = sum(abs(pair.difference) < pair.smallest for pair in found) / len(found)
    effects = [pair.design_effect for pair in found if pair.design_effect is not None]
    typical = median(pair.smallest for pair in found)
    return MetricPower(
        first.metric, first.signature, typical, closer, median(effects) if effects else None, wanted, tuple(found)
    )
