"""Ranks and Kendall's τ are scipy's to the last bit."""

import numpy as np
import pytest
from scipy.stats import kendalltau, rankdata

from bolide.agreement.statistics.ranks import Kendall, levels, ranks

RNG = np.random.default_rng(3)
CASES = [RNG.integers(-most, most + 1, (3, size)) * 0.1 for most in (1, 5, 1000) for size in (1, 2, 9, 200)]


@pytest.mark.parametrize("vectors", CASES, ids=range(len(CASES)))
def test_ranks(vectors: np.ndarray) -> None:
    assert (levels(vectors) == rankdata(vectors, "dense", axis=1)).all()
    for vector in vectors:
        assert (ranks(vector) == rankdata(vector)).all()


def test_no_values_have_no_ranks() -> None:
    assert ranks(np.empty(0)).shape == (0,)
    assert levels(np.empty((2, 0))).shape == (2, 0)


@pytest.mark.parametrize("variant", ["b", "c"])
@pytest.mark.parametrize("vectors", CASES, ids=range(len(CASES)))
def test_kendall(vectors: np.ndarray, variant: str) -> None:
    people, *metrics = vectors
    some = [metric for metric in (*metrics, people, -people, people + metrics[0]) if np.ptp(metric) and np.ptp(people)]
    for metric in some:
        assert Kendall(variant).value(people, metric) == kendalltau(people, metric, variant=variant).statistic
