"""Bolide's metrics for mbrs: importing this module adds `bolide` to its metrics.

`MetricBolide(MetricBolide.Config(metric="chrf"))` scores a sentence's candidates; TER and the error rates are
minimised. Scores are Bolide's, from 0 to 1 for most metrics; mbrs' own BLEU, chrF and TER go from 0 to 100.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from mbrs import metrics, timer

from bolide.compat.shapes import segments_of
from bolide.metrics.scorer import Scorer

__all__ = ["MetricBolide"]


@metrics.register("bolide")
class MetricBolide(metrics.Metric):
    """A Bolide metric for mbrs' decoders; importing the module registers it as `bolide`. Sources are ignored."""

    @dataclass
    class Config(metrics.Metric.Config):
        """`metric` is a name, used with its settings for sentences (BLEU: effective order), or a full signature."""

        metric: str = "chrf"

    def __init__(self, cfg: MetricBolide.Config) -> None:
        super().__init__(cfg)
        self.metric = Scorer.of(cfg.metric).sentence
        self.HIGHER_IS_BETTER = self.metric.formula.higher_is_better

    def score(self, hypothesis: str, reference: str, source: str | None = None) -> float:
        """The score of one hypothesis."""
        return float(self.metric.sentence(hypothesis, [reference]).value)

    def scores(self, hypotheses: list[str], references: list[str], sources: list[str] | None = None) -> torch.Tensor:
        """The scores of hypotheses, each against its reference."""
        with timer.measure("score") as measured:
            measured.set_delta_ncalls(len(hypotheses))
            return torch.tensor(self.metric.segments(hypotheses, references).values, dtype=torch.float32)

    def pairwise_scores(self, hypotheses: list[str], references: list[str], source: str | None = None) -> torch.Tensor:
        """The scores of every hypothesis against every reference."""
        with timer.measure("score") as measured:
            measured.set_delta_ncalls(len(hypotheses) * len(references))
            table = self.metric.pairwise(hypotheses, references)
            return torch.from_numpy(np.array(table, dtype=np.float32))

    def corpus_score(
        self, hypotheses: list[str], references_lists: list[list[str]], sources: list[str] | None = None
    ) -> float:
        """The score of a corpus; `references_lists` has one list per reference set, as mbrs passes them."""
        groups = segments_of(hypotheses, references_lists)
        return float(Scorer.of(self.cfg.metric).corpus.corpus(hypotheses, groups).value)
