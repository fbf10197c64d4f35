"""Statistics of pairs: of systems, of their outputs for a segment, and of outputs that people ranked.

Pairwise accuracy is how often the metric prefers the system that people prefer (Kocmi et al. 2021); the soft one
compares how sure people and the metric are of each pair (Thompson et al. 2024). acc-eq is pairwise accuracy of outputs
with calibrated ties (Deutsch et al. 2023): a pair that people tie is right if the metric's difference is at most the
threshold, one that they order if the difference is above it, the right way round. So only those pairs matter, and the
accuracy as a function of the threshold is a sum of steps. Nothing is approximated. τ is over the pairs of outputs that
people put in order: in five-way rankings (WMT 2008–2016), by the rules of three years, and by direct assessments that
lie far apart (daRR, WMT 2017–2020).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.ranking_data import ordered_pairs
from bolide.agreement.statistics.statistic import MeanOfPairs, Statistic, StatisticValue, Terms
from bolide.agreement.table import SLACK, Indices, Matrix, RankingData, Vector, pair_differences, ratio
from bolide.kernels.statistics.exchanges import EXCHANGES, HEAVIEST, highest_sums


class Accuracy(MeanOfPairs):
    """The share of pairs of systems whose differences have the same sign; scores of systems are one column."""

    pooled: ClassVar[bool] = True

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """1 or 0 above and 1 below for each pair of systems that both have scores of."""
        x, y = (pair_differences(cells)[:, 0] for cells in (people, metric))
        compared = np.isfinite(x) & np.isfinite(y)
        right = compared & (np.sign(x) == np.sign(y))
        return Terms(right.astype(float), compared.astype(float), len(people))


# --- soft pairwise accuracy -------------------------------------------------------------------------------------------


PERMUTATIONS, SEED = 1000, 4


@dataclass(frozen=True)
class SoftAccuracy(MeanOfPairs):
    """One minus the mean distance between the two p-values of each pair of systems.

    It is about systems, and tests them on their segments. `seed` is that of the permutations.
    """

    seed: int | None = None
    drawn: Matrix | None = field(default=None, compare=False)  # the signs, if they are those of more segments
    reads: ClassVar[str] = "seg"
    about_systems: ClassVar[bool] = True
    compares: ClassVar[bool] = False  # sums of scores, which are compared with a slack of their own
    permutations_at_once: ClassVar[int] = 8  # each has a sum for every metric, system and sign

    def seeded(self, seed: int | None) -> SoftAccuracy:
        return replace(self, seed=seed)

    def within(self, people: Matrix, segments: Indices) -> SoftAccuracy:
        return replace(self, drawn=self.signs(people)[:, segments])

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """How near the two p-values are, for each pair of systems that are judged on a segment together."""
        sums = SignedSums(people, self.signs(people))
        near = 1 - np.abs(sums.p_values(people) - sums.p_values(metric))
        return Terms(np.nan_to_num(near), np.isfinite(near).astype(float), len(people))

    def signs(self, people: Matrix) -> Matrix:
        """The random signs that all pairs of systems share, those of people and of metrics, one line per permutation.

        They are the draws of mt-metrics-eval, which made the digits that WMT publishes: numbers in single precision
        from seed 4, rounded to 0 (the difference changes its sign) or 1, for the segments that people judged.
        """
        if self.drawn is not None:
            return self.drawn
        return _signs(SEED if self.seed is None else self.seed, np.isfinite(people).any(0).tobytes())

    def permuted_leads(self, people: Matrix, tables: Sequence[Matrix], permuted: NDArray[np.bool_]) -> list[Vector]:
        """Sums are linear: of a table that takes some cells from another they are its own, less its own over those
        cells, plus the other's. So they are formed once for each table and permutation, not for each two tables.
        """
        sums = SignedSums(people, self.signs(people))
        human, whole = sums.p_values(people), [sums.of(table) for table in tables]
        moved = [sums.of(np.where(permuted, table, 0.0)) for table in tables]

        def near(a: int, b: int) -> Vector:
            """Of a table that gives some of its cells away and takes others."""
            shares = map(sums.shares, whole[a] + (moved[b] - moved[a]))
            return np.array([nearness(human, each) for each in shares])

        return [near(a, b) - near(b, a) for a, b in combinations(range(len(tables)), 2)]


def nearness(people: Vector, metric: Vector) -> float:
    """One less the mean distance of two lists of p-values."""
    near = 1 - np.abs(metric - people)
    return float(np.nanmean(near)) if np.isfinite(near).any() else np.nan


@lru_cache(maxsize=2)
def _signs(seed: int, judged: bytes) -> Matrix:
    """The signs for segments of which some are judged (a byte of 1), drawn once for all metrics."""
    segments = np.flatnonzero(np.frombuffer(judged, dtype=np.bool_))
    drawn = np.random.default_rng(seed).random((PERMUTATIONS, len(segments)), dtype=np.float32)
    signs = np.ones((PERMUTATIONS, len(judged)))
    signs[:, segments] = 2.0 * np.rint(drawn) - 1.0
    signs.flags.writeable = False
    return signs


class SignedSums:
    """The p-value of each pair of systems: how often random signs make their difference at least the observed one.

    What signs change in the sum of a pair's differences is the difference of what they change in the sums of the
    systems, so one matrix product serves all pairs. Where only one system of a pair is judged, what it adds is taken
    off again, in a row of its own.
    """

    def __init__(self, people: Matrix, signs: Matrix) -> None:
        self.judged = np.flatnonzero(np.isfinite(people).sum(0) > 1)
        self.present = np.isfinite(people[:, self.judged])
        self.first, self.second = np.triu_indices(len(people), 1)
        self.change = np.ascontiguousarray(signs.T[self.judged]) - 1  # nothing or −2 times the score
        one, two = self.present[self.first], self.present[self.second]
        self.compared = (one & two).any(1)
        self.apart = [(pair, np.flatnonzero(line)) for pair, line in enumerate(one ^ two) if line.any()]

    def of(self, tables: Matrix) -> Matrix:
        """What the signs change for each system, and for each pair that is not judged together everywhere; in the last
        column how large the scores are. Of one table or many; linear in a table as far as no sign of a score changes.
        """
        tables = np.where(self.present, tables[..., self.judged], 0.0)
        rows = np.concatenate([tables, *(self._alone(tables, *one) for one in self.apart)], -2)
        return np.concatenate([rows @ self.change, np.abs(rows).sum(-1, keepdims=True)], -1)

    def _alone(self, tables: Matrix, pair: int, segments: Indices) -> Matrix:
        """What is taken off the difference of a pair, in the segments where one of the two is judged."""
        row = np.zeros_like(tables[..., :1, :])
        ends = tables[..., self.second[pair], :] - tables[..., self.first[pair], :]
        row[..., 0, segments] = ends[..., segments]
        return row

    def shares(self, sums: Matrix) -> Vector:
        """The p-values of such sums; NaN for a pair that is never judged together. Sums of the same numbers in another
        order differ in the last bits; those are equal."""
        systems, changes = len(self.present), sums[:, :-1]
        lifted = changes + SLACK * float(sums[:, -1].max())
        not_below = [(lifted[a] >= changes[a + 1 : systems]).view(np.int8) for a in range(systems)]
        shares = np.concatenate([each.sum(1, dtype=np.int32) for each in not_below]) / changes.shape[1]
        for row, (pair, _) in enumerate(self.apart, systems):
            one, two = self.first[pair], self.second[pair]
            shares[pair] = (lifted[one] + changes[row] >= changes[two]).mean()
        return np.where(self.compared, shares, np.nan)

    def p_values(self, table: Matrix) -> Vector:
        """The p-values of a table."""
        return self.shares(self.of(table))


class AccEq(Statistic):
    """The mean over segments of the share of pairs of systems on whose order or tie human and metric agree.

    Metric scores up to a threshold apart are a tie; the threshold is the one that makes the value highest.
    """

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("item",)}
    unit = "segments"
    permutations_at_once: ClassVar[int] = 1024  # the differences of two tables are sorted once for all of them

    def value(self, people: Matrix, metric: Matrix) -> float:
        return calibrate(people, metric).value

    def measured(self, people: Matrix, metric: Matrix) -> StatisticValue:
        best = calibrate(people, metric)
        used = int(np.isfinite(best.items).sum())
        if not used:
            return StatisticValue(None, 0, self.unit, people.shape[1], "no segment has scores of two systems")
        return StatisticValue(best.value, used, self.unit, people.shape[1] - used, epsilon=best.epsilon)

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """The segments' shares; the threshold stays where the whole data put it."""
        items = calibrate(people, metric).items
        return Terms(np.nan_to_num(items), np.isfinite(items).astype(float))

    def outcomes(self, people: Matrix, metric: Matrix) -> Matrix | None:
        """Right or wrong for each pair and segment, under the metric's own threshold.

        In WMT's test (WMT23 on) two metrics change these, not scores. The pairs of one segment share systems, which the
        test ignores, so its p-values are too small.
        """
        best = calibrate(people, metric)
        if np.isnan(best.value):
            return None
        right, pairs = right_pairs(people, metric, best.epsilon)
        weights = 1.0 / np.maximum(pairs, 1) / int((pairs > 0).sum())
        return right * weights

    def permuted_leads(self, people: Matrix, tables: Sequence[Matrix], permuted: NDArray[np.bool_]) -> list[Vector]:
        """Each table under its own best threshold for every permutation."""
        pairs = JudgedPairs(people)
        if pairs.fit:
            return [np.subtract(*pairs.best_permuted(a, b, permuted)) for a, b in combinations(tables, 2)]
        parts = [permuted[first : first + 64] for first in range(0, len(permuted), 64)]
        blocks = [super(AccEq, self).permuted_leads(people, tables, part) for part in parts]
        return [np.concatenate(leads) for leads in zip(*blocks, strict=True)]


@dataclass(frozen=True)
class Calibrated:
    """The best accuracy, the metric difference up to which two scores are a tie, and each item's share; NaN, 0 and NaN
    without a pair."""

    value: float
    epsilon: float
    items: Vector


def calibrate(people: Matrix, metric: Matrix) -> Calibrated:
    """The threshold that makes the item-averaged accuracy highest; the smallest of equals."""
    x, y = pair_differences(people), pair_differences(metric)
    sizes = np.isfinite(x).sum(0)
    used = sizes > 0
    if not used.any():
        return Calibrated(np.nan, 0.0, np.full(len(used), np.nan))
    weights = np.broadcast_to(1.0 / np.maximum(sizes, 1) / used.sum(), x.shape)
    present = np.isfinite(x)
    x, y, weights = x[present], y[present], weights[present]
    concordant = (np.sign(x) == np.sign(y)) & (x != 0)
    # Once the threshold reaches a pair's difference the metric calls it a tie: right if people do, wrong if they don't.
    gain = weights * ((x == 0).astype(float) - concordant)
    size = np.abs(y)
    order = np.argsort(size, kind="stable")
    size, gains = size[order], np.cumsum(gain[order])
    ends = np.append(np.flatnonzero(np.diff(size)), len(size) - 1)  # the last pair of each difference
    start = float(weights[concordant].sum())
    thresholds, values = size[ends], start + gains[ends]
    if thresholds[0] > 0:
        thresholds, values = np.append(0.0, thresholds), np.append(start, values)
    best = int(np.argmax(values > values.max() - 1e-12))
    items = item_accuracies(people, metric, float(thresholds[best]))
    return Calibrated(float(np.nanmean(items)), float(thresholds[best]), items)


def item_accuracies(people: Matrix, metric: Matrix, epsilon: float) -> Vector:
    """Per segment, the share of system pairs on whose order or tie human and metric agree; NaN without a pair."""
    right, pairs = right_pairs(people, metric, epsilon)
    return ratio(right.sum(0, dtype=float), pairs)


def right_pairs(people: Matrix, metric: Matrix, epsilon: float) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Where human and metric agree on the order or tie of a pair, pairs × segments; and each segment's pairs."""
    x, y = pair_differences(people), pair_differences(metric)
    called = np.where(np.abs(y) <= epsilon, 0.0, np.sign(y))
    pairs: NDArray[np.intp] = np.isfinite(x).sum(0)
    return np.sign(x) == called, pairs


class JudgedPairs:
    """The pairs of systems that people judged, first those they order, then those they tie.

    Of each the cells of the better and the worse, and what it weighs in its segment.
    """

    def __init__(self, human: Matrix) -> None:
        first, second = np.triu_indices(len(human), 1)
        difference = human[first] - human[second]
        sizes = np.isfinite(difference).sum(0)
        self.segments = float((sizes > 0).sum())
        ordered, tied = np.nonzero(np.nan_to_num(difference)), np.nonzero(difference == 0)
        self.ordered = len(ordered[0])
        pair, segment = np.hstack([ordered, tied])
        swapped = difference[pair, segment] < 0
        better, worse = np.where(swapped, second[pair], first[pair]), np.where(swapped, first[pair], second[pair])
        self.cells: Indices = np.stack([better, worse]) * human.shape[1] + segment
        # Shares of a segment are counted in the largest unit in which all are whole numbers.
        self.unit = int(np.lcm.reduce(np.unique(sizes[segment]))) if len(segment) else 0
        self.weights = self.unit // sizes[segment]
        self.fit = len(segment) > 0 and self.weights.max() <= HEAVIEST
        self.ties = int(self.weights[self.ordered :].sum())
        self.weights[: self.ordered] *= -1  # as the threshold rises, ordered pairs become wrong and tied ones right

    def best_permuted(self, a: Matrix, b: Matrix, permuted: NDArray[np.bool_]) -> Matrix:
        """The highest accuracies of two tables under permutations of their cells.

        All differences that permutations can make are sorted once.
        """
        tables, cells = (a.ravel(), b.ravel()), self.cells
        differences = np.stack([tables[i][cells[0]] - tables[j][cells[1]] for i in (0, 1) for j in (0, 1)], 1)
        np.abs(differences[self.ordered :], out=differences[self.ordered :])
        changing = np.flatnonzero(differences > 0)  # a wrong order is never right, a tie without difference always
        changing = changing[np.argsort(differences.ravel()[changing])]
        in_order = differences.ravel()[changing]
        last = np.append(in_order[1:] > in_order[:-1], True)
        pair = changing >> 2
        steps = np.column_stack([*cells[:, pair], (changing & 3) + 4 * last, self.weights[pair]]).astype(np.int32)
        swapped = np.zeros((a.size, EXCHANGES), dtype=np.int16)
        room = np.empty((4, EXCHANGES), dtype=np.int16)
        totals, highest = np.empty((2, 2, EXCHANGES), dtype=np.int64)
        sums = np.empty((2, len(permuted)))
        for first in range(0, len(permuted), EXCHANGES):
            some = permuted[first : first + EXCHANGES].reshape(-1, a.size).T
            np.negative(some, out=swapped[:, : some.shape[1]], dtype=np.int16)
            highest_sums(steps, swapped, room, totals, highest)
            sums[:, first : first + EXCHANGES] = (self.ties + highest[:, : some.shape[1]]) / self.unit
        return sums / self.segments


# What becomes of a pair that the metric scores equally, by the year's shared task.
VARIANTS = {"2012": "discordant", "2013": "dropped", "2014": "zero"}


@dataclass(frozen=True)
class RankingTau(MeanOfPairs):
    """(C − D) / (C + D) over the pairs that people ordered; the metric's rows are the judged systems.

    A tie of the metric is `discordant` (2012), `dropped` (2013), or `zero`: counted below the line only (2014 on).
    """

    ties: str
    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"ranking": ("none",)}
    reads: ClassVar[str] = "seg"
    least: ClassVar[float] = -1.0
    usual: ClassVar[bool] = False

    def votes(self, people: RankingData, metric: Matrix) -> tuple[Vector, Vector]:
        """What each pair adds above and below the line; nothing where a score is missing."""
        difference = metric[people.better, people.segment] - metric[people.worse, people.segment]
        present = np.isfinite(difference)
        above = np.where(present, np.sign(difference), 0.0)
        if self.ties == "discordant":
            above = np.where(present & (above == 0), -1.0, above)
        return above, np.abs(above) if self.ties == "dropped" else present.astype(float)

    def terms(self, people: RankingData, metric: Matrix) -> Terms:
        """The votes of each segment that was ranked, added up."""
        ranked, index = np.unique(people.segment, return_inverse=True)
        return self.by_segment(people, metric, index.reshape(-1), len(ranked))

    def by_segment(self, people: RankingData, metric: Matrix, index: Indices, size: int) -> Terms:
        """The votes added up by the places of their segments among so many."""
        sums = (np.bincount(index, weights=each, minlength=size) for each in self.votes(people, metric))
        above, below = (each.astype(np.float64) for each in sums)
        return Terms(above, below)

    def batch(self, people: RankingData, tables: Matrix) -> Vector:
        return np.array([self.value(people, table) for table in tables])


LEAST = 25.0  # raw points on the scale from 0 to 100; two scores that lie closer are not a judgement
TAU = RankingTau("discordant")


class DaRR(MeanOfPairs):
    """(C − D) / (C + D) over the pairs of all segments; whatever is not strictly concordant is discordant."""

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("none",)}
    usual: ClassVar[bool] = False  # people's scores must be raw points
    least: ClassVar[float] = -1.0

    def measured(self, people: Matrix, metric: Matrix) -> StatisticValue:
        tau = super().measured(people, metric)
        return tau if tau.used else replace(tau, reason=f"no two human scores of a segment are {LEAST:g} or more apart")

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """The votes of each segment, added up."""
        judged = far_apart(people)
        return TAU.by_segment(judged, metric, judged.segment, people.shape[1])


def far_apart(people: Matrix) -> RankingData:
    """The pairs of a segment's outputs that lie far apart, as judgements."""
    segment, better, worse = ordered_pairs(people, LEAST)
    return RankingData("far apart", (), segment, better, worse)
