"""Correlations of long vectors, all cells or those of one system, for many settings at once.

A statistic is first told what people think, a vector, and then answers for scores, settings × cells, with a value a
setting. Scores and people's ranks are packed into one whole number a cell, so that one sort puts both in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from bolide.correlation.agreement import vector_value
from bolide.kernels.concordance import COMPILED, concordance
from bolide.tuning.arrays import Matrix
from bolide.tuning.parts import Judge, Part, Places, Scores, ratio

Values = Callable[[Matrix], Matrix]
Whole = NDArray[np.int64]


def judge_vectors(statistic: str, grouping: str, human: Matrix, scores: Scores, parts: Sequence[Part]) -> Judge:
    """All cells of a part as one vector, or the mean over one vector a system."""
    prepared = [
        [(cells, STATISTICS[statistic](human.ravel()[cells])) for cells in _vectors(human, part, grouping)]
        for part in parts
    ]

    def judge(settings: Matrix) -> Matrix:
        found = np.empty((len(settings), len(parts)))
        flat = scores(settings).reshape(len(settings), -1)
        for place, vectors in enumerate(prepared):
            values = np.array([correlation(np.take(flat, cells, 1)) for cells, correlation in vectors])
            present = np.isfinite(values)
            sums = np.where(present, values, 0.0).sum(0)
            found[:, place] = ratio(sums, present.sum(0).astype(float))
        return found

    return judge


def _vectors(human: Matrix, part: Part, grouping: str) -> list[Places]:
    """The cells of each vector that people judged, by place in the flattened table."""
    lines = [system * human.shape[1] + part.segments for system in part.systems]
    vectors = [np.concatenate(lines)] if grouping == "none" else lines
    return [cells[np.isfinite(human.ravel()[cells])] for cells in vectors]


def pearson(human: Matrix) -> Values:
    """Pearson's r."""
    if _lacking(human):
        return _nothing
    people = human - human.mean()

    def values(scores: Matrix) -> Matrix:
        centred = scores - scores.mean(1, keepdims=True)
        below = np.sqrt((people @ people) * np.einsum("ij,ij->i", centred, centred))
        varied = scores.max(1) > scores.min(1)
        return np.clip(ratio(centred @ people, np.where(varied, below, 0.0)), -1, 1)

    return values


def spearman(human: Matrix) -> Values:
    """Spearman's ρ, from twice the ranks, which are whole."""
    if _lacking(human):
        return _nothing
    size = len(human)
    people = np.rint(2 * rankdata(human)).astype(np.int64)
    spread = float(((people - size - 1.0) ** 2).sum())

    def values(scores: Matrix) -> Matrix:
        keys, bits = _in_order(scores, people)
        changes = np.ones(keys.shape, dtype=np.bool_)
        changes[:, 1:] = keys[:, 1:] >> bits != keys[:, :-1] >> bits
        firsts = np.flatnonzero(changes)  # of each run of equal scores
        sizes = np.diff(firsts, append=keys.size).astype(float)
        ranks = 2.0 * (firsts % size) + sizes - size  # twice the run's rank, from the middle
        sums = np.add.reduceat((keys & ((1 << bits) - 1)).ravel(), firsts)
        rows = np.searchsorted(firsts, size * np.arange(len(keys)))
        cross, own = (np.add.reduceat(terms, rows) for terms in (ranks * sums, sizes * ranks * ranks))
        return ratio(cross, np.sqrt(own * spread))

    return values


def _kendall(human: Matrix, variant: str) -> Values:
    """Kendall's τ, counted by a compiled tree; without a compiled core one setting at a time."""
    if _lacking(human):
        return _nothing
    if not COMPILED:
        name = f"kendall-{variant}"
        return lambda scores: np.array([vector_value(name, human, line) for line in scores], dtype=float)
    people = np.asarray(rankdata(human, "dense"), dtype=np.int64)
    levels, pairs = int(people.max()), len(human) * (len(human) - 1) // 2
    sizes = np.bincount(people)
    untied = float(pairs - (sizes * (sizes - 1) // 2).sum())

    def values(scores: Matrix) -> Matrix:
        keys, bits = _in_order(scores, people)
        counted = np.zeros((len(keys), 3), dtype=np.int64)
        concordance(keys, bits, np.zeros(levels + 1, dtype=np.int64), counted)
        balance, ties, distinct = counted.T.astype(float)
        if variant == "b":
            return ratio(balance, np.sqrt(untied * (pairs - ties)))
        fewest = np.minimum(distinct, levels)
        return ratio(2 * balance * fewest, float(len(human)) ** 2 * (fewest - 1))

    return values


def kendall_b(human: Matrix) -> Values:
    """Kendall's τ-b."""
    return _kendall(human, "b")


def kendall_c(human: Matrix) -> Values:
    """Kendall's (Stuart's) τ-c."""
    return _kendall(human, "c")


STATISTICS: dict[str, Callable[[Matrix], Values]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall-b": kendall_b,
    "kendall-c": kendall_c,
}


def _in_order(scores: Matrix, people: Whole) -> tuple[Whole, int]:
    """Each line sorted by score, people's number in the last bits of every key; and how many bits those are."""
    bits = int(people.max()).bit_length()
    low, high = scores.min(), scores.max()
    if high - low >= 2.0 ** (62 - bits):  # millions of cells leave too few bits for scores; their order is enough
        scores, low = np.asarray(rankdata(scores, "dense", axis=1), dtype=float), 0.0
    keys = (scores - low).astype(np.int64)
    keys <<= bits
    keys |= people
    keys.sort(axis=1)
    return keys, bits


def _lacking(human: Matrix) -> bool:
    return len(human) < 2 or bool((human == human[0]).all())


def _nothing(scores: Matrix) -> Matrix:
    return np.full(len(scores), np.nan)
