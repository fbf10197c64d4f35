"""NLTK's GLEU (Wu et al. 2016): matching n-grams over the larger of both sides' n-grams."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.compat.nltk.matches import Matched, matched
from bolide.compat.nltk.shapes import Tokens, check_corpus, check_sentence

__all__ = ["corpus_gleu", "sentence_gleu"]


def sentence_gleu(references: Sequence[Tokens], hypothesis: Tokens, min_len: int = 1, max_len: int = 4) -> float:
    """NLTK's `sentence_gleu`."""
    check_sentence(references, hypothesis, "sentence_gleu")
    return corpus_gleu([references], [hypothesis], min_len, max_len)


def corpus_gleu(
    list_of_references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens], min_len: int = 1, max_len: int = 4
) -> float:
    """NLTK's `corpus_gleu`: a ratio of sums over segments, each with its best reference."""
    check_corpus(list_of_references, hypotheses, "corpus_gleu")
    matches = possible = 0
    for rows in matched(list_of_references, hypotheses, max_len):
        counts = [_counts(row, min_len) for row in rows]
        usable = [pair for pair in counts if pair[1]]
        if usable:
            best = max(usable, key=lambda pair: pair[0] / pair[1])
            matches += best[0]
            possible += best[1]
    return matches / possible if possible else 0.0


def _counts(row: Matched, min_len: int) -> tuple[int, int]:
    """Matches, and the n-grams of the side that has more; their ratio is the smaller of precision and recall."""
    hyp, ref, match = (sum(counts[min_len - 1 :]) for counts in row)
    return match, max(hyp, ref)
