"""The notebooks of the docs, run again: every cell works and shows what the notebook says it does."""

import json
import re
from typing import Any

import pytest

from tests.scripts import script

MAKER = script("make_notebook")
NOTEBOOKS = {name: json.loads(path.read_text(encoding="utf-8")) for name, path in MAKER.TARGETS.items()}


def plain(outputs: Any) -> Any:
    """Outputs without the version and the style sheet, which a later release may change."""
    return re.sub(r"(version:bolide)-\d[\w.]*|<style>.*?</style>", r"\1", json.dumps(outputs))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_cell_shows_what_it_did(name: str) -> None:
    names: dict[str, Any] = {}
    cells = [cell for cell in NOTEBOOKS[name]["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 5
    for cell in cells:
        assert plain(MAKER.run("".join(cell["source"]), names)) == plain(cell["outputs"]), "".join(cell["source"])
