"""Which segments should people judge next? Those on which metrics, outputs or systems are furthest apart.

Four ways to choose without looking at a human score. The first looks at the whole choice, the others give each segment
a number and take the highest:

- `balance`: a choice on which the metrics score the systems as on all segments, so that it stands for them;
- `disagreement`: the share of pairs of systems, over all pairs of metrics, that two metrics put in opposite orders;
- `diversity`: how different the outputs are, one minus the mean chrF of each two of them;
- `influence`: how far a segment moves the systems' mean scores apart: the deviation over systems of what it is above or
  below each one's mean, as a share of all segments', the mean over metrics.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from bolide.agreement.bootstrap import generator, quantiles, seed_used
from bolide.agreement.statistics.orders import pair_differences
from bolide.agreement.table import Matrix, Places, Source, Table, Vector, means
from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.measuring import measure_all
from bolide.metrics import METRICS
from bolide.results import Result
from bolide.wording import are, counted

WAYS = ("balance", "influence", "disagreement", "diversity")
EXCHANGES = 3000  # tried to bring a choice into balance
AT_ONCE = 128  # of them
RANDOM = 1000  # random choices to compare with
DRAWS = 20  # balanced choices of which the mean is taken


@dataclass(frozen=True)
class Check:
    """How near the ranking of systems by the chosen segments comes to that by all, in pairs of systems ordered alike.

    `random` is the mean of random choices of as many segments, `interval` their middle 95 %; `balance`, which begins at
    random too, is the mean of several.
    """

    way: str
    chosen: float
    random: float
    interval: tuple[float, float]
    segments: int

    def to_dict(self) -> dict[str, Any]:
        return {**vars(self), "interval": list(self.interval)}


@dataclass(frozen=True)
class Selection(Result):
    """The chosen segments (counted from 1), best first with the number of each; under `balance` in their order.

    Checks say how well the ways do, where people's scores are known.
    """

    way: str
    segments: tuple[tuple[int, float | None], ...]
    checks: tuple[Check, ...] = ()

    def data(self) -> dict[str, Any]:
        chosen = [{"segment": segment, "value": value} for segment, value in self.segments]
        return {"way": self.way, "segments": chosen, "checks": [check.to_dict() for check in self.checks]}


@dataclass(frozen=True, eq=False)
class Choice:
    """What is chosen from: metrics, and outputs where they are looked at; `seed` is that of `balance`."""

    metrics: Sequence[Source]
    systems: Sequence[Corpus] = ()
    seed: int | None = None

    def numbers(self, way: str) -> Vector | None:
        """The number of every segment; None for `balance`, which has none."""
        if way == "diversity":
            if len(self.systems) < 2:
                raise InputError("Diversity needs the outputs of two systems or more (-i).")
            return diversity(self.systems)
        if way == "disagreement":
            if len(self.metrics) < 2:
                raise InputError("Disagreement needs two metrics or more; name another, as in -m bleu chrf.")
            return disagreement([metric.at("seg").upward for metric in self.metrics])
        return influence(self.metrics) if way == "influence" else None

    def choose(self, way: str, count: int, among: Places) -> tuple[Places, Vector | None]:
        """The chosen of these segments, and the numbers they have."""
        numbers = self.numbers(way)
        if numbers is None:
            tables = [metric.at("seg").upward[:, among] for metric in self.metrics]
            return among[balanced(tables, count, generator(self.seed))], None
        best = among[np.argsort(-numbers[among], kind="stable")[:count]]
        return best, numbers[best]


def select(choice: Choice, way: str, count: int, segments: int) -> Selection:
    """The segments that people should judge next."""
    if count >= segments:
        there = f"There {are(segments)} {counted(segments, 'segment')}"
        raise InputError(f"{there}; choosing {count:,} needs more than that.")
    places, numbers = choice.choose(way, count, np.arange(segments))
    values: list[float | None] = [None] * count if numbers is None else numbers.tolist()
    return Selection(way, tuple((int(place) + 1, value) for place, value in zip(places, values, strict=True)))


def balanced(tables: Sequence[Matrix], count: int, rng: np.random.Generator) -> Places:
    """Segments on which systems differ, under every metric, as on all: a random choice, improved by exchanges."""
    features = []
    for cells in tables:
        apart = np.nan_to_num(cells - np.nanmean(cells, axis=0))
        features.append(apart / (apart.std() or 1.0))
    every = np.vstack(features)
    every = every - every.mean(1, keepdims=True)
    order = rng.permutation(every.shape[1])
    total = every[:, order[:count]].sum(1)
    cost = total @ total
    inside, outside = rng.integers(0, count, EXCHANGES), rng.integers(count, len(order), EXCHANGES)
    rows = np.ascontiguousarray(every.T)
    done = 0
    while done < EXCHANGES:  # few of them help: many are tried from the same state, up to the first that does
        one, two = inside[done : done + AT_ONCE], outside[done : done + AT_ONCE]
        changed = total - rows[order[one]] + rows[order[two]]
        better = np.flatnonzero((changed * changed).sum(1) < cost * (1 + 1e-9))  # or equal but for rounding
        k = next((k for k in better if changed[k] @ changed[k] < cost), None)
        if k is not None:
            total, cost = changed[k], changed[k] @ changed[k]
            order[one[k]], order[two[k]] = order[two[k]], order[one[k]]
        done += AT_ONCE if k is None else int(k) + 1
    return np.sort(order[:count])


def disagreement(tables: Sequence[Matrix]) -> Vector:
    """The share of pairs of systems, over pairs of metrics, that two metrics put in opposite orders."""
    signs = [np.sign(np.nan_to_num(pair_differences(cells))) for cells in tables]
    opposite = [(one * two < 0).mean(0) for one, two in combinations(signs, 2)]
    shares: Vector = np.mean(opposite, axis=0)
    return shares


def diversity(systems: Sequence[Corpus]) -> Vector:
    """One minus the mean chrF of each two outputs of a segment."""
    metric = METRICS["chrf"]().for_sentences()
    total = np.zeros(len(systems[0]))
    pairs = list(combinations(systems, 2))
    corpora = [Corpus.of(one.hyps, two.hyps) for one, two in pairs]
    for (stats,) in measure_all(corpora, [metric]):
        total += np.array(metric.values(stats))
    return 1 - total / len(pairs)


def influence(metrics: Sequence[Source]) -> Vector:
    """How far a segment moves the systems' means apart, relative to what all segments do, the mean over metrics."""
    shares = []
    for metric in metrics:
        cells = metric.at("seg").upward
        spread = np.nan_to_num(np.nanstd(cells - means(cells), axis=0))
        shares.append(spread / (spread.sum() or 1.0))
    mean: Vector = np.mean(shares, axis=0)
    return mean


def checked(human: Table, choice: Choice, ways: Sequence[str], count: int) -> tuple[Check, ...]:
    """How well each way does against random choices, among the segments that people judged for every system."""
    judged = np.flatnonzero(np.isfinite(human.upward).all(0))
    if len(judged) <= count:
        raise InputError(
            f"{human.name} has {counted(len(judged), 'segment')} judged for every system; choosing {count:,} "
            "needs more."
        )
    whole = np.sign(pair_differences(means(human.upward[:, judged])))[:, 0]
    rng = generator(choice.seed)
    drawn = (judged[rng.permutation(len(judged))[:count]] for _ in range(RANDOM))
    random = np.array([_alike(human.upward, places, whole) for places in drawn])
    interval = quantiles(random) or (float("nan"), float("nan"))
    found = []
    for way in ways:
        seeds = [seed_used(choice.seed) + k for k in range(DRAWS)] if way == "balance" else [choice.seed]
        chosen = [replace(choice, seed=seed).choose(way, count, judged)[0] for seed in seeds]
        value = float(np.mean([_alike(human.upward, places, whole) for places in chosen]))
        found.append(Check(way, value, float(random.mean()), interval, len(judged)))
    return tuple(found)


def _alike(cells: Matrix, places: Places, whole: Vector) -> float:
    """The share of pairs of systems in the order that all segments give."""
    part = np.sign(pair_differences(means(cells[:, places])))[:, 0]
    return float((part == whole).mean())
