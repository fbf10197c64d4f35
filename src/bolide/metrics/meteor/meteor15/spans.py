"""Which stretches of tokens the METEOR 1.5 kernel compares: four numbers per pair."""

from __future__ import annotations

from array import array
from collections.abc import Sequence


def spans_of(starts: memoryview[int], hyps: Sequence[int], refs: Sequence[int]) -> memoryview[int]:
    """Where the texts of each pair begin and end: the texts of number hyps[p] and refs[p]."""
    places = starts.tolist()
    spans = memoryview(array("q", bytes(32 * len(hyps))))
    for column, texts in ((0, hyps), (2, refs)):
        for later in (0, 1):
            spans[column + later :: 4] = memoryview(array("q", [places[text + later] for text in texts]))
    return spans
