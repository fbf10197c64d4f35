"""NLTK's NIST score (Doddington 2002): n-grams weighted by their information."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

from bolide.compat.nltk.shapes import Tokens, check_corpus, check_sentence
from bolide.system.errors import InputError
from bolide.system.messages import counted

__all__ = ["corpus_nist", "nist_length_penalty", "sentence_nist"]

Gram = tuple[Hashable, ...]


def sentence_nist(references: Sequence[Tokens], hypothesis: Tokens, n: int = 5) -> float:
    """NLTK's `sentence_nist`."""
    check_sentence(references, hypothesis, "sentence_nist")
    return _nist([references], [hypothesis], n)


def corpus_nist(list_of_references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens], n: int = 5) -> float:
    """NLTK's `corpus_nist`, with information weights from the references of the whole corpus."""
    check_corpus(list_of_references, hypotheses, "corpus_nist")
    return _nist(list_of_references, hypotheses, n)


def _nist(list_of_references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens], n: int) -> float:
    orders = range(1, n + 1)
    counts_of_refs = [[[_grams(ref, order) for order in orders] for ref in group] for group in list_of_references]
    information = _information(counts_of_refs, sum(len(ref) for group in list_of_references for ref in group))
    score, ref_len, hyp_len = 0.0, 0, 0
    for order in orders:
        matched = 0.0
        grams = 0
        for hyp, group, counts in zip(hypotheses, list_of_references, counts_of_refs, strict=True):
            size, mine = max(0, len(hyp) - order + 1), _grams(hyp, order)
            best: tuple[float, float, int, int] | None = None  # precision, information, n-grams, reference length
            for ref, by_order in zip(group, counts, strict=True):
                theirs = by_order[order - 1]
                gain = 0.0
                for gram, times in mine.items():
                    if gram in theirs:
                        gain += information[gram] * min(times, theirs[gram])
                candidate = (gain / size if size else 0.0, gain, size, len(ref))
                if best is None or candidate > best:
                    best = candidate
            assert best is not None  # there is a reference
            matched += best[1]
            grams += size
            ref_len += best[3]
            hyp_len += len(hyp)
        if not grams:
            raise InputError(f"No hypothesis has {counted(order, 'token')}; pass a smaller n.")
        score += matched / grams
    return score * nist_length_penalty(ref_len, hyp_len)


def nist_length_penalty(ref_len: int, hyp_len: int) -> float:
    """NLTK's `nist_length_penalty`: 1 if not shorter than the reference, ½ at two thirds of its length."""
    ratio = hyp_len / ref_len
    if not 0 < ratio < 1:
        return max(min(ratio, 1.0), 0.0)
    return math.exp(math.log(0.5) / math.log(1.5) ** 2 * math.log(ratio) ** 2)


def _grams(tokens: Tokens, order: int) -> dict[Gram, int]:
    counts: dict[Gram, int] = {}
    for gram in zip(*(tokens[i:] for i in range(order)), strict=False):
        counts[gram] = counts.get(gram, 0) + 1
    return counts


def _information(counts_of_refs: list[list[list[dict[Gram, int]]]], words: int) -> dict[Gram, float]:
    """The information of each n-gram of the references: −log₂ of the probability of its last word given the rest."""
    total: dict[Gram, int] = {}
    for group in counts_of_refs:
        for by_order in group:
            for counts in by_order:
                for gram, times in counts.items():
                    total[gram] = total.get(gram, 0) + times
    return {gram: math.log((total[gram[:-1]] if gram[:-1] else words) / times, 2) for gram, times in total.items()}
