"""Texts that are odd but not wrong are scored as defined; a reader that leaves ends it."""

from pathlib import Path

import pytest

from bolide import BLEU
from tests.cli.run import bolide, process

pytestmark = pytest.mark.one_core


def write(folder: Path, **texts: bytes | str) -> dict[str, Path]:
    paths = {}
    for name, text in texts.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_bytes(text if isinstance(text, bytes) else text.encode())
    return paths


def test_empty_lines_are_empty_translations(tmp_path: Path) -> None:
    files = write(tmp_path, hyp="a b c d\n\n", ref="a b c d\ne f\n")
    expected = BLEU().corpus(["a b c d", ""], ["a b c d", "e f"]).percent
    assert bolide("score", files["ref"], "-i", files["hyp"], "-b", "-w", "6").out == f"{expected:.6f}\n"


def test_a_reference_missing_for_one_line_is_an_empty_reference_and_said(tmp_path: Path) -> None:
    files = write(tmp_path, hyp="a b c d\nx\n", ref="a b c d\nx y\n", ref2="a b c\n\n")
    result = bolide("score", files["ref"], files["ref2"], "-i", files["hyp"], "-b", "-w", "6")
    expected = BLEU().corpus(["a b c d", "x"], [["a b c d", "a b c"], ["x y", ""]]).percent
    assert result.out == f"{expected:.6f}\n"
    assert "ref2.txt, line 2 is empty" in result.err


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [
        ("word " * 200_000 + "\n", "word " * 200_000 + "\n"),
        ("a b c d\r\ne f g h\r\n", "a b c d\ne f g h\n"),
        ("a\u2028b\x85c\x0bd\x0ce\rf\n", "a b c d e f\n"),
        ("a b c d\ne f g h", "a b c d\ne f g h\n"),
    ],
    ids=["a line of a megabyte", "Windows line ends", "only line feeds end a line", "a last line without an end"],
)
def test_lines_are_equal_however_they_end(hyp: str, ref: str, tmp_path: Path) -> None:
    files = write(tmp_path, hyp=hyp, ref=ref)
    assert bolide("score", files["ref"], "-i", files["hyp"], "-b").out == "100.0\n"


def test_control_characters_are_shown_not_obeyed() -> None:
    result = bolide("explain", "a\x1b[31m b", "a\x07 b")
    assert result.code == 0
    assert "\x1b" not in result.out
    assert "\x07" not in result.out
    assert "\\x1b" in result.out


def test_lone_surrogates_in_typed_text() -> None:
    result = bolide("explain", "a \udc80 b", "a b")
    assert result.code == 0
    result.out.encode("utf-8")
    assert bolide("explain", "a \udc80 b", "a b", "-f", "json").code == 0


def test_closed_pipe_is_no_error(tmp_path: Path) -> None:
    files = write(tmp_path, hyp="a b c d\n" * 8_000, ref="a b c e\n" * 8_000)  # twice what a pipe holds
    running = process("score", files["ref"], "-i", files["hyp"], "-sl", "-f", "text")
    assert running.stdout is not None
    assert running.stderr is not None
    assert running.stdin is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.stderr.read() == b""
    assert running.wait() == 0
    running.stderr.close()
    running.stdin.close()


@pytest.mark.parametrize(("text", "better"), [
    ("我们明天去北京看望我们的老朋友。", "zh"),
    ("明日は東京に行きたいと思っています。", "ja-mecab"),
    ("พรุ่งนี้เราจะไปกรุงเทพฯ", "char"),
])  # fmt: skip
def test_an_unsuited_tokenizer_is_scored_with_one_warning(tmp_path: Path, text: str, better: str) -> None:
    files = write(tmp_path, hyp=f"{text}x\n" * 3, ref=f"{text}\n" * 3)
    result = bolide("score", files["ref"], "-i", files["hyp"])
    assert result.code == 0
    assert result.err.count("\n") == 1
    assert f"-tok {better}" in result.err
    assert bolide("score", files["ref"], "-i", files["hyp"], "-tok", better).err == ""
