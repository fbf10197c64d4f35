"""The notebooks of the docs, run again: every cell works and shows what the notebook says it does."""

import json
import re
from typing import Any

import pytest

from tests.scripts import script

MAKER = script("make_notebook")
NOTEBOOKS = {name: json.loads(path.read_text(encoding="utf-8")) for name, path in MAKER.TARGETS.items()}


def plain(outputs: Any) -> Any:
    """Outputs without the version, which a later release may change."""
    return re.sub(r"version:bolide-\d[\w.]*", "version:bolide", json.dumps(outputs))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_cell_shows_what_it_did(name: str) -> None:
    names: dict[str, Any] = {}
    cells = [cell for cell in NOTEBOOKS[name]["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 5
    for cell in cells:
        assert plain(MAKER.run("".join(cell["source"]), names)) == plain(cell["outputs"]), "".join(cell["source"])


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_notebook_is_the_script_s(name: str) -> None:
    """Nobody edits what is written by a script."""
    sources = [(cell["cell_type"], "".join(cell["source"])) for cell in NOTEBOOKS[name]["cells"]]
    assert sources == MAKER.cells(name)


@pytest.mark.parametrize(("name", "tables", "pictures"), [("notebook", 6, 3)])
def test_results_show_themselves_without_a_script(name: str, tables: int, pictures: int) -> None:
    shown = [
        "".join(output["data"]["text/html"])
        for cell in NOTEBOOKS[name]["cells"]
        for output in cell.get("outputs", [])
        if "text/html" in output.get("data", {})
    ]
    assert len(shown) >= tables
    for page in shown:
        assert page.startswith('<div class="bolide">')
        assert "<script" not in page
    assert sum("<svg" in page for page in shown) >= pictures
