"""Which way words run: pictures of Arabic or Hebrew words go from right to left, as their readers do."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import bidirectional

_LEFTWARD = ("R", "AL")


def runs_left(words: Iterable[str]) -> bool:
    """Whether more letters of these words are written from right to left than from left to right."""
    kinds = [bidirectional(letter) for word in words for letter in word]
    return sum(kind in _LEFTWARD for kind in kinds) > kinds.count("L")
