"""Findings: every answer about the metrics, as plain data."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bolide._version import __version__
from bolide.correlation.agreement import correlate, vector_value
from bolide.correlation.intervals import with_interval
from bolide.correlation.questions import QUESTIONS, Agreement, Question, Source
from bolide.correlation.ranking import Ranking, rank
from bolide.correlation.rankings import VARIANTS, Judgements, ranking_tau, win_shares
from bolide.correlation.table import Table
from bolide.kernels import COMPILED


@dataclass(frozen=True)
class Asked:
    """What to ask: the questions (none: all that the scores allow), intervals, which of them to rank, and the seed."""

    questions: tuple[Question, ...] = ()
    resamples: int = 0
    ranked: tuple[Question, ...] = ()
    trials: int = 1000
    seed: int = 12345
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True)
class RankingTau:
    """A metric against rankings: τ under each treatment of the metric's ties, and ρ of the systems' shares of wins."""

    metric: str
    taus: dict[str, float | None]
    pairs: dict[str, int]
    spearman: dict[str, float | None]

    def to_dict(self) -> dict[str, Any]:
        return {"metric": self.metric, "tau": self.taus, "pairs": self.pairs, "system_spearman": self.spearman}


@dataclass(frozen=True)
class Findings:
    """Agreements of metrics with people, rankings of the metrics, and τ against rankings where those were given."""

    human: str
    agreements: tuple[Agreement, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    taus: tuple[RankingTau, ...] = ()
    version: str = __version__
    compiled: bool = field(default=COMPILED)

    def to_dict(self) -> dict[str, Any]:
        return {
            "bolide": self.version,
            "compiled": self.compiled,
            "human": self.human,
            "agreements": [found.to_dict() for found in self.agreements],
            "rankings": [found.to_dict() for found in self.rankings],
            "taus": [found.to_dict() for found in self.taus],
        }

    def to_json(self) -> str:
        """The findings as JSON text."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False)


def inquire(human: Source, metrics: Sequence[Source], asked: Asked | None = None) -> Findings:
    """All that was asked about all metrics."""
    asked = asked or Asked()
    questions = asked.questions or possible((human, *metrics))
    found: tuple[Agreement, ...]
    if asked.resamples:
        found = tuple(
            with_interval(human, metric, question, asked.resamples, asked.seed, asked.exclude)
            for question in questions
            for metric in metrics
        )
    else:
        found = correlate(human, metrics, questions, exclude=asked.exclude)
    ranked = tuple(
        rank(human, metrics, question, trials=asked.trials, seed=asked.seed, exclude=asked.exclude)
        for question in asked.ranked
    )
    return Findings(human.name, found, ranked)


def possible(sources: Collection[Source]) -> tuple[Question, ...]:
    """The questions for which all have scores."""
    segments = all(source.has("seg") for source in sources)
    return tuple(q for q in QUESTIONS if segments or q.reads == "sys")


def against_rankings(judgements: Judgements, metrics: Sequence[Source]) -> Findings:
    """Every metric against five-way rankings: each year's τ, and Spearman's ρ with the systems' shares of wins."""
    found = []
    for metric in metrics:
        counted = {year: ranking_tau(judgements, metric.at("seg"), ties) for year, ties in VARIANTS.items()}
        found.append(
            RankingTau(
                metric.name,
                {year: tau for year, (tau, _) in counted.items()},
                {year: pairs for year, (_, pairs) in counted.items()},
                {ties: _spearman(judgements, metric.at("sys"), ties) for ties in ("left-out", "not-won")},
            )
        )
    return Findings(judgements.name, taus=tuple(found))


def _spearman(judgements: Judgements, metric: Table, ties: str) -> float | None:
    shares = win_shares(judgements, ties)
    people = np.array([np.nan if share is None else share for share in shares.values()])
    return vector_value("spearman", people, metric.take(list(shares)).upward[:, 0])
