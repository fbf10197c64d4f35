"""The look that all front ends share: contrasts, chunks of one colour everywhere, numbers."""

import re
from itertools import product

import pytest

from bolide import METEOR
from bolide.reporting.look import COLOURS, figure_style, stylesheet

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


def test_a_chunk_has_one_colour_in_words_and_matrix_on_light_and_dark() -> None:
    explanation = METEOR(variant="nltk").explain("the bird flew over a house", "a bird flew over the house")
    fragment = explanation._repr_html_()
    classes = set(re.findall(r'<bdi class="(group\d)"', fragment))
    assert classes == set(re.findall(r'<rect [^>]*class="(group\d)"', fragment)) == {f"group{k}" for k in (1, 2, 3, 4)}
    for k in range(6):
        light, dark = COLOURS[f"c{k}"]
        assert f"--c{k}: light-dark({light}, {dark});" in stylesheet()
        in_file = figure_style().split("@media (prefers-color-scheme: dark)")
        assert [re.findall(rf"\.group{k}{{color:(.+?)}}", part) for part in in_file] == [[light], [dark]]
