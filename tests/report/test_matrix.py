"""The alignment matrix in characters and as SVG, and the definitions side by side."""

from xml.etree import ElementTree

import pytest

from bolide import BLEU, METEOR
from bolide.report.matrix import matrix_blocks, matrix_of
from bolide.report.pictures import picture
from bolide.report.renderers import latex, markdown, plain
from bolide.report.variants import variants_blocks
from tests.cli.run import bolide

SVG = "{http://www.w3.org/2000/svg}"
HYP, REF = "the cats sat <here>", "here the cat sat"


def test_the_matrix_in_characters() -> None:
    blocks = matrix_blocks(METEOR(variant="nltk").explain(HYP, REF))
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
    drawn = picture(METEOR(variant="nltk").explain(HYP, REF))
    assert drawn is not None
    root = ElementTree.fromstring(drawn)
    assert len(root.findall(f".//{SVG}circle")) == 3
    assert "cats with cat (chunk 1)" in (root.findtext(f"{SVG}desc") or "")
    assert [text.text for text in root.findall(f"{SVG}text")][-2] == "<here>"


def test_wide_and_unprintable_characters_stand_in_their_columns() -> None:
    explanation = METEOR(variant="nltk").explain("中国 \x1b[31m é", "中国 \x1b[31m é")
    text = plain(matrix_blocks(explanation))
    assert "\x1b" not in text
    drawn = picture(explanation)
    assert drawn is not None
    ElementTree.fromstring(drawn)


def test_nothing_to_draw() -> None:
    assert matrix_of(BLEU().explain("a b", "a b")) is None
    assert picture(METEOR(variant="nltk").explain("a", "b")) is None
    text = plain(matrix_blocks(METEOR(variant="nltk").explain("a " * 90, "a " * 90)))
    assert "--svg" in text


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
    result = bolide("explain", HYP, REF, "--svg", "b.svg")
    assert result.code == 2
    assert "nothing to draw for BLEU" in result.err
