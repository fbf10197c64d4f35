"""The page's cards of misconceptions."""

from __future__ import annotations

from typing import Any

from bolide.classroom.cards import CARDS


def card(place: int) -> dict[str, Any]:
    """One of the cards, with its numbers, and how many there are."""
    return {"count": len(CARDS), **CARDS[place].to_dict()}
