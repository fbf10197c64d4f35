"""`--units` and `bolide units` on the command line."""

from pathlib import Path

import pytest

from bolide import RGBF
from tests.cli.run import bolide, data_of

pytestmark = pytest.mark.one_core


@pytest.fixture(autouse=True)
def _files(here: Path) -> None:
    for name, text in {
        "h": "The cats ran ++ off # .\nDogs sleep\n", "r": "A cat ran ++ off # .\nDogs slept\n",
        "h.pos": "D N V X A X .\nN V\n", "r.pos": "D N V X A X .\nN V\n", "short": "D\n",
    }.items():  # fmt: skip
        Path(name).write_text(text)


def test_made_saved_and_loaded() -> None:
    for name in "hr":
        assert bolide("units", name, "--units", "wc", "-tok", "none", "-o", f"{name}.u").code == 0
    assert Path("h.u").read_text().splitlines()[0].startswith("The cats ran \\++ off \\# . ++ T h e")
    assert bolide("units", "h.u", "--take", "1").out == Path("h").read_text()
    saved = bolide("score", "r.u", "-i", "h.u", "-m", "rgbf", "--rgbf.units", "word,char", "-b", "-w", "9")
    made = bolide("score", "r", "-i", "h", "-m", "rgbf", "--units", "word", "char", "-tok", "none", "-b", "-w", "9")
    script = RGBF(units=("word", "char")).corpus(
        Path("h.u").read_text().splitlines(), Path("r.u").read_text().splitlines()
    )
    assert saved.out == made.out == f"{script.percent:.9f}\n"


def test_alternatives_are_joined() -> None:
    assert bolide("units", "r", "h", "--units", "w", "-tok", "none").out.splitlines()[1] == "Dogs slept # Dogs sleep"


def test_beside_other_metrics_and_in_an_explanation() -> None:
    found = bolide("score", "r", "-i", "h", "-m", "bleu", "rgbf", "--units", "ws", "-l", "de-en")
    assert "by:words,snowball:en@" in found.out
    assert "rgbF" in bolide("explain", "the cats", "a cat", "-m", "rgbf", "--units", "s", "-l", "en").out
    assert bolide("explain", "h", "r", "--corpus", "-m", "rgbf", "--units", "w").code == 0


def test_units_from_files() -> None:
    Path("h").write_text("The cats ran off\nDogs sleep\n")
    Path("r").write_text("A cat ran off\nDogs slept\n")
    for name in ("h.pos", "r.pos"):
        Path(name).write_text("D N V A\nN V\n")
    call = ("score", "r", "-i", "h", "-m", "rgbf", "--units", "word", "stem", "pos=h.pos,r.pos", "-l", "en")
    found = bolide(*call)
    assert "|units:word,stem,pos|order:4|by:words,snowball:en@english2,file|tok:13a|" in found.out
    assert bolide("explain", "h", "r", "--line", "2", "-m", "rgbf", "--units", "word", "pos=h.pos,r.pos").code == 0
    assert "rgbF alone" in bolide(*call[:5], "bleu", *call[5:]).err


def test_a_view_from_files_beside_the_words() -> None:
    call = ("score", "r", "-i", "h", "-m", "rgbf", "-b", "-w", "6")
    beside = bolide(*call, "--rgbf.unit", "pos=h.pos,r.pos")
    assert beside.code == 0
    assert beside.out == bolide(*call, "--units", "word", "pos=h.pos,r.pos").out


def test_units_as_tables_and_json() -> None:
    Path("r").write_text("Dogs ++ slept\n\n")
    Path("h").write_text("a # b\nlast\n")
    found = bolide("units", "r", "h", "--units", "wc", "-tok", "none", "-f", "tsv").out
    assert [line.split("\t") for line in found.splitlines()] == [
        ["line", "text", "word", "char"],
        ["1", "1", "Dogs ++ slept", "D o g s + + s l e p t"],
        ["1", "2", "a # b", "a # b"],
        ["2", "1", "", ""],
        ["2", "2", "last", "l a s t"],
    ]
    data = data_of("units", "h", "--units", "wc", "-tok", "none")
    assert data == {
        "units": ["word", "char"],
        "lines": [[{"word": "a # b", "char": "a # b"}], [{"word": "last", "char": "l a s t"}]],
    }
    assert bolide("units", "h", "--units", "wc", "-tok", "none", "-o", "h.units").code == 0
    taken = data_of("units", "h.units", "--take", "2")
    assert taken == {"units": ["unit 2"], "lines": [[{"unit 2": "a # b"}], [{"unit 2": "l a s t"}]]}
