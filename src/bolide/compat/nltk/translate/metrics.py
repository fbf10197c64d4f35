"""NLTK's alignment error rate."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

__all__ = ["alignment_error_rate"]


def alignment_error_rate(reference: Set[Any], hypothesis: Set[Any], possible: Set[Any] | None = None) -> float:
    """NLTK's `alignment_error_rate`, from the sets of sure, hypothesised and possible links."""
    allowed = reference if possible is None else possible
    if not reference <= allowed:
        raise AssertionError("Every sure link must be a possible one too.")
    matches = len(hypothesis & reference) + len(hypothesis & allowed)
    return 1.0 - matches / float(len(hypothesis) + len(reference))
