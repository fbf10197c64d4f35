"""Poisson bootstrap of large tables: every resample contains each segment, or document, a Poisson(1) number of times.

They are drawn independently (Hanley and MacGibbon 2006; Chamandy et al. 2012), so only the sums of the resamples are
stored. The draws of a segment depend on the seed, its file and its position in it, and those of a document on the seed
and its name, wherever its segments are; neither depends on threads or earlier runs. The rows of an engine (Spark,
Polars, DuckDB, datasets) have no position, so that only documents are drawn there, from the sums of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from bolide.corpus.batches import Batch
from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.metrics.sums import Sums as SegmentSums, rounded
from bolide.significance.arithmetic import middle
from bolide.significance.labels import indices_by_label
from bolide.significance.plan import Plan
from bolide.significance.sample import EXACT, Matrix, Vector, rows_and_values, scored_totals
from bolide.significance.units import DOCUMENT, SEGMENT
from bolide.system.errors import InputError, OptionError

MODE = "poisson"
Labels = tuple[str, ...]  # the values of a group
Sums = Any  # a table of doubles, resamples × columns
CELLS = 1 << 20  # in a block of draws
ONE = "There is only one segment or document; resampling needs at least two."


@dataclass(frozen=True)
class Poisson:
    """The number of resamples, the seed, and the column of the segments' documents, if documents are drawn."""

    resamples: int = 1000
    seed: int = 12345
    documents: str | None = None

    @classmethod
    def of(cls, resamples: int, documents: str | None, seed: int | None) -> Poisson:
        """The resampling of so many resamples, by a seed if one is given."""
        plan = Plan.for_intervals(resamples, seed=seed)  # which checks both numbers
        return cls(plan.trials_used, cls.seed if seed is None else seed, documents)

    def sums(
        self, metrics: Sequence[Metric], tables: Sequence[Stats], batch: Batch, keys: Sequence[Labels] = ()
    ) -> dict[Labels, Sequence[Sums]]:
        """The sums that a batch adds to every resample: of all rows under (), and of each key's rows under the key.

        One table per metric, resamples × columns, and one with the number of segments.
        """
        rows = [_rows(metric, stats) for metric, stats in zip(metrics, tables, strict=False)]
        rows.append(np.ones((len(batch), 1)))
        together = np.concatenate(rows, axis=1)
        members: dict[Labels, Any] = {(): slice(None)}
        members |= {key: np.array(indices) for key, indices in indices_by_label(keys).items()}
        resampled = (self._of_segments if self.documents is None else self._of_documents)(batch, together, members)
        ends = np.cumsum([table.shape[1] for table in rows])[:-1]
        return {key: np.split(table, ends, axis=1) for key, table in resampled.items()}

    def _of_segments(self, batch: Batch, rows: Matrix, members: Mapping[Labels, Any]) -> dict[Labels, Matrix]:
        """The sums of each key's rows in every resample of segments."""
        rng = np.random.default_rng([self.seed, crc32(batch.name.encode("utf-8", "surrogatepass")), batch.numbers[0]])
        resampled = {key: np.empty((self.resamples, rows.shape[1])) for key in members}
        most = max(1, CELLS // len(batch))
        for first in range(0, self.resamples, most):
            last = min(self.resamples, first + most)
            draws = rng.poisson(1.0, size=(last - first, len(batch))).astype(np.float64)
            for key, indices in members.items():
                resampled[key][first:last] = draws[:, indices] @ rows[indices]
        return resampled

    def _of_documents(self, batch: Batch, rows: Matrix, members: Mapping[Labels, Any]) -> dict[Labels, Matrix]:
        """The sums of each key's rows in every resample of documents, whose rows are added up first."""
        numbers: dict[str, int] = {}
        documents = np.array([numbers.setdefault(name, len(numbers)) for name in batch.labels(str(self.documents))])
        draws = np.column_stack([self._draws_of(name) for name in numbers])
        resampled = {}
        for key, indices in members.items():
            present, positions = np.unique(documents[indices], return_inverse=True)
            sums = np.zeros((len(present), rows.shape[1]))
            np.add.at(sums, positions, rows[indices])
            resampled[key] = draws[:, present] @ sums
        return resampled

    def _draws_of(self, document: str) -> Vector:
        """How often each resample contains a document."""
        name = int.from_bytes(blake2b(document.encode("utf-8", "surrogatepass"), digest_size=16).digest(), "little")
        return np.random.default_rng([self.seed, name]).poisson(1.0, size=self.resamples).astype(np.float64)

    def shapes(self, metrics: Sequence[Metric]) -> list[tuple[int, int]]:
        """The shapes of the tables that `sums` returns."""
        widths = (2 if metric.formula.mean_of_segments else len(metric.counts.columns) for metric in metrics)
        return [*((self.resamples, width) for width in widths), (self.resamples, 1)]

    def with_intervals(
        self,
        metrics: Sequence[Metric],
        scores: Sequence[Score],
        sums: Sequence[Any],
        segments: int,
        *,
        whole: bool = True,
    ) -> tuple[Score, ...]:
        """The scores of so many segments with 95 % intervals over the resamples that have at least one.

        A group of one segment or document has none; InputError if it is the whole table.
        """
        with_interval = []
        counts = sums[-1][:, 0]
        # The number of segments in a resample has the mean Σm and the variance Σm² over the units of m segments.
        effective = float(segments**2 / counts.var(ddof=1)) if len(counts) > 1 and counts.var() else float(segments)
        drawn = counts > 0
        if not drawn.any() or segments == 1 or (self.documents is not None and not (counts % segments).any()):
            if whole:
                raise InputError(ONE)
            return tuple(scores)
        for metric, score, totals in zip(metrics, scores, (table[drawn] for table in sums[:-1]), strict=True):
            values = _values(metric, totals)
            low, high = middle(np.sort(values).tolist())
            with_interval.append(
                score.with_interval(
                    low,
                    high,
                    mode=MODE,
                    resamples=len(totals),
                    seed=self.seed,
                    mean=float(values.mean()),
                    segments=segments,
                    unit=SEGMENT if self.documents is None else DOCUMENT,
                    effective=effective,
                )
            )
        return tuple(with_interval)

    def document_interval(self, metric: Metric, documents: Mapping[str, SegmentSums]) -> DocumentInterval:
        """The 95 % interval of the score of all documents, from the sums of each, as a stream of their segments has."""
        mean = metric.formula.mean_of_segments
        rows = [(rounded(one.value), one.segments) if mean else one.total for one in documents.values()]
        table = np.array(rows, dtype=np.float64)
        names, totals = list(documents), np.zeros((self.resamples, table.shape[1]))
        drawn = np.zeros(self.resamples, dtype=bool)
        most = max(1, CELLS // self.resamples)
        for first in range(0, len(names), most):
            draws = np.column_stack([self._draws_of(name) for name in names[first : first + most]])
            totals += draws @ table[first : first + most]
            drawn |= draws.any(axis=1)
        sizes = [sums.segments for sums in documents.values()]
        values = np.sort(_values(metric, totals[drawn])).tolist()
        low, high = middle(values) if values and len(names) > 1 else (float("nan"), float("nan"))
        return DocumentInterval(low, high, len(names), sum(sizes) ** 2 / sum(size * size for size in sizes))

    def with_document_interval(self, score: Score, metric: Metric, documents: Mapping[str, SegmentSums]) -> Score:
        """The score of all documents with its interval, from the sums of each."""
        drawn = self.document_interval(metric, documents)
        if drawn.documents == 1:
            raise InputError(ONE)
        return score.with_interval(
            drawn.low,
            drawn.high,
            mode=MODE,
            resamples=self.resamples,
            seed=self.seed,
            unit=DOCUMENT,
            segments=sum(sums.segments for sums in documents.values()),
            effective=drawn.effective,
        )


class DocumentInterval(NamedTuple):
    """A 95 % interval over resampled documents, how many of them there are, and how many that is effectively.

    With effectively fewer than 30 documents, intervals are too narrow; the ends of a single one's are not numbers.
    """

    low: float
    high: float
    documents: int
    effective: float


def poisson_of(confidence: int | None, documents: str | None, seed: int | None) -> Poisson | None:
    """The resampling that an engine is asked for; None if no interval is."""
    if confidence is None:
        return None
    if documents is None:
        raise OptionError(
            "`confidence` needs `documents`, a column: the rows of an engine have no order, so that segments cannot be "
            "drawn by their position. A column of unique ids takes every segment as a document of its own."
        )
    return Poisson.of(confidence, documents, seed)


def document_names(values: Iterable[Any], column: str) -> list[str]:
    """The names of documents in a column. Raises InputError if one is missing or is not a name."""
    names = []
    for value in values:
        if not isinstance(value, str | int):
            needed = "every segment needs a document, a text or an integer"
            raise InputError(f"The column {column!r} holds {value!r:.40}; {needed}.")
        names.append(value if isinstance(value, str) else str(value).lower())  # as in `Batch.labels`
    return names


def _rows(metric: Metric, stats: Stats) -> Matrix:
    """The rows to add up."""
    mean = metric.formula.mean_of_segments
    return rows_and_values(metric, stats)[0] if mean else np.array(stats, dtype=np.float64)


def _values(metric: Metric, totals: Matrix) -> Vector:
    """The scores of resampled sums."""
    if not metric.formula.mean_of_segments and np.abs(totals).max(initial=0) >= EXACT:
        raise InputError(f"{metric.title} has numbers so large that sums of resampled rows would not be exact.")
    return scored_totals(metric.formula, totals)
