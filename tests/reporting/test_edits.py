"""The picture of edits: on a terminal and as SVG, whatever was shifted, however long the sentence."""

from xml.etree import ElementTree

from bolide import WER, Metric
from bolide.data.figures import EditAlignment
from bolide.reporting.blocks import Drawing
from bolide.reporting.figures.edits import STYLES, draw_edits, edit_blocks


def drawn(figure: EditAlignment) -> list[str]:
    lines = next(block for block in edit_blocks(figure) if isinstance(block, Drawing)).lines
    return ["".join(span.text for span in line) for line in lines]


def alignment(metric: Metric, hyp: str, ref: str) -> EditAlignment:
    (figure,) = metric.explain(hyp, ref).figures
    assert isinstance(figure, EditAlignment)
    return figure


def test_an_edit_is_marked_at_its_word() -> None:
    figure = alignment(WER(), "a x c d e", "a b c d f e g")
    upper, middle, lower = drawn(figure)[:3]
    at = [k for k, letter in enumerate(middle) if letter in "SIDJ"]
    assert [(upper[k : k + 1].strip(), middle[k], lower[k]) for k in at] == [
        ("x", "S", "b"),
        ("", "D", "f"),
        ("", "D", "g"),
    ]
    spans = [
        span for block in edit_blocks(figure) if isinstance(block, Drawing) for line in block.lines for span in line
    ]
    assert [span.text for span in spans if span.style == STYLES["substitute"] and span.text in "xb"] == ["x", "b"]
    assert all(span.style == STYLES["ok"] for span in spans if span.text in ("a", "c", "d", "e"))
    root = ElementTree.fromstring(draw_edits(alignment(WER(), "a x c y", "a b c")).svg())
    every = [*root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text.text for text in every if text.get("text-decoration") == "line-through"] == ["x", "y"]
    assert [text.text for text in every if text.get("font-weight") == "bold" and text.text in "abc"] == ["b"]
