"""Findings: every answer about the metrics, as plain data."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from bolide._version import __version__
from bolide.correlation.against_rankings import RankingTau, rank_by_tau, tau_of
from bolide.correlation.agreement import answer, check_names, each_metric
from bolide.correlation.intervals import with_interval
from bolide.correlation.permutation import ExchangeTest
from bolide.correlation.questions import QUESTIONS, Agreement, Question, Source
from bolide.correlation.ranking import Ranking, rank
from bolide.correlation.rankings import Judgements
from bolide.kernels import COMPILED


@dataclass(frozen=True)
class Asked:
    """What to ask: the questions (none: all that the scores allow), intervals, which of them to rank, and the seed.

    Without a seed, resampling and exchanges take 12345 and soft pairwise accuracy the permutations of WMT's own tool.
    `recalibrate` tests acc-eq by exchanges of scores with thresholds found anew, not by exchanges of outcomes of pairs.
    """

    questions: tuple[Question, ...] = ()
    resamples: int = 0
    ranked: tuple[Question, ...] = ()
    trials: int = 1000
    seed: int | None = None
    exclude: tuple[str, ...] = ()
    recalibrate: bool = False


@dataclass(frozen=True)
class Findings:
    """Agreements of metrics with people, rankings of the metrics, and τ against rankings where those were given.

    `weights` names the table of MQM weights where people's scores were computed from marked errors.
    """

    human: str
    agreements: tuple[Agreement, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    taus: tuple[RankingTau, ...] = ()
    weights: str = ""
    version: str = __version__
    compiled: bool = field(default=COMPILED)

    def to_dict(self) -> dict[str, Any]:
        return {
            "bolide": self.version,
            "compiled": self.compiled,
            "human": self.human,
            "mqm_weights": self.weights or None,
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
    questions = asked.questions or possible(human, metrics)
    check_names(metrics)

    def answered(metric: Source, question: Question) -> Agreement:
        if asked.resamples:
            return with_interval(human, metric, question, asked.resamples, asked.seed, asked.exclude)
        return answer(human, metric, question, asked.exclude, asked.seed)

    found = tuple(each for question in questions for each in each_metric(metrics, question, answered))
    ranked = tuple(
        rank(
            human, metrics, question, trials=asked.trials, seed=asked.seed, exclude=asked.exclude,
            recalibrate=asked.recalibrate,
        )
        for question in asked.ranked
    )  # fmt: skip
    return Findings(human.name, found, ranked)


def possible(human: Source, metrics: Collection[Source]) -> tuple[Question, ...]:
    """The questions for which people have scores and at least one metric has."""
    segments = human.has("seg") and any(metric.has("seg") for metric in metrics)
    return tuple(q for q in QUESTIONS if segments or q.reads == "sys")


def against_rankings(judgements: Judgements, metrics: Sequence[Source], asked: Asked | None = None) -> Findings:
    """Every metric against five-way rankings, with the intervals and the rankings of metrics that were asked for."""
    asked = asked or Asked()
    if metrics and not any(metric.has("seg") for metric in metrics):
        metrics[0].at("seg")
    found = tuple(tau_of(judgements, metric, asked.resamples, asked.seed) for metric in metrics)
    test = ExchangeTest(asked.trials, asked.seed)
    ranked = tuple(rank_by_tau(judgements, metrics, question, test) for question in asked.ranked)
    return Findings(judgements.name, rankings=ranked, taus=found)
