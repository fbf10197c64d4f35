"""Clipped counts: compiled, interpreted and brute force are one."""

from array import array
from random import Random
from typing import Any

import pytest

from bolide.kernels.ngrams import matches
from bolide.system.errors import InputError
from tests import drawn as st
from tests.drawn import given
from tests.kernels.alignments import at, flat
from tests.kernels.both import interpreted
from tests.plain import grams

plain = interpreted("ngrams.matches")
CLIPPED = {"installed": matches.clipped, "interpreted": plain.clipped}
CROSSED = {"installed": matches.crossed, "interpreted": plain.crossed}

Text = list[Any]
texts = st.lists(st.sampled_from([0, 1, 2, 7, 2**31 - 1]), max_size=12)
segments = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=4)


def brute_force(hyp: Text, refs: list[Text], orders: int) -> list[int]:
    """A row by the definition: each distinct n-gram credited up to its largest count in one reference."""
    matches = [
        sum(min(count, max(grams(ref, n)[gram] for ref in refs)) for gram, count in grams(hyp, n).items())
        for n in range(1, orders + 1)
    ]
    totals = [grams(hyp, n).total() for n in range(1, orders + 1)]
    ref_len = min((len(ref) for ref in refs), key=lambda size: (abs(size - len(hyp)), size))
    return [1, len(hyp), ref_len, *matches, *totals, *(int(total == 0) for total in totals)]


def layout(all_texts: list[Text]) -> tuple[memoryview, memoryview]:
    return flat(all_texts), at(all_texts)


@pytest.mark.parametrize("implementation", CLIPPED)
@given(corpus=segments, orders=st.integers(1, 6))
def test_clipped_equals_brute_force(implementation: str, corpus: list[tuple[Text, list[Text]]], orders: int) -> None:
    hyps = [hyp for hyp, _ in corpus]
    refs = [ref for _, group in corpus for ref in group]
    ref_starts = at([group for _, group in corpus])
    width = 3 + 3 * orders
    rows = memoryview(bytearray(8 * width * len(hyps))).cast("q", (len(hyps), width))
    CLIPPED[implementation](*layout(hyps + refs), ref_starts, orders, rows)
    assert rows.tolist() == [brute_force(hyp, group, orders) for hyp, group in corpus]


@pytest.mark.parametrize("starts", [[0, 3, 9], [0, 3, 2], [-1, 3, 4]])
def test_starts_outside_the_texts_are_refused(starts: list[int]) -> None:
    ids = memoryview(array("i", [1, 2, 3, 4]))
    rows = memoryview(bytearray(8 * 15)).cast("q", (1, 15))
    with pytest.raises(InputError, match="do not fit"):
        matches.clipped(ids, memoryview(array("q", starts)), memoryview(array("q", [0, 1])), 4, rows)


@pytest.mark.parametrize("implementation", CROSSED)
@given(
    hyps=st.lists(texts, min_size=1, max_size=4), refs=st.lists(texts, min_size=1, max_size=4), orders=st.integers(1, 5)
)
def test_crossed_equals_brute_force(implementation: str, hyps: list[Text], refs: list[Text], orders: int) -> None:
    matches = memoryview(bytearray(8 * orders * len(hyps) * len(refs))).cast("q", (len(hyps) * len(refs), orders))
    CROSSED[implementation](*layout(hyps + refs), len(hyps), orders, matches)
    wanted = [brute_force(hyp, [ref], orders)[3 : 3 + orders] for hyp in hyps for ref in refs]
    assert matches.tolist() == wanted


def test_a_long_segment_of_one_word() -> None:
    hyp, ref = [5] * 20_000, [5] * 10_000
    rows = memoryview(bytearray(8 * 15)).cast("q", (1, 15))
    matches.clipped(*layout([hyp, ref]), memoryview(array("q", [0, 1])), 4, rows)
    assert rows.tolist()[0][:7] == [1, 20_000, 10_000, 10_000, 9_999, 9_998, 9_997]


@pytest.mark.parametrize("implementation", CLIPPED)
def test_long_segments_of_many_words(implementation: str) -> None:
    """So many distinct n-grams that their places in the table have to be looked for."""
    draw = Random(7)
    hyp, ref, other = (draw.choices([*range(40), 2**31 - 1], k=2_500) for _ in range(3))
    rows = memoryview(bytearray(8 * 15)).cast("q", (1, 15))
    CLIPPED[implementation](*layout([hyp, ref, other]), memoryview(array("q", [0, 2])), 4, rows)
    counted = [[grams(text, n) for text in (hyp, ref, other)] for n in range(1, 5)]
    assert rows.tolist()[0][3:7] == [(mine & (one | two)).total() for mine, one, two in counted]


@pytest.mark.parametrize("implementation", CLIPPED)
def test_ids_below_zero_are_refused(implementation: str) -> None:
    rows = memoryview(bytearray(8 * 15)).cast("q", (1, 15))
    with pytest.raises(InputError, match="do not fit"):
        CLIPPED[implementation](*layout([[1, 2], [1, -1]]), memoryview(array("q", [0, 1])), 4, rows)
