"""The examples in the docs that need an engine, executed with the engine that is installed."""

import re
from typing import Any

import pytest

from tests.docs.doctests import DOCS, run_session

PAGE = (DOCS / "guide" / "scale.md").read_text(encoding="utf-8")


def examples(engine: str) -> str:
    """The blocks that any reader needs, and those of one engine."""
    blocks = re.findall(r"```python( \w+)?\n(.*?)```", PAGE, re.DOTALL)
    return "\n".join(block for tag, block in blocks if tag.strip() in ("", engine))


def run(engine: str, **names: Any) -> None:
    run_session(examples(engine), "scale.md", names)


@pytest.mark.parametrize("engine", ["polars", "duckdb", "datasets"])
def test_examples(engine: str) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip(engine, reason=f"{engine} is not installed: pip install 'bolide[{engine}]'")
    run(engine)
