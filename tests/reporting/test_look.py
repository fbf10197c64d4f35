"""The look that all front ends share: contrasts, chunks of one colour everywhere, numbers."""

import re
from itertools import product

import pytest

from bolide import METEOR
from bolide.reporting.look import COLOURS, STACKED, asset, figure_style, number, put_in_name, stylesheet

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


@pytest.mark.parametrize(
    ("value", "name", "text"),
    [
        (1, "edits", "1"),
        (12345, "hyp_len", "12,345"),
        (1.0, "precision", "1.0000"),
        (0.83333, "recall", "0.8333"),
        (3.0, "length", "3"),
        (2.25, "length", "2.2500"),
        (0.0000123, "p_4", "1.23e-05"),
        (-0.5, "lead", "−0.5000"),
        ([1, 2], "references", "1, 2"),
    ],
)
def test_counts_are_integers_and_ratios_have_four_decimals(value: object, name: str, text: str) -> None:
    assert number(value, name) == text


def test_tables_of_report_and_python_become_blocks_at_the_same_widths() -> None:
    ((wide, narrow),) = re.findall(r"room = [^?]+ \? (\d+) : (\d+)", asset("rows.js"))
    assert (int(narrow), int(wide)) == STACKED


def test_what_a_formula_is_computed_with_is_said_in_words() -> None:
    names = "bp geometric_mean match_1 total_2 hyp_len hyp match match_r p1 p_2 β edits"
    assert [put_in_name(name) for name in names.split()] == [
        "brevity penalty",
        "geometric mean",
        "matches",
        "n-grams",
        "length of the candidate",
        "candidate",
        "matches",
        "matches, reference",
        "p₁",
        "p₂",
        "β",
        "edits",
    ]
