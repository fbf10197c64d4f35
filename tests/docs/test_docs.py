"""Every example in README, docs and --help is executed, and everything public has its place in the docs."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bolide as bolide_package
from bolide import __version__
from bolide.cli.main import COMMANDS, HELP, module_of
from bolide.reporting.blocks import TableBlock
from tests.cli.run import bolide
from tests.docs.doctests import VERSION, run_session
from tests.docs.example_files import write_examples
from tests.scripts import script

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
OWN_SOURCE = {**os.environ, "PYTHONPATH": str(Path(bolide_package.__file__).parents[1])}

# What is not run here; `web` serves: tests/web.
NOT_COMMANDS = (
    *("python3 -m venv ", "pip ", "scripts/", "python scripts/", "python -m bench ", "cd ", "bolide web", "source "),
)
BLOCK = re.compile(r"^```(console|sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
TEXTS |= {f"api/{name}": text for name, text in script("site/api_reference").pages().items()}
WITH_EXAMPLES = [name for name, text in TEXTS.items() if BLOCK.search(text)]


def run_line(command: str) -> str:
    """A line as it would be typed, with `< file` for standard input."""
    words = shlex.split(command, comments=True)
    stdin = b""
    if "<" in words:
        at = words.index("<")
        stdin = Path(words[at + 1]).read_bytes()
        words[at : at + 2] = []
    if words[:2] == ["bolide", "accelerate"]:  # becomes another program
        words[:1] = ["python", "-m", "bolide"]
    if words[:2] == ["python", "-m"]:
        done = subprocess.run([sys.executable, *words[1:]], input=stdin, capture_output=True, env=OWN_SOURCE)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()
    assert words[0] == "bolide", command
    result = bolide(*words[1:], stdin=stdin)
    assert result.code == 0, f"{command}\n{result.err}"
    return result.out


def check_console(block: str) -> None:
    """Commands and what they print."""
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        wanted, got = VERSION.sub(__version__, output), run_line(command)
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        assert doctest.OutputChecker().check_output(wanted, got, flags), f"$ {command}\n{got}"


def check_shell(block: str) -> None:
    """Commands alone."""
    for line in block.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith(("#", *NOT_COMMANDS)):
            run_line(line)


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_every_example_of_a_page(page: str, here: Path) -> None:
    """From top to bottom, in the folder that `bolide demo --write` makes: what one example writes the next may read."""
    write_examples(here, made=False)
    content = TEXTS[page]
    if "parquet" in content:
        pytest.importorskip("pyarrow")
    names: dict[str, Any] = {}
    for language, block in BLOCK.findall(content):
        if language == "console":
            check_console(block)
        elif language == "python":
            run_session(block, page, names)
        else:
            check_shell(block)


def help_examples() -> list[str]:
    epilogs = [HELP] + [module_of(name).parser().epilog or "" for name in COMMANDS]
    lines = {line.strip() for text in epilogs for line in text.partition("examples:")[2].splitlines() if line}
    return sorted(
        line for line in lines if not line.startswith(("bolide web", "bolide accelerate"))
    )  # tests/web, tests/peers


def checked_table(table: TableBlock) -> TableBlock:
    """Whoever sees a part of a table that is too wide for the terminal can tell what it says, and of what."""
    assert len(set(table.header[table.keys :])) == len(table.header[table.keys :]), table.header
    if table.header[0] not in ("", "tokens"):  # the words of a text may be repeated
        assert len({row[: table.keys] for row in table.rows}) == len(table.rows), table.header
    return table


@pytest.mark.parametrize("line", help_examples())
def test_help_examples(line: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_examples(here)
    if "parquet" in line:
        pytest.importorskip("pyarrow")
    of = TableBlock.of
    monkeypatch.setattr(TableBlock, "of", lambda *cells, **more: checked_table(of(*cells, **more)))
    out = run_line(line)
    assert out or " -o " in line


def test_figures_are_what_is_drawn_today() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "figures").glob("*.svg")}
    drawn = script("make_figures").drawn()
    assert kept.keys() >= drawn.keys()
    assert {name: kept[name] for name in drawn} == drawn, "run: python scripts/make_figures.py"
