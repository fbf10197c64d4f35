"""evaluate's bleu: BLEU from 0 to 1, its reference length that of the shortest reference."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from bolide.compat.evaluate.frame import Module, by_prediction
from bolide.compat.nltk.translate.bleu_score import clipped_total
from bolide.errors import OptionError
from bolide.text.tokenize import tokenizer as named_tokenizer


class Bleu(Module):
    """BLEU as tensorflow/nmt computes it, which the original module takes over."""

    description = "BLEU with the shortest reference's length, from 0 to 1, by Bolide."
    homepage = "https://aclanthology.org/P02-1040"
    inputs = """    tokenizer: a function from a text to its tokens; without one, mteval-v13a's.
    max_order: the longest n-gram that counts.
    smooth: add 1 to the matches and n-grams of every order (Lin and Och 2004).
Returns:
    bleu, precisions, brevity_penalty, length_ratio, translation_length, reference_length.
"""

    def _compute(
        self,
        predictions: Sequence[str],
        references: Sequence[str] | Sequence[Sequence[str]],
        tokenizer: Callable[[str], Sequence[str]] | None = None,
        max_order: int = 4,
        smooth: bool = False,
    ) -> dict[str, Any]:
        if not isinstance(max_order, int) or max_order < 1:
            raise OptionError(f"max_order is {max_order!r}; it must be an integer ≥ 1.")
        cut = tokenizer or named_tokenizer("13a")
        hyps = [cut(text) for text in predictions]
        groups = [[cut(text) for text in group] for group in by_prediction(references)]
        total = clipped_total(groups, hyps, max_order)
        matches, sizes = total[3 : 3 + max_order], total[3 + max_order : 3 + 2 * max_order]
        extra = 1 if smooth else 0
        precisions = [
            (match + extra) / (size + extra) if size + extra else 0.0
            for match, size in zip(matches, sizes, strict=True)
        ]
        length, wanted = total[1], sum(min(map(len, group)) for group in groups)
        ratio = length / wanted if wanted else 0.0
        penalty = 1.0 if ratio > 1 else math.exp(1 - 1 / ratio) if ratio else 0.0
        return {
            "bleu": _mean(precisions) * penalty,
            "precisions": precisions,
            "brevity_penalty": penalty,
            "length_ratio": ratio,
            "translation_length": length,
            "reference_length": wanted,
        }


def _mean(precisions: Sequence[float]) -> float:
    """The geometric mean; 0 where one of them is 0."""
    if not min(precisions):
        return 0.0
    logs = 0.0
    for precision in precisions:
        logs += 1 / len(precisions) * math.log(precision)
    return math.exp(logs)
