"""What shells complete, asking the program; and help that fits a terminal. What is completed is in printed.toml."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bolide.cli.main import COMMANDS, module_of
from bolide.metrics import METRICS
from tests.cli.run import bolide

# What zsh's completion calls, in its simplest form: everything that begins with the word at hand.
ZSH = """
compdef() {}
compadd() { for one in ${(P)2}; do [[ $one == $words[CURRENT]* ]] && print -r -- $one; done }
_files() {}
"""


def asked(shell: str, script: Path, words: list[str]) -> list[str]:
    """What the shell offers for the last of the words, with a program called bolide on its path."""
    program = script.parent / "bolide"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m bolide \"$@\"\n")
    program.chmod(0o755)
    quoted = " ".join(f"'{word}'" for word in words)
    if shell == "bash":
        line = f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _bolide; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        command = ["bash", "--norc", "-c", f"source '{script}'; {line}"]
    elif shell == "zsh":
        line = f"words=({quoted}); CURRENT={len(words)}; _bolide; true"
        command = ["zsh", "-f", "-c", f"{ZSH}\nsource '{script}'; {line}"]
    else:
        command = ["fish", "--no-config", "-c", f"source '{script}'; complete -C '{' '.join(words)}'"]
    path = f"{script.parent}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "PATH": path}
    out = subprocess.run(command, capture_output=True, text=True, check=True, env=environ).stdout
    return [line.split("\t")[0] for line in out.splitlines() if line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_the_shell_completes(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed (Debian: apt-get install {shell})")
    script = tmp_path / "script"
    assert bolide("completion", shell, "-o", script).code == 0
    for words, expected in (["al"], ["align-segments"]), (["score", "ref.txt", "-m", "bleu", "ch"], ["chrf"]):
        assert asked(shell, script, ["bolide", *words]) == expected


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
