"""evaluate's meteor: the mean of NLTK's METEOR over all predictions, words as NLTK cuts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bolide.compat.evaluate.frame import Module, by_prediction
from bolide.compat.nltk.translate.meteor_score import meteor_score
from bolide.errors import InputError

Tokenizer = Callable[[str], Sequence[str]]


class Meteor(Module):
    """METEOR as NLTK computes it; Bolide's own stemmer and WordNet serve, so that nothing is downloaded."""

    description = "METEOR as NLTK computes it, averaged over all predictions, by Bolide."
    homepage = "https://aclanthology.org/W05-0909"
    inputs = """    alpha, beta, gamma: the parameters of METEOR's formula.
    tokenizer: a function from a text to its words; without one, NLTK's word_tokenize, which needs its punkt_tab data.
Returns:
    meteor.
"""

    def _compute(
        self,
        predictions: Sequence[str],
        references: Sequence[str] | Sequence[Sequence[str]],
        alpha: float = 0.9,
        beta: float = 3,
        gamma: float = 0.5,
        tokenizer: Tokenizer | None = None,
    ) -> dict[str, Any]:
        import numpy as np

        cut = tokenizer or nltk_words()
        scores = [
            meteor_score([cut(text) for text in group], cut(prediction), alpha=alpha, beta=beta, gamma=gamma)
            for group, prediction in zip(by_prediction(references), predictions, strict=True)
        ]
        return {"meteor": np.mean(scores)}


def nltk_words() -> Tokenizer:
    """NLTK's `word_tokenize`, tried once: it cuts sentences first, by data that NLTK does not bring along."""
    try:
        from nltk import word_tokenize

        word_tokenize("A b.")
    except (ImportError, LookupError):
        raise InputError(
            "evaluate's meteor tokenizes with NLTK's word_tokenize, and NLTK or its punkt_tab data is missing: pip "
            "install nltk, then nltk.download('punkt_tab'). Without a network pass a tokenizer, for instance "
            "compute(…, tokenizer=nltk.tokenize.NLTKWordTokenizer().tokenize), which treats each text as one sentence."
        ) from None
    tokenize: Tokenizer = word_tokenize
    return tokenize
