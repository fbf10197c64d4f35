"""Every SVG is written on one canvas: well-formed whatever the text, described in words, nothing from elsewhere; bars,
plots, and words that are written from right to left.
"""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from bolide import METEOR, TER
from bolide.data.figures import AlignmentMatrix, Bar, Bars, EditAlignment, EditColumn, LinkedCell, Move
from bolide.metrics.base import Metric
from bolide.reporting.figures import plots
from bolide.reporting.figures.draw import draw
from bolide.reporting.figures.plots import BARS, Estimate, RankedScores, interval_plot
from bolide.reporting.look import COLOURS

# --- Every SVG is written on one canvas: well-formed whatever the text, described in words, nothing from elsewhere -


SVG = "{http://www.w3.org/2000/svg}"
any_text = st.text(st.characters(), max_size=12)  # control characters and lone surrogates included
ELEMENTS = {"svg", "title", "desc", "text", "g", "rect", "circle", "path"}


def pictures(words: str, value: float = 0.5) -> list[str]:
    """One picture of every kind, with these words wherever words can stand."""
    cells = {(0, 0): LinkedCell(words, 1, True)}
    ranked = RankedScores(words, ((words, words),))
    drawn = [
        draw(Bars(words, words, (Bar(words, value, words, 0.75),))),
        draw(AlignmentMatrix(words, words, (words, words), (words,), cells, words, ((1, 0),))),
        draw(EditAlignment(words, words, (EditColumn(words, words, "substitute"),), (Move(words, 1, 1, (0,)),))),
        interval_plot([Estimate(words, value, (value - 0.5, 1.5)), Estimate(words, 2.0)], words, words),
        interval_plot([Estimate(words, value)], words, words),
        plots.scatter_plot([(words, value, 1.0), (words, 2.0, 3.0)], words, (words, words), words),
        plots.scatter_plot([(words, 1.0, 1.0)], words, (words, words)),
        plots.slope_chart(ranked, ranked),
    ]
    return [picture.svg() for picture in drawn]


@given(words=any_text, value=st.floats(-1, 2))
def test_any_text_makes_a_well_formed_picture(words: str, value: float) -> None:
    for svg in pictures(words, value):
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        assert root.get("fill") == "currentColor"
        ids = {element.get("id") for element in root if element.tag in (f"{SVG}title", f"{SVG}desc")}
        assert set((root.get("aria-labelledby") or "").split()) == ids
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ELEMENTS
        assert not any(name.startswith("on") or name.endswith("href") for one in root.iter() for name in one.attrib)
    bars = ElementTree.fromstring(pictures(words, value)[0])
    assert all(0 <= float(rect.get("width", "")) <= BARS for rect in bars.iter(f"{SVG}rect"))
    colours = {colour for svg in pictures("") for colour in re.findall("#[0-9a-f]{6}", svg)}
    assert colours <= {"#ffffff", *(COLOURS[f"c{k}"][0] for k in range(6))}, "the shared palette's alone"


@pytest.mark.parametrize("control", ["\x00", "\x08", "\x1b", "\x7f", "\x85", "\ud800", "\ufffe", "\uffff"])
def test_what_xml_forbids_is_shown_as_what_it_is(control: str) -> None:
    shown = control.encode("unicode_escape").decode()
    for svg in pictures(f"a{control}b"):
        assert f"a{shown}b" in (ElementTree.fromstring(svg).findtext(f"{SVG}title") or "")


# --- Pictures of words that are written from right to left begin at the right --------------------------------------


HEBREW = "הילד הלך אל הבית"
ENGLISH = "the boy went home"


@pytest.mark.parametrize(
    ("metric", "pattern"),
    [
        (METEOR(variant="nltk"), r'translate\((?P<x>[\d.]+) [\d.]+\) rotate\(-90\)"><text[^>]*data-ref="(?P<k>\d)"'),
        (TER(), r'<g class="edit ok" data-hyp="\d" data-ref="(?P<k>\d)"><title>[^<]*</title><text x="(?P<x>[\d.]+)"'),
    ],
)
def test_columns_go_the_way_of_the_words(metric: Metric, pattern: str) -> None:
    for words, backward in ((ENGLISH, False), (HEBREW, True)):
        svg = draw(metric.explain(words, [words]).figures[0]).svg()
        across = [float(x) for _, x in sorted((match["k"], match["x"]) for match in re.finditer(pattern, svg))]
        assert len(across) == 4
        assert across == sorted(across, reverse=backward)
