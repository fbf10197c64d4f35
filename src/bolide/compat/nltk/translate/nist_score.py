"""NLTK's NIST score (Doddington 2002): n-grams weighted by their information."""

from __future__ import annotations

import math

from bolide.compat.nltk.matches import References, Texts, Tokens, check_corpus, check_orders
from bolide.kernels.ngrams.information import shared_information
from bolide.system.errors import InputError
from bolide.system.messages import counted

__all__ = ["corpus_nist", "nist_length_penalty", "sentence_nist"]
STEEPNESS = math.log(0.5) / math.log(1.5) ** 2


def sentence_nist(references: Texts, hypothesis: Tokens, n: int = 5) -> float:
    """NLTK's `sentence_nist`."""
    return corpus_nist([references], [hypothesis], n)


def corpus_nist(list_of_references: References, hypotheses: Texts, n: int = 5) -> float:
    """NLTK's `corpus_nist`, with information weights from the references of the whole corpus."""
    check_corpus(list_of_references, hypotheses)
    check_orders(1, n)
    sizes = list(map(len, hypotheses))
    longest = max(sizes, default=0)
    if n > longest:
        raise InputError(f"No hypothesis has {counted(longest + 1, 'token')}; pass a smaller n.")
    gains, ref_len = shared_information(list_of_references, hypotheses, n)
    score = 0.0
    for order, gain in enumerate(gains):
        score += gain / sum([size - order for size in sizes if size > order])
    return score * nist_length_penalty(ref_len, n * sum(sizes))


def nist_length_penalty(ref_len: int, hyp_len: int) -> float:
    """NLTK's `nist_length_penalty`: 1 if not shorter than the reference, ½ at two thirds of its length."""
    ratio = hyp_len / ref_len
    if not 0 < ratio < 1:
        return max(min(ratio, 1.0), 0.0)
    return math.exp(STEEPNESS * math.log(ratio) ** 2)
