"""The picture of edits: on a terminal and as SVG, whatever was shifted, however long the sentence."""

from random import Random
from xml.etree import ElementTree

import pytest

from bolide import CDER, CER, PER, TER, WER, Metric
from bolide.data.figures import EditAlignment
from bolide.reporting.blocks import Drawing
from bolide.reporting.figures.edits import LETTERS, STYLES, draw_edits, edit_blocks
from bolide.reporting.render.text import columns_wide

EVERY = [TER(), WER(), CER(), PER(), CDER()]


def pair(size: int) -> tuple[str, str]:
    """A reference, and a candidate with two blocks moved, words changed, left out and added."""
    draw = Random(size)
    ref = [f"word{draw.randrange(400)}" for _ in range(size)]
    hyp = ref[size // 2 : size // 2 + 4] + ref[: size // 2] + ref[size // 2 + 4 :]
    hyp = hyp[:-8] + hyp[-4:] + hyp[-8:-4]
    hyp[size // 3] = "another"
    del hyp[size // 4]
    return " ".join([*hyp, "extra"]), " ".join(ref)


def drawn(figure: EditAlignment) -> list[str]:
    lines = next(block for block in edit_blocks(figure) if isinstance(block, Drawing)).lines
    return ["".join(span.text for span in line) for line in lines]


def texts(figure: EditAlignment) -> list[str]:
    root = ElementTree.fromstring(draw_edits(figure).svg())
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def alignment(metric: Metric, hyp: str, ref: str) -> EditAlignment:
    (figure,) = metric.explain(hyp, ref).figures
    assert isinstance(figure, EditAlignment)
    return figure


@pytest.mark.parametrize("metric", EVERY, ids=str)
@pytest.mark.parametrize("size", [12, 40])
def test_every_edit_has_its_letter_and_fits_the_terminal(metric: Metric, size: int) -> None:
    figure = alignment(metric, *pair(size))
    lines = drawn(figure)
    letters = sorted(LETTERS[column.operation] for column in figure.columns if column.operation != "ok")
    assert letters == sorted(letter for line in lines[1::4] for letter in line if letter in "SIDJ")
    assert all(columns_wide(line) <= 80 for line in lines)
    words = texts(figure)
    assert letters == sorted(word for word in words if word in ("S", "I", "D", "J"))
    assert {column.ref for column in figure.columns if column.ref.strip()} <= set(words)
    assert f"(extra {'character' if isinstance(metric, CER) else 'word'})" in " ".join(words)


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
