"""What the site is built from: every page of the docs has its place in the navigation, and links survive the move."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.scripts import ROOT, script

pytestmark = pytest.mark.one_core

STAGE = script("site/stage")


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "source"
    STAGE.stage(folder)
    return folder


def test_every_page_has_its_place(staged: Path) -> None:
    named = [page for pages in STAGE.NAVIGATION.values() for page in pages]
    listed = ["index", *(re.sub(r".* <(.+)>", r"\1", page) for page in named)]
    for page, below in STAGE.BELOW.items():
        listed += [f"{page.rpartition('/')[0]}/{name}" for name in below]
    pages = [path.relative_to(staged).as_posix().removesuffix(".md") for path in staged.rglob("*.md")]
    assert len(pages) > 60
    assert [page for page in pages if not any(fnmatch(page, name) for name in listed)] == []
    absent = [name for name in listed if not any(fnmatch(page, name) for page in pages)]
    assert absent == ([] if (ROOT / "docs" / "trust.md").exists() else ["trust"])
    assert not list(staged.rglob("*.ipynb"))


def test_links_lead_somewhere_there_too(staged: Path) -> None:
    for page in staged.rglob("*.md"):
        text = re.sub(r"^(`{3,}).*?^\1", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for file in re.findall(r"\]\(([\w./-]+\.(?:md|ipynb))[)#]", text):
            assert (page.parent / file).exists(), f"{page.relative_to(staged)} links to {file}"


def test_nothing_is_fetched_from_elsewhere() -> None:
    """Neither style sheets, scripts nor fonts come from another host: the site is read without a network."""
    for path in (ROOT / "scripts" / "site").rglob("*"):
        if path.suffix in (".py", ".css", ".js"):
            assert "//" not in re.sub(r"^ *//.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE), path.name
