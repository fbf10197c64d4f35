"""NLTK's alignment error rate."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

__all__ = ["alignment_error_rate"]


def alignment_error_rate(reference: Set[Any], hypothesis: Set[Any], possible: Set[Any] | None = None) -> float:
    """NLTK's `alignment_error_rate`: sets of links, the sure ones of the reference, and its possible ones."""
    allowed = reference if possible is None else possible
    if not reference <= allowed:
        raise AssertionError("Every sure link must be a possible one too.")
    found = len(hypothesis & reference) + len(hypothesis & allowed)
    return 1.0 - found / float(len(hypothesis) + len(reference))
