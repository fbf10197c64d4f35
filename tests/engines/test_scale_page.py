"""The examples of docs/guide/scale.md that need an engine, executed with the engine that is installed."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "scale.md"


def examples(engine: str) -> str:
    """The blocks that any reader needs, and those of one engine."""
    blocks = re.findall(r"```python( \w+)?\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert any(tag.strip() == engine for tag, _ in blocks)
    return "\n".join(block for tag, block in blocks if tag.strip() in ("", engine))


def run(engine: str, **names: Any) -> None:
    test = doctest.DocTestParser().get_doctest(examples(engine), names, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("engine", ["polars", "duckdb", "datasets"])
def test_examples(engine: str) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip(engine, reason=f"{engine} is not installed: pip install 'bolide[{engine}]'")
    run(engine)


def test_every_engine_has_its_examples() -> None:
    tags = set(re.findall(r"```python (\w+)\n", PAGE.read_text(encoding="utf-8")))
    assert tags == {"spark", "polars", "duckdb", "datasets"}
