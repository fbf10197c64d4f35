"""Clipped counts: compiled, interpreted by table, interpreted by dictionary and brute force are one."""

from array import array
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.errors import InputError
from bolide.kernels import ngrams
from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokenize.kinds import kinds_of
from bolide.text.vocab import code_points, stripped
from tests.kernels.both import interpreted
from tests.kernels.test_scan import pointed

plain = interpreted("ngrams")
CLIPPED = {"installed": ngrams.clipped, "dictionary": plain.clipped, "table": plain.clipped_by_table}
TEXTS = {"installed": ngrams.clipped_texts, "interpreted": plain.clipped_texts}
CROSSED = {"installed": ngrams.crossed, "dictionary": plain.crossed, "table": plain.crossed_by_table}

Text = list[Any]
texts = st.lists(st.sampled_from([0, 1, 2, 7, 2**31 - 1]), max_size=12)
segments = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=4)


def grams(text: Text, n: int) -> list[tuple[Any, ...]]:
    return [tuple(text[i : i + n]) for i in range(len(text) - n + 1)]


def brute_force(hyp: Text, refs: list[Text], orders: int) -> list[int]:
    """A row by the definition: each distinct n-gram credited up to its largest count in one reference."""
    matches = [
        sum(min(grams(hyp, n).count(g), max(grams(ref, n).count(g) for ref in refs)) for g in set(grams(hyp, n)))
        for n in range(1, orders + 1)
    ]
    totals = [len(grams(hyp, n)) for n in range(1, orders + 1)]
    ref_len = min((len(ref) for ref in refs), key=lambda size: (abs(size - len(hyp)), size))
    return [1, len(hyp), ref_len, *matches, *totals, *(int(total == 0) for total in totals)]


def layout(all_texts: list[Text]) -> tuple[memoryview, memoryview]:
    ids = array("i", [token for text in all_texts for token in text])
    starts = array("q", accumulate(map(len, all_texts), initial=0))
    return memoryview(ids), memoryview(starts)


@pytest.mark.parametrize("implementation", CLIPPED)
@given(corpus=segments, orders=st.integers(1, 6))
def test_clipped_equals_brute_force(implementation: str, corpus: list[tuple[Text, list[Text]]], orders: int) -> None:
    hyps = [hyp for hyp, _ in corpus]
    refs = [ref for _, group in corpus for ref in group]
    ref_starts = array("q", accumulate((len(group) for _, group in corpus), initial=0))
    width = 3 + 3 * orders
    rows = memoryview(bytearray(8 * width * len(hyps))).cast("q", (len(hyps), width))
    CLIPPED[implementation](*layout(hyps + refs), memoryview(ref_starts), orders, rows)
    assert rows.tolist() == [brute_force(hyp, group, orders) for hyp, group in corpus]


@pytest.mark.parametrize("implementation", TEXTS)
@pytest.mark.parametrize("name", ["13a", "zh", "char", "whitespace", "intl"])
@given(
    corpus=st.lists(st.tuples(pointed, st.lists(pointed, min_size=1, max_size=3)), min_size=1, max_size=3),
    orders=st.integers(1, 5),
)
def test_texts_in_one_call_equal_tokens_counted_by_hand(
    implementation: str, name: str, corpus: list[tuple[str, list[str]]], orders: int
) -> None:
    cut = TOKENIZERS[name]
    hyps, refs = [hyp for hyp, _ in corpus], [ref for _, group in corpus for ref in group]
    kinds = kinds_of(name)
    assert kinds is not None
    points, starts = code_points(stripped(hyps + refs), kinds)
    ref_starts = memoryview(array("q", accumulate((len(group) for _, group in corpus), initial=0)))
    width = 3 + 3 * orders
    rows = memoryview(bytearray(8 * width * len(hyps))).cast("q", (len(hyps), width))
    table = memoryview(kinds.table)
    TEXTS[implementation](points, starts, table, kinds.beyond, kinds.padded, ref_starts, orders, rows)
    wanted = [brute_force(cut(hyp.rstrip()), [cut(ref.rstrip()) for ref in group], orders) for hyp, group in corpus]
    assert rows.tolist() == wanted


@pytest.mark.parametrize("starts", [[0, 3, 9], [0, 3, 2], [-1, 3, 4]])
def test_starts_outside_the_texts_are_refused(starts: list[int]) -> None:
    points = memoryview("abcd".encode("utf-32-le")).cast("I")
    rows = memoryview(bytearray(8 * 15)).cast("q", (1, 15))
    kinds = kinds_of("13a")
    assert kinds is not None
    with pytest.raises(InputError, match="do not fit"):
        ngrams.clipped_texts(
            points, memoryview(array("q", starts)), kinds.table, 0, True, memoryview(array("q", [0, 1])), 4, rows
        )


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
    ngrams.clipped(*layout([hyp, ref]), memoryview(array("q", [0, 1])), 4, rows)
    assert rows.tolist()[0][:7] == [1, 20_000, 10_000, 10_000, 9_999, 9_998, 9_997]
