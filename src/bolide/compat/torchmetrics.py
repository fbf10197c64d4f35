"""Bolide's metrics for torchmetrics: `update(preds, target)`, `compute()`, `reset()`, `merge_state`, distributed sums.

The state is one vector of 64-bit integers, which processes add, so that nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import torch
import torchmetrics

from bolide.data.scores import Score
from bolide.evaluation.accumulator import Accumulator
from bolide.metrics import metric_of
from bolide.metrics.base import Metric
from bolide.system.errors import InputError

__all__ = ["BolideMetric"]


class BolideMetric(torchmetrics.Metric):
    """A Bolide metric as a torchmetrics `Metric`, given by name, by signature or as an object.

    `compute()` returns the corpus score (0 to 1 for most metrics) as a tensor of doubles. Merging states with different
    settings, also between processes, raises InputError.
    """

    is_differentiable = False
    full_state_update = False
    settings: torch.Tensor
    sums: torch.Tensor

    def __init__(self, metric: str | Metric = "bleu", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metric = metric_of(metric)
        vector = Accumulator(self.metric).vector()
        self._fingerprint = _fingerprint(self.metric)
        # First, so that states with other settings are rejected before their sums are used.
        self.add_state("settings", torch.tensor(self._fingerprint, dtype=torch.int64), dist_reduce_fx=_same_settings)
        self.add_state("sums", torch.tensor(vector, dtype=torch.int64), dist_reduce_fx="sum")

    @property
    def higher_is_better(self) -> bool:  # type: ignore[override, unused-ignore]
        """Whether a higher value is better; for TER and the error rates it is not."""
        return self.metric.formula.higher_is_better

    def update(self, preds: Sequence[str], target: Sequence[str | Sequence[str]]) -> None:
        """Add a batch; target[i] is the reference of preds[i], or a list of its references."""
        batch = Accumulator(self.metric)
        batch.add(preds, target)
        self.sums = self.sums + torch.tensor(batch.vector(), dtype=torch.int64, device=self.sums.device)

    def compute(self) -> torch.Tensor:
        """The score of all batches, over all processes if there are several."""
        # Apple's graphics processors have no doubles.
        dtype = torch.float32 if self.sums.device.type == "mps" else torch.float64
        return torch.tensor(self.score().value, dtype=dtype, device=self.sums.device)

    def score(self) -> Score:
        """The score of this process's batches, with its parts and signature."""
        if tuple(self.settings.tolist()) != self._fingerprint:
            raise InputError(f"The state was loaded from a metric with other settings than {self.metric.signature()}.")
        return Accumulator.from_vector(self.metric, self.sums.tolist()).score().scores[0]

    def set_dtype(self, dst_type: str | torch.dtype) -> BolideMetric:
        """Raise InputError: the sums are integers, and any other type would round them."""
        raise InputError("The sums are 64-bit integers, which are exact; they cannot be given another type.")


def _fingerprint(metric: Metric) -> tuple[int, ...]:
    """Eight bytes of a hash of the settings, as single numbers because torchmetrics compares with a tolerance."""
    return tuple(sha256(str(metric.signature()).encode()).digest()[:8])


def _same_settings(gathered: torch.Tensor) -> torch.Tensor:
    """The settings of all states. Raises InputError if they differ."""
    if not bool((gathered == gathered[0]).all()):
        raise InputError(
            "Sums measured with different settings cannot be merged; every process must have the same metric."
        )
    return gathered[0]
