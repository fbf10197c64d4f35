"""Letters and ranks say what the tests say, whatever these found."""

from itertools import combinations

import numpy as np

from bolide.significance.letters import compact_letters


def drawn(rng: np.random.Generator) -> tuple[list[str], set[frozenset[str]]]:
    """A ranking, and the pairs that differ: any, or those that are far apart in it."""
    names = [f"s{k}" for k in range(int(rng.integers(1, 12)))]
    noise, share = rng.choice([0, 2, 50]), rng.uniform(0, len(names))
    pairs = combinations(range(len(names)), 2)
    return names, {frozenset((names[a], names[b])) for a, b in pairs if b - a + noise * rng.uniform(-1, 1) > share}


def said(letters: dict[str, set[str]]) -> set[frozenset[str]]:
    """The pairs that share no letter."""
    return {frozenset(pair) for pair in combinations(letters, 2) if not letters[pair[0]] & letters[pair[1]]}


def test_two_systems_share_a_letter_exactly_if_they_do_not_differ() -> None:
    """And no letter of any system can go: it would lose its last, or its last in common with another."""
    rng = np.random.default_rng(1)
    for _ in range(600):
        names, differ = drawn(rng)
        found = compact_letters(names, lambda a, b, differ=differ: frozenset((a, b)) in differ)
        letters = {name: set(text) for name, text in found.items()}
        assert list(letters) == names
        assert all(letters.values())
        assert said(letters) == differ
        for name in names:
            for one in letters[name]:
                fewer = {**letters, name: letters[name] - {one}}
                assert not fewer[name] or said(fewer) > differ


def test_letters_begin_with_the_best_system() -> None:
    rng = np.random.default_rng(2)
    for _ in range(100):
        names, differ = drawn(rng)
        found = compact_letters(names, lambda a, b, differ=differ: frozenset((a, b)) in differ)
        firsts = [
            next(k for k, name in enumerate(names) if one in found[name])
            for one in sorted(set("".join(found.values())))
        ]
        assert firsts == sorted(firsts)
    assert compact_letters("abcd", lambda a, b: a + b in ("ac", "ad", "bd")) == {
        "a": "a",
        "b": "ab",
        "c": "bc",
        "d": "c",
    }
    assert compact_letters("", lambda a, b: True) == {}
