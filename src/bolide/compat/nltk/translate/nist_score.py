"""NLTK's NIST score (Doddington 2002): n-grams weighted by their information."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise

from bolide.compat.nltk.shapes import Tokens, check_corpus, check_sentence
from bolide.system.errors import InputError
from bolide.system.messages import counted
from bolide.text.vocab import encode_tokens

__all__ = ["corpus_nist", "nist_length_penalty", "sentence_nist"]

Gram = tuple[int, ...]


def sentence_nist(references: Sequence[Tokens], hypothesis: Tokens, n: int = 5) -> float:
    """NLTK's `sentence_nist`."""
    check_sentence(references, hypothesis, "sentence_nist")
    return corpus_nist([references], [hypothesis], n)


def corpus_nist(list_of_references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens], n: int = 5) -> float:
    """NLTK's `corpus_nist`, with information weights from the references of the whole corpus."""
    check_corpus(list_of_references, hypotheses, "corpus_nist")
    texts = encode_tokens([*hypotheses, *(reference for references in list_of_references for reference in references)])
    numbered = (texts.ids[start:end].tolist() for start, end in pairwise(texts.starts))
    hyps = list(islice(numbered, len(hypotheses)))
    refs = [list(islice(numbered, len(references))) for references in list_of_references]
    counts_of_refs = [[[_grams(ref, order) for order in range(1, n + 1)] for ref in group] for group in refs]
    information = _information(counts_of_refs, sum(len(ref) for group in refs for ref in group))
    score, ref_len, hyp_len = 0.0, 0, 0
    for order in range(1, n + 1):
        matched = 0.0
        grams = 0
        for hyp, group, counts in zip(hyps, refs, counts_of_refs, strict=True):
            best = _best(_grams(hyp, order), [by_order[order - 1] for by_order in counts], group, information)
            matched += best[1]
            grams += best[2]
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


def _grams(tokens: list[int], order: int) -> Counter[Gram]:
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def _information(counts_of_refs: list[list[list[Counter[Gram]]]], words: int) -> dict[Gram, float]:
    """The information of each n-gram of the references: −log₂ of the probability of its last word given the rest."""
    total: Counter[Gram] = Counter()
    for group in counts_of_refs:
        for by_order in group:
            for counts in by_order:
                total.update(counts)
    return {gram: math.log((total[gram[:-1]] if gram[:-1] else words) / times, 2) for gram, times in total.items()}


def _best(
    mine: Counter[Gram], theirs: list[Counter[Gram]], refs: list[list[int]], information: dict[Gram, float]
) -> tuple[float, float, int, int]:
    """Precision, information matched, n-grams and reference length, for the best reference."""
    size = mine.total()
    candidates = []
    for counts, ref in zip(theirs, refs, strict=True):
        matched = sum(information[gram] * min(times, counts[gram]) for gram, times in mine.items() if gram in counts)
        candidates.append((matched / size if size else 0.0, matched, size, len(ref)))
    return max(candidates)
