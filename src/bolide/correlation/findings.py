"""Findings: every answer about the metrics, as plain data."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from bolide._version import __version__
from bolide.correlation.against_rankings import RankingTau, rank_by_tau, tau_of
from bolide.correlation.agreement import correlate
from bolide.correlation.intervals import with_interval
from bolide.correlation.questions import QUESTIONS, Agreement, Question, Source
from bolide.correlation.ranking import Ranking, rank
from bolide.correlation.rankings import Judgements
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


def against_rankings(judgements: Judgements, metrics: Sequence[Source], asked: Asked | None = None) -> Findings:
    """Every metric against five-way rankings, with the intervals and the rankings of metrics that were asked for."""
    asked = asked or Asked()
    found = tuple(tau_of(judgements, metric, asked.resamples, asked.seed) for metric in metrics)
    ranked = tuple(rank_by_tau(judgements, metrics, question, asked.trials, asked.seed) for question in asked.ranked)
    return Findings(judgements.name, rankings=ranked, taus=found)
