"""Bars as SVG: well-formed, told to a screen reader, without scripts and colours of their own."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide import RGBF
from bolide.data.figures import Bar, Bars
from bolide.metrics.rgbf.examples import HYPS, REFS, UNITS
from bolide.reporting.figures.bars import BARS, draw_bars

pytestmark = pytest.mark.one_core

SVG = "{http://www.w3.org/2000/svg}"


def bar_chart(title: str, description: str, bars: list[Bar]) -> str:
    return draw_bars(Bars(title, description, tuple(bars))).svg()


@given(title=st.text(max_size=20), label=st.text(max_size=20), value=st.floats(-1, 2))
def test_any_text_and_any_value_make_a_picture(title: str, label: str, value: float) -> None:
    root = ElementTree.fromstring(bar_chart(title, label, [Bar(label, value, "1", behind=0.5)]))
    widths = [float(rect.get("width", "")) for rect in root.iter(f"{SVG}rect")]
    assert all(0 <= width <= BARS for width in widths)


def test_it_can_be_read_aloud_and_needs_nothing_else() -> None:
    text = bar_chart("a < b", "one & two", [Bar("x", 0.5, "50.00")])
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert [root[0].tag, root[0].text, root[1].tag, root[1].text] == [f"{SVG}title", "a < b", f"{SVG}desc", "one & two"]
    assert root.get("fill") == "currentColor"
    assert "<script" not in text
    assert "url(" not in text
    assert "href" not in text


# Advance widths of Noto Sans and DejaVu Sans at size 13, the widest of the fonts that browsers call sans-serif: digits
# 0.636 em, `m` 0.974 em, a space 0.318 em (DejaVu's tables).
EM = {**dict.fromkeys("0123456789", 0.636), "m": 0.974, "w": 0.818, " ": 0.318, ",": 0.318, ".": 0.318}


@pytest.mark.parametrize("shown", ["5 of 6", "1500 of 1502", "21669 of 21731", "1234567 of 7654321",
                                   "0 of 5491, smoothed to 0.0001"])  # fmt: skip
@pytest.mark.parametrize("label", ["1-grams", "character 6-grams", "morphological-category 4-grams", "形態素 4-grams"])
def test_no_label_is_cut_however_many_ngrams_there_are(shown: str, label: str) -> None:
    root = ElementTree.fromstring(bar_chart("Precision", "", [Bar("1-grams", 1.0, "1 of 1"), Bar(label, 0.5, shown)]))
    width = float(root.get("width", ""))
    for text in root.iter(f"{SVG}text"):
        size = 13 * sum(EM.get(c, 0.65 if c.isascii() else 1.0) for c in text.text or "")
        start = float(text.get("x", "")) - (size if text.get("text-anchor") == "end" else 0)
        assert start >= 0
        assert start + size <= width


def test_a_picture_for_each_unit() -> None:
    metric = RGBF(units=UNITS)
    figures = dict(zip(UNITS, metric.evidence.figures(metric.corpus(HYPS, REFS)), strict=True))
    assert figures["word"].title == "word: 36.68"
    assert "4-grams 15.79" in figures["word"].description
    assert [bar.shown for bar in figures["pos"].bars] == ["84.00", "65.22", "42.86", "21.05", "53.28"]
    drawn = ElementTree.fromstring(draw_bars(figures["pos"]).svg())
    bars = [rect for rect in drawn.iter(f"{SVG}rect") if rect.get("opacity") == "0.75"]
    assert [round(float(rect.get("width", "")) / BARS, 4) for rect in bars] == [0.84, 0.6522, 0.4286, 0.2105, 0.5328]
