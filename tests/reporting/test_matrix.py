"""The alignment matrix in characters and as SVG, and the definitions side by side."""

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from bolide import METEOR
from bolide.data.figures import AlignmentMatrix
from bolide.metrics.base import Metric
from bolide.metrics.meteor.links import crossings
from bolide.reporting.figures.alignment import draw_alignment, matrix_blocks
from bolide.reporting.figures.draw import draw, drawings, svg
from bolide.reporting.render import render
from bolide.reporting.render.text import markdown, plain
from tests.cli.run import bolide

pytestmark = pytest.mark.one_core

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
    assert all(line.startswith("%") for line in render(blocks, "latex").splitlines() if line.strip())


@pytest.mark.parametrize("leftward", [False, True])
def test_two_lines_have_a_bracket_around_every_chunk(leftward: bool) -> None:
    words = {"the": "ה", "bird": "צ", "flew": "ע", "over": "מ", "a": "א", "house": "ב"} if leftward else {}
    hyp, ref = (
        " ".join(words.get(word, word) for word in line.split())
        for line in ("the bird flew over a house", "a bird flew over the house")
    )
    root = ElementTree.fromstring(drawings(matrix(hyp, ref))[0].svg())
    chunks = {group.findtext(f"{SVG}title"): group for group in root.iter(f"{SVG}g")}
    names = [words.get(word, word) for word in ("the", "bird", "flew", "over", "a", "house")]
    the, bird, a, house = names[0], " ".join(names[1:4]), names[4], names[5]
    assert list(chunks) == [f"chunk {k}: {text} – {text}" for k, text in enumerate((the, bird, a, house), 1)]
    assert [group.get("class") for group in chunks.values()] == [f"group{k}" for k in (1, 2, 3, 4)]
    middles = {text.text: float(text.get("x", "")) for text in root.iter(f"{SVG}text") if text.get("data-hyp")}
    left, right = sorted((middles[names[1]], middles[names[3]]))
    hooks = chunks[f"chunk 2: {bird} – {bird}"][2].get("d", "")  # after the title and the curve
    start, end = float(hooks[1:].split()[0]), float(hooks.split("M")[2].split()[0])
    assert start < left < right < end
    assert (middles[names[0]] > middles[names[5]]) == leftward


@pytest.mark.parametrize("room", [400, 700])
def test_long_lines_are_broken_and_numbers_connect_what_is_torn_apart(room: int) -> None:
    """The last three words of the candidate begin the reference; the rest is in order."""
    words = [f"word{k}" for k in range(30)]
    found = matrix(" ".join(words), " ".join(words[-3:] + words[:-3]))
    picture = draw_alignment(found, room)
    root = ElementTree.fromstring(picture.svg())
    assert picture.width <= room + 100  # a word may hang over
    rows: dict[str, list[str]] = {"hyp": [], "ref": []}
    for side, drawn in rows.items():
        boxes = [
            (float(one.attrib["y"]), float(one.attrib["x"]), one.text or "")
            for one in root.iter(f"{SVG}text")
            if one.get(f"data-{side}")
        ]
        drawn += [text for _, _, text in sorted(boxes)]
    assert rows == {"hyp": list(found.hyp), "ref": list(found.ref)}
    numbers = [one.text for one in root.iter(f"{SVG}text") if one.get("font-weight") == "bold"]
    assert numbers.count("2") >= 2  # from the last row to the first: at both ends
    curves = [path.get("d", "") for path in root.iter(f"{SVG}path") if "C" in path.get("d", "")]
    for curve in curves:  # none leads from one row to another
        start, end = (float(curve.split(mark)[1].split()[1].split("v")[0]) for mark in ("M", "C"))
        assert end - start < 100


def test_the_matrix_as_a_picture() -> None:
    root = ElementTree.fromstring(draw(matrix(HYP, REF)).svg())
    assert ties(root) == {("0", "1"): "1", ("1", "2"): "1", ("2", "3"): "1"}
    assert "cats with cat (stem, chunk 1)" in (root.findtext(f"{SVG}desc") or "")
    words = [text.text for text in root.iter(f"{SVG}text")]
    for text in ("<here>", "candidate ↓", "reference →", "3 matches · 1 chunk · 0 crossings · METEOR 0.7361"):
        assert text in words
    assert words[-2:] == ["● the same word · ◐ the same stem · underlined: no match", "number: chunk"]


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


def ties(root: ElementTree.Element) -> dict[tuple[str | None, str | None], str | None]:
    """The links of a picture: which words, and the number of the chunk that stands in the cell."""
    groups = (group for group in root.iter(f"{SVG}g") if (group.get("class") or "").startswith("tie"))
    numbers = {
        (group.get("data-hyp"), group.get("data-ref")): [text.text or "" for text in group.iter(f"{SVG}text")]
        for group in groups
    }
    return {words: next(filter(str.isdigit, texts), None) for words, texts in numbers.items()}


def test_dropped_words_crossings_and_the_reference_are_told_apart() -> None:
    """METEOR 1.5 leaves “cars – car” unlinked; “b” and “a” cross once."""
    metric = METEOR()
    (found,) = metric.explain("b x a cars y", ["no", "a b w w w car z"]).figures
    root = ElementTree.fromstring(draw(found).svg())
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "2 matches · 2 chunks · 1 crossing" in "".join(filter(None, words))
    assert "reference 2 of 2 →" in words
    assert ties(root) == {("0", "1"): "1", ("2", "0"): "2", ("3", "5"): None}
    struck = [text.text for text in root.iter(f"{SVG}text") if text.get("text-decoration") == "line-through"]
    assert struck == ["car", "cars"]
    assert "✕ could match, but dropped" in " · ".join(filter(None, words))
    assert "Left unlinked: cars and car." in (root.findtext(f"{SVG}desc") or "")
    assert "Left unlinked: cars and car, cars and car." in replace(found, dropped=2 * found.dropped).description


@pytest.mark.parametrize("seed", range(5))
def test_crossings_are_pairs_in_another_order(seed: int) -> None:
    pick = Random(seed)
    places = pick.sample(range(30), 12)
    links = [(i, place) for i, place in enumerate(places)]
    pick.shuffle(links)
    pairs = combinations(links, 2)
    assert crossings(links) == sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for a, b in pairs)


def test_wide_and_unprintable_characters_stand_in_their_columns() -> None:
    found = matrix("中国 \x1b[31m é", "中国 \x1b[31m é")
    assert "\x1b" not in plain(matrix_blocks(found))
    ElementTree.fromstring(svg([found]))


def test_without_links_the_picture_is_empty_and_the_terminal_draws_none() -> None:
    found = matrix("a", "b")
    root = ElementTree.fromstring(draw(found).svg())
    assert root.findtext(f"{SVG}desc") == "Nothing is linked."
    assert ties(root) == {}
    assert matrix_blocks(found) == []
    assert "--svg" in plain(matrix_blocks(matrix("a " * 90, "a " * 90)))


def test_svg_on_the_command_line(here: Path) -> None:
    words = ("explain", HYP, REF, "-m", "meteor")
    assert bolide(*words, "--svg", "a.svg").code == bolide(*words, "-o", "b.svg").code == 0
    svgs = [(here / name).read_text(encoding="utf-8") for name in ("a.svg", "b.svg")]
    assert svgs == [bolide(*words, "-f", "svg").out] * 2
