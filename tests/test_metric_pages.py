"""What the pages in docs/metrics say is what the program does: examples are run, tables compared with the options."""

import doctest
from dataclasses import fields
from pathlib import Path

import pytest

from bolide import METRICS

PAGES = sorted((Path(__file__).parents[1] / "docs" / "metrics").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_come_out(page: Path) -> None:
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_table_of_options_is_the_metrics(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for item in fields(METRICS[page.stem]):
        option = item.metadata["option"]
        row = f"| `{item.name}` | {item.default} | {option.help} | `{option.key}` |"
        assert row in text
