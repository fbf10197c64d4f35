"""docs/people.md shows what its commands print on the WMT test sets."""

import importlib.util
import re
from pathlib import Path

import pytest

from bolide.kernels import COMPILED
from tests.real.data import DATA, needs_data

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("make_people_page", ROOT / "scripts" / "make_people_page.py")


@needs_data
@pytest.mark.skipif(not COMPILED, reason="scores are equal on both cores; once is enough")
def test_the_page_is_not_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert SPEC is not None
    assert SPEC.loader is not None
    module = importlib.util.module_from_spec(SPEC)
    SPEC.loader.exec_module(module)
    text = (ROOT / "docs" / "people.md").read_text(encoding="utf-8")
    assert len(module.BLOCK.findall(text)) == 4
    # Half of the page is enough here, without the rankings of metrics: they take most of the time.
    for command, shown in module.BLOCK.findall(text)[::2]:
        quick = re.sub(r"--rank \S+", "", command)
        expected = shown.partition("\nRanking by")[0].rstrip("\n")
        assert module.output(quick, DATA).rstrip("\n") == expected, "run: python scripts/make_people_page.py FOLDER"
