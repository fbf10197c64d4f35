"""TER's search: compiled = interpreted = sacreBLEU's own, round by round."""

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from sacrebleu.metrics import lib_ter

from bolide.kernels.edits import ter
from bolide.kernels.text.scan import SegmentTokens
from tests import drawn as st
from tests.drawn import examples, given
from tests.kernels.blocks import at, flat, rows_of, table
from tests.kernels.both import Core, both, cores

core = cores("edits.ter")
LETTERS = " sdi"  # as sacreBLEU names them: what is an insertion to us, it deletes
Words = list[int]


class Search(NamedTuple):
    """What sacreBLEU finds: the words after each shift, and what it gains."""

    edits: int
    gains: list[int]
    sentences: list[Words]
    trace: str
    tried: int


@cache
def searched(hyp: tuple[int, ...], ref: tuple[int, ...]) -> Search:
    """The slow side of every comparison, once for both kernels."""
    rounds, shift = [(0, list(hyp), 0)], lib_ter._shift

    def noted(*given: Any) -> Any:
        rounds.append(shift(*given))
        return rounds[-1]

    with patch.object(lib_ter, "_shift", noted):
        edits, _ = lib_ter.translation_edit_rate(list(hyp), list(ref))
    made = [(gain, words) for gain, words, tried in rounds if gain > 0 and tried < lib_ter._MAX_SHIFT_CANDIDATES]
    gains, sentences = [gain for gain, _ in made], [words for _, words in made]
    return Search(edits, gains, sentences, trace([list(hyp), *sentences][-1], list(ref)), rounds[-1][2])


def trace(hyp: Words, ref: Words) -> str:
    return lib_ter.BeamEditDistance(ref)(hyp)[1] if ref else "d" * len(hyp)


def check(core: Core, hyp: Words, ref: Words) -> Search:
    """One pair against sacreBLEU's search, every shift and every operation of it."""
    found, wanted = core.explain(flat([hyp, ref]), at([hyp, ref])), searched(tuple(hyp), tuple(ref))
    words = hyp
    for (start, length, target, gain, order), after, gained in zip(
        found.shifts, wanted.sentences, wanted.gains, strict=True
    ):
        words = lib_ter._perform_shift(words, start, length, target)
        assert (words, [hyp[i] for i in order], gain) == (after, after, gained)
    assert "".join(LETTERS[step] for step in found.operations) == wanted.trace
    assert found.tried == wanted.tried
    counts = [wanted.trace.count(letter) for letter in LETTERS[1:]]
    moved = sum(shift[1] for shift in found.shifts)
    assert found.row == [wanted.edits, *counts, len(wanted.gains), moved, len(hyp), len(ref)]
    return wanted


def text(words: int, most: int) -> st.Made:
    return st.lists(st.integers(0, words - 1), max_size=most)


@core
@examples(150)
@given(pair=st.sampled_from([2, 4, 9]).flatmap(lambda words: st.tuples(text(words, 11), text(words, 11))))
def test_any_pair(core: Core, pair: tuple[Words, Words]) -> None:
    check(core, *pair)


@core
@given(ref=st.permutations(range(14)), cuts=st.lists(st.integers(0, 14), min_size=2, max_size=5), spare=text(14, 3))
def test_blocks_in_another_order(core: Core, ref: Words, cuts: list[int], spare: Words) -> None:
    ends = [0, *sorted(cuts), 14]
    blocks = [ref[first:end] for first, end in pairwise(ends)]
    hyp = [word for block in [*blocks[1::2], spare, *blocks[::2]] for word in block]
    check(core, hyp, ref)


def made_up(size: int, words: int, seed: int) -> tuple[Words, Words]:
    """A reference of so many words and a hypothesis with blocks moved, words exchanged, lost and added."""
    draw = Random(seed)
    ref = [draw.randrange(words) for _ in range(size)]
    hyp = list(ref)
    for _ in range(4):
        first = draw.randrange(len(hyp))
        block = hyp[first : first + draw.randint(1, 12)]
        del hyp[first : first + len(block)]
        to = draw.randint(0, len(hyp))
        hyp[to:to] = block
    return [draw.randrange(words) if draw.random() < 0.2 else word for word in hyp if draw.random() < 0.95], ref


@core
@pytest.mark.parametrize(("size", "words"), [(70, 1000), (110, 1000), (80, 150), (30, 3)])
def test_longer_pairs(core: Core, size: int, words: int) -> None:
    check(core, *made_up(size, words, size))


@core
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize(("short", "long"), [(1, 60), (2, 130), (3, 140), (4, 203), (25, 60), (33, 90), (49, 98)])
def test_lengths_far_apart(core: Core, short: int, long: int, swap: bool) -> None:
    """From fifty times the length on, the band is wider than a word of bits."""
    draw = Random(short)
    few, many = ([draw.randrange(150) for _ in range(size)] for size in (short, long))
    check(core, *((many, few) if swap else (few, many)))


@core
def test_the_band_makes_a_distance_dearer(core: Core) -> None:
    """Words put in front push the rest out of the band; unrestricted, 50 deletions would do."""
    ref = list(range(60))
    assert check(core, [*range(100, 150), *ref], ref).edits > 50


@core
def test_a_thousand_candidates_end_the_search(core: Core) -> None:
    """Two shifts are made, and that of the third round is thrown away."""
    hyp, ref = (
        [ord(word) for word in side.split()]
        for side in (
            "b a c c a a c c c b b a c c c c c a b b a b a c b b a a a b c b c c c a a a a c",
            "a c c a b c b c c a c a b b c a a c b c c b b c a a c a c b c a c a a c a b a b",
        )
    )
    found = check(core, hyp, ref)
    assert (found.edits, found.gains, found.tried) == (14, [5, 2], 1002)


WEEK = (
    "this week the saudis denied information published in the new york times",
    "saudi arabia denied this week information published in the american new york times",
)


EXAMPLES = [
    *(("d e f g h a b c", "a b c d e f g h"), ("c d a b g h e f", "a b c d e f g h"), ("b a", "a b"), WEEK),
    *(("a x b", "x a b"), ("a a b", "b a a"), ("x b", "b y"), ("a b c d", "a c d"), ("a c d", "a b c d")),
    *(("", "a b"), ("x y", ""), ("", ""), ("a", "a" + 199 * " b")),
]


@core
@pytest.mark.parametrize(("hyp", "ref"), EXAMPLES)
def test_shifts_forth_and_back_and_texts_that_are_empty(core: Core, hyp: str, ref: str) -> None:
    ids = {word: number for number, word in enumerate(f"{hyp} {ref}".split())}
    check(core, *([ids[word] for word in side.split()] for side in (hyp, ref)))


@core
def test_what_is_farther_than_fifty_places_stays(core: Core) -> None:
    for size, edits in ((50, 1), (51, 2)):
        words = list(range(size))
        assert check(core, [*words, size], [size, *words]).edits == edits


@core
def test_blocks_of_more_than_ten_words_move_in_parts(core: Core) -> None:
    letters = list(range(26))
    found = check(core, letters, letters[13:] + letters[:13])
    assert (found.edits, found.gains, found.tried) == (2, [20, 6], 946)


@core
@examples(40)
@given(segments=st.lists(st.tuples(text(5, 8), st.lists(text(5, 8), min_size=1, max_size=4)), max_size=4))
def test_rows_of_pairs_and_of_segments(core: Core, segments: list[tuple[Words, list[Words]]]) -> None:
    ref_starts = at([refs for _, refs in segments])
    pairs = rows_of(core.edits, segments, 8)
    wanted = [searched(tuple(hyp), tuple(ref)).edits for hyp, refs in segments for ref in refs]
    assert [row[0] for row in pairs] == wanted
    rows = table("q", len(segments) or 1, 9, values=(-7,))
    numbers = [number for row in pairs for number in row] or [0] * 8
    core.fewest(table("q", len(pairs) or 1, 8, values=numbers), ref_starts, rows)
    for s, (hyp, refs) in enumerate(segments):
        row = dict(zip(ter.SEGMENT_COLUMNS, rows.tolist()[s], strict=True))
        mine = wanted[ref_starts[s] : ref_starts[s + 1]]
        assert list(row.values())[4:] == pairs[ref_starts[s] + mine.index(min(mine))][1:6]
        assert (row["segments"], row["edits"], row["hyp_len"]) == (1, min(mine), len(hyp))
        assert row["ref_len"] * len(refs) == ter.REF_SCALE * sum(map(len, refs))
        kinds = ("substitutions", "insertions", "deletions", "shifts")
        assert sum(row[kind] for kind in kinds) == row["edits"]


def test_one_segment_after_the_other_in_the_same_memory() -> None:
    room, draw = SegmentTokens(9), Random(5)
    for _ in range(150):
        hyp, *refs = ([draw.randrange(4) for _ in range(draw.randint(0, 8))] for _ in range(draw.randint(2, 5)))
        best = min(rows_of(ter.edits, [(hyp, refs)], 8), key=lambda row: row[0])
        length = ter.REF_SCALE * sum(map(len, refs)) // len(refs)
        assert ter.segment_row(room, [hyp, *refs]) == (1, best[0], length, len(hyp), *best[1:6])


def test_long_references_are_looked_up_in_lists() -> None:
    """Past 4,096 words the places of a word are a list instead of bits, which interpreted kernels do just the same."""
    hyp, ref = made_up(4100, 3000, 3)
    for size in (4096, 4097):
        texts = [hyp[:size], ref[:size]]
        found = [core.explain(flat(texts), at(texts)) for core in both("edits.ter")]
        assert found[0] == found[1]
        order = found[0].shifts[-1].order if found[0].shifts else range(len(texts[0]))
        letters = trace([texts[0][i] for i in order], texts[1])
        assert "".join(LETTERS[step] for step in found[0].operations) == letters
        assert found[0].row[0] == len(letters) - letters.count(" ") + len(found[0].shifts)
