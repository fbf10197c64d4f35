"""`bolide score`: standard formats beside sacreBLEU's, several references, and sacreBLEU's flags.

What else it prints is in printed.toml; that flags mean what the library's options mean, in doors.toml.
"""

import argparse
import gzip
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import sacrebleu
import sacrebleu.sacrebleu as peer

from bolide import BLEU
from bolide.cli.commands.score import ANSWERS, HARMLESS, parser
from tests.cli.run import bolide

HYPS = ["the cat is on mat", "hello world"]
REFS = ["the cat is on the mat", "hello there world"]


@pytest.fixture(autouse=True)
def _files(here: Path) -> None:
    for name, lines in {"hyp": HYPS, "ref": REFS}.items():
        Path(f"{name}.txt").write_text("\n".join(lines) + "\n")


def test_several_references_a_packed_output_and_its_rounding() -> None:
    Path("hyp.gz").write_bytes(gzip.compress(Path("hyp.txt").read_bytes(), mtime=0))
    expected = BLEU().corpus(HYPS, list(zip(REFS, HYPS, strict=True))).points
    result = bolide("score", "ref.txt", "hyp.txt", "-i", "hyp.gz", "-f", "tsv")
    header, row = (line.split("\t") for line in result.out.splitlines())
    assert (header[:3], row[:3]) == (["system", "metric", "score"], ["hyp", "BLEU", f"{expected:.1f}"])


def test_text_is_sacrebleus() -> None:
    peers = sacrebleu.corpus_bleu(HYPS, [REFS])
    details = str(peers).partition(" = ")[2].partition(" ")[2]  # precisions, brevity penalty, ratio and lengths
    assert f" = {peers.score:.1f} {details}\n" in bolide("score", "ref.txt", "-i", "hyp.txt", "-f", "text").out


# --- sacreBLEU's flags: taken as they are, or answered with ours, never misread ---------------------------------------


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


OURS = {flag for action in parser().complete()._actions for flag in action.option_strings} - {*HARMLESS}


@pytest.mark.parametrize("flag", peer_flags())
def test_every_flag_of_sacrebleu_is_taken_or_answered(flag: str) -> None:
    assert (flag in OURS) + (flag in ANSWERS) + (flag in HARMLESS) == 1
    if flag in ANSWERS:
        for words in ([flag], [flag, "x"], [f"{flag}=x"]):
            result = bolide("score", "ref.txt", "-i", "hyp.txt", *words)
            assert result.code == 2
            assert result.err == f"bolide: {flag} is an option of sacreBLEU, not of Bolide: {ANSWERS[flag]}.\n"
