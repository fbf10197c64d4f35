"""docs/trust.md is what `scripts/prove` found, on the sources that are here."""

import json
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.one_core

ROOT = Path(__file__).parents[2]


def load() -> Any:
    """The script, which has no suffix."""
    import sys

    spec = spec_from_loader("prove", SourceFileLoader("prove", str(ROOT / "scripts" / "prove")))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["prove"] = module_from_spec(spec)  # dataclasses look there
    spec.loader.exec_module(module)
    return module


PROVE = load()


@pytest.mark.skipif(not PROVE.DATA.exists(), reason="docs/trust.md has not been made yet; run scripts/prove")
def test_the_page_is_not_stale() -> None:
    proof = json.loads(PROVE.DATA.read_text(encoding="utf-8"))
    assert proof["sources"] == PROVE.sources(), "the sources of numbers have changed; run scripts/prove"
    assert set(proof["parts"]) == set(PROVE.PARTS), "the parts have changed; run scripts/prove"
    assert PROVE.rendered(proof) == PROVE.PAGE.read_text(encoding="utf-8"), "run scripts/prove"
    assert all(part["sources"] == proof["sources"] for part in proof["parts"].values())
    assert not [finding for part in proof["parts"].values() for finding in part["findings"] if finding["unexplained"]]


def test_a_planted_difference_is_counted() -> None:
    finding = PROVE.compared("peer 1.0", "what", [0.1, 0.2, 0.3], [0.1, 0.2 + 1e-6, 0.4], [False, False, True], "meant")
    assert (finding.cases, finding.differ, finding.unexplained) == (3, 2, 1)
    assert finding.note == "meant; largest other difference 1.0e-06"
    assert PROVE.compared("peer 1.0", "what", [0.1], [0.1]).note == "equal to the last bit"


def test_a_planted_change_of_a_source_makes_the_page_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = tmp_path / "src" / "bolide" / "kernels" / "k.py"
    kernel.parent.mkdir(parents=True)
    monkeypatch.setattr(PROVE, "ROOT", tmp_path)
    kernel.write_text("a = 1\n")
    before = PROVE.sources()
    assert PROVE.sources() == before
    kernel.write_text("a = 2\n")
    assert PROVE.sources() != before


def test_parts_of_other_sources_make_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PROVE, "PROOF", tmp_path)
    for name in PROVE.PARTS:
        (tmp_path / f"{name}.json").write_text(json.dumps({"sources": "older", "findings": []}))
    assert PROVE.write_page() == 1


def test_the_page_says_what_was_found() -> None:
    finding = {"peer": "peer 1.0", "what": "BLEU", "cases": 1200, "differ": 2, "unexplained": 1, "note": "a|b"}
    part: dict[str, Any] = {
        "findings": [finding], "seconds": 60, "commit": "abc", "date": "2026-01-01", "python": "3", "machine": "m",
        "peers": ["peer 1.0"],
    }  # fmt: skip
    empty = {**part, "findings": []}
    names = list(PROVE.PARTS)
    proof = {"version": "9", "sources": "f" * 64, "parts": dict.fromkeys(names, empty) | {names[0]: part}}
    page = PROVE.rendered(proof)
    assert "**1,200 cases; 2 differ, 1 of them for no known reason.**" in page
    assert "| peer 1.0 | BLEU | 1,200 | 2 | a\\|b |" in page
    assert "Other tools that were there: peer 1.0." in page


def test_every_part_has_its_section() -> None:
    assert sorted(name for _, _, names in PROVE.SECTIONS for name in names) == sorted(PROVE.PARTS)
