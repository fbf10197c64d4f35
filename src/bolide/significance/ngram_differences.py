"""N-grams that one system matches more often than the other. No other part of a comparison reads text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any

from bolide.corpus import Corpus
from bolide.system.errors import InputError, OptionError

Tokenize = Callable[[str], list[str]]
Grams = Counter[tuple[str, ...]]


@dataclass(frozen=True)
class NgramDifference:
    """A reference n-gram: its count in the references, and each system's clipped matches."""

    words: str
    order: int
    in_references: int
    a: int
    b: int

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def ngram_differences(
    a: Corpus, b: Corpus, tokenize: Tokenize, *, orders: Sequence[int] = (1, 2, 3, 4), count: int = 10
) -> tuple[tuple[NgramDifference, ...], tuple[NgramDifference, ...]]:
    """The n-grams that `a` matches most often more than `b`, and the reverse; matches are clipped as in BLEU.

    They begin and end with words: what punctuation adds to them is a difference of its own, and often the largest.
    """
    if len(a) != len(b) or a.refs != b.refs:
        raise InputError(f"{a.name} and {b.name} must have the same references, line by line.")
    if not orders or min(orders) < 1:
        raise OptionError(f"N-gram orders must be integers ≥ 1; got {list(orders)}.")
    wanted, (matched_a, matched_b) = matched_ngrams([a, b], tokenize, orders)
    return largest_differences(wanted, matched_a, matched_b, count)


def matched_ngrams(systems: Sequence[Corpus], tokenize: Tokenize, orders: Sequence[int]) -> tuple[Grams, list[Grams]]:
    """The counts of all reference n-grams, and each system's clipped matches."""
    wanted, matched = Grams(), [Grams() for _ in systems]
    first = systems[0]
    for line in range(len(first)):
        most = _most([_ngrams(tokenize(ref), orders) for ref in first[line].refs])
        wanted.update(most)
        for counts, system in zip(matched, systems, strict=True):
            for gram, count in _ngrams(tokenize(system.hyps[line]), orders, most).items():
                counts[gram] += min(count, most[gram])
    return wanted, matched


def largest_differences(
    wanted: Grams, a: Grams, b: Grams, count: int
) -> tuple[tuple[NgramDifference, ...], tuple[NgramDifference, ...]]:
    """The n-grams with the largest difference in favour of `a`, and those with the largest in favour of `b`."""

    def difference(gram: tuple[str, ...]) -> NgramDifference:
        return NgramDifference(" ".join(gram), len(gram), wanted[gram], a[gram], b[gram])

    return tuple(map(difference, _largest(wanted, a, b, count))), tuple(map(difference, _largest(wanted, b, a, count)))


def _largest(wanted: Grams, better: Grams, worse: Grams, count: int) -> list[tuple[str, ...]]:
    """Sorted by difference; ties by length (longest first), reference count (rarest first), then alphabetically."""
    theirs = worse.get
    by_lead: dict[int, list[tuple[str, ...]]] = {}
    for gram, matches in better.items():
        if (lead := matches - theirs(gram, 0)) > 0:
            by_lead.setdefault(lead, []).append(gram)
    first: list[tuple[str, ...]] = []
    for lead in sorted(by_lead, reverse=True):  # most lead by one, and are rarely among the first
        if len(first) >= count:
            break
        words = [gram for gram in by_lead[lead] if _is_word(gram[0]) and _is_word(gram[-1])]
        first += sorted(words, key=lambda gram: (-len(gram), wanted[gram], " ".join(gram)))
    return first[:count]


def _is_word(token: str) -> bool:
    """Whether a token has a letter or a digit in it."""
    return any(map(str.isalnum, token))


def ngram_occurrences(
    systems: Sequence[Corpus], tokenize: Tokenize, sought: Collection[str]
) -> dict[str, list[tuple[int, ...]]]:
    """The segments with each n-gram (tokens joined by spaces): (0-based index, reference count, matches …)."""
    orders = sorted({gram.count(" ") + 1 for gram in sought})
    occurrences: dict[str, list[tuple[int, ...]]] = {gram: [] for gram in sought}
    for line in range(len(systems[0])):
        most = _most([_ngrams(tokenize(ref), orders) for ref in systems[0][line].refs])
        wanted = {" ".join(gram): gram for gram in most}
        if here := wanted.keys() & occurrences.keys():
            ours = [_ngrams(tokenize(system.hyps[line]), orders, most) for system in systems]
            for text in here:
                gram = wanted[text]
                occurrences[text].append((line, most[gram], *(min(counts[gram], most[gram]) for counts in ours)))
    return occurrences


def _most(by_reference: list[Grams]) -> Grams:
    """The largest count of each n-gram over the references."""
    return reduce(or_, by_reference) if by_reference else Grams()


def _ngrams(tokens: list[str], orders: Sequence[int], known: Container[tuple[str, ...]] | None = None) -> Grams:
    """The n-gram counts of a text, restricted to the n-grams in `known` if that is passed."""
    grams = chain.from_iterable(zip(*(tokens[start:] for start in range(order)), strict=False) for order in orders)
    return Grams(grams if known is None else filter(known.__contains__, grams))
