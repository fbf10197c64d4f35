"""Some attacks of each kind, or as many as BOLIDE_ATTACKS says (`scripts/fuzz`)."""

import faulthandler
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.attacks import KINDS, run_here

pytest.importorskip("pyarrow")
NUMBER = int(os.environ.get("BOLIDE_ATTACKS", "15"))
SLOWEST = max(600, 2 * NUMBER)  # seconds for all attacks of a kind


@pytest.fixture
def limit(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """End the whole run, and say where it was, if an attack hangs, perhaps where no signal reaches Python."""
    with capfd.disabled():
        stderr = os.dup(2)
    faulthandler.dump_traceback_later(SLOWEST, exit=True, file=stderr)
    yield
    faulthandler.cancel_dump_traceback_later()
    os.close(stderr)


@pytest.mark.usefixtures("limit")
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_answered_or_refused_in_one_line(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    attacks = list(KINDS[kind](random.Random(kind), 20 if NUMBER == 15 else 3000))
    for number, attack in enumerate(random.Random(41).sample(attacks, min(NUMBER, len(attacks)))):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert run_here(attack, folder) is None, attack.words
    os.chdir(tmp_path)
