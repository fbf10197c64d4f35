"""The alignment matrix in characters and as SVG, and the definitions side by side."""

from xml.etree import ElementTree

import pytest

from bolide import METEOR, METRICS
from bolide.figures import AlignmentMatrix
from bolide.metrics.base import Metric
from bolide.report.latex import latex
from bolide.report.matrix import matrix_blocks
from bolide.report.pictures import svg
from bolide.report.renderers import markdown, plain
from bolide.report.variants import variants_blocks
from tests.cli.run import bolide

SVG = "{http://www.w3.org/2000/svg}"
HYP, REF = "the cats sat <here>", "here the cat sat"
NLTK = METEOR(variant="nltk")


def matrix(hyp: str, ref: str, metric: Metric = NLTK) -> AlignmentMatrix:
    (found,) = (figure for figure in metric.explain(hyp, ref).figures if isinstance(figure, AlignmentMatrix))
    return found


def test_the_matrix_in_characters() -> None:
    blocks = matrix_blocks(matrix(HYP, REF))
    assert plain(blocks).splitlines()[2:10] == [
        "        h",
        "        e t c s",
        "        r h a a",
        "        e e t t",
        "   the  · ● · ·",
        "  cats  · · ○ ·",
        "   sat  · · · ●",
        "<here>  · · · ·",
    ]
    assert "    <here>" in markdown(blocks)
    assert all(line.startswith("%") for line in latex(blocks).splitlines() if line.strip())


def test_the_matrix_as_a_picture() -> None:
    root = ElementTree.fromstring(svg([matrix(HYP, REF)]))
    assert len(root.findall(f".//{SVG}circle")) == 3
    assert "cats with cat (chunk 1)" in (root.findtext(f"{SVG}desc") or "")
    assert [text.text for text in root.findall(f"{SVG}text")][-2] == "<here>"


def test_wide_and_unprintable_characters_stand_in_their_columns() -> None:
    found = matrix("中国 \x1b[31m é", "中国 \x1b[31m é")
    assert "\x1b" not in plain(matrix_blocks(found))
    ElementTree.fromstring(svg([found]))


def test_without_links_the_picture_is_empty_and_the_terminal_draws_none() -> None:
    found = matrix("a", "b")
    root = ElementTree.fromstring(svg([found]))
    assert root.findtext(f"{SVG}desc") == "Nothing is linked."
    assert root.findall(f".//{SVG}circle") == []
    assert matrix_blocks(found) == []
    assert "--svg" in plain(matrix_blocks(matrix("a " * 90, "a " * 90)))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("texts", [(HYP, REF), ("a", "b"), ("", ""), ("", "a")])
def test_there_is_a_picture_for_every_metric(metric: str, texts: tuple[str, str]) -> None:
    ElementTree.fromstring(svg(METRICS[metric]().explain(*texts).figures))


def test_variants_side_by_side() -> None:
    pairs = [(m, m.explain("the cat the mat", "mat the cat the")) for m in METEOR(variant="nltk").variants()]
    text = plain(variants_blocks(pairs))
    for word in ("nltk", "2005", "runs", "Penalty", "Why they differ"):
        assert word in text


def test_svg_and_variants_on_the_command_line(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert bolide("explain", HYP, REF, "-m", "meteor", "--svg", "a.svg").code == 0
    with open("a.svg", encoding="utf-8") as file:
        assert file.read().startswith("<svg")
    assert "Why they differ" in bolide("explain", "-m", "meteor", "--variants", HYP, REF).out
    assert "|variant:runs|" in bolide("explain", "-m", "meteor", "-f", "json", "--variants", HYP, REF).out
    assert bolide("explain", HYP, REF, "--svg", "b.svg").code == 0
    with open("b.svg", encoding="utf-8") as file:
        assert ElementTree.fromstring(file.read()).findtext(f"{SVG}title") == "Precision"
    result = bolide("explain", HYP, REF, "-m", "bleu", "chrf", "--svg", "c.svg")
    assert result.code == 2
    assert "more than one metric" in result.err
