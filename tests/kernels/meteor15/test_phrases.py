"""The phrase tree: what it finds, and in which order, is what the rule says over plain lists."""

from array import array

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


def text_of(records):
    """The records as a table has them; word k is written k times, in bytes and not in one letter each."""
    spelled = [" ".join("é" * word for word in words) for record in records for words in record]
    return [f"0.5\n{left}\n{right} \r\n" for left, right in zip(spelled[::2], spelled[1::2], strict=True)]


def made(core, records, block=1000):
    """The finder of a table, and its id for each word."""
    maker = core.TreeMaker()
    lines = text_of(records)
    for k in range(0, len(lines), block):
        assert maker.read(memoryview(bytearray("".join(lines[k : k + block]).encode())))
    names = maker.vocabulary().decode().split("\n")[:-1]
    assert maker.state() == (len(records), 0, max((len(p) for r in records for p in r), default=0))
    finder = core.PhraseFinder(maker.finish(), len(names), 3)
    return finder, {len(name): number for number, name in enumerate(names, 1)}


@core
@given(records, pairs, st.integers(1, 30))
def test_found_as_the_rule_says(core, records, pairs, block) -> None:
    finder, ids = made(core, records, block)
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


@core
def test_many_words(core) -> None:
    maker = core.TreeMaker()
    words = [f"w{k}" for k in range(5000)]
    for k in range(0, 5000, 500):
        assert maker.read(memoryview(bytearray("".join(f"1\n{w}\n{w} {w}\n" for w in words[k : k + 500]).encode())))
    assert maker.vocabulary().decode().split("\n")[:-1] == words
    tree = maker.finish()
    assert [len(part) for part in tree] == [10001, 10002, 10002, 5000]
    assert tree[0][:3].tolist() == [0, 1, 2]
