"""The alignment matrix as SVG, in either direction, and in joined letters."""

import re
from xml.etree import ElementTree

import pytest

from bolide import METEOR
from bolide.data.figures import AlignmentMatrix
from bolide.metrics.base import Metric
from bolide.reporting.figures.alignment import matrix_blocks
from bolide.reporting.figures.draw import draw
from bolide.reporting.render.text import plain

SVG = "{http://www.w3.org/2000/svg}"
HYP, REF = "the cats sat <here>", "here the cat sat"
NLTK = METEOR(variant="nltk")


def matrix(hyp: str, ref: str, metric: Metric = NLTK) -> AlignmentMatrix:
    (found,) = (figure for figure in metric.explain(hyp, ref).figures if isinstance(figure, AlignmentMatrix))
    return found


@pytest.mark.parametrize("leftward", [False, True])
def test_a_cell_stands_where_its_words_cross(leftward: bool) -> None:
    words = {"the": "ה", "cats": "צ", "sat": "ע", "here": "מ"} if leftward else {}
    hyp, ref = (
        " ".join(words.get(word, word) for word in line.split()) for line in ("the cats sat now", "here the sat cats")
    )
    root = ElementTree.fromstring(draw(matrix(hyp, ref)).svg())
    rows = {text.get("data-hyp"): float(text.get("y", "")) for text in root.iter(f"{SVG}text") if text.get("data-hyp")}
    columns = {}
    for group in root.iter(f"{SVG}g"):
        at = re.fullmatch(r"translate\(([\d.]+) [\d.]+\) rotate\(-90\)", group.get("transform") or "")
        if at is not None:
            columns[group[0].get("data-ref")] = float(at[1])
    cells = [group for group in root.iter(f"{SVG}g") if group.get("class") == "tie"]
    assert {(cell.get("data-hyp"), cell.get("data-ref")) for cell in cells} == {("0", "1"), ("1", "3"), ("2", "2")}
    for cell in cells:
        box = next(cell.iter(f"{SVG}rect"))
        x, y = (float(box.get(name, "")) for name in "xy")
        assert 0 < columns[cell.get("data-ref")] - x < 28
        assert 0 < rows[cell.get("data-hyp")] - y < 28
        i, j = (int(cell.get(f"data-{name}", "")) for name in ("hyp", "ref"))
        assert (cell.findtext(f"{SVG}title") or "").startswith(f"{hyp.split()[i]} – {ref.split()[j]}, exact, chunk ")
    alone = [text.text for text in root.iter(f"{SVG}text") if text.get("text-decoration") == "underline"]
    assert sorted(filter(None, alone)) == sorted(["now", words.get("here", "here")])


def test_joined_letters_are_not_written_one_below_the_other() -> None:
    lines = plain(matrix_blocks(matrix("القط جلس", "جلس القط هنا"))).splitlines()
    assert lines[2].split() == ["1", "2", "3"]
    assert lines[-1] == "1 جلس · 2 القط · 3 هنا"
