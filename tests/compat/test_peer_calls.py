"""The calls that public projects make of sacreBLEU and NLTK (peer_calls.toml), with the modules swapped.

Each is made twice, of the peer and of Bolide, and gives the same.
"""

from contextlib import nullcontext
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from sacrebleu import utils as peer_utils

from bolide import demo
from bolide.compat import installed
from bolide.compat.sacrebleu.utils import Color
from tests.tables import table

pytestmark = pytest.mark.one_core

CALLS = table(__file__, "peer_calls.toml")
SYSTEMS = {"HYPS": list(demo.SYSTEMS["careful"]), "HASTY": list(demo.SYSTEMS["hasty"])}
NAMES = {**SYSTEMS, "REFS": list(demo.HUMAN_A), "MORE": list(demo.HUMAN_B), "np": np, "Any": Any}


def same(mine: Any, theirs: Any) -> None:
    """Equal, numbers up to the last digits."""
    if isinstance(theirs, list | tuple):
        assert len(mine) == len(theirs)
        for one, two in zip(mine, theirs, strict=True):
            same(one, two)
    else:
        assert mine == (pytest.approx(theirs, rel=1e-9) if isinstance(theirs, float) else theirs)


def result(call: str, name: str, swapped: bool) -> Any:
    names: dict[str, Any] = dict(NAMES)
    with installed(name) if swapped else nullcontext():
        assert import_module(name).__name__.startswith("bolide") == swapped
        exec(call, names)
    return names["result"]


@pytest.mark.parametrize("call", CALLS["sacrebleu"])
def test_sacrebleu(call: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for color in (peer_utils.Color, Color):  # either may have been switched off by a command that was run before
        monkeypatch.setattr(color, "ENABLE_COLORS", True)
    theirs = result(CALLS["sacrebleu"][call], "sacrebleu", False)
    wanted = capsys.readouterr().out
    mine = result(CALLS["sacrebleu"][call], "sacrebleu", True)
    same(mine, theirs)
    assert capsys.readouterr().out == wanted


@pytest.mark.parametrize("call", CALLS["nltk"])
def test_nltk(call: str) -> None:
    same(*(result(CALLS["nltk"][call], "nltk.translate", swapped) for swapped in (True, False)))
