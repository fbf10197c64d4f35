"""What is kept of words, found again by their letters and laid out for the aligners; as installed and interpreted."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from bolide.kernels import COMPILED, bounds_checks
from bolide.kernels.text import lexicon, scan
from bolide.text.tokenize.character_classes import kinds_of
from bolide.text.tokens import joined
from tests import drawn as st
from tests.drawn import given
from tests.kernels.blocks import view
from tests.kernels.both import Core, cores

core = cores("text.lexicon")
groups = st.lists(st.integers(0, 9), max_size=4)
facts = st.lists(st.tuples(st.integers(0, 5), st.booleans(), st.integers(1, 3), groups, groups), max_size=6)
words = st.lists(st.text("abé😀", min_size=1, max_size=4), min_size=1, unique=True)


@core
@given(facts=facts, draw=st.data())
def test_words_are_laid_out_for_stages(core: Core, facts: list, draw: Callable[[st.Made], Any]) -> None:
    made = core.Lexicon()
    for fact in facts:
        made.add(*fact)
    chosen = draw(st.lists(st.integers(0, len(facts) - 1), unique=True)) if facts else []
    for apart in (True, False):
        numbers = view("i", chosen)
        keys, count, *lists = made.staged(numbers, True, True, apart)
        size = len(chosen)
        assert keys[:size].tolist() == list(range(size))
        stems = [facts[number][0] for number in chosen]
        assert keys[size:].tolist() == [list(dict.fromkeys(stems)).index(stem) for stem in stems]
        own, in_refs = ([facts[number][side] for number in chosen] for side in (3, 4 if apart else 3))
        order = list(dict.fromkeys(group for listed in in_refs for group in listed))
        assert count == len(order)
        for (list_at, listed), wanted in ((lists[:2], own), (lists[2:], in_refs)):
            found = [listed[a:b].tolist() for a, b in pairwise(list_at)]
            assert found == [[order.index(group) for group in those if group in order] for those in wanted]


@core
@given(facts=facts)
def test_words_are_laid_out_for_meteor_15(core: Core, facts: list) -> None:
    made = core.Lexicon()
    for fact in facts:
        made.add(*fact)
    rows, synsets = made.weighed(view("i", range(len(facts))))
    keys, _, list_at, listed, *_ = made.staged(view("i", range(len(facts))), False, True, False)
    assert rows[0:-4:4].tolist() == keys.tolist()
    assert rows[1:-4:4].tolist() == [int(fact[1]) for fact in facts]
    assert rows[2:-4:4].tolist() == [fact[2] for fact in facts]
    assert rows[3::4].tolist() == list_at.tolist()
    assert synsets.tolist() == listed.tolist()


@core
@given(known=words, asked=words)
def test_words_are_found_by_their_letters(core: Core, known: list[str], asked: list[str]) -> None:
    made = core.Lexicon()
    met = scanned(known)
    for k in range(len(known)):
        made.add(0, False, 1, [], [])
        made.remember_spelling(*met, k, k)
    found = view("i", bytes(4 * len(asked)))
    unknown = made.numbers(*scanned(asked), len(asked), found)
    wanted = [known.index(word) if word in known else -1 for word in asked]
    assert found.tolist() == wanted
    assert unknown == wanted.count(-1)


def test_many_words_stay_known() -> None:
    """More than each of the tables has room for at first, of which the largest is for 1,024."""
    made = lexicon.Lexicon()
    known = [f"w{k}" for k in range(5000 if COMPILED else 1500)]
    met = scanned(known)
    for k in range(len(known)):
        made.add(k, False, 1, [k], [])
        made.remember_spelling(*met, k, k)
    found = view("i", bytes(4 * len(known)))
    assert made.numbers(*met, len(known), found) == 0
    assert found.tolist() == list(range(len(known)))
    assert made.staged(found, False, True, False)[0].tolist() == list(range(len(known)))


def scanned(words: list[str]) -> tuple[memoryview, memoryview]:
    """The words as the scanner leaves them: letters, and three numbers for each."""
    points, texts = joined(words)
    table = kinds_of("whitespace")
    assert table is not None
    _, _, places = scan.scan(points, texts, memoryview(table.table), 0, False)
    assert len(places) == 3 * len(words)
    assert bounds_checks.longest(texts) == max(map(len, words))
    return points, places
