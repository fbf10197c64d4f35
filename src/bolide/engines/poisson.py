"""A bootstrap of what streams by: every segment comes up a Poisson(1) number of times in every resample.

So nothing need be known of the other segments (Hanley and MacGibbon 2006; Chamandy et al. 2012), and only the sums of
the resamples are kept. How often a segment comes up depends on the seed, its file and its place in it, not on
threads or on what was done before.
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
Labels = tuple[str, ...]  # the values that make a group
Sums = Any  # a table of doubles, resamples × columns
CELLS = 1 << 20  # of a block of draws
EXACT = 2.0**53  # up to here a double holds every integer


@dataclass(frozen=True)
class Poisson:
    """How many resamples, and from which seed."""

    resamples: int = 1000
    seed: int = 12345

    def sums(
        self, metrics: Sequence[Metric], tables: Sequence[Stats], batch: Batch, keys: Sequence[Labels] = ()
    ) -> dict[Labels, list[Sums]]:
        """What a batch adds to every resample, under () and, where rows have keys, under each of these.

        One table per metric, resamples × columns, and one of how many segments there are.
        """
        import numpy as np

        rng = np.random.default_rng([self.seed, crc32(batch.name.encode()), batch.numbers[0]])
        rows = [_rows(metric, stats) for metric, stats in zip(metrics, tables, strict=False)]
        rows.append(np.ones((len(batch), 1)))
        together = np.concatenate(rows, axis=1)
        members: dict[Labels, Any] = {(): slice(None), **_members(keys)}
        found = {key: np.empty((self.resamples, together.shape[1])) for key in members}
        most = max(1, CELLS // len(batch))
        for first in range(0, self.resamples, most):
            last = min(self.resamples, first + most)
            draws = rng.poisson(1.0, size=(last - first, len(batch))).astype(np.float64)
            for key, chosen in members.items():
                found[key][first:last] = draws[:, chosen] @ together[chosen]
        ends = np.cumsum([table.shape[1] for table in rows])[:-1]
        return {key: list(np.split(table, ends, axis=1)) for key, table in found.items()}

    def with_intervals(
        self, metrics: Sequence[Metric], scores: Sequence[Score], sums: Sequence[Any]
    ) -> tuple[Score, ...]:
        """The scores with the middle 95 % of those of the resamples that have a segment at all."""
        import numpy as np

        found = []
        drawn = sums[-1][:, 0] > 0
        if not drawn.any():
            return tuple(scores)
        for metric, score, totals in zip(metrics, scores, (table[drawn] for table in sums[:-1]), strict=True):
            if np.abs(totals).max(initial=0) >= EXACT:
                raise InputError(f"{score.name} has numbers so large that sums of resampled rows would not be exact.")
            values = _values(metric, totals)
            low, high = np.quantile(values, (0.025, 0.975)).tolist()
            mean = float(values.mean())
            found.append(score.with_interval(low, high, mode=MODE, resamples=len(totals), seed=self.seed, mean=mean))
        return tuple(found)


def _members(keys: Sequence[Labels]) -> dict[Labels, NDArray[np.intp]]:
    """Which rows have each key."""
    import numpy as np

    rows: dict[Labels, list[int]] = {}
    for row, key in enumerate(keys):
        rows.setdefault(key, []).append(row)
    return {key: np.array(found) for key, found in rows.items()}


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
