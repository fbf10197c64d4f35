"""Without numpy and scipy every command shows its help, and one that needs them says which extra is missing."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import bolide
from bolide.agreement import presets
from bolide.agreement.mqm_weights import WEIGHTS
from bolide.cli import COMMANDS
from bolide.cli.correlate import PRESETS
from bolide.cli.judged import MQM_WEIGHTS
from bolide.cli.tune import BY
from bolide.tuning import search
from tests.cli.test_nothing_in_vain import SITUATIONS, write_texts

pytestmark = pytest.mark.one_core

# Runs each line in one process in which the packages cannot be imported, and prints code, output and errors of each.
RUNNER = """
import json, sys
for name in sys.argv[1].split(","):
    sys.modules[name] = None
from tests.cli.run import bolide
print(json.dumps([bolide(*words) for words in json.loads(sys.argv[2])]))
"""
NEEDING = {
    **dict.fromkeys(("compare", "report"), "numpy"),
    **dict.fromkeys(("correlate", "people", "spans", "tune"), "numpy and scipy"),
}


def run_without(packages: str, lines: list[list[str]], folder: Path) -> list[tuple[int, str, str]]:
    roots = [str(Path(__file__).parents[2]), str(Path(bolide.__file__).parents[1])]
    code = f"import sys; sys.path[:0] = {roots!r}\n{RUNNER}"
    done = subprocess.run(
        [sys.executable, "-c", code, packages, json.dumps(lines)],
        capture_output=True,
        text=True,
        cwd=folder,
        check=True,
    )
    found: list[tuple[int, str, str]] = json.loads(done.stdout)
    return found


def test_names_that_are_written_twice_are_the_same() -> None:
    assert tuple(WEIGHTS) == MQM_WEIGHTS
    assert search.BY == BY
    assert tuple(presets.PRESETS) == PRESETS


def test_help_of_every_command(tmp_path: Path) -> None:
    lines = [[command, "--help"] for command in COMMANDS]
    for (command, _), (code, out, err) in zip(lines, run_without("numpy,scipy", lines, tmp_path), strict=True):
        assert (code, err) == (0, ""), command
        assert command in out


@pytest.mark.parametrize(("packages", "said"), [("numpy,scipy", ""), ("scipy", "scipy")])
def test_a_command_that_needs_them_says_so(packages: str, said: str, tmp_path: Path) -> None:
    write_texts(tmp_path)
    chosen = [command for command in NEEDING if not said or NEEDING[command] != "numpy"]
    lines = [[command, *shlex.split(SITUATIONS[command][0])] for command in chosen]
    for command, (code, out, err) in zip(chosen, run_without(packages, lines, tmp_path), strict=True):
        assert (code, out) == (2, "")
        missing = said or NEEDING[command]
        verb = "are" if " and " in missing else "is"
        assert err == f"bolide: This needs {missing}, which {verb} not installed: pip install 'bolide[stats]'.\n"


def test_intervals_need_numpy_and_scores_do_not(tmp_path: Path) -> None:
    write_texts(tmp_path)
    lines = [["score", "ref.txt", "-i", "a.txt", *more] for more in ([], ["--confidence", "10"])]
    plain, intervals = run_without("numpy,scipy", lines, tmp_path)
    assert plain[0] == 0
    assert (intervals[0], intervals[1]) == (2, "")
    assert "numpy" in intervals[2]
    assert intervals[2].count("\n") == 1


def test_every_command_works_without_them_or_is_known_to_need_them(tmp_path: Path) -> None:
    write_texts(tmp_path)
    commands = [command for command in SITUATIONS if command not in {*NEEDING, "web"}]
    lines = [[command, *shlex.split(SITUATIONS[command][0])] for command in commands]
    for command, (code, _, err) in zip(commands, run_without("numpy,scipy", lines, tmp_path), strict=True):
        assert code == 0 or command == "doctor", f"{command}: {err}"  # which finds what is broken without them
        assert "Traceback" not in err
