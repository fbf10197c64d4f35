"""Every SVG is written on one canvas: well-formed whatever the text, described in words, nothing from elsewhere."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bolide
from bolide.data.figures import AlignmentMatrix, Bar, Bars, LinkedCell
from bolide.reporting.figures.canvas import Picture, escape, sheet, text
from bolide.reporting.figures.draw import draw
from bolide.reporting.figures.plots import Estimate, interval_plot, scatter_plot

pytestmark = pytest.mark.one_core

SVG = "{http://www.w3.org/2000/svg}"
any_text = st.text(st.characters(), max_size=12)  # control characters and lone surrogates included


def pictures(words: str) -> list[str]:
    """One picture of every kind, with these words wherever words can stand."""
    return [
        draw(Bars(words, words, (Bar(words, 0.5, words, 0.75),))).svg(),
        draw(
            AlignmentMatrix(
                words, words, (words, words), (words,), {(0, 0): LinkedCell(words, 1, True)}, words, ((1, 0),)
            )
        ).svg(),
        interval_plot([Estimate(words, 1.0, (0.5, 1.5)), Estimate(words, 2.0)], words, words),
        scatter_plot([(words, 1.0, 1.0), (words, 2.0, 3.0)], words, (words, words), words),
    ]


@given(words=any_text)
def test_any_text_makes_a_well_formed_picture(words: str) -> None:
    for svg in pictures(words):
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        ids = {element.get("id") for element in root if element.tag in (f"{SVG}title", f"{SVG}desc")}
        assert set((root.get("aria-labelledby") or "").split()) == ids


@pytest.mark.parametrize("control", ["\x00", "\x08", "\x1b", "\x7f", "\x85", "\ud800", "\ufffe", "\uffff"])
def test_what_xml_forbids_is_shown_as_what_it_is(control: str) -> None:
    shown = control.encode("unicode_escape").decode()
    for svg in pictures(f"a{control}b"):
        assert ElementTree.fromstring(svg).findtext(f"{SVG}title") == f"a{shown}b"


def test_markup_stays_text() -> None:
    assert escape('<a href="x">&') == "&lt;a href=&quot;x&quot;&gt;&amp;"
    assert ElementTree.fromstring(f"<svg>{text((0, 0), '</text><script>')}</svg>")[0].text == "</text><script>"


def test_several_pictures_stand_below_each_other() -> None:
    one, two = Picture(100, 40, "one", "1", ("<g/>",)), Picture(300, 60, "two", "2", ("<g/>",), 12)
    root = ElementTree.fromstring(sheet([one, two]))
    assert (root.get("width"), root.get("height")) == ("300", "116")
    assert [group.get("transform") for group in root] == ["translate(0 0)", "translate(0 56)"]
    assert [group.findtext(f"{SVG}title") for group in root] == ["one", "two"]
    assert sheet([one]) == one.svg()


def test_there_is_one_writer_and_one_escape() -> None:
    source = Path(bolide.__file__).parent
    writers = [path for path in source.rglob("*.py") if "<svg" in path.read_text(encoding="utf-8")]
    assert [path.name for path in writers] == ["canvas.py"]
    texts = {path.name: path.read_text(encoding="utf-8") for path in (source / "reporting").rglob("*.py")}
    assert [name for name, text in texts.items() if "\nimport html" in text or "from html" in text] == ["canvas.py"]
