"""NLTK's chrF with Bolide's counts and formula."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bolide.compat.nltk.matches import Tokens, check_orders, matched
from bolide.compat.shapes import WrongShape
from bolide.kernels.formulas.chrf import EPSILON
from bolide.metrics.chrf import CHRF
from bolide.metrics.formula import cells_of

__all__ = ["chrf_precision_recall_fscore_support", "corpus_chrf", "sentence_chrf"]

_CALLS = (
    "corpus_chrf takes one reference per hypothesis, each a text or a list of tokens, and one segment at least; for a "
    "segment call sentence_chrf(reference, hypothesis)."
)


def sentence_chrf(
    reference: str | Sequence[str],
    hypothesis: str | Sequence[str],
    min_len: int = 1,
    max_len: int = 6,
    beta: float = 3.0,
    ignore_whitespace: bool = True,
) -> float:
    """NLTK's `sentence_chrf`: a text or a list of tokens on either side, the mean of the orders' F-scores."""
    return corpus_chrf([reference], [hypothesis], min_len, max_len, beta, ignore_whitespace)


def corpus_chrf(
    references: Sequence[str | Sequence[str]],
    hypotheses: Sequence[str | Sequence[str]],
    min_len: int = 1,
    max_len: int = 6,
    beta: float = 3.0,
    ignore_whitespace: bool = True,
) -> float:
    """NLTK's `corpus_chrf`: the mean of the segments' scores, each against one reference."""
    if isinstance(references, str) or isinstance(hypotheses, str) or not 0 < len(references) == len(hypotheses):
        raise WrongShape(_CALLS)
    try:
        hyps, refs = (
            [side if isinstance(side, str) else " ".join(side) for side in sides] for sides in (hypotheses, references)
        )
    except TypeError:
        raise WrongShape(_CALLS) from None
    check_orders(min_len, max_len)
    metric = _chrf(max_len, beta, not ignore_whitespace)
    rows = metric.measure(hyps, refs).data
    size, kinds = len(metric.formula.names), max_len  # numbers: p, r and f of each order …; a row: hyp, ref and match
    numbers = metric.formula.evaluate(cells_of(rows), 3 * kinds, whole=True)
    sums = []
    for n in range(min_len - 1, max_len):
        scores, matches = numbers[2 * kinds + n :: size], rows[2 * kinds + n :: 3 * kinds]
        # NLTK uses a very small number if there is no match.
        sums.append(sum(score if match else EPSILON for score, match in zip(scores, matches, strict=True)))
    return sum(sums) / len(sums) / len(hyps)


@lru_cache(64, typed=True)
def _chrf(char_order: int, beta: float, whitespace: bool) -> CHRF:
    return CHRF(char_order=char_order, beta=beta, whitespace=whitespace)


def chrf_precision_recall_fscore_support(
    reference: Tokens, hypothesis: Tokens, n: int, beta: float = 3.0, epsilon: float = EPSILON
) -> tuple[float, float, float, int]:
    """Precision, recall, F-score and number of matches of the n-grams of one order; a text counts by characters."""
    check_orders(1, n)
    row = matched([[reference]], [hypothesis], n)[0][0]
    matches = row[3 * n - 1]
    if not matches:
        return epsilon, epsilon, epsilon, 0
    numbers = _chrf(1, beta, False).formula.numbers((row[n - 1], row[2 * n - 1], matches))
    return numbers["p_1"], numbers["r_1"], numbers["f_1"], matches
