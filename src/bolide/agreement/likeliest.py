"""The curve a / (1 + e^(−bΔ)) under which what people said is likeliest, for many weightings of the pairs at once.

The likelihood can have several tops, so each weighting starts at the highest place of a grid. From there all climb
together, by Fisher scoring on the logit of a and the logarithm of b, with Levenberg's damping: a step that does not
help is tried again shorter.
"""

from __future__ import annotations

import numpy as np

from bolide.agreement.table import Vector

FARTHEST = 12.0  # the logit of a, and the logarithm of b at the median difference, lie between minus this and this
GRID = 49  # places along either of them
LONGEST = 2.0  # step
MOST_STEPS = 200


def likeliest(points: Vector, agreed: Vector, weights: Vector) -> list[tuple[float, float]]:
    """For each row of weights the a and b under which the pairs that agreed, and those that did not, are likeliest."""
    size = float(np.median(points)) or 1.0
    points = points / size
    at = _highest(points, agreed, weights)
    seen = _seen(at, points, agreed, weights)
    damping = np.full((len(weights), 1), 1e-3)
    for _ in range(MOST_STEPS):
        tried = np.clip(at + _step(at, seen, damping), -FARTHEST, FARTHEST)
        if np.abs(tried - at).max(initial=0) < 1e-9:
            break
        there = _seen(tried, points, agreed, weights)
        better = there[:, :1] > seen[:, :1]
        at, seen = np.where(better, tried, at), np.where(better, there, seen)
        damping = np.clip(np.where(better, damping / 10, damping * 10), 1e-9, 1e12)
    return [(float(1 / (1 + np.exp(-u))), float(np.exp(v) / size)) for u, v in at]


def _highest(points: Vector, agreed: Vector, weights: Vector) -> Vector:
    """For each row of weights the place of the grid where the pairs are likeliest."""
    line = np.linspace(-FARTHEST, FARTHEST, GRID)
    rises = _rise(np.stack([line, line], axis=1), points)
    right, wrong = weights * agreed, (weights * (1 - agreed))[:, agreed == 0]
    by_b = right @ np.log(rises).T
    likely = np.empty((len(weights), GRID, GRID))
    for k, a in enumerate(1 / (1 + np.exp(-line))):
        by_a = right.sum(axis=1)[:, None] * np.log(a)
        likely[:, k] = by_a + by_b + wrong @ np.log1p(-a * rises[:, agreed == 0]).T
    best = likely.reshape(len(weights), -1).argmax(axis=1)
    return np.stack([line[best // GRID], line[best % GRID]], axis=1)


def _rise(at: Vector, points: Vector) -> Vector:
    return 1 / (1 + np.exp(-np.minimum(np.exp(at[:, 1:]) * points, 700)))


def _share(at: Vector, points: Vector) -> Vector:
    """The share of pairs that agree: a row for each place, a column for each difference; never quite none or all."""
    share: Vector = _rise(at, points) / (1 + np.exp(-at[:, :1]))
    return share.clip(1e-9, 1 - 1e-9)


def _logarithms(share: Vector, agreed: Vector) -> Vector:
    return np.log(np.where(agreed > 0, share, 1 - share))


def _seen(at: Vector, points: Vector, agreed: Vector, weights: Vector) -> Vector:
    """A row for each place: the log-likelihood there, its slope in two directions, Fisher's information in three."""
    share = _share(at, points)
    by_a = 1 / (1 + np.exp(at[:, :1]))  # how the logarithm of the share changes
    by_b = (1 - _rise(at, points)) * np.exp(at[:, 1:]) * points
    short, odds = weights * (agreed - share) / (1 - share), weights * share / (1 - share)
    likely = weights * _logarithms(share, agreed)
    columns = (likely, short * by_a, short * by_b, odds * by_a * by_a, odds * by_a * by_b, odds * by_b * by_b)
    return np.stack([column.sum(axis=1) for column in columns], axis=1)


def _step(at: Vector, seen: Vector, damping: Vector) -> Vector:
    """Where to go from each place; not across a bound."""
    up, information = seen[:, 1:3], seen[:, 3:]
    free = (np.abs(at) < FARTHEST) | (at * up < 0)
    up = up * free
    less = damping[:, 0] * (1e-9 + np.maximum(information[:, 0], information[:, 2]))
    first, both, second = information[:, 0] + less, information[:, 1] * free.all(axis=1), information[:, 2] + less
    way = np.stack([second * up[:, 0] - both * up[:, 1], first * up[:, 1] - both * up[:, 0]], axis=1)
    return np.clip(way / (first * second - both * both)[:, None], -LONGEST, LONGEST)
