"""The look that all front ends share: contrasts, chunks of one colour everywhere, numbers."""

from itertools import product

import pytest

from bolide.reporting.look import COLOURS

GROUNDS = ("paper", "card", "field", "raised")
INKS = ("ink", "soft", "accent", "other", "good", "bad", "wait", *(f"c{k}" for k in range(6)))
TINTS = (("accent", "tint"), ("good", "good-tint"), ("bad", "bad-tint"), ("wait", "wait-tint"), ("ink", "wait-tint"))
PAIRS = [*product(INKS, GROUNDS), *product(("dim",), ("paper", "card", "field")), *TINTS, ("accent-ink", "accent")]


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_ink_can_be_read_on_every_ground(scheme: int) -> None:
    for ink, ground in PAIRS:
        dark, light = sorted(luminance(COLOURS[name][scheme]) for name in (ink, ground))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)
