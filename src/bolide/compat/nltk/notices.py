"""NLTK's warnings of zero counts, on request: Bolide's score is then 0, NLTK's a tiny float."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

_wanted = False


def warn_of_zero_counts(on: bool = True) -> None:
    """Set whether unsmoothed BLEU warns, as NLTK's does, of every order without a matching n-gram."""
    global _wanted
    _wanted = on


def notice_zero_counts(precisions: Sequence[Any]) -> None:
    """Warn of orders without a match, if warnings are switched on."""
    if not _wanted:
        return
    for order, precision in enumerate(precisions, 1):
        if not precision.numerator:
            warnings.warn(
                f"No {order}-gram of the hypothesis matches, so BLEU is 0 whatever the shorter n-grams do. Use fewer "
                "orders, or a SmoothingFunction.",
                stacklevel=4,
            )
