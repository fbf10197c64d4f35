"""Which words synonyms connect: compiled = interpreted = a walk along all matches."""

from collections.abc import Callable
from itertools import product
from typing import Any

from bolide.kernels.meteor2005._alignment_block import Progress
from tests import drawn as st
from tests.drawn import given, many
from tests.kernels.alignments import pairs_of, words_of
from tests.kernels.blocks import view
from tests.kernels.both import Core, cores

core = cores("meteor2005.optimal")

WORDS = 8
text = st.lists(st.integers(0, WORDS - 1), min_size=1, max_size=9)
groups = st.lists(st.lists(st.integers(0, 7), max_size=2, unique=True), min_size=WORDS, max_size=WORDS)


def families(matches: set[tuple[int, int]]) -> list[set[tuple[str, int]]]:
    """Words of both texts, those together that are connected by matches."""
    found: list[set[tuple[str, int]]] = []
    for h, r in matches:
        near = {("hyp", h), ("ref", r)}
        joined = near.union(*(family for family in found if family & near))
        found = [family for family in found if not family & near] + [joined]
    return found


@core
@many
@given(hyp=text, ref=text, hyp_groups=groups, ref_groups=groups, draw=st.data())
def test_one_key_for_all_that_are_connected(
    core: Core,
    hyp: list[int],
    ref: list[int],
    hyp_groups: list[list[int]],
    ref_groups: list[list[int]],
    draw: Callable[[st.Made], Any],
) -> None:
    linked, taken = (draw(st.lists(st.booleans(), len(text), len(text))) for text in (hyp, ref))
    hyp_key, ref_key, partial, links, used = (
        view("i", numbers)
        for numbers in ([-7] * len(hyp), [-7] * len(ref), [0] * len(ref), [0 if x else -1 for x in linked], taken)
    )
    block = Progress(hyp_key, ref_key, partial, links, links, used)
    core.synonym_classes(pairs_of([(hyp, ref)]), words_of(WORDS, [], hyp_groups, ref_groups), block)

    free = [("hyp", word, key) for word, key, gone in zip(hyp, hyp_key, linked, strict=True) if not gone]
    free += [("ref", word, key) for word, key, gone in zip(ref, ref_key, taken, strict=True) if not gone]
    assert [key for key, gone in zip([*hyp_key, *ref_key], linked + taken, strict=True) if gone and key >= 0] == []
    pairs = product({w for side, w, _ in free if side == "hyp"}, {w for side, w, _ in free if side == "ref"})
    matches = {(h, r) for h, r in pairs if {*hyp_groups[h]} & {*ref_groups[r]}}
    by_key: dict[int, set[tuple[str, int]]] = {}
    for side, word, key in free:
        by_key.setdefault(key, set()).add((side, word))
    by_key.pop(-1, None)
    assert sorted(map(sorted, by_key.values())) == sorted(map(sorted, families(matches)))
    for key, some in zip(ref_key, partial, strict=True):
        hyps, refs = ({w for s, w in by_key.get(key, ()) if s == side} for side in ("hyp", "ref"))
        assert key < 0 or some == (not {*product(hyps, refs)} <= matches)
