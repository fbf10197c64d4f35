"""The phrase tree: what it finds, and in which order, is what the rule says over plain lists."""

from array import array

from bolide.text.words.paraphrase import tree_of
from tests import drawn as st
from tests.drawn import given
from tests.kernels.blocks import view
from tests.kernels.both import cores

core = cores("meteor15.phrases")
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


def made(core, records):
    """The finder of a table, and its id for each word, which is not its number."""
    ids = {1: 2, 2: 4, 3: 1, 4: 3}
    words = array("i", [ids[word] for record in records for phrase in record for word in phrase])
    sizes = array("i", [len(phrase) for record in records for phrase in record])
    return core.PhraseFinder(tree_of(words, sizes), 4, 3), ids


@core
@given(records, pairs)
def test_found_as_the_rule_says(core, records, pairs) -> None:
    finder, ids = made(core, records)
    tokens, spans = array("i"), array("q")
    for text in (text for pair in pairs for text in pair):
        spans.append(len(tokens))
        tokens.extend(ids.get(word, 0) for word in text)
        spans.append(len(tokens))
    at = view("q", bytes(8 * (len(pairs) + 1)))
    found = finder.find(memoryview(tokens), memoryview(spans), at).tolist()
    rows = [tuple(found[k : k + 4]) for k in range(0, len(found), 4)]
    assert [rows[at[p] : at[p + 1]] for p in range(len(pairs))] == [by_rule(records, *pair) for pair in pairs]


@core
def test_more_matches_than_expected(core) -> None:
    finder, ids = made(core, [((1,), (2,)), ((1,), (1,))])
    at = view("q", [0, 0, 0])
    tokens = view("i", [ids[1], ids[2]] * 20)
    found = finder.find(tokens, view("q", [0, 40] * 4), at)
    assert at.tolist() == [0, 1600, 3200]
    assert found[:6400].tolist() == found[6400:].tolist()


def test_a_tree_is_numbered_breadth_first() -> None:
    words, sizes = array("i", [2, 1, 2, 3, 1, 2]), array("i", [1, 2, 2, 1])  # 2 → 1 2, 3 1 → 2
    assert [part.tolist() for part in tree_of(words, sizes)] == [
        [0, 1, 2, 3, 2, 1],
        [1, 4, 5, 5, 6, 6, 6],
        [0, 0, 0, 1, 1, 1, 2],
        [4, 2],
    ]
