"""Groups of segments, by length, document, label or human score: how the systems do in each, and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bolide.significance.buckets import quarters
from bolide.significance.lengths import in_order, length_labels
from bolide.significance.plan import SEED
from bolide.significance.resampling import bootstrap, generator
from bolide.significance.sample import Sample

if TYPE_CHECKING:  # scipy is needed there
    from bolide.agreement.table import Table

MOST_INTERVALS = 40  # groups up to which every lead has an interval: each takes a bootstrap of its own
RESAMPLES = 1000


@dataclass(frozen=True)
class Grouping:
    """One way to sort segments into groups: `of` has the number of the group of each segment, -1 for none."""

    name: str
    title: str
    labels: tuple[str, ...]
    of: tuple[int, ...]

    @classmethod
    def by_label(cls, name: str, title: str, labels: Sequence[str], order: Sequence[str] | None = None) -> Grouping:
        """Groups of equal labels, in the order in which they first occur unless another is given."""
        known = list(dict.fromkeys(labels))
        names = [label for label in order if label in known] if order is not None else known
        place = {label: k for k, label in enumerate(names)}
        return cls(name, title, tuple(names), tuple(place[label] for label in labels))

    @classmethod
    def by_length(cls, lengths: Sequence[int]) -> Grouping:
        """Ten words to a group, by the length of the first reference."""
        labels = length_labels(lengths)
        return cls.by_label("length", "By length of the reference, in words", labels, in_order(labels))

    @classmethod
    def by_human(cls, table: Table) -> Grouping | None:
        """Quarters of the segments by the mean of people's scores; none where too few were judged to be told apart."""
        labels, names = quarters(table.segment_means())
        if not names:
            return None
        title = f"By the people’s score ({table.name}), mean of all systems"
        return cls("human", title, tuple(names), tuple(names.index(n) if n in names else -1 for n in labels))

    def places(self, group: int) -> np.ndarray[Any, np.dtype[np.intp]]:
        """The segments of a group."""
        return np.flatnonzero(np.array(self.of) == group)


def group_scores(
    grouping: Grouping, tables: Sequence[Sequence[Sample]], pairs: Sequence[tuple[int, int]]
) -> dict[str, Any]:
    """Scores of every system in every group under every metric; for every pair the lead of the first, positive where it
    is better, with its interval where there are few groups."""
    sizes = [len(grouping.places(k)) for k in range(len(grouping.labels))]
    wanted = len(sizes) <= MOST_INTERVALS
    metrics = []
    for samples in tables:
        scores, leads, intervals = [], [], []
        for k, size in enumerate(sizes):
            own = [sample.take(grouping.places(k)) for sample in samples]
            values = [sample.value for sample in own]
            sign = own[0].scale * (1 if own[0].higher_is_better else -1)
            scores.append([round(own[0].scale * value, 4) for value in values])
            leads.append([round(sign * (values[a] - values[b]), 4) for a, b in pairs])
            intervals.append(_intervals(own, pairs, sign) if wanted and size > 1 else None)
        metrics.append({"scores": scores, "leads": leads, "intervals": intervals})
    return {
        "name": grouping.name, "title": grouping.title, "labels": list(grouping.labels), "sizes": sizes,
        "metrics": metrics,
    }  # fmt: skip


def _intervals(samples: Sequence[Sample], pairs: Sequence[tuple[int, int]], sign: float) -> list[list[float]]:
    drawn = bootstrap(samples, RESAMPLES, generator(SEED))
    ends = [np.quantile(sign * (drawn[a] - drawn[b]), (0.025, 0.975)) for a, b in pairs]
    return [[round(float(low), 4), round(float(high), 4)] for low, high in ends]
