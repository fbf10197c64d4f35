"""Links between the pages of the docs lead somewhere, headings included, and every page can be found."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.scripts import ROOT

DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md")), *sorted(DOCS.rglob("*.ipynb"))]
FENCED = re.compile(r"^(`{3,})[^\n]*\n.*?^\1`*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
OUTSIDE = ("http://", "https://", "mailto:")


@cache
def text_of(page: Path) -> str:
    """A page's Markdown without code, in which brackets are no links."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return re.sub(r"`[^`\n]*`", lambda code: code[0].translate({ord("["): " ", ord("("): " "}), FENCED.sub("", text))


@cache
def anchors(page: Path) -> set[str]:
    """What can stand behind the # in a link to a page: its headings, as GitHub and MyST write them."""
    repeated = Counter[str]()
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        slug = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        found.add(f"{slug}-{repeated[slug]}" if slug in repeated else slug)
        repeated[slug] += 1
    return found


def links(page: Path) -> list[tuple[str, str]]:
    """File and anchor of every link that stays in the repository."""
    found = [target for target in LINK.findall(text_of(page)) if not target.startswith(OUTSIDE)]
    return [(file, anchor) for file, _, anchor in (target.partition("#") for target in found)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for file, anchor in links(page):
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{page.name} links to {file}, which is not there"
        assert not anchor or anchor in anchors(target), f"{target.name} has no heading #{anchor}"


def test_every_page_can_be_found() -> None:
    """By links alone, from the first page of the docs."""
    seen: set[Path] = set()
    waiting = [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page not in seen and page in PAGES:
            seen.add(page)
            waiting += [(page.parent / file).resolve() for file, _ in links(page) if file]
    lost = [page.relative_to(ROOT).as_posix() for page in PAGES if page.is_relative_to(DOCS) and page not in seen]
    assert lost == []
