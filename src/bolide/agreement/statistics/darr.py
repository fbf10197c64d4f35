"""daRR (WMT 2017–2020): direct assessments that lie far apart, read as one output being better than the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bolide.agreement.judgements import Judgements, ordered_pairs
from bolide.agreement.statistics.ranking_tau import RankingTau
from bolide.agreement.statistics.statistic import Exchanges, Judge, Measured, Statistic, Terms
from bolide.agreement.statistics.subsets import Subset
from bolide.agreement.table import Matrix

LEAST = 25.0  # raw points on the scale from 0 to 100; two scores that lie closer are not a judgement
TAU = RankingTau("discordant")


class DaRR(Statistic):
    """(C − D) / (C + D) over the pairs of all segments; whatever is not strictly concordant is discordant."""

    usual: ClassVar[bool] = False  # people's scores must be raw points
    unit: ClassVar[str] = "pairs"
    least: ClassVar[float] = -1.0

    def value(self, people: Matrix, metric: Matrix) -> float:
        return TAU.value(far_apart(people), metric)

    def measured(self, people: Matrix, metric: Matrix) -> Measured:
        tau = TAU.measured(far_apart(people), metric)
        if tau.value is None:
            reason = f"no two human scores of a segment are {LEAST:g} or more apart"
            return Measured(None, 0, self.unit, 0, reason)
        return tau

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """The votes of each segment, added up."""
        judged = far_apart(people)
        return TAU.by_segment(judged, metric, judged.segment, people.shape[1])

    def judge(self, people: Matrix, subsets: Sequence[Subset]) -> Judge:
        return TAU.judge(far_apart(people), subsets)

    def exchanged(self, people: Matrix, a: Matrix, b: Matrix) -> Exchanges:
        return TAU.exchanged(far_apart(people), a, b)


def far_apart(people: Matrix) -> Judgements:
    """The pairs of a segment's outputs that lie far apart, as judgements."""
    segment, better, worse = ordered_pairs(people, LEAST)
    return Judgements("far apart", (), segment, better, worse)
