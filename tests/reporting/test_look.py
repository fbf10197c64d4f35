"""The look that all front ends share: contrasts, chunks of one colour everywhere, numbers."""

from itertools import combinations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from bolide.reporting.look import COLOURS

GROUNDS = ("paper", "card", "field", "raised")
INKS = ("ink", "soft", "accent", "other", "good", "bad", "wait", *(f"c{k}" for k in range(6)))
TINTS = (("accent", "tint"), ("good", "good-tint"), ("bad", "bad-tint"), ("wait", "wait-tint"), ("ink", "wait-tint"))
PAIRS = [*product(INKS, GROUNDS), *product(("dim",), ("paper", "card", "field")), *TINTS, ("accent-ink", "accent")]


Triple = tuple[float, ...]


def linear(colour: str) -> Triple:
    """A colour of sRGB as amounts of light."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    return sum(weight * light for weight, light in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_ink_can_be_read_on_every_ground(scheme: int) -> None:
    for ink, ground in PAIRS:
        dark, light = sorted(luminance(COLOURS[name][scheme]) for name in (ink, ground))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)


# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light.
SEEN_BY = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopes": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopes": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
}


def lab(light: Triple) -> Triple:
    """CIELAB under D65."""
    rows = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    xyz = (sum(a * b for a, b in zip(row, light, strict=True)) for row in rows)
    x, y, z = (v / n for v, n in zip(xyz, (0.95047, 1.0, 1.08883), strict=True))
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    """The difference of two colours, as Sharma, Wu and Dalal 2005 write it."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 1.5 - 0.5 * sqrt(c**7 / (c**7 + 25**7))
    c1, c2 = hypot(g * a1, b1), hypot(g * a2, b2)
    h1, h2 = (degrees(atan2(b, g * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    hue, c, high = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)), (c1 + c2) / 2, (l1 + l2) / 2
    h = (h1 + turn / 2) % 360
    t = 1 + sum(
        k * cos(radians(n * h + by)) for k, n, by in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    rotation = -2 * sqrt(c**7 / (c**7 + 25**7)) * sin(radians(60 * exp(-(((h - 275) / 25) ** 2))))
    light = (l2 - l1) / (1 + 0.015 * (high - 50) ** 2 / sqrt(20 + (high - 50) ** 2))
    chroma, hue = (c2 - c1) / (1 + 0.045 * c), hue / (1 + 0.015 * c * t)
    return sqrt(light**2 + chroma**2 + hue**2 + rotation * chroma * hue)


def test_differences_are_those_of_sharma_wu_and_dalal() -> None:
    """Of their table of test data, rows 1, 7 and 25."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=5e-5)
    assert ciede2000((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=5e-5)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=5e-5)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("who", SEEN_BY)
def test_chunks_are_told_apart(who: str, scheme: int) -> None:
    seen = []
    for k in range(6):
        light = linear(COLOURS[f"c{k}"][scheme])
        mixed = (sum(a * b for a, b in zip(row, light, strict=True)) for row in SEEN_BY[who])
        seen.append(lab(tuple(min(1.0, max(0.0, value)) for value in mixed)))
    for (one, a), (other, b) in combinations(enumerate(seen), 2):
        assert ciede2000(a, b) >= 10, (one, other)
