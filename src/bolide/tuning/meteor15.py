"""What can be tuned in METEOR 1.5, and its scores under many settings at once, from rows of integers."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from bolide.metrics.meteor import METEOR
from bolide.metrics.meteor15 import Fifteen as Definition
from bolide.tuning.arrays import Matrix, Rows

_LENGTHS, _COUNTS, _CHUNKS = 4, 20, 20  # columns: lengths, then four counts a stage, then chunks and matched words


@dataclass(frozen=True)
class Fifteen:
    """METEOR 1.5: alpha, beta, gamma, delta and a weight for every module but the first, which stays at its own.

    With several references a row is that of the reference which the starting parameters like best.
    """

    start: METEOR

    @property
    def _own(self) -> list[float]:
        assert isinstance(self.start.definition, Definition)  # space_of chose this class for it
        setting = self.start.definition.setting
        own = setting.parameters
        return [own.alpha, own.beta, own.gamma, own.delta, *own.weights[: len(setting.modules)]]

    @property
    def names(self) -> tuple[str, ...]:
        assert isinstance(self.start.definition, Definition)
        return ("alpha", "beta", "gamma", "delta", *self.start.definition.setting.modules)

    def sample(self, size: int, rng: np.random.Generator) -> Matrix:
        own = self._own
        drawn = rng.random((size, len(own)))
        drawn[:, 1] = 10 ** rng.uniform(-1, 0.5, size)
        drawn[:, 4] = own[4]
        found: Matrix = np.concatenate([[own], np.round(drawn, 2)])[:size]
        return found

    def features(self, rows: Rows) -> Matrix:
        """The lengths, the counts by module and kind of word, and chunks over matched words."""
        counts = rows.astype(np.float64)
        words = (counts[..., 21] + counts[..., 22]) / 2
        broken = np.divide(counts[..., _CHUNKS], words, out=np.zeros_like(words), where=words > 0)
        found: Matrix = np.concatenate([counts[..., :_COUNTS], broken[..., None]], -1)
        return found

    def values(self, features: Matrix, settings: Matrix) -> Matrix:
        shape = (-1, *(1,) * (features.ndim - 1))
        alpha, beta, gamma, delta = (settings[:, k].reshape(shape) for k in range(4))
        precision, recall = (self._weighed(features, settings, delta, side) for side in (0, 1))
        below = alpha * precision + (1 - alpha) * recall
        fmean = np.divide(precision * recall, below, out=np.zeros(below.shape), where=below > 0)
        found: Matrix = np.maximum(0, fmean * (1 - gamma * features[..., -1] ** beta))
        return found

    def _weighed(self, features: Matrix, settings: Matrix, delta: Matrix, side: int) -> Matrix:
        """Weighted matches over weighted length: precision for the hypothesis (side 0), recall for the reference."""
        weights = settings[:, 4:]
        content, function = (
            np.tensordot(weights, features[..., _LENGTHS + kind + side : _COUNTS : 4][..., : weights.shape[1]], (1, -1))
            for kind in (0, 2)
        )
        matched = delta * content + (1 - delta) * function
        length, functions = features[..., side], features[..., 2 + side]
        whole = delta * (length - functions) + (1 - delta) * functions
        return np.divide(matched, whole, out=np.zeros(matched.shape), where=whole > 0)

    def metric(self, setting: Matrix) -> METEOR:
        alpha, beta, gamma, delta, *weights = setting.tolist()
        return replace(self.start, alpha=alpha, beta=beta, gamma=gamma, delta=delta, weights=tuple(weights))
