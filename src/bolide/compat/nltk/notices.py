"""NLTK's warnings, for those who ask for them: Bolide's score is 0 where NLTK's is a tiny float and a warning."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

_wanted = False


def warn_of_zero_counts(on: bool = True) -> None:
    """Whether unsmoothed BLEU warns, as NLTK's does, of every order of which no n-gram matches."""
    global _wanted
    _wanted = on


def notice_zero_counts(precisions: Sequence[Any]) -> None:
    """Warn of orders without a match, where that is wanted."""
    if not _wanted:
        return
    for order, precision in enumerate(precisions, 1):
        if not precision.numerator:
            warnings.warn(
                f"No {order}-gram of the hypothesis matches, so BLEU is 0 whatever the shorter n-grams do. Use fewer "
                "orders, or a SmoothingFunction.",
                stacklevel=4,
            )
