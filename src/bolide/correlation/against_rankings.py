"""Metrics against five-way rankings: each year's τ, ρ of the systems' shares of wins, and which metric is better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bolide.correlation.agreement import vector_value, without_scores
from bolide.correlation.intervals import generator, quantiles, seed_used, share
from bolide.correlation.leads import Leads, Swaps
from bolide.correlation.permutation import Contest, ExchangeTest, chance, standard
from bolide.correlation.questions import Agreement, Question, Source
from bolide.correlation.ranking import Ranking, in_order
from bolide.correlation.rankings import VARIANTS, Judgements, pair_leads, pair_votes, ranked_cells, win_shares
from bolide.correlation.table import Matrix, Table, Vector
from bolide.errors import InputError, OptionError

YEARS = tuple(Question(year, "ranking") for year in VARIANTS)
TIES = ("left-out", "not-won")  # of people, where systems are ranked by their wins
Interval = tuple[float, float]


@dataclass(frozen=True)
class RankingTau:
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
            "intervals": {name: None if found is None else list(found) for name, found in self.intervals.items()},
            "reason": self.reason,
        }


def tau_of(judgements: Judgements, metric: Source, resamples: int, seed: int | None) -> RankingTau:
    """Everything about one metric; τ's intervals draw the ranked segments again, ρ's the systems."""
    if metric.has("seg"):
        lead, reason = pair_leads(judgements, ranked_cells(judgements, metric.at("seg"))), ""
    else:
        lead, reason = np.full(len(judgements), np.nan), "it has no scores of segments"
    votes = {year: pair_votes(lead, ties) for year, ties in VARIANTS.items()}
    pairs = {year: int(below.sum()) for year, (_, below) in votes.items()}
    taus = {year: float(above.sum()) / pairs[year] if pairs[year] else None for year, (above, _) in votes.items()}
    wins = {ties: _shares_and_scores(judgements, metric.at("sys"), ties) for ties in TIES}
    rhos = {ties: vector_value("spearman", *both) for ties, both in wins.items()}
    intervals: dict[str, Interval | None] = {}
    if resamples:
        for year, each in votes.items():
            above, below = (_by_segment(judgements, sums) for sums in each)
            # One segment alone would be drawn every time.
            drawn = share(above, below, resamples, generator(seed)) if len(above) > 1 else np.empty(0)
            intervals[year] = quantiles(drawn)
        for ties, both in wins.items():
            intervals[ties] = quantiles(_rho_again(*both, resamples, generator(seed)))
    return RankingTau(metric.name, taus, pairs, rhos, intervals, reason)


def rank_by_tau(judgements: Judgements, metrics: Sequence[Source], question: Question, test: ExchangeTest) -> Ranking:
    """The metrics by one year's τ, each tested against those below it by PERM-BOTH, on the cells all of them have."""
    if question.level != "ranking":
        raise OptionError(f"{question} is asked of scores of people; rankings answer {', '.join(map(str, YEARS))}.")
    if len({metric.name for metric in metrics}) < len(metrics):
        raise InputError("Two metrics have the same name; give each its own.")
    ties = VARIANTS[question.statistic]
    scored = [metric for metric in metrics if metric.has("seg")]
    tables = [ranked_cells(judgements, metric.at("seg")) for metric in scored]
    segments = min(table.shape[1] for table in tables)
    absent = np.any([np.isnan(table[:, :segments]) for table in tables], axis=0)
    cells = {m.name: np.where(absent, np.nan, t[:, :segments]) for m, t in zip(scored, tables, strict=True)}

    def agreement(name: str) -> Agreement:
        above, below = pair_votes(pair_leads(judgements, cells[name]), ties)
        pairs = int(below.sum())
        value, reason = (float(above.sum()) / pairs, "") if pairs else (None, "no pair is compared")
        return Agreement(name, question, value, pairs, "pairs", reason=reason)

    def p(better: str, worse: str) -> float | None:
        one, two = standard(cells[better]), standard(cells[worse])
        return chance([Contest(_leads(judgements, one, two, ties), absent.shape)], test)

    found = [*map(agreement, cells), *(without_scores(metric, question) for metric in metrics if metric not in scored)]
    return in_order(found, p, Ranking(question, (), {}, (), test.trials, seed_used(test.seed)))


def _leads(judgements: Judgements, a: Matrix, b: Matrix, ties: str) -> Leads:
    """All exchanges at once: what a pair adds depends on its own two exchanges only (see `leads`)."""
    one, two = _sums(judgements, a, b, ties), _sums(judgements, b, a, ties)

    def found(swaps: Swaps) -> Vector:
        first = swaps[:, judgements.better, judgements.segment]
        second = swaps[:, judgements.worse, judgements.segment]
        with np.errstate(invalid="ignore", divide="ignore"):
            taus = [above / below for above, below in (sums(first, second).T for sums in (one, two))]
        lead: Vector = taus[0] - taus[1]
        return lead

    return found


def _sums(judgements: Judgements, a: Matrix, b: Matrix, ties: str) -> Callable[[Matrix, Matrix], Matrix]:
    """Above and below the line for a metric that is `a`, and `b` where exchanged: trials × 2."""
    tables = (a, b)
    v = {}
    for s in (0, 1):
        for t in (0, 1):
            lead = tables[s][judgements.better, judgements.segment] - tables[t][judgements.worse, judgements.segment]
            v[s, t] = np.column_stack(pair_votes(lead, ties))
    curve = v[1, 1] - v[1, 0] - v[0, 1] + v[0, 0]

    def sums(first: Matrix, second: Matrix) -> Matrix:
        linear = first @ (v[1, 0] - v[0, 0]) + second @ (v[0, 1] - v[0, 0])
        total: Matrix = v[0, 0].sum(0) + linear + (first * second) @ curve
        return total

    return sums


def _by_segment(judgements: Judgements, votes: Vector) -> Vector:
    """The votes of each segment that was ranked, added up."""
    _, place = np.unique(judgements.segment, return_inverse=True)
    return np.asarray(np.bincount(place.reshape(-1), weights=votes), dtype=np.float64)


def _shares_and_scores(judgements: Judgements, metric: Table, ties: str) -> tuple[Vector, Vector]:
    shares = win_shares(judgements, ties)
    people = np.array([np.nan if value is None else value for value in shares.values()])
    scores: Vector = metric.take(list(shares)).upward[:, 0]
    return people, scores


def _rho_again(people: Vector, scores: Vector, trials: int, rng: np.random.Generator) -> Vector:
    drawn = (rng.integers(len(people), size=len(people)) for _ in range(trials))
    found = [vector_value("spearman", people[places], scores[places]) for places in drawn]
    return np.array([np.nan if value is None else value for value in found])
