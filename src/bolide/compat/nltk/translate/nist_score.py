"""NLTK's NIST score (Doddington 2002): n-grams weighted by their information."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence

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
    ref_counts = [[_grams(ref, range(1, n + 1)) for ref in group] for group in list_of_references]
    total: dict[Gram, int] = {(): 0}
    for group, group_counts in zip(list_of_references, ref_counts, strict=True):
        for ref, counts in zip(group, group_counts, strict=True):
            total[()] += len(ref)
            for gram, times in counts.items():
                total[gram] = total.get(gram, 0) + times
    score, ref_len, hyp_len = 0.0, 0, 0
    for order in range(1, n + 1):
        matched = 0.0
        grams = 0
        for hyp, group, group_counts in zip(hypotheses, list_of_references, ref_counts, strict=True):
            size, mine = max(0, len(hyp) - order + 1), _grams(hyp, (order,))
            best: tuple[float, float, int, int] | None = None  # precision, information, n-grams, reference length
            for ref, theirs in zip(group, group_counts, strict=True):
                gain = 0.0
                for gram, times in mine.items():
                    if gram in theirs:  # the information of its last word, given the others
                        shared = theirs[gram]
                        gain += math.log(total[gram[:-1]] / total[gram], 2) * (times if times < shared else shared)
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


def _grams(tokens: Tokens, orders: Iterable[int]) -> dict[Gram, int]:
    counts: dict[Gram, int] = {}
    for order in orders:
        for gram in zip(*[tokens[i:] for i in range(order)], strict=False):
            counts[gram] = counts.get(gram, 0) + 1
    return counts
