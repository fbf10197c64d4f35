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


def test_wmt24_combines_two_sided_p_values() -> None:
    parts = [differences(seed, size, 15) for seed, size in ((1, 20), (2, 60), (3, 9), (4, 100))]
    p = [scipys(part) for part in parts]
    z = [norm.ppf(1 - each) for each in p]
    zeros = [np.zeros(len(part)) for part in parts]
    assert wmt24_test(parts, zeros) == pytest.approx(1 - norm.cdf(np.sum(z) / np.sqrt(len(z))), rel=1e-9)
    assert wmt24_test(zeros, parts) == wmt24_test(parts, zeros)
    assert wmt24_test(parts[:1], zeros[:1]) == pytest.approx(p[0], rel=1e-12)
    assert wmt24_test([*parts, np.zeros(5)], [*zeros, np.zeros(5)]) == 1  # no difference at all in a domain: z is −∞


def wmt24_clusters(p: np.ndarray) -> list[int]:
    """In the words of the procedure: going down, a system keeps the cluster open up to the lowest it does not differ
    from; a new one begins after a system at which none is kept open."""
    numbers, number, until = [], 1, 0
    for index in range(len(p)):
        until = max([until, *(k for k in range(index + 1, len(p)) if p[index, k] > 0.05)])
        numbers.append(number)
        number += until <= index
    return numbers


@pytest.mark.parametrize("seed", range(5))
def test_ranks_and_clusters_of_wmt24(seed: int) -> None:
    rng = np.random.default_rng(seed)
    quality = np.repeat([80.0, 76, 60, 59, 40], 2)
    cells = np.clip(np.round(quality[:, None] + rng.normal(0, 12, (10, 90))), 0, 100)
    cells[rng.random(cells.shape) < 0.1] = np.nan
    table = Table("esa", tuple("abcdefghij"), cells)
    domains = {"x": np.arange(40), "y": np.arange(40, 90)}
    found = peoples_ranking(table, domains, mode="wmt24")
    macro = np.mean([np.nanmean(cells[:, columns], axis=1) for columns in domains.values()], axis=0)
    order = np.argsort(-macro)
    assert [each.system for each in found.systems] == [table.systems[k] for k in order]
    p = np.ones((10, 10))
    for a, b in product(range(10), repeat=2):
        if a != b:
            parts = [cells[order[a], c] - cells[order[b], c] for c in domains.values()]
            z = [norm.ppf(1 - scipys(part[np.isfinite(part)])) for part in parts]
            p[a, b] = 1 - norm.cdf(sum(z) / np.sqrt(2))
    clusters = wmt24_clusters(p)
    assert [each.cluster for each in found.systems] == clusters
    assert max(clusters) > 1
    for k, each in enumerate(found.systems):
        worse = sum(p[k, other] < 0.05 for other in range(10) if other > k)
        better = sum(p[k, other] < 0.05 for other in range(10) if other < k)
        assert each.rank == (1 + better, 10 - worse)
    p_of = {(test.better, test.worse): test.p for test in found.tests}
    assert p_of[found.systems[0].system, found.systems[9].system] == pytest.approx(p[0, 9], rel=1e-6, abs=1e-15)


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


@pytest.mark.parametrize(
    ("systems", "sizes"), [(2, (4,)), (2, (12,)), (2, (40,)), (2, (120,)), (2, (20, 60, 15, 100)), (5, (30, 30))]
)
def test_equal_systems_are_split_in_at_most_5_percent(systems: int, sizes: tuple[int, ...]) -> None:
    """Of 400 draws: a test that is right at 5 % exceeds 8.3 % twice in a thousand times."""
    assert split_share("sound", systems, sizes, 400) <= 0.083


def test_sound_p_values_are_corrected_by_holms_method() -> None:
    rng = np.random.default_rng(3)
    table = Table("esa", ("a", "b", "c"), np.array([[70.0], [65.0], [60.0]]) + np.round(rng.normal(0, 15, (3, 40))))
    tests = peoples_ranking(table).tests
    rows = dict(zip(table.systems, table.cells, strict=True))
    plain = {(t.better, t.worse): sound_test([rows[t.better]], [rows[t.worse]]).p for t in tests}
    smallest, middle, largest = sorted(plain, key=plain.__getitem__)
    p = {(test.better, test.worse): test.p for test in tests}
    assert p[smallest] == pytest.approx(3 * plain[smallest])
    assert p[middle] == pytest.approx(max(3 * plain[smallest], 2 * plain[middle]))
    assert p[largest] == pytest.approx(max(3 * plain[smallest], 2 * plain[middle], plain[largest]))
