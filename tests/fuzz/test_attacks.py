"""Some attacks of each kind; `python -m tests.fuzz.attacks` runs many more, each kind in processes that may die."""

import os
import random
from pathlib import Path

import pytest

from tests.fuzz.attacks import KINDS, run_here

pytestmark = pytest.mark.one_core
pytest.importorskip("pyarrow")


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_answered_or_refused_in_one_line(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    attacks = list(KINDS[kind](random.Random(kind), 20))
    for number, attack in enumerate(random.Random(41).sample(attacks, min(15, len(attacks)))):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert run_here(attack, folder) is None, attack.words
    os.chdir(tmp_path)
