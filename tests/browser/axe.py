"""axe in a page: every rule of WCAG and of good practice, in both themes."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import at_rest, run

FASTER = Path(__file__).with_name("axe.js").read_text(encoding="utf-8").partition("AXE stands for its source.\n")[2]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def _source() -> str:
    package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    return next(Path(package.__file__).parent.rglob("axe.min.js")).read_text(encoding="utf-8")


def violations(page: Any, only: str | None = None) -> list[str]:
    """What axe finds by its rules, or by those of one category (`only`)."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(FASTER.replace("AXE", _source(), 1))
    found: list[str] = run(page, "violations", RULES, only)
    return found


def axe_in_both_themes(page: Any) -> None:
    """Every rule in one theme; those of colours in the other too, which differs in nothing else."""
    at_rest(page)
    assert violations(page) == []
    before = run(page, "butForColours")
    page.emulate_media(color_scheme="dark")
    try:
        at_rest(page)
        assert run(page, "butForColours") == before
        assert violations(page, "cat.color") == []
    finally:
        page.emulate_media(color_scheme="light")
