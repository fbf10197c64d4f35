"""docs/people.md shows what its commands print on the WMT test sets: each is run as it stands there."""

from collections.abc import Iterator
from functools import cache

import pytest

from bolide.kernels import COMPILED
from bolide.testset import score_tables
from tests.real.data import DATA, needs_data
from tests.scripts import ROOT, script

TEXT = (ROOT / "docs" / "people.md").read_text(encoding="utf-8")
MAKE = script("make_people_page")
BLOCKS = MAKE.BLOCK.findall(TEXT)


@pytest.fixture(scope="module", autouse=True)
def _score_files_are_read_once() -> Iterator[None]:
    """Three commands read the same two folders."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(score_tables, "read_score_file", cache(score_tables.read_score_file))
        yield


@needs_data
@pytest.mark.skipif(not COMPILED, reason="scores are equal on both cores; once is enough")
@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=range(1, len(BLOCKS) + 1))
def test_the_page_is_not_stale(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert MAKE.output(command, DATA) == shown, "run: python scripts/make_people_page.py FOLDER"
