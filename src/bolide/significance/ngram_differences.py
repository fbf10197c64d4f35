"""N-grams one system gets and the other misses: the only part of a comparison that looks at text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Sequence
from dataclasses import dataclass
from functools import reduce
from heapq import nlargest
from itertools import chain
from operator import or_
from typing import Any

from bolide.corpus import Corpus
from bolide.system.errors import InputError, OptionError

Cut = Callable[[str], list[str]]
Grams = Counter[tuple[str, ...]]


@dataclass(frozen=True)
class Phrase:
    """An n-gram of the references: how often it is there, and how often each system has it where it should."""

    words: str
    order: int
    in_references: int
    a: int
    b: int

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def phrases(
    a: Corpus, b: Corpus, cut: Cut, *, orders: Sequence[int] = (1, 2, 3, 4), count: int = 10
) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
    """N-grams that `a` gets and `b` misses most often, and the other way round; each counted as BLEU counts matches."""
    if len(a) != len(b) or a.refs != b.refs:
        raise InputError(f"{a.name} and {b.name} must have the same references, line by line.")
    if not orders or min(orders) < 1:
        raise OptionError(f"The orders {list(orders)} must be integers ≥ 1.")
    wanted, (got_a, got_b) = credited([a, b], cut, orders)
    return strongest(wanted, got_a, got_b, count)


def credited(systems: Sequence[Corpus], cut: Cut, orders: Sequence[int]) -> tuple[Grams, list[Grams]]:
    """How often the references have each n-gram, and how often each system has it where it should."""
    wanted, got = Grams(), [Grams() for _ in systems]
    first = systems[0]
    for line in range(len(first)):
        most = _most([_ngrams(cut(ref), orders) for ref in first[line].refs])
        wanted.update(most)
        for found, system in zip(got, systems, strict=True):
            for gram, own in _ngrams(cut(system.hyps[line]), orders, most).items():
                found[gram] += min(own, most[gram])
    return wanted, got


def strongest(wanted: Grams, a: Grams, b: Grams, count: int) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
    """Of the n-grams that were wanted, those that one system has more often than the other, on either side."""

    def shown(gram: tuple[str, ...]) -> Phrase:
        return Phrase(" ".join(gram), len(gram), wanted[gram], a[gram], b[gram])

    return tuple(map(shown, _strongest(wanted, a, b, count))), tuple(map(shown, _strongest(wanted, b, a, count)))


def _strongest(wanted: Grams, better: Grams, worse: Grams, count: int) -> list[tuple[str, ...]]:
    """By how many more the better system has; among equals the longer, then the rarer, then by the alphabet."""
    theirs = worse.get
    ahead = {gram: more for gram, own in better.items() if (more := own - theirs(gram, 0)) > 0}
    # Most are ahead by one: only those that can be among the first are put in order.
    least = min(nlargest(count, ahead.values()), default=0)
    first = [gram for gram, more in ahead.items() if more >= least]
    first.sort(key=lambda gram: (-ahead[gram], -len(gram), wanted[gram], " ".join(gram)))
    return first[:count]


def places(systems: Sequence[Corpus], cut: Cut, sought: Collection[str]) -> dict[str, list[tuple[int, ...]]]:
    """Where n-grams, written with spaces, stand: (segment from 0, in the references, in each system …)."""
    orders = sorted({gram.count(" ") + 1 for gram in sought})
    found: dict[str, list[tuple[int, ...]]] = {gram: [] for gram in sought}
    for line in range(len(systems[0])):
        most = _most([_ngrams(cut(ref), orders) for ref in systems[0][line].refs])
        wanted = {" ".join(gram): gram for gram in most}
        if here := wanted.keys() & found.keys():
            ours = [_ngrams(cut(system.hyps[line]), orders, most) for system in systems]
            for text in here:
                gram = wanted[text]
                found[text].append((line, most[gram], *(min(own[gram], most[gram]) for own in ours)))
    return found


def _most(by_reference: list[Grams]) -> Grams:
    """The largest count of each n-gram over the references."""
    return reduce(or_, by_reference) if by_reference else Grams()


def _ngrams(tokens: list[str], orders: Sequence[int], known: Container[tuple[str, ...]] | None = None) -> Grams:
    """The n-grams of a text, or only those that are known."""
    grams = chain.from_iterable(zip(*(tokens[start:] for start in range(order)), strict=False) for order in orders)
    return Grams(grams if known is None else filter(known.__contains__, grams))
