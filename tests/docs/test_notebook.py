"""The notebooks of the docs, run again: every cell works and shows what the notebook says it does."""

import json
import re
from typing import Any

import pytest

from tests.scripts import script

MAKER = script("make_notebook")
NOTEBOOKS = {name: json.loads(path.read_text(encoding="utf-8")) for name, path in MAKER.TARGETS.items()}


def plain(outputs: Any) -> Any:
    """Outputs as text, without the version and the look, which a later release may change."""
    for output in outputs:
        if "text/html" in output.get("data", {}):
            output["data"]["text/html"] = "…"
    return re.sub(r"version:bolide-\d[\w.]*", "version:bolide", json.dumps(outputs))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_cell_shows_what_it_did(name: str) -> None:
    names: dict[str, Any] = {}
    cells = [cell for cell in NOTEBOOKS[name]["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 5
    for cell in cells:
        assert plain(MAKER.run("".join(cell["source"]), names)) == plain(cell["outputs"]), "".join(cell["source"])
