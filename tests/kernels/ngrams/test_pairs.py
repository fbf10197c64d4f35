"""Shared n-grams a pair: compiled, interpreted and brute force are one."""

from array import array
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import pytest

from bolide.kernels.ngrams import pairs
from bolide.kernels.text import units
from tests import drawn as st
from tests.drawn import given
from tests.kernels.both import interpreted
from tests.plain import grams

plain_pairs, plain_units = interpreted("ngrams.pairs"), interpreted("text.units")
COUNT = {"installed": pairs.count, "interpreted": plain_pairs.count}
SEPARATE = {"installed": units.separate, "interpreted": plain_units.separate}
CHOOSE = {"installed": units.choose, "interpreted": plain_units.choose}

Text = list[int]
# A small tree with and without a table for pairs of tokens, and ids that only a large one holds.
ALPHABETS = {"two": [0, 1], "many": [*range(9), 300, 70_000], "high": [0, 1, 2, 0x10FFFF, 2**31 - 1]}


def segments(alphabet: list[int]) -> st.Made:
    texts = st.lists(st.sampled_from(alphabet), max_size=12)
    return st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=4)


def ints(numbers: list[int]) -> memoryview:
    return memoryview(array("q", numbers))


def table(height: int, width: int) -> memoryview:
    return memoryview(bytearray(8 * height * width)).cast("q", (height, width))


def brute_force(hyp: Text, ref: Text, orders: int, both: bool) -> list[int]:
    """A row by the definition: an n-gram matches as often as both texts have it."""
    ours, theirs = ([grams(text, n) for n in range(1, orders + 1)] for text in (hyp, ref))
    hyps = [mine.total() if other or not both else 0 for mine, other in zip(ours, theirs, strict=True)]
    matches = [(mine & other).total() for mine, other in zip(ours, theirs, strict=True)]
    return [*hyps, *(other.total() for other in theirs), *matches]


@pytest.mark.parametrize("implementation", COUNT)
@pytest.mark.parametrize("alphabet", ALPHABETS)
@given(draw=st.data(), orders=st.integers(1, 8), both=st.booleans(), gap=st.integers(0, 2))
def test_count_equals_brute_force(
    implementation: str, alphabet: str, draw: Callable[[st.Made], Any], orders: int, both: bool, gap: int
) -> None:
    corpus = draw(segments(ALPHABETS[alphabet]))
    refs = [ref for _, group in corpus for ref in group]
    every = [hyp for hyp, _ in corpus] + refs
    starts = list(accumulate((len(text) + gap for text in every), initial=0))
    ids = memoryview(array("i", [token for text in every for token in [*text, *[9] * gap]]))
    ends = [first + len(text) for first, text in zip(starts, every, strict=False)]
    ref_starts = list(accumulate((len(group) for _, group in corpus), initial=0))
    rows = table(len(refs), 3 * orders)
    COUNT[implementation](ids, ints(starts[:-1]), ints(ends), ints(ref_starts), orders, 0, both, rows)
    assert rows.tolist() == [brute_force(hyp, ref, orders, both) for hyp, group in corpus for ref in group]


@pytest.mark.parametrize("implementation", COUNT)
def test_each_call_fills_its_own_columns(implementation: str) -> None:
    ids = memoryview(array("i", [1, 2, 1, 2]))
    rows = table(1, 9)
    COUNT[implementation](ids, ints([0, 2]), ints([2, 4]), ints([0, 1]), 2, 1, True, rows)
    assert rows.tolist() == [[0, 2, 1, 0, 2, 1, 0, 2, 1]]


@pytest.mark.parametrize("implementation", SEPARATE)
@given(
    every=st.lists(st.lists(st.sampled_from([0, 1, 2]), max_size=8), min_size=1, max_size=5), wanted=st.integers(1, 3)
)
def test_separate_equals_splitting(implementation: str, every: list[Text], wanted: int) -> None:
    def split(text: Text) -> list[Text]:
        pieces: list[Text] = [[]]
        for token in text:
            pieces.append([]) if token == 0 else pieces[-1].append(token)
        return pieces if text else [[]] * wanted

    ids = [token for text in every for token in text]
    starts = list(accumulate(map(len, every), initial=0))
    firsts, ends = ints([0] * wanted * len(every)), ints([0] * wanted * len(every))
    found = SEPARATE[implementation](memoryview(array("i", ids)), ints(starts), 0, wanted, firsts, ends)
    assert found == next((k for k, text in enumerate(every) if len(split(text)) != wanted), -1)
    for k, text in enumerate(every if found < 0 else every[:found]):
        cut = [ids[firsts[u * len(every) + k] : ends[u * len(every) + k]] for u in range(wanted)]
        assert cut == split(text)


counts = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted)


@pytest.mark.parametrize("implementation", CHOOSE)
@given(refs=st.lists(counts, min_size=1, max_size=5), hyp=st.integers(4, 6))
def test_choose_takes_the_first_of_the_best(implementation: str, refs: list[list[int]], hyp: int) -> None:
    """Each reference has m matches out of r n-grams; precision wants the most m, recall the largest m / r."""
    pairs_, rows = table(len(refs), 3), table(1, 4)
    for k, (match, size) in enumerate(refs):
        pairs_[k, 0], pairs_[k, 1], pairs_[k, 2] = hyp, size, match
    CHOOSE[implementation](pairs_, ints([0, len(refs)]), rows)
    recalls = [match / size if size else 0.0 for match, size in refs]
    best = refs[recalls.index(max(recalls))]
    assert rows.tolist() == [[max(match for match, _ in refs), hyp, *best]]
