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


def family(start: tuple[str, int], matches: set[tuple[int, int]]) -> set[tuple[str, int]]:
    """All words that can be reached along matches."""
    found, todo = {start}, [start]
    while todo:
        side, word = todo.pop()
        if side == "hyp":
            near = {("ref", r) for h, r in matches if h == word}
        else:
            near = {("hyp", h) for h, r in matches if r == word}
        todo += near - found
        found |= near
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
    linked = draw(st.lists(st.booleans(), min_size=len(hyp), max_size=len(hyp)))
    taken = draw(st.lists(st.booleans(), min_size=len(ref), max_size=len(ref)))
    hyp_key, ref_key, partial, links, used = (
        view("i", numbers)
        for numbers in ([-7] * len(hyp), [-7] * len(ref), [0] * len(ref), [0 if x else -1 for x in linked], taken)
    )
    table = words_of(WORDS, [], hyp_groups, ref_groups)
    block = Progress(hyp_key, ref_key, partial, links, links, used)
    core.synonym_classes(pairs_of([(hyp, ref)]), table, block)

    free_hyps = {word for word, gone in zip(hyp, linked, strict=True) if not gone}
    free_refs = {word for word, gone in zip(ref, taken, strict=True) if not gone}
    matches = {(h, r) for h, r in product(free_hyps, free_refs) if {*hyp_groups[h]} & {*ref_groups[r]}}
    places = [("hyp", i, word, key) for i, (word, key) in enumerate(zip(hyp, hyp_key, strict=True))]
    places += [("ref", i, word, key) for i, (word, key) in enumerate(zip(ref, ref_key, strict=True))]
    for side, i, word, key in places:
        gone = linked[i] if side == "hyp" else taken[i]
        kindred = family((side, word), matches)
        assert (key >= 0) == (not gone and len(kindred) > 1)
        if key >= 0:
            alike = {(s, w) for s, _, w, other in places if other == key}
            assert alike == kindred
            hyps, refs = ({w for s, w in kindred if s == side} for side in ("hyp", "ref"))
            if side == "ref":
                assert partial[i] == (not {*product(hyps, refs)} <= matches)
