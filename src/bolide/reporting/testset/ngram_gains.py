"""What is gained and lost: the n-grams that one system of a pair gets and the other misses, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bolide.corpus import Corpus
from bolide.metrics.base import Metric
from bolide.significance.ngram_differences import Phrase, credited, places, strongest

COUNT = 12  # n-grams on each side of a pair
ORDERS = (1, 2, 3, 4)
MOST_PAIRS = 45  # of ten systems


def gained(systems: Sequence[Corpus], metric: Metric, pairs: Sequence[tuple[int, int]]) -> dict[str, Any] | None:
    """For every pair, what the first gets and the second misses, and the other way round; with the segments."""
    if not pairs or len(pairs) > MOST_PAIRS:
        return None
    known: dict[str, list[str]] = {}

    def cut(text: str) -> list[str]:
        if text not in known:
            known[text] = metric.counts.tokens(text)
        return known[text]

    wanted, got = credited(systems, cut, ORDERS)
    found = [strongest(wanted, got[a], got[b], COUNT) for a, b in pairs]
    where = places(systems, cut, {phrase.words for sides in found for side in sides for phrase in side})
    shown = []
    for (a, b), (for_a, for_b) in zip(pairs, found, strict=True):
        ours = [_shown(phrase, where[phrase.words], a, b) for phrase in for_a]
        shown.append([ours, [_shown(phrase, where[phrase.words], b, a) for phrase in for_b]])
    return {"metric": metric.form.title, "pairs": shown}


def _shown(phrase: Phrase, where: Sequence[tuple[int, ...]], better: int, worse: int) -> dict[str, Any]:
    """An n-gram with the segments in which the better system has it more often."""
    lines = [found[0] for found in where if found[2 + better] > found[2 + worse]]
    return {"words": phrase.words, "wanted": phrase.in_references, "a": phrase.a, "b": phrase.b, "segments": lines}
