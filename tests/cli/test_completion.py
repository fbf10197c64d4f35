"""What shells complete, and help that fits a terminal."""

import re
import subprocess
from pathlib import Path

import pytest

from bolide.cli.main import COMMANDS, module_of
from bolide.metrics import METRICS
from tests.cli.run import bolide

ASK = "COMP_WORDS=({words}); COMP_CWORD={last}; {function}; printf '%s\\n' \"${{COMPREPLY[@]}}\""


def test_what_bash_completes(tmp_path: Path) -> None:
    pytest.importorskip("shtab")
    script = tmp_path / "script"
    assert bolide("completion", "bash", "-o", script).code == 0
    [function] = re.findall(r"complete .*-F (\w+) bolide", script.read_text())
    for words, expected in (["al"], ["align-segments"]), (["score", "ref.txt", "-m", "bleu", "ch"], ["chrf"]):
        line = ASK.format(words=" ".join(["bolide", *words]), last=len(words), function=function)
        command = ["bash", "--norc", "-c", f"source '{script}'; {line}"]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert out.split() == expected


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_a_script(shell: str) -> None:
    pytest.importorskip("shtab")
    out = bolide("completion", shell).out
    assert "align-segments" in out
    assert "ter.asian-support" in out


@pytest.mark.parametrize("name", [*COMMANDS, *METRICS, ""])
def test_help_fits_a_terminal(name: str) -> None:
    """80 columns, also in an example, which a shell joins again."""
    texts = [bolide("help", *name.split()).out, *([bolide(name, "--help").out] if name in COMMANDS else ())]
    assert [line for text in texts for line in text.splitlines() if len(line) > 80] == []
    if name in COMMANDS:
        examples = (module_of(name).parser().epilog or "").splitlines()[1:]
        assert all(line.strip() in texts[0].replace(" \\\n      ", " ") for line in examples)
        assert f"  bolide {name}" in texts[1]
        assert len(texts[1].splitlines()) <= 70
