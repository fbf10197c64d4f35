"""`scripts/test` itself, with a stand-in for Python that says how each part ends."""

import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.either_core import EITHER_CORE, TESTS

ROOT = Path(__file__).parents[1]
# Builds a wheel, makes an environment, runs the tests: each only in name. The uncompiled half is the one with a path.
STAND_IN = r"""#!/usr/bin/env bash
case "$*" in
  "-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
  "-m pip wheel"*)
    if [ "$BOLIDE_CORE" = compiled ]; then [ -z "$COMPILE_FAILS" ] || { echo "the compiler says no"; exit 1; }; fi
    if [ "$BOLIDE_CORE" = pure ]; then [ -z "$NO_WHEEL" ] || { echo "pip says no"; exit 1; }; fi
    mkdir -p .test-env/wheels .test-env/compiled
    touch .test-env/wheels/bolide-1-py3-none-any.whl .test-env/compiled/bolide-1.whl ;;
  "-m pytest"*)
    if [ -n "$PYTHONPATH" ]; then code=$UNCOMPILED; half=uncompiled; else code=$COMPILED; half=compiled; fi
    echo "$half: $*"
    if [ "$code" = 1 ]; then echo "FAILED test_$half.py::test_it - assert 0"; echo "1 failed, 2 passed in 1.00s"; fi
    if [ "$code" = 0 ]; then echo "3 passed in 1.00s"; fi
    if [ "$code" = 5 ]; then echo "3 deselected in 1.00s"; fi
    exit "$code" ;;
  "-m mypy"*) echo "mypy has looked"; exit "${MYPY:-0}" ;;
  "-m pip install"*requirements.txt) [ -z "$NO_PACKAGES" ] || { echo "no such package"; exit 1; } ;;
esac
"""

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="scripts/test is a bash script")


def run(folder: Path, *arguments: str, **settings: str) -> tuple[int, str, str]:
    """The exit status, all that was printed, and the summary alone."""
    (folder / "scripts").mkdir()
    (folder / "bin").mkdir()
    shutil.copy(ROOT / "scripts" / "test", folder / "scripts" / "test")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name in ("python3", "chromium"):  # a Chromium that is there already is not installed
        (folder / "bin" / name).write_text(STAND_IN)
        (folder / "bin" / name).chmod(0o755)
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "BOLIDE_CORE")}
    environment["PATH"] = f"{folder / 'bin'}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["bash", str(folder / "scripts" / "test"), *arguments],
        env={**environment, "COMPILED": "0", "UNCOMPILED": "0", **settings},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr, done.stdout.partition("== summary\n")[2]


def test_all_well(tmp_path: Path) -> None:
    status, said, summary = run(tmp_path)
    assert status == 0, said
    assert summary.splitlines() == [
        "compiled:      3 passed in 1.00s (status 0)",
        "uncompiled:    3 passed in 1.00s (status 0)",
        "ruff and mypy: passed",
    ]


def test_a_failed_half_does_not_stop_the_other(tmp_path: Path) -> None:
    status, _, summary = run(tmp_path, COMPILED="1")
    assert status == 1
    assert summary.splitlines()[:-1] == [
        "compiled:      1 failed, 2 passed in 1.00s (status 1)",
        "    FAILED test_compiled.py::test_it - assert 0",
        "uncompiled:    3 passed in 1.00s (status 0)",
    ]


@pytest.mark.parametrize(
    ("compiled", "uncompiled", "status"),
    [("0", "1", 1), ("1", "2", 2), ("3", "1", 3), ("5", "0", 0), ("0", "5", 0), ("5", "1", 1), ("5", "5", 5)],
)
def test_the_exit_status_is_the_worse_one(tmp_path: Path, compiled: str, uncompiled: str, status: int) -> None:
    assert run(tmp_path, COMPILED=compiled, UNCOMPILED=uncompiled)[0] == status


def test_a_build_that_fails_is_shown_and_the_uncompiled_half_still_runs(tmp_path: Path) -> None:
    status, said, summary = run(tmp_path, COMPILE_FAILS="yes")
    assert status == 1
    assert "the compiler says no" in said
    assert "uncompiled: -m pytest -n 2 --dist worksteal -m not browser\n" in said  # all that can run, since nothing has
    assert summary.splitlines()[:-1] == [
        "compiled:      could not be built",
        "uncompiled:    3 passed in 1.00s (status 0)",
    ]


def test_without_any_build_nothing_runs(tmp_path: Path) -> None:
    status, said, summary = run(tmp_path, NO_WHEEL="yes")
    assert (status, summary) == (1, "")
    assert "pip says no" in said


def test_checks_that_fail_do_not_stop_the_tests(tmp_path: Path) -> None:
    status, said, summary = run(tmp_path, MYPY="1")
    assert status == 1
    assert "mypy has looked\n" in said
    assert summary.startswith("compiled:      3 passed")
    assert summary.endswith("ruff and mypy: failed\n")


def test_packages_that_cannot_be_had_end_it_and_are_shown(tmp_path: Path) -> None:
    status, said, summary = run(tmp_path, NO_PACKAGES="yes")
    assert (status, summary) == (1, "")
    assert "no such package" in said
    assert not (tmp_path / ".test-env" / "stamp").exists()


def test_what_follows_goes_to_pytest(tmp_path: Path) -> None:
    _, said, _ = run(tmp_path, "-k", "bleu or chrf")
    assert "compiled: -m pytest -n 2 --dist worksteal --first-core -k bleu or chrf\n" in said
    assert "uncompiled: -m pytest -n 2 --dist worksteal --second-core -k bleu or chrf\n" in said


def test_what_one_core_is_enough_for_is_there() -> None:
    assert [name for name in EITHER_CORE if not (TESTS / name).exists()] == []
    assert list(Counter(EITHER_CORE).values()) == [1] * len(EITHER_CORE)
