"""The console script rgbF: the original's options, files and lines; clear words and code 2 for what is wrong."""

import gzip
from pathlib import Path

import pytest

from bolide.compat.rgbf import main
from bolide.metrics.examples import HYPS, REFS
from tests.python import python

pytestmark = pytest.mark.one_core


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


@pytest.mark.parametrize(("flags", "wanted"), [
    ("", ["rgbF 42.2512"]),
    ("-p -r", ["rgbF 42.2512", "rgbPrec 48.9473", "rgbRec 37.1839"]),
    ("--prec --rec", ["rgbF 42.2512", "rgbPrec 48.9473", "rgbRec 37.1839"]),
    ("-s", ["1::rgbF 31.0037", "2::rgbF 55.8205", "rgbF 42.2512"]),
    ("-u", ["u1-F 36.6824", "u2-F 38.7693", "u3-F 40.2712", "u4-F 53.2818", "rgbF 42.2512"]),
    ("-uw 2-3-4-6 -nw 2-2-5-5", ["rgbF 36.5530"]),
    ("--uweight 2-0-0-3", ["rgbF 46.6420"]),
    ("--nweight 1-0-0-1", ["rgbF 45.7802"]),
    ("-n 6", ["rgbF 31.5593"]),
    ("--ngram 6", ["rgbF 31.5593"]),
])  # fmt: skip
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


@pytest.mark.parametrize("line", ["x # a ++ N # V", "x ++ N # a ++ V"])
def test_alternatives_in_both_layouts(capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str) -> None:
    """The words match the second reference, the tags the first: each unit takes its own best."""
    (tmp_path / "h").write_text("a ++ N\n")
    (tmp_path / "r").write_text(line + "\n")
    wanted = ["u1-F 100.0000", "u2-F 100.0000", "rgbF 100.0000"]
    assert run(capsys, "-H", str(tmp_path / "h"), "-R", str(tmp_path / "r"), "-n", "1", "-u") == wanted


def test_empty_lines_are_sentences(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "h").write_text("\na ++ N\n")
    (tmp_path / "r").write_text("a ++ N\na ++ N\n")
    wanted = ["1::rgbF 0.0000", "2::rgbF 100.0000", "rgbF 66.6667"]
    assert run(capsys, "-H", str(tmp_path / "h"), "-R", str(tmp_path / "r"), "-n", "1", "-s") == wanted
    (tmp_path / "h").write_text("\n\n")
    assert run(capsys, "-H", str(tmp_path / "h"), "-R", str(tmp_path / "r"), "-n", "1", "-u")[-1] == "rgbF 0.0000"


@pytest.mark.parametrize(("hyp", "ref", "flags", "words"), [
    ("a\nb\n", "a\n", "", "has 2 lines and"),
    ("a ++ N\nb\n", "a ++ N\nb ++ N\n", "", "segment 2: the candidate has 1 unit, but"),
    ("a ++ N\n", "a\n", "", "segment 1: the reference has 1 unit, but"),
    ("a ++ N\n", "a # b ++ N\n", "", "Line 1 of ref: The references have 1 `++` and 1 `#` for 2 units"),
    ("a ++ N\n", "a ++ N\n", "-uw 1-2-3", "unit_weights has 3 numbers for 2 units"),
    ("a\n", "a\n", "-nw 1-2", "order_weights has 2 numbers for 4 orders"),
    ("a\n", "a\n", "-nw 1-x", "1-x cannot be read"),
    ("a\n", "a\n", "-uw 0", "not all 0"),
    ("a\n", "a\n", "-n 0", "max_ngram_order is 0"),
    ("", "", "", "hyp is empty; it needs one line per segment"),
    (None, "a\n", "", "There is no file hyp."),
    ("\udcff\n", "a\n", "", "hyp, line 1: byte 0xff is not UTF-8"),
])  # fmt: skip
def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str],
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    hyp: str | None,
    ref: str,
    flags: str,
    words: str,
) -> None:
    if hyp is not None:
        Path("hyp").write_text(hyp, encoding="utf-8", errors="surrogateescape")
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
