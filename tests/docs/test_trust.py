"""`scripts/prove` counts what differs."""

import runpy

import pytest

from tests.scripts import ROOT

pytestmark = pytest.mark.one_core

PROVE = runpy.run_path(str(ROOT / "scripts" / "prove"))


def test_a_planted_difference_is_counted() -> None:
    compared = PROVE["compared"]
    finding = compared("peer 1.0", "what", [0.1, 0.2, 0.3], [0.1, 0.2 + 1e-6, 0.4], [False, False, True], "meant")
    assert (finding.cases, finding.differ, finding.unexplained) == (3, 2, 1)
    assert finding.note == "meant; largest other difference 1.0e-06"
    assert compared("peer 1.0", "what", [0.1], [0.1]).note == "equal to the last bit"
