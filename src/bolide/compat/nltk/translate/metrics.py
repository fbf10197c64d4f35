"""NLTK's alignment error rate."""

from __future__ import annotations

from typing import Any

__all__ = ["alignment_error_rate"]

Links = set[Any] | frozenset[Any]


def alignment_error_rate(reference: Links, hypothesis: Links, possible: Links | None = None) -> float:
    """NLTK's `alignment_error_rate`, from the sets of sure, hypothesised and possible links."""
    allowed = reference if possible is None else possible
    if not reference.issubset(allowed):  # a list has no such method, and is not taken, as in NLTK
        raise AssertionError("Every sure link must be a possible one too.")
    matches = len(hypothesis & reference) + len(hypothesis & allowed)
    return 1.0 - matches / float(len(hypothesis) + len(reference))
