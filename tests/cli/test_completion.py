"""What shells complete, asked of the shells themselves; and the manual, which knows the same options."""

import runpy
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from bolide.cli import COMMANDS, module_of
from bolide.cli.described import commands
from bolide.cli.manual import manual
from bolide.metrics import METRICS
from tests.cli.run import bolide

pytestmark = pytest.mark.one_core

ASKED = [
    (["bolide", "al"], ["align-segments"]),
    (["bolide", "help", "sc"], ["score"]),
    (["bolide", "score", "ref.txt", "--sent"], ["--sentence-level"]),
    (["bolide", "score", "ref.txt", "-f", "la"], ["latex"]),
    (["bolide", "score", "-m", "met"], ["meteor"]),
    (["bolide", "compare", "-tok", "int"], ["intl"]),
    (["bolide", "explain", "a", "b", "--bleu.smooth", "floo"], ["floor"]),
    (["bolide", "meteor", "-noP"], ["-noPunct"]),
]
LATER = (["bolide", "score", "-m", "bleu", "ch"], ["chrf"])  # the second word behind an option that takes several

# What zsh's completion calls, in its simplest form: everything that begins with the word at hand.
ZSH = """
compdef() {}
compadd() { for one in ${(P)2}; do [[ $one == $words[CURRENT]* ]] && print -r -- $one; done }
_describe() {
    for one in ${(P)@[-1]}; do [[ ${one%%:*} == $words[CURRENT]* ]] && print -r -- ${one%%:*}; done
}
_files() {}
"""


def asked(shell: str, script: Path, words: list[str]) -> list[str]:
    """What the shell offers for the last of the words."""
    quoted = " ".join(f"'{word}'" for word in words)
    if shell == "bash":
        line = f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _bolide; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        command = ["bash", "--norc", "-c", f"source '{script}'; {line}"]
    elif shell == "zsh":
        line = f"words=({quoted}); CURRENT={len(words)}; _bolide; true"
        command = ["zsh", "-f", "-c", f"{ZSH}\nsource '{script}'; {line}"]
    else:
        command = ["fish", "--no-config", "-c", f"source '{script}'; complete -C '{' '.join(words)}'"]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [line.split("\t")[0] for line in out.splitlines() if line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_the_shell_completes(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    assert bolide("completion", shell, "-o", script).code == 0
    for words, expected in ASKED if shell == "fish" else [*ASKED, LATER]:
        assert asked(shell, script, words) == expected, words


def test_every_option_of_every_command_is_in_every_script_and_in_the_manual() -> None:
    scripts = {shell: bolide("completion", shell).out for shell in ("bash", "zsh", "fish")}
    pages = manual(commands())
    assert set(pages) == {"bolide.1", *(f"bolide-{name}.1" for name in COMMANDS)}
    for name in COMMANDS:
        for action in import_module(module_of(name)).parser().complete()._actions:
            for flag in action.option_strings:
                assert f"\\fB{flag.replace('-', chr(92) + '-')}\\fR" in pages[f"bolide-{name}.1"]
                assert flag in scripts["bash"]
                assert f"{flag}:" in scripts["zsh"]
                assert f" {flag.lstrip('-')} " in scripts["fish"]
        assert f"bolide\\-{name.replace('-', chr(92) + '-')} " in pages["bolide.1"]
    assert " ".join(METRICS) in scripts["bash"]


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_has_nothing_to_say_about_the_manual(tmp_path: Path) -> None:
    pages = manual(commands())
    for name in ("bolide.1", "bolide-score.1", "bolide-meteor.1"):
        path = tmp_path / name
        path.write_text(pages[name], encoding="utf-8")
        found = subprocess.run(
            ["groff", "-man", "-Tutf8", "-k", "-ww", path], capture_output=True, text=True, check=True
        )
        assert found.stderr == ""
        assert "BOLIDE" in found.stdout


def test_help_of_one_command() -> None:
    assert bolide("help", "score").out == bolide("score", "--help").out
    assert "Did you mean 'score'?" in bolide("help", "scor").err
    assert bolide("help", "score", "compare").code == 2


def test_the_script_for_the_manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = Path(__file__).parents[2] / "scripts" / "make_man_pages.py"
    monkeypatch.setattr("sys.argv", [str(script), str(tmp_path)])
    runpy.run_path(str(script), run_name="__main__")
    assert (tmp_path / "bolide-score.1").read_text(encoding="utf-8").startswith('.TH "BOLIDE\\-SCORE" 1')
