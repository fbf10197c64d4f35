"""The console script rgbF: the original's options, files and lines; clear words and code 2 for what is wrong."""

import gzip
from pathlib import Path

import pytest

from bolide.compat.rgbf import main
from bolide.metrics.examples import HYPS, REFS
from tests.python import python
from tests.tables import table

pytestmark = pytest.mark.one_core
TABLES = table(__file__, "rgbf.toml")


@pytest.fixture
def paper(tmp_path: Path) -> list[str]:
    (tmp_path / "hyp").write_text("\n".join([*HYPS, ""]), encoding="utf-8")
    (tmp_path / "ref").write_text("\n".join([*REFS, ""]), encoding="utf-8")
    return ["-R", str(tmp_path / "ref"), "-H", str(tmp_path / "hyp")]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out.splitlines()


@pytest.mark.parametrize(("flags", "wanted"), TABLES["printed"])
def test_the_papers_example(
    capsys: pytest.CaptureFixture[str], paper: list[str], flags: str, wanted: list[str]
) -> None:
    assert run(capsys, *paper, *flags.split()) == wanted


def test_the_order_of_lines(capsys: pytest.CaptureFixture[str], paper: list[str]) -> None:
    lines = run(capsys, *paper, "-g", "-u", "-s", "-p", "-r", "-n", "2")
    names = [line.split()[0] for line in lines]
    labels = ["u{}-1gram-", "u{}-2gram-", "u{}-"]
    block = [label.format(u) + what for u in range(1, 5) for label in labels for what in ("F", "Prec", "Rec")]
    block += ["rgbF", "rgbPrec", "rgbRec"]
    assert names == [f"1::{name}" for name in block] + [f"2::{name}" for name in block] + block
    grams = run(capsys, *paper, "-g")
    assert grams[:6] == [
        "u1-1gram-F 68.0000", "u1-2gram-F 39.1304", "u1-3gram-F 23.8095", "u1-4gram-F 15.7895", "u2-1gram-F 72.0000",
        "u2-2gram-F 43.4783",
    ]  # fmt: skip
    assert grams[-3:] == ["u4-3gram-F 42.8571", "u4-4gram-F 21.0526", "rgbF 42.2512"]


def test_gz_and_line_ends(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """CR LF ends a line; a lone CR or a Unicode separator is white space within one, and the last LF is optional."""
    with gzip.open(tmp_path / "h.gz", "wt", encoding="utf-8", newline="") as file:
        file.write("a\u2028b\r\nc\rd")
    (tmp_path / "r").write_bytes(b"a b\nc d\n")
    paths = ["-H", str(tmp_path / "h.gz"), "-R", str(tmp_path / "r"), "-n", "2", "-s"]
    assert run(capsys, *paths) == ["1::rgbF 100.0000", "2::rgbF 100.0000", "rgbF 100.0000"]


@pytest.mark.parametrize(("hyp", "ref", "flags", "wanted"), TABLES["scored"])
@pytest.mark.usefixtures("here")
def test_small_texts(capsys: pytest.CaptureFixture[str], hyp: str, ref: str, flags: str, wanted: list[str]) -> None:
    Path("hyp").write_text(hyp)
    Path("ref").write_text(ref)
    assert run(capsys, "-H", "hyp", "-R", "ref", "-n", "1", *flags.split()) == wanted


@pytest.mark.parametrize(("hyp", "ref", "flags", "words"), TABLES["refused"])
@pytest.mark.usefixtures("here")
def test_what_is_wrong_is_said(capsys: pytest.CaptureFixture[str], hyp: str, ref: str, flags: str, words: str) -> None:
    Path("hyp").write_text(hyp, encoding="utf-8")
    Path("ref").write_text(ref)
    assert main(["-H", "hyp", "-R", "ref", *flags.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert captured.err.startswith("rgbF: ")


def test_broken_archives_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = gzip.compress(b"a\n" * 5000, mtime=0)
    for number, data in enumerate((good[:-12], good[:12] + b"\xff" * 20)):
        path = tmp_path / f"{number}.gz"
        path.write_bytes(data)
        assert main(["-H", str(path), "-R", str(path)]) == 2
        assert "damaged gzip file" in capsys.readouterr().err


@pytest.mark.parametrize("flags", ["", "-n x", "-q", "-R ref"])
def test_wrong_options_end_with_code_2(flags: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(flags.split()) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_help_and_the_module_itself() -> None:
    shown = python("-m", "bolide.compat.rgbf", "-h", check=True)
    for flag in ("-R", "-H", "-n", "-uw", "-nw", "-p", "-r", "-u", "-g", "-s", "-h"):
        assert f"{flag}" in shown.stdout
