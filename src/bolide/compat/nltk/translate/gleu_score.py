"""NLTK's GLEU (Wu et al. 2016): matching n-grams over the larger of both sides' n-grams."""

from __future__ import annotations

from bolide.compat.nltk.matches import References, Texts, Tokens, check_corpus, check_orders, matched

__all__ = ["corpus_gleu", "sentence_gleu"]


def sentence_gleu(references: Texts, hypothesis: Tokens, min_len: int = 1, max_len: int = 4) -> float:
    """NLTK's `sentence_gleu`."""
    return corpus_gleu([references], [hypothesis], min_len, max_len)


def corpus_gleu(list_of_references: References, hypotheses: Texts, min_len: int = 1, max_len: int = 4) -> float:
    """NLTK's `corpus_gleu`: a ratio of sums over segments, each with its best reference."""
    check_corpus(list_of_references, hypotheses)
    check_orders(min_len, max_len)
    matches = possible = 0
    for rows in matched(list_of_references, hypotheses, max_len):
        # Matches, and the n-grams of the side that has more: their ratio is the smaller of precision and recall.
        best = 0, 0
        for row in rows:
            hyp, ref = sum(row[min_len - 1 : max_len]), sum(row[max_len + min_len - 1 : 2 * max_len])
            match, most = sum(row[2 * max_len + min_len - 1 :]), max(hyp, ref)
            if most and (not best[1] or match / most > best[0] / best[1]):
                best = match, most
        matches += best[0]
        possible += best[1]
    return matches / possible if possible else 0.0
