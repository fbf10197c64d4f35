"""Quantiles of Student's t against scipy."""

import pytest
from scipy.special import stdtrit

from bolide.significance.arithmetic import student_quantile

pytestmark = pytest.mark.one_core


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 8, 9, 19, 49, 100, 999])
@pytest.mark.parametrize("p", [0.6, 0.9, 0.975, 0.999])
def test_quantiles_are_scipys(p: float, freedom: int) -> None:
    assert student_quantile(p, freedom) == pytest.approx(stdtrit(freedom, p), rel=1e-12)


def test_quartile_and_median_of_one_degree_of_freedom() -> None:
    assert student_quantile(0.75, 1) == pytest.approx(1.0, rel=1e-14)  # Cauchy: tan(π/4)
    assert student_quantile(0.5, 1) == pytest.approx(0.0, abs=1e-300)
