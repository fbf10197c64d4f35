"""Bars as SVG: well-formed, told to a screen reader, without scripts and colours of their own."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from bolide import RGBF
from bolide.metrics.rgbf.examples import HYPS, REFS, UNITS
from bolide.report.svg import BARS, Bar, bar_chart
from bolide.report.units import unit_bars, unit_pictures

SVG = "{http://www.w3.org/2000/svg}"


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


def test_a_picture_for_each_unit() -> None:
    score = RGBF(units=UNITS).corpus(HYPS, REFS)
    pictures = unit_pictures(score)
    assert list(pictures) == list(UNITS)
    assert "word: 36.68" in pictures["word"]
    assert "4-grams 15.79" in pictures["word"]
    assert [bar.shown for bar in unit_bars(score)["pos"]] == ["84.00", "65.22", "42.86", "21.05", "53.28"]
    bars = [
        rect for rect in ElementTree.fromstring(pictures["pos"]).iter(f"{SVG}rect") if rect.get("opacity") == "0.75"
    ]
    assert [round(float(rect.get("width", "")) / BARS, 4) for rect in bars] == [0.84, 0.6522, 0.4286, 0.2105, 0.5328]
