"""sacreBLEU's flags given to `bolide score`: taken as they are, or answered with ours, never misread."""

import argparse
from pathlib import Path
from shutil import copyfile
from typing import Any
from unittest.mock import patch

import pytest
import sacrebleu.sacrebleu as peer

from bolide.cli.commands.score import parser
from bolide.compat.sacrebleu_flags import ANSWERS
from tests.cli.run import Result, bolide, refused

pytestmark = pytest.mark.one_core


def peer_flags() -> list[str]:
    """Every flag of the installed sacreBLEU."""
    found: list[str] = []
    add = argparse._ActionsContainer.add_argument

    def record(self: Any, *words: str, **details: Any) -> argparse.Action:
        action = add(self, *words, **details)
        found.extend(action.option_strings)
        return action

    with patch.object(argparse._ActionsContainer, "add_argument", record), patch("sys.argv", ["sacrebleu", "ref"]):
        peer.parse_args()
    return found


OURS = {flag for action in parser().complete()._actions for flag in action.option_strings}


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    for name in ("hyp", "ref"):
        (tmp_path / name).write_text("a b c d\n")
    return [tmp_path / "ref", tmp_path / "hyp"]


def run(files: list[Path], *words: str) -> Result:
    return bolide("score", files[0], "-i", files[1], *words)


@pytest.mark.parametrize("flag", peer_flags())
def test_every_flag_of_sacrebleu_is_taken_or_answered(flag: str, files: list[Path]) -> None:
    assert (flag in OURS) != (flag in ANSWERS)
    if flag in ANSWERS:
        for words in ([flag], [flag, "x"], [f"{flag}=x"]):
            result = run(files, *words)
            assert result.code == 2
            assert result.err == f"bolide: {flag} is an option of sacreBLEU, not of Bolide: {ANSWERS[flag]}.\n"


def test_answers_name_flags_that_there_are() -> None:
    from bolide.cli.commands.compare import parser as compare

    known = OURS | {flag for action in compare()._actions for flag in action.option_strings} | {"--version"}
    for answer in ANSWERS.values():
        for word in answer.replace("`", " ").split():
            assert not word.startswith("-") or word in known, answer


@pytest.mark.parametrize("word", ["-s", "-t", "-to", "-met", "-lcx", "-bx", "-idir", "-fjson", "-mchrf", "--score"])
def test_the_beginning_of_a_flag_is_not_the_flag(word: str, files: list[Path]) -> None:
    result = run(files, word)
    assert result.code == 2
    assert result.err.startswith((f"bolide: There is no option {word}", f"bolide: {word} is an option of sacreBLEU"))


def test_a_number_may_follow_its_flag(files: list[Path]) -> None:
    assert run(files, "-b", "-w3").out == run(files, "-b", "-w", "3").out == "100.000\n"


def test_metrics_given_twice_are_both_meant(files: list[Path]) -> None:
    assert run(files, "-m", "bleu", "-m", "chrf").out == run(files, "-m", "bleu", "chrf").out
    refused(run(files, "-m", "bleu", "-m", "bleu"), "listed twice")
    copy = copyfile(files[1], files[1].with_name("copy"))
    assert bolide("score", files[0], "-i", files[1], "-i", copy).out.count(" 100.0\n") == 2
    for words in (["-w", "1", "-w", "2"], ["-b", "-b"], ["--bleu.lowercase", "--no-bleu.lowercase"]):
        assert "once" in run(files, *words).err


def test_the_same_metric_flags_serve_its_namesakes(files: list[Path]) -> None:
    assert run(files, "-m", "chrf3", "--chrf.beta", "3").code == 0
    assert run(files, "-m", "chrf", "chrf++", "--chrf.lowercase").code == 0
