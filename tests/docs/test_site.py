"""What the site is built from: every page of the docs has its place in the navigation, and links survive the move."""

import re
import shlex
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


def test_commands_fit_their_box(staged: Path) -> None:
    """80 columns, in lines that a shell joins again to the same command."""
    blocks = [
        block for page in staged.rglob("*.md")
        for block in re.findall(r"^```(?:sh|console)\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    ]  # fmt: skip
    command = re.compile(r"^(?:\$ )?(bolide (?:.*\\\n)*.*)$", re.MULTILINE)
    commands = [line for block in blocks for line in command.findall(block)]
    assert len(commands) > 150
    lines = [line for command in commands for line in command.splitlines() if "|" not in line and "#" not in line]
    assert [line for line in lines if len(line) > 80] == []  # a signature is one word
    page = (ROOT / "docs" / "guide" / "report.md").read_text(encoding="utf-8")
    long = max(re.findall(r"^bolide .*$", page, re.MULTILINE), key=len)
    assert len(long) > 100
    assert any(shlex.split(command.replace("\\\n", "")) == shlex.split(long) for command in commands)
