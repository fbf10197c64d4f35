"""The notebook of the docs, run again: every cell works and shows what the notebook says it does."""

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOK = json.loads((ROOT / "docs" / "guide" / "notebook.ipynb").read_text(encoding="utf-8"))


def maker() -> Any:
    spec = importlib.util.spec_from_file_location("make_notebook", ROOT / "scripts" / "make_notebook.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plain(outputs: Any) -> Any:
    """Outputs without the version, which a later release may change."""
    return re.sub(r"version:bolide-\d[\w.]*", "version:bolide", json.dumps(outputs))


def test_every_cell_shows_what_it_did() -> None:
    pytest.importorskip("numpy", reason="comparisons need numpy")
    names: dict[str, Any] = {}
    run = maker().run
    cells = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 8
    for cell in cells:
        assert plain(run("".join(cell["source"]), names)) == plain(cell["outputs"]), "".join(cell["source"])


def test_the_notebook_is_the_script_s() -> None:
    """Nobody edits what is written by a script."""
    sources = [(cell["cell_type"], "".join(cell["source"])) for cell in NOTEBOOK["cells"]]
    assert sources == maker().CELLS


def test_results_show_themselves_without_a_script() -> None:
    shown = [
        "".join(output["data"]["text/html"])
        for cell in NOTEBOOK["cells"]
        for output in cell.get("outputs", [])
        if "text/html" in output.get("data", {})
    ]
    assert len(shown) >= 6
    for page in shown:
        assert page.startswith('<div class="bolide">')
        assert "<script" not in page
    assert sum("<svg" in page for page in shown) >= 3
