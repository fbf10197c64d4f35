"""Metrics against five-way rankings: each year's τ, ρ of the systems' shares of wins, and which metric is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bolide.agreement.questions import Agreement, Question, check_names, generator, quantiles, resampled
from bolide.agreement.ranking import Part, PermutationTest, Ranking, ranked
from bolide.agreement.ranking_data import RankingData, ranked_cells, ranked_systems, win_shares
from bolide.agreement.statistics.ranking_tau import VARIANTS
from bolide.agreement.statistics.statistic import ratio
from bolide.agreement.table import Matrix, Source, Table
from bolide.system.dataclasses import dataclass
from bolide.system.errors import OptionError
from bolide.system.stored import read_fields

YEARS = tuple(Question(year, "ranking") for year in VARIANTS)
RHO = Question("spearman", "sys")
TIES = ("left-out", "not-won")  # of people, where systems are ranked by their wins
Interval = tuple[float, float]


@dataclass(frozen=True)
class RankingAgreement:
    """A metric against rankings: τ under each treatment of the metric's ties, and ρ of the systems' shares of wins.

    Without scores of segments there is no τ, and `reason` says so. `intervals` are those of τ by year and of ρ by the
    treatment of people's ties, where they were asked for.
    """

    metric: str
    taus: dict[str, float | None]
    pairs: dict[str, int]
    spearman: dict[str, float | None]
    intervals: dict[str, Interval | None]
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "tau": self.taus,
            "pairs": self.pairs,
            "system_spearman": self.spearman,
            "intervals": {name: None if each is None else list(each) for name, each in self.intervals.items()},
            "reason": self.reason,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RankingAgreement:
        """Read what `to_dict` wrote."""
        return read_fields(cls, {**data, "taus": data["tau"], "spearman": data["system_spearman"]}, "agreement")


def ranking_agreement(judgements: RankingData, metric: Source, resamples: int, seed: int | None) -> RankingAgreement:
    """Everything about one metric; τ's intervals draw the ranked segments again, ρ's the systems."""
    if metric.has("seg"):
        cells, reason = ranked_cells(judgements, metric.at("seg")), ""
    else:
        last = int(judgements.segment.max(initial=0))
        cells, reason = np.full((len(judgements.systems), last + 1), np.nan), "it has no scores of segments"
    taus = {question.statistic: question.measure().measured(judgements, cells) for question in YEARS}
    wins = {ties: _shares_and_scores(judgements, metric.at("sys"), ties) for ties in TIES}
    rhos = {ties: RHO.measure().measured(*both).value for ties, both in wins.items()}
    intervals: dict[str, Interval | None] = {}
    if resamples:
        for question in YEARS:
            intervals[question.statistic] = _tau_interval(question, judgements, cells, resamples, seed)
        for ties, both in wins.items():
            intervals[ties] = quantiles(resampled(RHO.measure(), both, "sys", resamples, generator(seed)))
    values = {year: tau.value for year, tau in taus.items()}
    pairs = {year: tau.used for year, tau in taus.items()}
    return RankingAgreement(metric.name, values, pairs, rhos, intervals, reason)


def rank_by_tau(
    judgements: RankingData, metrics: Sequence[Source], question: Question, test: PermutationTest
) -> Ranking:
    """The metrics by one year's τ, each tested against those below it by PERM-BOTH, on the cells all of them have."""
    if question.level != "ranking":
        raise OptionError(f"{question} needs human scores; with rankings, use {', '.join(map(str, YEARS))}.")
    check_names(metrics)
    statistic = question.measure()
    scored = [metric for metric in metrics if metric.has("seg")]
    tables = [ranked_cells(judgements, metric.at("seg")) for metric in scored]
    segments = min(table.shape[1] for table in tables)
    absent = np.any([np.isnan(table[:, :segments]) for table in tables], axis=0)
    cells = {m.name: np.where(absent, np.nan, t[:, :segments]) for m, t in zip(scored, tables, strict=True)}
    compared = judgements.where(~absent)
    agreements = [Agreement.of(name, question, statistic.measured(compared, table)) for name, table in cells.items()]
    agreements += [Agreement.lacking(metric.name, question) for metric in metrics if metric not in scored]
    return ranked(agreements, [Part(compared, cells)], question, test)


def _tau_interval(
    question: Question, judgements: RankingData, cells: Matrix, resamples: int, seed: int | None
) -> Interval | None:
    terms = question.measure().terms(judgements, cells)
    if terms is None or len(terms.above) < 2:  # one segment alone would be drawn every time
        return None
    return quantiles(ratio(*terms.resampled(resamples, generator(seed))))


def _shares_and_scores(judgements: RankingData, metric: Table, ties: str) -> tuple[Matrix, Matrix]:
    """Each system's share of wins and the metric's score of it, both as tables of one column."""
    shares = win_shares(judgements, ties)
    people = np.array([np.nan if value is None else value for value in shares.values()])
    scores = ranked_systems(judgements, metric).upward
    absent = np.isnan(people[:, None]) | np.isnan(scores)
    return np.where(absent, np.nan, people[:, None]), np.where(absent, np.nan, scores)
