"""The optimal alignment: compiled = interpreted = brute force, and what holds where texts are too long for a proof."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from bolide.kernels import COMPILED
from bolide.kernels.meteor2005._alignment_block import MatchKeys
from tests import drawn as st
from tests.drawn import given, many
from tests.kernels.alignments import Aligned, Match, Text, align, best, words_of
from tests.kernels.both import Core, both, cores

core = cores("meteor2005.optimal")

WORDS = 6
text = st.lists(st.integers(0, WORDS - 1), max_size=7)
few = st.lists(st.integers(0, 2), max_size=8)  # hardly more words than copies: surplus on either side, all crossing
key = st.lists(st.integers(0, 3), min_size=WORDS, max_size=WORDS)
group = st.lists(st.lists(st.integers(0, 3), max_size=3, unique=True).map(sorted), min_size=WORDS, max_size=WORDS)


Groups = list[list[int]]
IDENTITY = list(range(WORDS))


def same_key(keys: Text) -> Match:
    return lambda h, r: keys[h] == keys[r]


def shared(hyp_groups: Groups, ref_groups: Groups) -> Match:
    return lambda h, r: bool({*hyp_groups[h]} & {*ref_groups[r]})


def links_of(found: Aligned) -> tuple[tuple[int, int], ...]:
    return tuple((i, j) for i, j in enumerate(found.links) if j >= 0)


@core
@many
@given(texts=st.lists(st.tuples(text | few, text | few), max_size=3))
def test_one_stage_is_brute_force(core: Core, texts: list[tuple[Text, Text]]) -> None:
    for (hyp, ref), found in zip(texts, align(core.optimal, texts, words_of(WORDS, [IDENTITY]), 2), strict=True):
        row, links = best(hyp, ref, [same_key(IDENTITY)])
        assert (found.row, links_of(found)) == ([*row, 1], links)


@core
@many
@given(one=st.tuples(text, text), other=st.tuples(text, text), stems=key, groups=st.tuples(group, group))
def test_stages_are_brute_force(
    core: Core, one: tuple[Text, Text], other: tuple[Text, Text], stems: Text, groups: tuple[Groups, Groups]
) -> None:
    """Three stages; and synonyms alone, where a word has the same groups on both sides."""
    for keys, sides in (([IDENTITY, stems], groups), ([], groups[:1] * 2)):
        words, matches = words_of(WORDS, keys, *sides), [*map(same_key, keys), shared(*sides)]
        for texts, found in zip((one, other), align(core.optimal, [one, other], words, 2), strict=True):
            row, links = best(*texts, matches)
            if not keys or any(map(any, sides)):
                assert (found.row, links_of(found)) == ([*row, 1], links)


def spread(seed: int, size: int, words: int) -> list[int]:
    """Words drawn as in a text: a few often, most of them seldom."""
    draw = random.Random(seed)
    return [int(draw.paretovariate(0.6)) % words for _ in range(size)]


def check(hyp: Text, ref: Text, found: Aligned) -> None:
    """What holds of any alignment by exact match: every word as often as it can be, each reference word once."""
    links = links_of(found)
    assert all(hyp[i] == ref[j] for i, j in links)
    assert len({j for _, j in links}) == len(links)
    assert found.row[0] == len(links) == sum(min(hyp.count(w), ref.count(w)) for w in {*hyp})


@pytest.mark.skipif(not COMPILED, reason="nothing was compiled")
@given(draw=st.data(), words=st.integers(2, 12), limit=st.sampled_from([0, 300, 3000, 2_000_000]))
def test_compiled_is_interpreted_also_past_the_limit(draw: Callable[[st.Made], Any], words: int, limit: int) -> None:
    word = st.integers(0, words - 1)
    hyp, ref = (draw(st.lists(word) | st.lists(word) | st.lists(word, max_size=60)) for _ in "hr")
    groups = draw(st.lists(st.lists(st.integers(0, 4), max_size=2), min_size=words, max_size=words))
    table = words_of(words, [list(range(words)), [w // 2 for w in range(words)]], groups, groups)
    check_cores(hyp, ref, table, limit)


def check_cores(hyp: Text, ref: Text, table: MatchKeys, limit: int) -> None:
    """Compiled and interpreted kernels give one answer."""
    one, other = (
        align(lambda *args, kernel=kernel: kernel.optimal(*args, limit), [(hyp, ref)], table, 2)
        for kernel in both("meteor2005.optimal")
    )
    assert one == other


@pytest.mark.skipif(not COMPILED, reason="nothing was compiled")
@pytest.mark.parametrize(
    ("size", "words", "limit"), [(150, 4, 9_000), (200, 40, 0), (300, 20, 30_000), (500, 90, 4_000)]
)
def test_compiled_is_interpreted_on_rows_of_many_bits(size: int, words: int, limit: int) -> None:
    """More than 64 open words: compiled a state has several words of bits, interpreted one long integer."""
    hyp, ref = spread(size, size, words), spread(size + 1, size + 30, words)
    groups = [[w % 7, w % 11] if w % 3 else [] for w in range(words)]
    table = words_of(words, [list(range(words)), [w // 2 for w in range(words)]], groups, groups)
    check_cores(hyp, ref, table, limit)


@core
def test_a_long_text_ends(core: Core) -> None:
    # Compiled twice as many: tests/metrics/test_meteor.py.
    size = 5_000 if COMPILED and core is both("meteor2005.optimal")[0] else 250
    hyp, ref = spread(1, size, 3_000), spread(2, size, 3_000)
    (found,) = align(core.optimal, [(hyp, ref)], words_of(3_000, [list(range(3_000))]), 2)
    check(hyp, ref, found)
    assert found.row[-1] == 0


@core
@pytest.mark.parametrize("seed", range(6))
def test_past_the_limit_no_link_is_better_moved_alone(core: Core, seed: int) -> None:
    hyp, ref = spread(seed, 120, 9), spread(seed + 50, 90, 9)
    (found,) = align(lambda *args: core.optimal(*args, 0), [(hyp, ref)], words_of(9, [list(range(9))]), 2)
    check(hyp, ref, found)
    assert found.row[-1] == 0
    links = links_of(found)
    for link in links:
        i, j = link
        moved = [(i, k) for k, word in enumerate(ref) if word == hyp[i] and k not in found.links]
        moved += [(k, j) for k, word in enumerate(hyp) if word == hyp[i] and found.links[k] < 0]
        rest = [other for other in links if other != link]
        assert all(crossed(other, rest) >= crossed(link, rest) for other in moved)


def crossed(link: tuple[int, int], others: list[tuple[int, int]]) -> int:
    """How many of the others stand on different sides of a link in the two texts."""
    i, j = link
    return sum((i < h) != (j < r) for h, r in others)
