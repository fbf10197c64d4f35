"""The phrase tree: what it finds, and in which order, is what the rule says over plain lists."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.both import interpreted

from bolide.kernels import phrases

KERNELS = {"installed": phrases, "interpreted": interpreted("phrases")}
phrase = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple)
records = st.lists(st.tuples(phrase, phrase), max_size=25)
pairs = st.lists(st.tuples(*[st.lists(st.integers(0, 4), max_size=7)] * 2), max_size=4)


def occurrences(text, wanted):
    return [i for i in range(len(text) - len(wanted) + 1) if tuple(text[i : i + len(wanted)]) == wanted]


def by_rule(records, hyp, ref):
    """Pass 1 replaces phrases of the reference, pass 2 those of the hypothesis; shorter first, then table order."""
    found = []
    for side, other, swapped in ((ref, hyp, False), (hyp, ref, True)):
        for start in range(len(side)):
            for size in range(1, len(side) - start + 1):
                for left, right in records:
                    if tuple(side[start : start + size]) == left:
                        for at in occurrences(other, right):
                            match = (start, size, at, len(right))
                            found.append(match[2:] + match[:2] if swapped else match)
    return found


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
@given(records, pairs, st.integers(1, 30))
def test_found_as_the_rule_says(kernel, records, pairs, block) -> None:
    maker = kernel.TreeMaker()
    for k in range(0, len(records), block):
        sides = [array("i") for _ in "ab"]
        for record in records[k : k + block]:
            for side, words in zip(sides, record, strict=True):
                side.extend((*words, 0))
        maker.add(*map(memoryview, sides))
    finder = kernel.PhraseFinder(maker.finish(4), 4, 3)
    tokens, spans = array("i"), array("q")
    for text in (text for pair in pairs for text in pair):
        spans.append(len(tokens))
        tokens.extend(text)
        spans.append(len(tokens))
    at = memoryview(array("q", bytes(8 * (len(pairs) + 1))))
    found = finder.find(memoryview(tokens), memoryview(spans), at).tolist()
    rows = [tuple(found[k : k + 4]) for k in range(0, len(found), 4)]
    assert [rows[at[p] : at[p + 1]] for p in range(len(pairs))] == [by_rule(records, *pair) for pair in pairs]


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_more_matches_than_expected(kernel) -> None:
    maker = kernel.TreeMaker()
    maker.add(memoryview(array("i", [1, 0, 1, 0])), memoryview(array("i", [2, 0, 1, 0])))
    at = memoryview(array("q", [0, 0, 0]))
    tokens = memoryview(array("i", [1, 2] * 20))
    spans = memoryview(array("q", [0, 40] * 4))
    found = kernel.PhraseFinder(maker.finish(2), 2, 1).find(tokens, spans, at)
    assert at.tolist() == [0, 1600, 3200]
    assert found[:6400].tolist() == found[6400:].tolist()
