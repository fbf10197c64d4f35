"""Correlations of two vectors, and of many pairs of vectors at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from bolide.correlation.table import Matrix, Vector

# Of human and metric vector, complete and neither constant.
Correlation = Callable[[Vector, Vector], float]


def pearson(human: Vector, metric: Vector) -> float:
    """Pearson's r."""
    x, y = human - human.mean(), metric - metric.mean()
    return float(np.clip((x @ y) / np.sqrt((x @ x) * (y @ y)), -1, 1))


def spearman(human: Vector, metric: Vector) -> float:
    """Spearman's ρ: Pearson's r of the ranks, ties sharing theirs."""
    return pearson(stats.rankdata(human), stats.rankdata(metric))


def kendall_b(human: Vector, metric: Vector) -> float:
    """Kendall's τ-b."""
    return float(stats.kendalltau(human, metric, variant="b").statistic)


def kendall_c(human: Vector, metric: Vector) -> float:
    """Kendall's (Stuart's) τ-c."""
    return float(stats.kendalltau(human, metric, variant="c").statistic)


VECTOR: dict[str, Correlation] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall-b": kendall_b,
    "kendall-c": kendall_c,
}

# --- the same for every column at once: human and metric share their missing cells ---------


def columns_pearson(human: Matrix, metric: Matrix) -> Vector:
    """Pearson's r of each column; NaN where there is none."""
    x, y = _centred(human), _centred(metric)
    with np.errstate(invalid="ignore", divide="ignore"):
        r = (x * y).sum(0) / np.sqrt((x * x).sum(0) * (y * y).sum(0))
    return np.where(_varied(human) & _varied(metric), np.clip(r, -1, 1), np.nan)


def columns_spearman(human: Matrix, metric: Matrix) -> Vector:
    """Spearman's ρ of each column."""
    return columns_pearson(_ranks(human), _ranks(metric))


def columns_kendall_b(human: Matrix, metric: Matrix) -> Vector:
    """Kendall's τ-b of each column, from the signs of all pairs."""
    x, y = pair_signs(human), pair_signs(metric)
    with np.errstate(invalid="ignore", divide="ignore"):
        tau: Vector = np.nansum(x * y, 0) / np.sqrt(np.nansum(x * x, 0) * np.nansum(y * y, 0))
    return tau


def columns_kendall_c(human: Matrix, metric: Matrix) -> Vector:
    """Kendall's τ-c of each column."""
    balance = np.nansum(pair_signs(human) * pair_signs(metric), 0)
    size = np.isfinite(human).sum(0)
    fewest = np.minimum(_distinct(human), _distinct(metric))
    with np.errstate(invalid="ignore", divide="ignore"):
        tau = 2 * balance / (size.astype(float) ** 2 * (fewest - 1) / fewest)
    return np.where(fewest > 1, tau, np.nan)


COLUMNS: dict[str, Callable[[Matrix, Matrix], Vector]] = {
    "pearson": columns_pearson,
    "spearman": columns_spearman,
    "kendall-b": columns_kendall_b,
    "kendall-c": columns_kendall_c,
}


def pair_differences(cells: Matrix) -> Matrix:
    """The score differences of all pairs of rows, pairs × columns; NaN where one is missing."""
    a, b = np.triu_indices(len(cells), 1)
    return cells[a] - cells[b]


def pair_signs(cells: Matrix) -> Matrix:
    """Which of each pair of rows is higher: 1, 0, −1; NaN where one is missing."""
    return np.sign(pair_differences(cells))


def is_constant(vector: Vector) -> bool:
    """Whether all are the same number: such a vector correlates with nothing."""
    return bool((vector == vector[0]).all())


def _centred(cells: Matrix) -> Matrix:
    counts = np.isfinite(cells).sum(0)
    means = np.nansum(cells, 0) / np.maximum(counts, 1)
    centred: Matrix = np.nan_to_num(cells - means)
    return centred


def _varied(cells: Matrix) -> NDArray[np.bool_]:
    filled_low, filled_high = np.where(np.isnan(cells), np.inf, cells), np.where(np.isnan(cells), -np.inf, cells)
    varied: NDArray[np.bool_] = filled_low.min(0) < filled_high.max(0)
    return varied


def _ranks(cells: Matrix) -> Matrix:
    ranks: Matrix = stats.rankdata(cells, axis=0, nan_policy="omit")
    return ranks


def _distinct(cells: Matrix) -> NDArray[np.intp]:
    ordered = np.sort(cells, axis=0)  # NaN goes last
    steps: NDArray[np.intp] = (np.diff(ordered, axis=0) > 0).sum(0)  # a step to NaN is no step
    found: NDArray[np.intp] = steps + np.isfinite(ordered[0])
    return found
