"""-o, --plot and --svg of every command: what they may name, and that inputs survive a slip."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.run import bolide

pytestmark = pytest.mark.one_core

TEXTS = {
    "ref": "the cat sat on the mat\na dog ran\nbirds can sing well\nit is late\n",
    "a": "the cat sat on a mat\na dog run\nbirds sing well\nit is late\n",
    "b": "cat sat the mat\ndogs ran\nthe birds can sing\nis it late\n",
    "c": "a cat on the mat\na dog\nbirds\nlate\n",
    "human": "".join(
        f"{s}\t{n}\n" for s, ns in (("a", (1, 2, 3, 4)), ("b", (2, 1, 2, 3)), ("c", (0, 1, 1, 2))) for n in ns
    ),
}
# Every command that writes, without its targets; {name} is a file of TEXTS.
COMMANDS = {
    "score": ["score", "{ref}", "-i", "{a}", "{b}"],
    "score from standard input": ["score", "{ref}"],
    "compare": ["compare", "{ref}", "-i", "{a}", "{b}", "-n", "20"],
    "report": ["report", "{ref}", "-i", "{a}", "{b}", "-n", "20"],
    "correlate": ["correlate", "--human", "{human}", "-r", "{ref}", "-i", "{a}", "{b}", "{c}", "-q", "sys/pearson"],
    "units": ["units", "{a}", "--units", "wc"],
    "explain": ["explain", "{a}", "{ref}", "--line", "1", "-m", "meteor"],
    "tune": ["tune", "-m", "rgbf", "--units", "wc", "--human", "{human}", "-r", "{ref}", "-i", "{a}", "{b}", "{c}",
             "-n", "3", "--folds", "2"],
}  # fmt: skip
TARGETS = {
    "-o": [*COMMANDS],
    "--plot": ["compare", "correlate", "tune"],
    "--svg": ["explain"],
}
each_target = pytest.mark.parametrize(("command", "flag"), [(c, flag) for flag, cs in TARGETS.items() for c in cs])


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    for name, text in TEXTS.items():
        (tmp_path / f"{name}.seg.score" if name == "human" else tmp_path / name).write_text(text)
    return {name: tmp_path / (f"{name}.seg.score" if name == "human" else name) for name in TEXTS}


def arguments(command: str, files: dict[str, Path]) -> list[str]:
    return [argument.format(**files) for argument in COMMANDS[command]]


@each_target
def test_every_input_survives(command: str, flag: str, files: dict[str, Path]) -> None:
    used = [name for name in TEXTS if f"{{{name}}}" in COMMANDS[command]]
    for name in used:
        found = bolide(*arguments(command, files), flag, files[name], stdin=TEXTS["a"].encode())
        assert (found.code, found.out) == (2, "")
        assert found.err == f"bolide: {files[name]} is read by this command and would be lost; write to another file.\n"
        assert files[name].read_text() == TEXTS[name]


@each_target
def test_folders_and_empty_names_are_refused(command: str, flag: str, files: dict[str, Path], tmp_path: Path) -> None:
    for target, words in (("", "needs the name of a file"), (str(tmp_path), "is a folder"),
                          (str(tmp_path / "no" / "out"), "there is no folder")):  # fmt: skip
        found = bolide(*arguments(command, files), flag, target, stdin=TEXTS["a"].encode())
        assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)
        assert words in found.err


@each_target
@pytest.mark.skipif(sys.platform == "win32", reason="links, modes and FIFOs are POSIX")
def test_links_modes_and_fifos(command: str, flag: str, files: dict[str, Path], tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.write_text("old")
    real.chmod(0o600)
    (tmp_path / "link").symlink_to("real")
    found = bolide(*arguments(command, files), flag, tmp_path / "link", stdin=TEXTS["a"].encode())
    assert found.code == 0, found.err
    assert (tmp_path / "link").is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    text = real.read_text()
    assert len(text) > 10
    os.mkfifo(tmp_path / "fifo")
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append((tmp_path / "fifo").read_text()))
    reader.start()
    assert bolide(*arguments(command, files), flag, tmp_path / "fifo", stdin=TEXTS["a"].encode()).code == 0
    reader.join()
    assert heard == [text]
    assert stat.S_ISFIFO((tmp_path / "fifo").stat().st_mode)


@pytest.mark.parametrize("command", TARGETS["-o"])
def test_a_dash_is_standard_output(
    command: str, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plain, dash = (bolide(*arguments(command, files), *more, stdin=TEXTS["a"].encode()) for more in ([], ["-o", "-"]))
    assert plain.out
    assert dash == plain
    assert not (tmp_path / "-").exists()


def test_two_targets_are_two_files(files: dict[str, Path], tmp_path: Path) -> None:
    found = bolide(*arguments("compare", files), "-o", tmp_path / "out", "--plot", tmp_path / "out")
    assert (found.code, "-o and --plot name the same file" in found.err) == (2, True)


def test_with_a_table_columns_are_not_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.tsv").write_text("a\tref\nx y\tx y\n")
    (tmp_path / "a").write_text("an older output")
    assert bolide("score", "ref", "--table", "t.tsv", "-i", "a", "-o", "a").code == 0
    assert "BLEU" in (tmp_path / "a").read_text()
    assert "is read by this command" in bolide("score", "ref", "--table", "t.tsv", "-i", "a", "-o", "t.tsv").err


def test_files_named_inside_an_option_survive(files: dict[str, Path]) -> None:
    pos = f"pos={files['b']},{files['c']}"
    found = bolide("score", files["ref"], "-i", files["a"], "-m", "rgbf", "--units", "word", pos, "-o", files["c"])
    assert (found.code, "is read by this command" in found.err) == (2, True)
    assert files["c"].read_text() == TEXTS["c"]


def test_several_pictures_and_a_dash(files: dict[str, Path]) -> None:
    found = bolide(*arguments("compare", files), "-m", "bleu", "chrf", "--plot", "-")
    assert (found.code, "several pictures" in found.err) == (2, True)


def test_a_file_on_standard_input_survives(files: dict[str, Path]) -> None:
    command = [sys.executable, "-m", "bolide", "score", str(files["ref"]), "-o", str(files["a"])]
    with files["a"].open("rb") as source:
        found = subprocess.run(command, stdin=source, capture_output=True, text=True, check=False)
    assert (found.returncode, "is read by this command" in found.stderr) == (2, True)
    assert files["a"].read_text() == TEXTS["a"]


def test_meteors_own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x-align.out").write_text("the cat\n")
    (tmp_path / "ref").write_text("the cat\n")
    given = ("meteor", "x-align.out", "ref", "-m", "exact", "-writeAlignments", "-f")
    found = bolide(*given, "x")
    assert (found.code, found.out, "is read by this command" in found.err) == (2, "", True)
    assert (tmp_path / "x-align.out").read_text() == "the cat\n"
    assert bolide(*given, "y").code == 0
    assert (tmp_path / "y-align.out").read_text()
