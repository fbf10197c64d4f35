"""Poisson bootstrap of a stream: every resample contains each segment a Poisson(1) number of times.

Segments are drawn independently (Hanley and MacGibbon 2006; Chamandy et al. 2012), so only the sums of the resamples
are stored. The draws of a segment depend on the seed, its file and its position in it, not on threads or earlier runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

from bolide.corpus.batches import Batch
from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.metrics.base import Metric, row_values
from bolide.system.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODE = "poisson"
Labels = tuple[str, ...]  # the values of a group
Sums = Any  # a table of doubles, resamples × columns
CELLS = 1 << 20  # in a block of draws
EXACT = 2.0**53  # up to here a double holds every integer


@dataclass(frozen=True)
class Poisson:
    """The number of resamples and the seed."""

    resamples: int = 1000
    seed: int = 12345

    def sums(
        self, metrics: Sequence[Metric], tables: Sequence[Stats], batch: Batch, keys: Sequence[Labels] = ()
    ) -> dict[Labels, list[Sums]]:
        """The sums that a batch adds to every resample: of all rows under (), and of each key's rows under the key.

        One table per metric, resamples × columns, and one with the number of segments.
        """
        import numpy as np

        rng = np.random.default_rng([self.seed, crc32(batch.name.encode()), batch.numbers[0]])
        rows = [_rows(metric, stats) for metric, stats in zip(metrics, tables, strict=False)]
        rows.append(np.ones((len(batch), 1)))
        together = np.concatenate(rows, axis=1)
        members: dict[Labels, Any] = {(): slice(None), **_members(keys)}
        resampled = {key: np.empty((self.resamples, together.shape[1])) for key in members}
        most = max(1, CELLS // len(batch))
        for first in range(0, self.resamples, most):
            last = min(self.resamples, first + most)
            draws = rng.poisson(1.0, size=(last - first, len(batch))).astype(np.float64)
            for key, rows_of_key in members.items():
                resampled[key][first:last] = draws[:, rows_of_key] @ together[rows_of_key]
        ends = np.cumsum([table.shape[1] for table in rows])[:-1]
        return {key: list(np.split(table, ends, axis=1)) for key, table in resampled.items()}

    def with_intervals(
        self, metrics: Sequence[Metric], scores: Sequence[Score], sums: Sequence[Any]
    ) -> tuple[Score, ...]:
        """The scores with 95 % intervals over the resamples that have at least one segment."""
        import numpy as np

        with_interval = []
        drawn = sums[-1][:, 0] > 0
        if not drawn.any():
            return tuple(scores)
        for metric, score, totals in zip(metrics, scores, (table[drawn] for table in sums[:-1]), strict=True):
            if np.abs(totals).max(initial=0) >= EXACT:
                raise InputError(f"{score.name} has numbers so large that sums of resampled rows would not be exact.")
            values = _values(metric, totals)
            low, high = np.quantile(values, (0.025, 0.975)).tolist()
            mean = float(values.mean())
            with_interval.append(
                score.with_interval(low, high, mode=MODE, resamples=len(totals), seed=self.seed, mean=mean)
            )
        return tuple(with_interval)


def _members(keys: Sequence[Labels]) -> dict[Labels, NDArray[np.intp]]:
    """The indices of the rows with each key."""
    import numpy as np

    rows: dict[Labels, list[int]] = {}
    for row, key in enumerate(keys):
        rows.setdefault(key, []).append(row)
    return {key: np.array(indices) for key, indices in rows.items()}


def _rows(metric: Metric, stats: Stats) -> NDArray[np.float64]:
    import numpy as np

    if metric.formula.mean_of_segments:
        values = np.array(row_values(metric, stats), dtype=np.float64)
        return np.column_stack([values, np.ones(len(values))])
    return np.array(stats, dtype=np.float64)


def _values(metric: Metric, totals: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    if metric.formula.mean_of_segments:
        return np.asarray(totals[:, 0] / np.maximum(totals[:, 1], 1))
    whole = np.rint(totals).astype(np.int64)
    return np.array(metric.formula.evaluate(whole.ravel().data, whole.shape[1]))
