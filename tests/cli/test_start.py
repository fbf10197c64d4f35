"""Help and scores do not wait for numpy, whose import takes longer than all else at the start."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import bolide
from bolide.agreement import wmt_table
from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.cli import COMMANDS
from bolide.cli.correlate import PRESETS
from bolide.cli.judged import MQM_WEIGHTS
from bolide.cli.tune import BY
from bolide.tuning import search

pytestmark = pytest.mark.one_core

RUNNER = """
import json, sys
from tests.cli.run import bolide
for words in json.loads(sys.argv[1]):
    done = bolide(*words)
    assert (done.code, done.err, "numpy" in sys.modules) == (0, "", False), (words, done)
"""


def test_help_and_scores_do_not_import_numpy(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("the cat is on the mat\n", encoding="utf-8")
    lines = [*([command, "--help"] for command in COMMANDS), ["score", str(text), "-i", str(text)]]
    roots = [str(Path(__file__).parents[2]), str(Path(bolide.__file__).parents[1])]
    code = f"import sys; sys.path[:0] = {roots!r}\n{RUNNER}"
    done = subprocess.run([sys.executable, "-c", code, json.dumps(lines)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_names_that_are_written_twice_for_that_are_the_same() -> None:
    assert tuple(WEIGHTS) == MQM_WEIGHTS
    assert search.BY == BY
    assert tuple(wmt_table.PRESETS) == PRESETS
