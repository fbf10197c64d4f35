"""The examples in the docs that need an engine, executed with the engine that is installed."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.docs.doctests import DOCS, run_session

pytestmark = pytest.mark.one_core

PAGES = (DOCS / "guide" / "scale.md", DOCS / "api" / "engines.md")


def examples(page: Path, engine: str) -> str:
    """The blocks that any reader needs, and those of one engine."""
    blocks = re.findall(r"```python( \w+)?\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return "\n".join(block for tag, block in blocks if tag.strip() in ("", engine))


def run(engine: str, **names: Any) -> None:
    for page in PAGES:
        run_session(examples(page, engine), page.name, names)


@pytest.mark.parametrize("engine", ["polars", "duckdb", "datasets"])
def test_examples(engine: str) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip(engine, reason=f"{engine} is not installed: pip install 'bolide[{engine}]'")
    run(engine)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_engine_has_its_examples(page: Path) -> None:
    tags = set(re.findall(r"```python (\w+)\n", page.read_text(encoding="utf-8")))
    assert tags == {"spark", "polars", "duckdb", "datasets"}
