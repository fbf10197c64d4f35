"""Every hypothesis against every reference: what goes in and what comes out."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from bolide.corpus import exact_texts
from bolide.errors import InputError


def check_texts(hyps: Sequence[str], refs: Sequence[str]) -> tuple[list[str], list[str]]:
    """The two lists of texts that `pairwise` takes; anything else is refused."""
    checked = exact_texts(hyps, "hyps"), exact_texts(refs, "refs")
    if not all(checked):
        raise InputError("pairwise needs at least one hypothesis and one reference.")
    return checked


def matrix(table: array[float], height: int, width: int) -> memoryview[float]:
    """The numbers as a table that can be indexed [i, j]."""
    return memoryview(table).cast("B").cast("d", (height, width))
