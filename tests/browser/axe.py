"""axe in a page: every rule of WCAG and of good practice, in both themes."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import at_rest

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
    # Only what is asked about is described and sent: all that passes is much more.
    found = page.evaluate(
        """async ([tags, only]) => {
          const rules = axe.getRules(tags).filter((rule) => !only || rule.tags.includes(only));
          const runOnly = only ? {type: "rule", values: rules.map((rule) => rule.ruleId)} : tags;
          return (await axe.run(document, {runOnly, resultTypes: ["violations"]})).violations;
        }""",
        [RULES, only],
    )
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]


# All that rules look at, but for colours: the document, without what is read out, and what of it is seen where.
BUT_FOR_COLOURS = """() => [
  document.documentElement.outerHTML.replace(/(<p id="announcer"[^>]*>)[^<]*/, "$1"),
  ...[...document.querySelectorAll("*")].map((one) => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height, one.checkVisibility({visibilityProperty: true})].join();
  }),
].join(" ")"""


def axe_in_both_themes(page: Any) -> None:
    """Every rule in one theme; those of colours in the other too, which differs in nothing else."""
    at_rest(page)
    assert violations(page) == []
    before = page.evaluate(BUT_FOR_COLOURS)
    page.emulate_media(color_scheme="dark")
    try:
        at_rest(page)
        assert page.evaluate(BUT_FOR_COLOURS) == before
        assert violations(page, "cat.color") == []
    finally:
        page.emulate_media(color_scheme="light")
