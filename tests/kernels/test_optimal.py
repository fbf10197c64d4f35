"""The optimal alignment: compiled = interpreted = brute force, and large texts end in time."""

import random
import time

import pytest
from alignments import Aligned, Match, Text, align, best, crossings, words_of
from both import both
from hypothesis import given, settings
from hypothesis import strategies as st

KERNELS = both("optimal")
core = pytest.mark.parametrize("core", sorted(KERNELS))

WORDS = 6
text = st.lists(st.integers(0, WORDS - 1), max_size=7)
key = st.lists(st.integers(0, 3), min_size=WORDS, max_size=WORDS)
group = st.lists(st.lists(st.integers(0, 3), max_size=3, unique=True).map(sorted), min_size=WORDS, max_size=WORDS)


def same_key(keys: Text) -> Match:
    return lambda h, r: keys[h] == keys[r]


def shared(hyp_groups: list[list[int]], ref_groups: list[list[int]]) -> Match:
    return lambda h, r: bool({*hyp_groups[h]} & {*ref_groups[r]})


def links_of(found: Aligned) -> tuple[tuple[int, int], ...]:
    return tuple((i, j) for i, j in enumerate(found.links) if j >= 0)


@core
@settings(max_examples=300, deadline=None)
@given(texts=st.lists(st.tuples(text, text), max_size=3))
def test_one_stage_is_brute_force(core: str, texts: list[tuple[Text, Text]]) -> None:
    identity = list(range(WORDS))
    for (hyp, ref), found in zip(
        texts, align(KERNELS[core].optimal, texts, words_of(WORDS, [identity]), 2), strict=True
    ):
        row, links = best(hyp, ref, [same_key(identity)])
        assert (found.row, links_of(found)) == ([*row, 1], links)


@core
@settings(max_examples=300, deadline=None)
@given(hyp=text, ref=text, stems=key, hyp_groups=group, ref_groups=group)
def test_three_stages_are_brute_force(
    core: str, hyp: Text, ref: Text, stems: Text, hyp_groups: list[list[int]], ref_groups: list[list[int]]
) -> None:
    identity = list(range(WORDS))
    words = words_of(WORDS, [identity, stems], hyp_groups, ref_groups)
    (found,) = align(KERNELS[core].optimal, [(hyp, ref)], words, 2)
    row, links = best(hyp, ref, [same_key(identity), same_key(stems), shared(hyp_groups, ref_groups)])
    if any(hyp_groups) or any(ref_groups):
        assert (found.row, links_of(found)) == ([*row, 1], links)


@core
@settings(max_examples=300, deadline=None)
@given(hyp=text, ref=text, groups=group)
def test_a_synonym_stage_alone_is_brute_force(core: str, hyp: Text, ref: Text, groups: list[list[int]]) -> None:
    (found,) = align(KERNELS[core].optimal, [(hyp, ref)], words_of(WORDS, [], groups, groups), 2)
    row, links = best(hyp, ref, [shared(groups, groups)])
    assert (found.row, links_of(found)) == ([*row, 1], links)
