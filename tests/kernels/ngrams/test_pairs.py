"""Shared n-grams a pair: compiled, interpreted and brute force are one."""

from collections.abc import Callable
from typing import Any

import pytest

from tests import drawn as st
from tests.drawn import given
from tests.kernels.blocks import at, flat, table, view
from tests.kernels.both import Core, cores
from tests.plain import grams

pairs = cores("ngrams")

Text = list[int]
# A small tree with and without a table for pairs of tokens, and ids that only a large one holds.
ALPHABETS = {"two": [0, 1], "many": [*range(9), 300, 70_000], "high": [0, 1, 2, 0x10FFFF, 2**31 - 1]}


def segments(alphabet: list[int]) -> st.Made:
    texts = st.lists(st.sampled_from(alphabet), max_size=12)
    return st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=4)


def brute_force(hyp: Text, ref: Text, orders: int, both: bool) -> list[int]:
    """A row by the definition: an n-gram matches as often as both texts have it."""
    ours, theirs = ([grams(text, n) for n in range(1, orders + 1)] for text in (hyp, ref))
    hyps = [mine.total() if other or not both else 0 for mine, other in zip(ours, theirs, strict=True)]
    matches = [(mine & other).total() for mine, other in zip(ours, theirs, strict=True)]
    return [*hyps, *(other.total() for other in theirs), *matches]


@pairs
@pytest.mark.parametrize("alphabet", ALPHABETS)
@given(draw=st.data(), orders=st.integers(1, 8), both=st.booleans(), gap=st.integers(0, 2))
def test_count_equals_brute_force(
    core: Core, alphabet: str, draw: Callable[[st.Made], Any], orders: int, both: bool, gap: int
) -> None:
    corpus = draw(segments(ALPHABETS[alphabet]))
    refs = [ref for _, group in corpus for ref in group]
    every = [hyp for hyp, _ in corpus] + refs
    ids = flat([[*text, *[9] * gap] for text in every])
    firsts = at([[*text, *[9] * gap] for text in every])[:-1]
    ends = view("q", [first + len(text) for first, text in zip(firsts, every, strict=True)])
    rows = table("q", len(refs), 3 * orders)
    core.count_pairs(ids, firsts, ends, at([group for _, group in corpus]), orders, 0, both, rows)
    assert rows.tolist() == [brute_force(hyp, ref, orders, both) for hyp, group in corpus for ref in group]


counts = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted)


@pairs
@given(refs=st.lists(counts, min_size=1, max_size=5), hyp=st.integers(4, 6))
def test_choose_takes_the_first_of_the_best(core: Core, refs: list[list[int]], hyp: int) -> None:
    """Each reference has m matches out of r n-grams; precision wants the most m, recall the largest m / r."""
    pairs_, rows = table("q", len(refs), 3), table("q", 1, 4)
    for k, (match, size) in enumerate(refs):
        pairs_[k, 0], pairs_[k, 1], pairs_[k, 2] = hyp, size, match
    core.choose_references(pairs_, view("q", [0, len(refs)]), rows)
    recalls = [match / size if size else 0.0 for match, size in refs]
    best = refs[recalls.index(max(recalls))]
    assert rows.tolist() == [[max(match for match, _ in refs), hyp, *best]]
