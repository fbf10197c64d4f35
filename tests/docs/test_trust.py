"""docs/trust.md is what `scripts/prove` found, on the sources that are here."""

import json
import runpy

import pytest

from tests.scripts import ROOT

pytestmark = pytest.mark.one_core

PROVE = runpy.run_path(str(ROOT / "scripts" / "prove"))


@pytest.mark.skipif(not PROVE["DATA"].exists(), reason="docs/trust.md has not been made yet; run scripts/prove")
def test_the_page_is_not_stale() -> None:
    assert sorted(name for _, _, names in PROVE["SECTIONS"] for name in names) == sorted(PROVE["PARTS"])
    proof = json.loads(PROVE["DATA"].read_text(encoding="utf-8"))
    assert proof["sources"] == PROVE["sources"](), "the sources of numbers have changed; run scripts/prove"
    assert set(proof["parts"]) == set(PROVE["PARTS"]), "the parts have changed; run scripts/prove"
    assert PROVE["rendered"](proof) == PROVE["PAGE"].read_text(encoding="utf-8"), "run scripts/prove"
    assert all(part["sources"] == proof["sources"] for part in proof["parts"].values())
    assert not [finding for part in proof["parts"].values() for finding in part["findings"] if finding["unexplained"]]


def test_a_planted_difference_is_counted() -> None:
    compared = PROVE["compared"]
    finding = compared("peer 1.0", "what", [0.1, 0.2, 0.3], [0.1, 0.2 + 1e-6, 0.4], [False, False, True], "meant")
    assert (finding.cases, finding.differ, finding.unexplained) == (3, 2, 1)
    assert finding.note == "meant; largest other difference 1.0e-06"
    assert compared("peer 1.0", "what", [0.1], [0.1]).note == "equal to the last bit"
