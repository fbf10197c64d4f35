"""τ over the pairs of outputs that people put in order: five-way rankings (WMT 2008–2016), by the rules of three years,
and direct assessments that lie far apart (daRR, WMT 2017–2020)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.ranking_data import RankingData, ordered_pairs
from bolide.agreement.statistics.statistic import Batch, MeanOfPairs, PermutedDifferences, StatisticValue, Subset, Terms
from bolide.agreement.table import Indices, Matrix, Vector, ratio
from bolide.system.errors import known_name

# What becomes of a pair that the metric scores equally, by the year's shared task.
VARIANTS = {"2012": "discordant", "2013": "dropped", "2014": "zero"}


@dataclass(frozen=True)
class RankingTau(MeanOfPairs):
    """(C − D) / (C + D) over the pairs that people ordered; the metric's rows are the judged systems.

    A tie of the metric is `discordant` (2012), `dropped` (2013), or `zero`: counted below the line only (2014 on).
    """

    ties: str
    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"ranking": ("none",)}
    least: ClassVar[float] = -1.0
    usual: ClassVar[bool] = False

    def __post_init__(self) -> None:
        known_name("treatment of ties", self.ties, tuple(VARIANTS.values()))

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

    def batch(self, people: RankingData, subsets: Sequence[Subset]) -> Batch:
        """All tables at once, won and lost pairs counted for every subset by one product: `tune` is 5 times as fast."""
        belongs = np.column_stack(
            [
                np.isin(people.better, subset.systems)
                & np.isin(people.worse, subset.systems)
                & np.isin(people.segment, subset.segments)
                for subset in subsets
            ]
        )
        used = np.flatnonzero(belongs.any(1))
        belongs = belongs[used].astype(np.float32)
        pairs = belongs.sum(0, dtype=float)
        better, worse, segment = people.better[used], people.worse[used], people.segment[used]

        def batch(tables: Matrix) -> Matrix:
            flat, width = tables.reshape(len(tables), -1), tables.shape[2]
            first, second = (np.take(flat, system * width + segment, 1) for system in (better, worse))
            orders = first > second, first < second
            won, lost = ((order.astype(np.float32) @ belongs).astype(float) for order in orders)
            return self._of_sums(won - lost, won + lost, pairs)

        return batch

    def permuted_differences(self, people: RankingData, tables: Sequence[Matrix]) -> PermutedDifferences:
        """Votes of both tables under all permutations by two products, 8 times as fast as by tables.

        Whether a pair is won depends on two bits only, whether its better and its worse cell change places: its vote is
        a constant, a share of each bit, and a share of both together.
        """
        cells = [system * tables[0].shape[1] + people.segment for system in (people.better, people.worse)]
        ahead = [[np.sign(one.ravel()[cells[0]] - two.ravel()[cells[1]]) for two in tables] for one in tables]

        def under(permuted: NDArray[np.bool_]) -> Callable[[int, int], Vector]:
            better, worse = (permuted.reshape(len(permuted), -1)[:, each].astype(np.float32) for each in cells)
            bits = np.hstack([better, worse, better * worse])

            def sums(votes: Sequence[Vector]) -> Vector:
                """Votes if neither, the worse, the better, or both cells are exchanged, summed over the pairs."""
                neither, second, first, both = votes
                shares = np.concatenate([first - neither, second - neither, both - first - second + neither])
                exact: Vector = neither.sum() + (bits @ shares.astype(np.float32)).astype(float)
                return exact

            def difference(a: int, b: int) -> Vector:
                signs = [ahead[i][j] for i in (a, b) for j in (a, b)]
                one, two = (self._of_sums(sums(s), sums([*map(np.abs, s)]), len(people)) for s in (signs, signs[::-1]))
                return one - two

            return difference

        return under

    def _of_sums(self, signs: Matrix, decided: Matrix, pairs: Vector | float) -> Matrix:
        """The values, from won pairs minus lost ones, won and lost ones together, and all of them."""
        above = decided + signs - pairs if self.ties == "discordant" else signs
        return ratio(above, decided if self.ties == "dropped" else pairs)

    def restrict(self, people: RankingData, segments: Indices) -> RankingData:
        index_of = {int(segment): index for index, segment in enumerate(segments)}
        mask = np.isin(people.segment, segments)
        numbers = np.array([index_of[int(segment)] for segment in people.segment[mask]], dtype=np.intp)
        return replace(people, segment=numbers, better=people.better[mask], worse=people.worse[mask])

    def depends_on(self, people: RankingData, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        compared = np.zeros(shape, dtype=np.bool_)
        compared[people.better, people.segment] = compared[people.worse, people.segment] = True
        return compared


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

    def batch(self, people: Matrix, subsets: Sequence[Subset]) -> Batch:
        return TAU.batch(far_apart(people), subsets)


def far_apart(people: Matrix) -> RankingData:
    """The pairs of a segment's outputs that lie far apart, as judgements."""
    segment, better, worse = ordered_pairs(people, LEAST)
    return RankingData("far apart", (), segment, better, worse)
