"""N-grams one system gets and the other misses: the only part of a comparison that looks at text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bolide.corpus import Corpus
from bolide.errors import InputError, OptionError

Cut = Callable[[str], list[str]]


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
        raise OptionError(f"The orders {list(orders)} must be whole numbers from 1 up.")
    wanted, got_a, got_b = (Counter[tuple[str, ...]]() for _ in range(3))
    for line in range(len(a)):
        most: Counter[tuple[str, ...]] = Counter()
        for ref in a[line].refs:
            most |= _ngrams(cut(ref), orders)  # the largest count over the references
        wanted.update(most)
        got_a.update(_ngrams(cut(a.hyps[line]), orders) & most)
        got_b.update(_ngrams(cut(b.hyps[line]), orders) & most)
    every = [
        Phrase(" ".join(gram), len(gram), wanted[gram], got_a[gram], got_b[gram])
        for gram in wanted
        if got_a[gram] != got_b[gram]
    ]
    return _strongest(every, count, 1), _strongest(every, count, -1)


def _strongest(every: Iterable[Phrase], count: int, sign: int) -> tuple[Phrase, ...]:
    """By how many more one system has; among equals the longer, then the rarer, then by the alphabet."""
    chosen = [phrase for phrase in every if sign * (phrase.a - phrase.b) > 0]
    chosen.sort(key=lambda p: (-sign * (p.a - p.b), -p.order, p.in_references, p.words))
    return tuple(chosen[:count])


def _ngrams(tokens: list[str], orders: Sequence[int]) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for order in orders:
        found.update(zip(*(tokens[start:] for start in range(order)), strict=False))
    return found
