"""Help and scores do not wait for numpy, whose import takes longer than all else at the start."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import bolide
from bolide.cli.main import COMMANDS

pytestmark = pytest.mark.one_core

RUNNER = """
import json, sys
from tests.cli.run import bolide
for words in json.loads(sys.argv[1]):
    done = bolide(*words)
    assert (done.code, done.err, "numpy" in sys.modules) == (0, "", False), (words, done)
"""
STATISTICAL = {"combine", "compare", "correlate", "people", "report", "spans", "tune"}  # without it only help


def test_help_and_scores_do_not_import_numpy(tmp_path: Path) -> None:
    hyp, ref = (str(tmp_path / name) for name in ("hyp", "ref"))
    for name, text in ((hyp, "the cat is on the mat\n"), (ref, "the cat sat on the mat\n")):
        Path(name).write_text(text, encoding="utf-8")
    lines = [["--help"], *([command, "--help"] for command in COMMANDS if command not in STATISTICAL)]
    lines += [["score", ref, "-i", hyp], ["explain", "a cat", "the cat"]]
    roots = [str(Path(__file__).parents[2]), str(Path(bolide.__file__).parents[1])]
    code = f"import sys; sys.path[:0] = {roots!r}\n{RUNNER}"
    done = subprocess.run([sys.executable, "-c", code, json.dumps(lines)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
