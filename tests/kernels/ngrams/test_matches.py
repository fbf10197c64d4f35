"""Clipped counts: compiled, interpreted and brute force are one."""

from random import Random
from typing import Any

from bolide.kernels import ngrams
from bolide.kernels.text.scan import SegmentTokens
from tests import drawn as st
from tests.drawn import given
from tests.kernels.blocks import at, flat, table
from tests.kernels.both import Core, cores
from tests.kernels.ngrams.test_pairs import brute_force as pair_row
from tests.plain import grams

core = cores("ngrams")

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


def clipped(core: Core, corpus: list[tuple[Text, list[Text]]], orders: int = 4) -> list[list[int]]:
    texts = [hyp for hyp, _ in corpus] + [ref for _, refs in corpus for ref in refs]
    rows = table("q", len(corpus), 3 + 3 * orders)
    starts = at(texts)
    core.clipped(flat(texts), starts[:-1], starts[1:], at([refs for _, refs in corpus]), orders, False, rows)
    return list(rows.tolist())


@core
@given(corpus=segments, orders=st.integers(1, 6))
def test_clipped_equals_brute_force(core: Core, corpus: list[tuple[Text, list[Text]]], orders: int) -> None:
    assert clipped(core, corpus, orders) == [brute_force(hyp, refs, orders) for hyp, refs in corpus]


def test_one_segment_after_the_other_in_the_same_memory() -> None:
    room, draw = SegmentTokens(15), Random(3)
    for _ in range(200):
        hyp, *refs = ([draw.choice("abcd") for _ in range(draw.randint(0, 9))] for _ in range(draw.randint(2, 5)))
        assert ngrams.clipped_row(room, [hyp, *refs], 4) == tuple(brute_force(hyp, refs, 4))
        both = draw.random() < 0.5
        wanted = [tuple(pair_row(hyp, ref, 4, both)) for ref in refs]
        assert ngrams.pair_rows(room, [hyp, *refs], 4, both) == wanted


@core
@given(corpus=segments, orders=st.integers(1, 5))
def test_references_apart_are_segments_of_their_own(
    core: Core, corpus: list[tuple[Text, list[Text]]], orders: int
) -> None:
    pairs = [(hyp, [ref]) for hyp, refs in corpus for ref in refs]
    texts = [hyp for hyp, _ in corpus] + [ref for _, [ref] in pairs]
    starts, rows = at(texts), table("q", len(pairs), 3 + 3 * orders)
    core.clipped(flat(texts), starts[:-1], starts[1:], at([refs for _, refs in corpus]), orders, True, rows)
    assert rows.tolist() == [brute_force(hyp, refs, orders) for hyp, refs in pairs]


def test_a_long_segment_of_one_word() -> None:
    (row,) = clipped(ngrams, [([5] * 20_000, [[5] * 10_000])])
    assert row[:7] == [1, 20_000, 10_000, 10_000, 9_999, 9_998, 9_997]


@core
def test_long_segments_of_many_words(core: Core) -> None:
    """So many distinct n-grams that their places in the table have to be looked for."""
    draw = Random(7)
    texts = [draw.choices([*range(40), 2**31 - 1], k=2_500) for _ in range(3)]
    counted = [[grams(text, n) for text in texts] for n in range(1, 5)]
    (row,) = clipped(core, [(texts[0], texts[1:])])
    assert row[3:7] == [(mine & (one | two)).total() for mine, one, two in counted]
