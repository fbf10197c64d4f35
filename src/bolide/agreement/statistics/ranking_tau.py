"""τ over the pairs of outputs that people put in order: five-way rankings (WMT 2008–2016), by the rules of three years,
and direct assessments that lie far apart (daRR, WMT 2017–2020)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from bolide.agreement.ranking_data import ordered_pairs
from bolide.agreement.statistics.statistic import MeanOfPairs, StatisticValue, Terms
from bolide.agreement.table import Indices, Matrix, RankingData, Vector

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
