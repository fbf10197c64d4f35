"""The small letters of the scripts that have most of them, as a kernel reads them."""

from __future__ import annotations

from array import array
from functools import cache

_CASED = 0x2000  # nearly all letters that have two cases are below


@cache
def small_letters() -> memoryview[int]:
    """Each code point's small letter; -1 where it is two letters, or depends on its neighbours as that of Σ does."""
    lowered = [chr(point).lower() for point in range(_CASED)]
    return memoryview(array("i", [ord(text) if len(text) == 1 and text != "σ" else -1 for text in lowered]))
