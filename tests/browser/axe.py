"""axe in a page: every rule of WCAG and of good practice, in both themes."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import at_rest

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# axe as it is, in half the time. It keeps the private fields of each of the many colours that it makes in weak maps and
# sets, and reads the same few colours from text again and again: here a weak map is a hidden property of its keys,
# and a colour is read once.
FASTER = """(() => {
  class Hidden {
    #name = Symbol();
    #frozen = new WeakMap();
    #has(key) { return Object.hasOwn(key ?? 0, this.#name); }
    get(key) { return this.#has(key) ? key[this.#name] : this.#frozen.get(key); }
    has(key) { return this.#has(key) || this.#frozen.has(key); }
    delete(key) { return this.#has(key) ? delete key[this.#name] : this.#frozen.delete(key); }
    set(key, value) {
      if (this.#has(key)) key[this.#name] = value;
      else if (!Object.isExtensible(key)) this.#frozen.set(key, value);
      else Object.defineProperty(key, this.#name, {value, writable: true, configurable: true});
      return this;
    }
  }
  class HiddenSet extends Hidden {
    add(key) { return this.set(key, true); }
  }
  ((WeakMap, WeakSet) => {%(axe)s
  })(Hidden, HiddenSet);
  const {Color} = axe.commons.color;
  const parse = Color.prototype.parseString;
  const read = new Map();
  Color.prototype.parseString = function (text) {
    if (!read.has(text)) {
      parse.call(this, text); // what cannot be read is refused every time
      read.set(text, [this.r, this.g, this.b, this.alpha]);
    }
    [this.r, this.g, this.b, this.alpha] = read.get(text);
    return this;
  };
})()"""


@cache
def _source() -> str:
    package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    return next(Path(package.__file__).parent.rglob("axe.min.js")).read_text(encoding="utf-8")


def violations(page: Any, only: str | None = None) -> list[str]:
    """What axe finds by its rules, or by those of one category (`only`)."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(FASTER % {"axe": _source()})
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
