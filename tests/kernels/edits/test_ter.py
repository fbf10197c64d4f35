"""TER's search: compiled = interpreted = the description written plainly = the published examples."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from bolide.kernels.edits import ter
from bolide.kernels.text.scan import SegmentTokens
from tests import drawn as st
from tests.drawn import examples, given
from tests.kernels.blocks import at, flat, rows_of, table
from tests.kernels.both import Core, both, cores
from tests.kernels.edits import ter_reference

core = cores("edits.ter")
LETTERS = " sdi"  # as sacreBLEU names them: what is an insertion to us, it deletes
Words = list[int]


@cache
def plainly(hyp: tuple[int, ...], ref: tuple[int, ...]) -> ter_reference.Plain:
    """The slow side of every comparison, once for both kernels."""
    return ter_reference.ter(list(hyp), list(ref))


def check(core: Core, hyp: Words, ref: Words) -> ter_reference.Plain:
    """One pair against the plain way, every shift and every operation of it."""
    found = core.explain(flat([hyp, ref]), at([hyp, ref]))
    plain = plainly(tuple(hyp), tuple(ref))
    assert [shift[:4] for shift in found.shifts] == plain.shifts
    assert [[hyp[i] for i in shift.order] for shift in found.shifts] == plain.sentences
    assert "".join(LETTERS[step] for step in found.operations) == plain.trace
    assert found.tried == plain.tried
    counts = [plain.trace.count(letter) for letter in LETTERS[1:]]
    moved = sum(shift[1] for shift in plain.shifts)
    assert found.row == [plain.edits, *counts, len(plain.shifts), moved, len(hyp), len(ref)]
    return plain


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
    plain = check(core, hyp, ref)
    assert (plain.edits, plain.shifts, plain.tried) == (14, [(7, 4, 25, 5), (5, 2, 36, 2)], 1002)


WEEK = (
    "this week the saudis denied information published in the new york times",
    "saudi arabia denied this week information published in the american new york times",
)


@core
@pytest.mark.parametrize(
    ("hyp", "ref", "edits", "shifts", "trace"),
    [
        ("d e f g h a b c", "a b c d e f g h", 1, [(5, 3, 0, 6)], " " * 8),
        ("c d a b g h e f", "a b c d e f g h", 2, [(2, 2, 0, 2), (4, 2, 6, 4)], " " * 8),
        ("b a", "a b", 1, [(0, 1, 1, 2)], "  "),
        ("a x b", "x a b", 1, [(0, 1, 1, 2)], "   "),
        ("a a b", "b a a", 1, [(2, 1, 0, 2)], "   "),
        ("x b", "b y", 2, [(1, 1, 0, 1)], " s"),
        ("a b c d", "a c d", 1, [], " d  "),
        ("a c d", "a b c d", 1, [], " i  "),
        (*WEEK, 4, [(0, 2, 5, 3)], "ss       i   "),
        ("", "a b", 2, [], "ii"),
        ("x y", "", 2, [], "dd"),
        ("", "", 0, [], ""),
        ("a", "a" + 199 * " b", 200, [], None),
    ],
)
def test_published_and_sacrebleus_examples(
    core: Core, hyp: str, ref: str, edits: int, shifts: list[tuple[int, int, int, int]], trace: str | None
) -> None:
    """Edits, shifts and traces by sacreBLEU 2.6.0 (`lib_ter`, which the pair of 13 words was checked with too)."""
    ids = {word: number for number, word in enumerate(f"{hyp} {ref}".split())}
    texts = [[ids[word] for word in side.split()] for side in (hyp, ref)]
    found = core.explain(flat(texts), at(texts))
    assert (found.row[0], [shift[:4] for shift in found.shifts]) == (edits, shifts)
    assert trace is None or "".join(LETTERS[step] for step in found.operations) == trace


@core
def test_what_is_farther_than_fifty_places_stays(core: Core) -> None:
    for size, edits in ((50, 1), (51, 2)):
        words = list(range(size))
        assert check(core, [*words, size], [size, *words]).edits == edits


@core
def test_blocks_of_more_than_ten_words_move_in_parts(core: Core) -> None:
    letters = list(range(26))
    plain = check(core, letters, letters[13:] + letters[:13])
    assert (plain.edits, plain.shifts, plain.tried) == (2, [(3, 10, 26, 20), (0, 3, 16, 6)], 946)


@core
@examples(40)
@given(segments=st.lists(st.tuples(text(5, 8), st.lists(text(5, 8), min_size=1, max_size=4)), max_size=4))
def test_rows_of_pairs_and_of_segments(core: Core, segments: list[tuple[Words, list[Words]]]) -> None:
    ref_starts = at([refs for _, refs in segments])
    pairs = rows_of(core.edits, segments, 8)
    wanted = [ter_reference.ter(hyp, ref).edits for hyp, refs in segments for ref in refs]
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
        cost, letters = ter_reference.distance([hyp[i] for i in order], texts[1])
        assert "".join(LETTERS[step] for step in found[0].operations) == letters
        assert found[0].row[0] == cost + len(found[0].shifts)
