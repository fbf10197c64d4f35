"""Compact letter displays: two systems share a letter exactly if their test is not significant (Piepho 2004).

Only the standard library is imported: the page, which has no numpy, uses this module too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, combinations_with_replacement

SYSTEMS_SHARE = "Two systems share a letter exactly if they are not significantly different."

ALPHABET = 26

Groups = list[set[int]]  # of systems, by their index in the ranking; one letter each


def compact_letters(ranking: Sequence[str], apart: Callable[[str, str], bool]) -> dict[str, str]:
    """The letters of each system of a ranking, whose best has the first; `apart` tells whether two differ.

    They are one word, as in `ab`, unless there are more letters than the alphabet has: then spaces part them.

    A letter begins with all systems. Each two that differ split every letter that they share in two, one without the
    first and one without the second (insert); letters within others go (absorb). Then every system loses the letters
    without which it still shares one with each system that it had one in common with (sweep).
    """
    groups: Groups = [set(range(len(ranking)))] if ranking else []
    for a, b in combinations(range(len(ranking)), 2):
        if apart(ranking[a], ranking[b]):
            shared = [group for group in groups if a in group and b in group]
            groups = [group for group in groups if group not in shared]
            groups += _absorbed([group - {lost} for group in shared for lost in (a, b)], groups)
    groups = sorted(_swept(groups), key=sorted)
    between = "" if len(groups) <= ALPHABET else " "
    return {
        name: between.join(letter(number) for number, group in enumerate(groups) if k in group)
        for k, name in enumerate(ranking)
    }


def _absorbed(new: Groups, old: Groups) -> Groups:
    """The new groups that lie in no other one; no old one lies in them, since each is less than a group there was."""
    largest: Groups = []
    for group in sorted(new, key=len, reverse=True):
        if not any(group <= other for other in (*old, *largest)):
            largest.append(group)
    return largest


def _swept(groups: Groups) -> Groups:
    """The groups without members that they do not need: together they join the same systems."""
    joined = {pair: 0 for group in groups for pair in _pairs(group)}  # in how many groups
    for group in groups:
        for pair in _pairs(group):
            joined[pair] += 1
    for group in groups:
        for member in sorted(group):
            lost = [(min(member, other), max(member, other)) for other in group]
            if all(joined[pair] > 1 for pair in lost):
                group.remove(member)
                for pair in lost:
                    joined[pair] -= 1
    return [group for group in groups if group]


def _pairs(group: set[int]) -> Iterable[tuple[int, int]]:
    """Every two members, and every member with itself, since each needs a letter."""
    return combinations_with_replacement(sorted(group), 2)


def letter(index: int) -> str:
    """a to z, then aa, ab and so on."""
    text = ""
    while index >= 0:
        index, last = divmod(index, ALPHABET)
        text, index = chr(ord("a") + last) + text, index - 1
    return text


def rank_range(name: str, ranking: Sequence[str], beats: Callable[[str, str], bool]) -> tuple[int, int]:
    """The ranks that the tests leave to a system: from 1 + those better than it to all − those worse than it."""
    better = sum(beats(other, name) for other in ranking)
    worse = sum(beats(name, other) for other in ranking)
    return 1 + better, len(ranking) - worse
