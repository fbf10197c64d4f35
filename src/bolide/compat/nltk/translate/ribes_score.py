"""NLTK's RIBES (Isozaki et al. 2010): rank correlation of the order of shared words."""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from bolide.compat.nltk.matches import References, Texts, Tokens, check_corpus, check_segment
from bolide.compat.shapes import WrongShape
from bolide.kernels.ngrams.word_ranks import word_ranks

__all__ = [
    "corpus_ribes",
    "find_increasing_sequences",
    "kendall_tau",
    "position_of_ngram",
    "sentence_ribes",
    "spearman_rho",
    "word_rank_alignment",
]

MAX_ALIGNMENT_LEN = 2000  # NLTK's limit: the search for contexts is worse than linear


def sentence_ribes(references: Texts, hypothesis: Tokens, alpha: float = 0.25, beta: float = 0.10) -> float:
    """NLTK's `sentence_ribes`: the best over all references."""
    if not references or not hypothesis:
        return 0.0
    check_segment(references, hypothesis)
    if len(hypothesis) == 1:
        return 0.0  # one word has no order
    best = 0.0  # of fewer than two words, which have no order
    for reference in references:
        ranks = word_rank_alignment(reference, hypothesis)
        if len(ranks) > 1:
            brevity = min(1.0, math.exp(1.0 - len(reference) / len(hypothesis)))
            precision = len(ranks) / len(hypothesis)
            best = max(best, kendall_tau(ranks) * precision**alpha * brevity**beta)
    return best


def corpus_ribes(list_of_references: References, hypotheses: Texts, alpha: float = 0.25, beta: float = 0.10) -> float:
    """NLTK's `corpus_ribes`: the mean of the sentences' scores."""
    if not hypotheses:
        return 0.0
    check_corpus(list_of_references, hypotheses)
    total = 0.0
    for references, hypothesis in zip(list_of_references, hypotheses, strict=True):
        total += sentence_ribes(references, hypothesis, alpha, beta)
    return total / len(hypotheses)


def position_of_ngram(ngram: tuple[Hashable, ...], sentence: Tokens) -> int | None:
    """The index of the n-gram's first occurrence in the sentence, or None."""
    size = len(ngram)
    starts = range(len(sentence) - size + 1)
    return next((i for i in starts if tuple(sentence[i : i + size]) == ngram), None)


def word_rank_alignment(reference: Tokens, hypothesis: Tokens, character_based: bool = False) -> list[int]:
    """The positions in the reference of the hypothesis' words, if unique by themselves or with their neighbours."""
    if max(len(reference), len(hypothesis)) > MAX_ALIGNMENT_LEN:
        raise WrongShape(f"RIBES aligns up to {MAX_ALIGNMENT_LEN} tokens (ribes_score.MAX_ALIGNMENT_LEN).")
    return word_ranks(reference, hypothesis)


def find_increasing_sequences(worder: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The runs of two or more consecutive positions."""
    for _, numbered in groupby(enumerate(worder), lambda pair: pair[1] - pair[0]):
        run = tuple(position for _, position in numbered)
        if len(run) > 1:
            yield run


def kendall_tau(worder: Sequence[int], normalize: bool = True) -> float:
    """Kendall's τ of the positions and their order; from 0 to 1 if `normalize`, otherwise from −1 to 1."""
    size, rising = len(worder), 0
    before: list[int] = []
    for position in worder:
        if not before or position > before[-1]:
            rising += len(before)
            before.append(position)
        else:
            rising += bisect_left(before, position)
            insort(before, position)
    tau = 2 * rising / math.comb(size, 2) - 1 if size > 1 else -1
    return (tau + 1) / 2 if normalize else tau


def spearman_rho(worder: Sequence[int], normalize: bool = True) -> float:
    """Spearman's ρ of the positions and their order; from 0 to 1 if `normalize`, otherwise from −1 to 1."""
    squares = sum((position - i) ** 2 for i, position in enumerate(worder))
    rho = 1 - squares / math.comb(len(worder) + 1, 3)
    return (rho + 1) / 2 if normalize else rho
