"""Bad input: one line on stderr that says what to do, exit code 2, never a traceback."""

import signal
from pathlib import Path

import pytest

from bolide import BLEU
from tests.cli.run import Result, bolide, process


def write(folder: Path, **texts: bytes | str) -> dict[str, Path]:
    paths = {}
    for name, text in texts.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_bytes(text if isinstance(text, bytes) else text.encode())
    return paths


def refused(result: Result, *said: str) -> None:
    assert result.code == 2
    assert result.out == ""
    assert result.err.count("\n") == 1
    for words in said:
        assert words in result.err


def test_different_line_counts(tmp_path: Path) -> None:
    files = write(tmp_path, hyp="a\nb\n", ref="a\nb\nc\n", ref2="a\n", other="a\nb\nd\n")
    refused(bolide("score", files["ref"], "-i", files["hyp"]), "hyp.txt has 2 lines", "has 3", "its own empty line")
    refused(bolide("score", files["ref"], files["ref2"], "-i", files["other"]), "ref2.txt has 1 line and")


def test_missing_file_and_folder(tmp_path: Path) -> None:
    files = write(tmp_path, ref="a\n")
    refused(bolide("score", files["ref"], "-i", tmp_path / "reff.txt"), "There is no file", "Did you mean", "ref.txt")
    refused(bolide("score", tmp_path, "-i", files["ref"]), "is a folder")
    refused(bolide("score", files["ref"], "-i", "a\0b"), "cannot be the name of a file")


def test_undecodable_bytes_name_file_and_line(tmp_path: Path) -> None:
    files = write(tmp_path, ref="a\nb\n", hyp=b"a\n\xff\xfe\n")
    refused(bolide("score", files["ref"], "-i", files["hyp"]), "hyp.txt, line 2", "0xff", "iconv")


def test_damaged_gzip(tmp_path: Path) -> None:
    files = write(tmp_path, ref="a\n", hyp=b"\x1f\x8b damaged")
    refused(bolide("score", files["ref"], "-i", files["hyp"]), "damaged gzip")


def test_empty_file(tmp_path: Path) -> None:
    files = write(tmp_path, ref="a\n", hyp="")
    refused(bolide("score", files["ref"], "-i", files["hyp"]), "hyp.txt is empty")
    refused(bolide("score", files["ref"], stdin=b""), "standard input is empty")


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
    ("arguments", "said"),
    [
        (["-m", "blue"], "Did you mean 'bleu'"),
        (["-tok", "13"], "Did you mean '13a'"),
        (["--bleu.max-ordre", "2"], "Did you mean --bleu.max-order"),
        (["--lowercse"], "Did you mean --lowercase"),
        (["--bleu.max-order", "0"], "integer ≥ 1"),
        (["--bleu.max-order", "two"], "--bleu.max-order cannot be 'two'"),
        (["--bleu.max-order", "2", "--bleu.weights=-1,2"], "≥ 0"),
        (["--bleu.max-order", "2", "--bleu.weights", "nan,1"], "finite numbers"),
        (["--bleu.weights", "a,b"], "--bleu.weights cannot be"),
        (["--bleu.smooth", "floor", "--bleu.smooth-value", "nan"], "a finite number"),
        (["--bleu.smooth", "flor"], "Did you mean 'floor'"),
        (["--bleu.preset", "papr"], "Did you mean 'paper'"),
        (["-f", "yaml"], "invalid choice"),
        (["-w", "-1"], "-w"),
        (["-w", "x"], "must be an integer ≥ "),
        (["-j", "x"], "must be an integer ≥ "),
        (["-l", "german"], "'german' is not a language code of two letters (ISO 639-1). Did you mean de?"),
        (["-m", "BLEU|tok:13a|nonsense"], "is not a signature"),
        (["-m", "BLEU|tok:13a|smoth:exp"], "smoth"),
        (["-w", "\uff15"], "must be an integer ≥ 0"),  # digits of full width
        (["--confidence", "\u0663"], "must be an integer ≥ 1"),  # Arabic ones
        (["-m", "chrf", "--chrf.beta", "1_000"], "cannot be '1_000'; it must be a finite number. How many times"),
        (["--bleu.max-order", "2.0"], "it must be an integer. "),
        (["--plot", "x"], "There is no option --plot. See bolide score --help."),  # --lower is like it in its dashes
    ],
)
def test_wrong_options(tmp_path: Path, arguments: list[str], said: str) -> None:
    files = write(tmp_path, hyp="a\n", ref="a\n")
    refused(bolide("score", files["ref"], "-i", files["hyp"], *arguments), said)


def test_a_file_given_twice(tmp_path: Path) -> None:
    """It would be two systems of one name, or one reference that the signature counts as two."""
    files = write(tmp_path, hyp="a\n", ref="a\n", table="hyp\tref\na\tb\n")
    one, two, table = files["hyp"], files["ref"], files["table"]
    for command in ("score", "compare", "report"):
        refused(bolide(command, two, "-i", one, one), "hyp.txt is given twice as an output")
        refused(bolide(command, two, two, "-i", one), "ref.txt is given twice as a reference")
        refused(bolide(command, "ref", "ref", "-i", "hyp", "--table", table), "ref is given twice as a reference")
    refused(bolide("score", "ref", "-i", "hyp", "hyp", "--table", table, "-sl"), "hyp is given twice as an output")


def test_lines_that_end_with_carriage_returns_alone(tmp_path: Path) -> None:
    files = write(tmp_path, old=b"a b\rc d\r", new="a b\nc d\n")
    for words in ((files["old"], "-i", files["new"]), (files["new"], "-i", files["old"])):
        refused(bolide("score", *words), "old.txt ends its lines with carriage returns alone", "Convert it first: tr")


def test_unknown_command_and_missing_arguments() -> None:
    refused(bolide("scor"), "Did you mean 'score'")
    refused(bolide("score"), "REF")
    refused(bolide("explain", "a"), "required: REF. See bolide explain --help.")
    refused(bolide("explain", "-m", "bleu", "a"), "required: HYP, REF. An option like -m takes every word after it")
    refused(bolide("demo", "extra"), "Unexpected argument 'extra'")


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "1_0", "\uff11", "x"])
def test_numbers_that_are_none(value: str) -> None:
    refused(bolide("spans", "a", "b", "--free", value), f"--free: {value!r} is not a ", "number")
    refused(bolide("compare", "r", "-i", "a", "b", "--alpha", value), f"--alpha: {value!r} is not a ", "number")


def test_a_page_is_not_exported_into_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the folder is looked at before anything is fetched or compiled."""
    (tmp_path / "file").write_text("x")
    monkeypatch.setattr("bolide.web.serve.server.ready", lambda *given: pytest.fail("it is not looked at first"))
    refused(bolide("web", "--export", ""), "--export is given an empty value")
    refused(bolide("web", "--export", tmp_path / "file"), "exists and is not an empty folder")
    refused(bolide("web", "--export", tmp_path / "file" / "below"), "file is not a folder")


def test_standard_input_only_once(tmp_path: Path) -> None:
    refused(bolide("score", "-", stdin=b"a\n"), "only once")


def test_a_line_of_a_megabyte(tmp_path: Path) -> None:
    line = "word " * 200_000
    files = write(tmp_path, hyp=line + "\n", ref=line + "\n")
    assert bolide("score", files["ref"], "-i", files["hyp"], "-b").out == "100.0\n"


def test_control_characters_are_shown_not_obeyed(tmp_path: Path) -> None:
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


def test_windows_line_ends(tmp_path: Path) -> None:
    files = write(tmp_path, hyp=b"a b c d\r\ne f g h\r\n", ref="a b c d\ne f g h\n")
    assert bolide("score", files["ref"], "-i", files["hyp"], "-b").out == "100.0\n"


def test_only_line_feeds_end_a_line(tmp_path: Path) -> None:
    files = write(tmp_path, hyp="a\u2028b\x85c\x0bd\x0ce\rf\n", ref="a b c d e f\n")
    assert bolide("score", files["ref"], "-i", files["hyp"], "-b").out == "100.0\n"


def test_last_line_without_an_end(tmp_path: Path) -> None:
    files = write(tmp_path, hyp="a b c d\ne f g h", ref="a b c d\ne f g h\n")
    assert bolide("score", files["ref"], "-i", files["hyp"], "-b").out == "100.0\n"


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


def test_interrupt_is_said_in_one_line(tmp_path: Path) -> None:
    files = write(tmp_path, ref="a\n")
    running = process("score", files["ref"])
    assert running.stdin is not None
    running.stdin.write(b"a\n" * 1_000_000)  # more than a pipe holds: written only when the command reads
    running.stdin.flush()
    running.send_signal(signal.SIGINT)
    _, err = running.communicate()
    assert running.returncode == 130
    assert err == b"bolide: interrupted\n"


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    files = write(tmp_path, hyp="a\n", ref="b\n")
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full to fail on")
    import subprocess
    import sys

    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "bolide", "score", str(files["ref"]), "-i", str(files["hyp"])]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"cannot be written" in done.stderr


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("我们明天去北京看望我们的老朋友。", "zh"),
        ("明日は東京に行きたいと思っています。", "ja-mecab"),
        ("พรุ่งนี้เราจะไปกรุงเทพฯ", "char"),
    ],
)
def test_an_unsuited_tokenizer_is_scored_with_one_warning(tmp_path: Path, text: str, better: str) -> None:
    files = write(tmp_path, hyp=f"{text}x\n" * 3, ref=f"{text}\n" * 3)
    result = bolide("score", files["ref"], "-i", files["hyp"])
    assert result.code == 0
    assert result.err.count("\n") == 1
    assert f"-tok {better}" in result.err
    assert bolide("score", files["ref"], "-i", files["hyp"], "-tok", better).err == ""
