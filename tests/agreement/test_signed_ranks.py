"""Signed-rank tests: exact ones against all signs, WMT24's against scipy, and equal systems are seldom told apart."""

from itertools import pairwise, product

import numpy as np
import pytest
from scipy.stats import norm, rankdata, wilcoxon

from bolide.agreement.human_ranking import peoples_ranking, scipy_p, signed_rank_test, sound_test, wmt24_test
from bolide.agreement.table import Table


def by_all_signs(differences: np.ndarray, documents: np.ndarray | None = None) -> float:
    """The definition: the share of all signs, of segments or of documents, with a rank sum at least as far from 0."""
    moved = differences[differences != 0]
    signed = np.sign(moved) * rankdata(np.abs(moved))
    groups = np.arange(len(moved)) if documents is None else documents[differences != 0]
    sums = [signed[groups == group].sum() for group in np.unique(groups)]
    flipped = [abs(np.dot(signs, sums)) for signs in product((-1, 1), repeat=len(sums))]
    return float(np.mean(np.array(flipped) >= abs(sum(sums))))


def differences(seed: int, size: int, most: int) -> np.ndarray:
    """Whole differences, of which many are tied and some are 0 if `most` is small."""
    return np.random.default_rng(seed).integers(-most, most + 2, size).astype(float)


@pytest.mark.parametrize("most", [1, 3, 1000])
@pytest.mark.parametrize("size", [1, 2, 4, 7, 11])
@pytest.mark.parametrize("seed", range(4))
def test_exact_p_with_ties_by_all_signs(seed: int, size: int, most: int) -> None:
    drawn = differences(seed, size, most)
    found = signed_rank_test(drawn)
    assert found.p == by_all_signs(drawn)
    assert 2 * norm.sf(abs(found.z)) == pytest.approx(found.p, rel=1e-12)


@pytest.mark.parametrize("most", [1, 3, 1000])
@pytest.mark.parametrize("seed", range(6))
def test_signs_of_whole_documents_by_all_signs(seed: int, most: int) -> None:
    drawn, documents = differences(seed, 30, most), np.random.default_rng(seed).integers(0, 9, 30)
    assert signed_rank_test(drawn, documents).p == pytest.approx(by_all_signs(drawn, documents), rel=1e-12)


@pytest.mark.parametrize("most", [3, 100_000])
@pytest.mark.parametrize("size", [51, 60, 400])
def test_many_differences_are_scipys_normal_approximation(size: int, most: int) -> None:
    drawn = differences(size, size, most)
    drawn[drawn == 0] = 1
    expected = wilcoxon(drawn, method="asymptotic", correction=True).pvalue
    assert signed_rank_test(drawn).p == pytest.approx(expected, rel=1e-12)


def test_signs_count_between_domains() -> None:
    """Two domains that disagree cancel out in the mode sound, and add up in WMT24's."""
    up, down, zero = np.arange(1.0, 21), -np.arange(1.0, 21), np.zeros(20)
    alone = sound_test([up], [zero])
    assert alone.p == 2 * 0.5**20
    assert alone.z > 0
    apart = sound_test([up, down], [zero, zero])
    assert (apart.p, apart.z) == (1.0, 0)
    assert wmt24_test([up, down], [zero, zero]) < 1e-10
    both = sound_test([up, up], [zero, zero])
    z = norm.isf(0.5**20)
    assert both.p == pytest.approx(2 * norm.sf(2 * z / np.sqrt(2)), rel=1e-9)


def scipys(drawn: np.ndarray) -> float:
    """As scipy chose in 2024; later versions take a permutation test for up to 13 differences with ties."""
    tied = len(np.unique(np.abs(drawn))) < len(drawn) or not drawn.all()
    method = "asymptotic" if tied or len(drawn) > 50 else "exact"
    return float(wilcoxon(drawn, alternative="two-sided", method=method).pvalue)


@pytest.mark.parametrize("most", [2, 20, 10**6])
@pytest.mark.parametrize("size", [3, 12, 30, 50, 51, 200])
def test_wmt24_is_scipys_test(size: int, most: int) -> None:
    for seed in range(4):
        drawn = differences(seed, size, most)
        assert scipy_p(drawn) == pytest.approx(scipys(drawn), rel=1e-12)
        if size > 13:
            assert scipy_p(drawn) == pytest.approx(wilcoxon(drawn).pvalue, rel=1e-12)


def split_share(mode: str, systems: int, sizes: tuple[int, ...], trials: int) -> float:
    """How often a test tells equal systems apart."""
    rng = np.random.default_rng(20)
    ends = np.cumsum((0, *sizes))
    domains = {str(k): np.arange(low, high) for k, (low, high) in enumerate(pairwise(ends))}
    split = 0
    for _ in range(trials):
        ease = rng.normal(75, 12, ends[-1])
        cells = np.clip(np.round((ease + rng.normal(0, 15, (systems, ends[-1]))) / 5) * 5, 0, 100)
        found = peoples_ranking(Table("esa", tuple("abcdef"[:systems]), cells), domains, mode=mode)
        split += any(test.significant for test in found.tests)
    return split / trials


@pytest.mark.parametrize(("systems", "sizes"), [(2, (4,)), (2, (40,)), (2, (20, 60)), (3, (12, 12))])
def test_equal_systems_are_split_in_at_most_5_percent(systems: int, sizes: tuple[int, ...]) -> None:
    """Of 400 draws: a test that is right at 5 % exceeds 8.3 % twice in a thousand times."""
    assert split_share("sound", systems, sizes, 400) <= 0.083
