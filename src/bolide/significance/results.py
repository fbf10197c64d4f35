"""Results of a comparison as plain data, assembled from tests of pairs; the page uses them too."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, sqrt
from typing import Any, ClassVar

from bolide.data.display import Displayable
from bolide.significance import arithmetic
from bolide.significance.letters import compact_letters, rank_range
from bolide.significance.plan import Plan
from bolide.significance.units import UnitCount
from bolide.system.errors import InputError, counted


@dataclass(frozen=True)
class Interval:
    """The 95 % confidence interval of a score, `mean` ± `half_width`.

    In mode `sound`, `mean` is the score itself; in `sacrebleu`, which prints these two, that of the resamples.
    """

    low: float
    high: float
    mean: float
    half_width: float


@dataclass(frozen=True)
class SystemResult:
    """A system's score with its confidence interval and, if all pairs could be tested, its letters and rank.

    Two systems share a letter exactly if they are not significantly different. The rank is from 1 + the systems that
    are significantly better to the number of systems − those that are significantly worse. `design_effect` is the
    variance by documents over that of independent segments, if documents are the unit.
    With several training runs the score is their mean; `runs` are the scores of each.
    """

    system: str
    value: float
    interval: Interval | None
    letters: str = ""
    rank: tuple[int, int] | None = None
    design_effect: float | None = None
    runs: tuple[float, ...] = ()

    derived: ClassVar[tuple[str, ...]] = ("deviation",)

    @property
    def deviation(self) -> float | None:
        """The standard deviation across training runs; None if there are not several."""
        return arithmetic.standard_deviation(self.runs) if len(self.runs) > 1 else None


@dataclass(frozen=True)
class Pair:
    """A test of one system against another: positive `difference` and `effect` favour `a` for every metric.

    `effect` is the mean difference of segment scores over its standard deviation (None if that is 0); `wins`, `ties`
    and `losses` count the segments on which `a` is better, equal or worse; `tested` is False if there are too few
    documents, segments or trials for any test; `smallest` is the difference that would be found in 80 % of such test
    sets; `human_agreement` is set by `with_human_agreement`. The corrected test decides: `verdict` says in words what
    it found, and `remark` whether the interval says otherwise.
    """

    a: str
    b: str
    difference: float
    interval: tuple[float, float]
    p: float
    p_corrected: float
    effect: float | None
    wins: int
    ties: int
    losses: int
    significant: bool
    tested: bool = True
    smallest: float = 0.0
    human_agreement: float | None = None

    derived: ClassVar[tuple[str, ...]] = ("outcome", "verdict", "remark")

    @property
    def outcome(self) -> str:
        """The verdict in the words of a table, where the names of the systems stand beside it."""
        if not self.tested:
            return "no test possible"
        if not self.significant:
            return "not significantly different"
        return f"significantly {'better' if self.difference > 0 else 'worse'}"

    @property
    def verdict(self) -> str:
        """The one verdict on a pair, in the words of every table, page and report."""
        if self.significant:
            return f"{self.a} is {self.outcome} than {self.b}"
        return f"{self.a} and {self.b}{' are' if self.tested else ':'} {self.outcome}"

    @property
    def remark(self) -> str:
        """A sentence if the interval and the test disagree, which are different procedures; otherwise nothing."""
        low, high = self.interval
        outside = low > 0 or high < 0
        if not self.tested or outside == self.significant:
            return ""
        if outside:
            return "The interval excludes 0, but the test, which decides, is not significant."
        return "The interval includes 0, but the test, which decides, is significant."


@dataclass(frozen=True)
class Comparison(Displayable):
    """Systems, best first (but the baseline, if any, before all), and the tested pairs."""

    metric: str
    signature: str
    higher_is_better: bool
    scale: float
    segments: int
    plan: Plan
    systems: tuple[SystemResult, ...]
    pairs: tuple[Pair, ...]
    units: UnitCount | None = None
    notes: tuple[str, ...] = ()

    def blocks(self, width: int | None = None, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.comparison import comparison_blocks

        return comparison_blocks(self, width, drawn=drawn)

    def to_svg(self) -> str:
        """The pictures as one SVG document."""
        from bolide.reporting.views.comparison import comparison_plot

        return comparison_plot(self)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plan", self.plan.filled())

    def __repr__(self) -> str:
        scores = ", ".join(f"{s.system} {self.scale * s.value:.4g}" for s in self.systems)
        return f"<Comparison: {self.metric}, {scores}; {counted(len(self.pairs), 'test')}>"

    @property
    def lettered(self) -> bool:
        """Whether the systems have letters: each was tested against each."""
        return any(result.letters for result in self.systems)

    def pair(self, a: str, b: str) -> Pair:
        """The test of these two systems, in either order."""
        for pair in self.pairs:
            if {pair.a, pair.b} == {a, b}:
                return pair
        raise KeyError((a, b))


def ranked(systems: Iterable[SystemResult], higher_is_better: bool) -> list[SystemResult]:
    """The systems sorted by score, best first; ties keep their order."""
    return sorted(systems, key=lambda result: -result.value if higher_is_better else result.value)


def resampled_interval(ordered: Sequence[float], mean: float) -> Interval:
    """sacreBLEU's interval of sorted resampled scores with this mean."""
    half = arithmetic.half_width(ordered)
    return Interval(mean - half, mean + half, mean, half)


def jackknife_result(
    system: str, value: float, without: Sequence[float], units: UnitCount, strata: Sequence[int] = ()
) -> SystemResult:
    """A system's score with its interval, value ± t · s, from the scores without each unit."""
    variance = arithmetic.jackknife_variance(without, strata)
    half = arithmetic.student_quantile(0.975, units.freedom) * sqrt(variance)
    return SystemResult(system, value, Interval(value - half, value + half, value, half))


@dataclass(frozen=True)
class Difference:
    """How far one system, by index, is ahead of another, with the 95 % interval.

    `variance` is that over units; `error` and its degrees of freedom may include that over training runs. `smallest` is
    the difference that would be found with a power of 80 %.
    """

    a: int
    b: int
    value: float
    variance: float
    error: float
    freedom: float
    interval: tuple[float, float]
    smallest: float

    def tested(
        self,
        systems: Sequence[SystemResult],
        segments: int,
        p: float,
        wins: int,
        losses: int,
        effect: float | None,
    ) -> Pair:
        """The pair with its p-value, not yet corrected."""
        a, b = systems[self.a].system, systems[self.b].system
        low, high = (end or 0.0 for end in self.interval)  # no −0
        won = (wins, segments - wins - losses, losses)
        return Pair(a, b, self.value or 0.0, (low, high), p, p, effect, *won, significant=False, smallest=self.smallest)


def pairs_to_test(names: list[str], values: list[float], baseline: str | None, higher: bool) -> list[tuple[int, int]]:
    """The pairs to test, as indices: each system against the baseline, or all pairs with the better system first."""
    order = sorted(range(len(names)), key=lambda i: -values[i] if higher else values[i])
    if baseline is None:
        return list(combinations(order, 2))
    if baseline not in names:
        raise InputError(f"The baseline {baseline!r} is not one of the systems: {', '.join(names)}.")
    at = names.index(baseline)
    return [(number, at) for number in order if number != at]


def differences(
    pairs: Sequence[tuple[int, int]],
    values: Sequence[float],
    without: Sequence[Sequence[float]],
    resampled: Sequence[Sequence[float]],
    sign: int,
    plan: Plan,
    units: UnitCount,
    strata: Sequence[int] = (),
) -> list[Difference]:
    """The difference of each pair, Δ ± t · s in mode `sound`, from the systems' scores without each unit.

    Beside corrected tests of several pairs, intervals are simultaneous: as many errors wide as resamples ask for, which
    are needed for nothing else. In mode `sacrebleu`, all is from resamples.
    """
    if not pairs:
        return []
    observed = [sign * (values[a] - values[b]) for a, b in pairs]
    between = [[sign * (x - y) for x, y in zip(resampled[a], resampled[b], strict=True)] for a, b in pairs if resampled]
    freedom = units.freedom if plan.mode == "sound" else inf
    found = arithmetic.smallest_found(1.0, freedom, plan.alpha / (len(pairs) if plan.simultaneous else 1))
    simultaneous = arithmetic.simultaneous_factor(observed, between, freedom) if plan.simultaneous and between else 0.0
    quantile, lines = arithmetic.student_quantile(0.975, freedom), []
    for k, ((a, b), value) in enumerate(zip(pairs, observed, strict=True)):
        if plan.mode == "sound":
            apart = array("d", (x - y for x, y in zip(without[a], without[b], strict=True)))
            variance = arithmetic.jackknife_variance(apart, strata)
            room = max(quantile, simultaneous) * sqrt(variance)
            interval = (value - room, value + room)
        else:
            variance = arithmetic.standard_deviation(between[k]) ** 2
            room = simultaneous * sqrt(variance)
            interval = (value - room, value + room) if plan.simultaneous else arithmetic.middle(sorted(between[k]))
        error = sqrt(variance)
        lines.append(Difference(a, b, value, variance, error, freedom, interval, found * error))
    return lines


def decided(comparison: Comparison) -> Comparison:
    """Rank the systems, correct the p-values, decide, and give letters and ranks where every pair could be tested."""
    plan, units, pairs = comparison.plan, comparison.units, comparison.pairs
    assert units is not None
    family = len(pairs) if plan.correction_used == "holm" else min(len(pairs), 1)  # others allow the smallest p-value
    over_seeds = any(system.runs for system in comparison.systems) and plan.runs_test == "sound"
    trials = None if over_seeds else plan.trials_used
    testable = plan.mode != "sound" or not units.untestable(family, plan.alpha, trials)
    corrected = arithmetic.CORRECTIONS[plan.correction_used]([pair.p for pair in pairs])
    pairs = tuple(
        replace(pair, p_corrected=p, significant=testable and p <= plan.alpha, tested=testable)
        for pair, p in zip(pairs, corrected, strict=True)
    )
    systems = ranked(comparison.systems, comparison.higher_is_better)
    if plan.baseline is not None:
        systems.sort(key=lambda result: result.system != plan.baseline)
    effects = [result.design_effect for result in comparison.systems]
    cautions: list[str] = []
    if plan.mode == "sound":
        cautions = units.cautions(effects, family, plan.alpha, trials, resampled=plan.test == "bootstrap")
    if pairs and testable and plan.baseline is None:
        systems = _lettered(systems, pairs)
    notes = (*comparison.notes, *cautions)
    return replace(comparison, systems=tuple(systems), pairs=pairs, notes=notes)


def _lettered(systems: Sequence[SystemResult], pairs: Iterable[Pair]) -> list[SystemResult]:
    """The systems of a ranking with their letters and ranks, by the tests of all pairs."""
    apart = {frozenset((pair.a, pair.b)) for pair in pairs if pair.significant}
    won = {
        (pair.a, pair.b) for pair in pairs if pair.significant and pair.difference > 0
    }  # sacreBLEU's tests of 0, too
    names = [result.system for result in systems]
    letters = compact_letters(names, lambda a, b: frozenset((a, b)) in apart)
    ranks = {name: rank_range(name, names, lambda a, b: (a, b) in won) for name in names}
    return [replace(each, letters=letters[each.system], rank=ranks[each.system]) for each in systems]
