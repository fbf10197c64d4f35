"""Every example in README, docs and --help is executed, and everything public has its place in the docs."""

import doctest
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import bolide as bolide_package
from bolide import __version__, demo
from bolide.cli import COMMANDS, HELP, module_of
from bolide.metrics import METRICS
from bolide.metrics.options import options_of, write_plain
from bolide.text.tokenize import TOKENIZERS
from bolide.web.guide import for_visitors
from tests.cli.run import bolide
from tests.example_files import write_examples

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
OWN_SOURCE = {**os.environ, "PYTHONPATH": str(Path(bolide_package.__file__).parents[1])}
CHINESE = "我们明天去北京。\n他买了三本书。\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that examples speak of: the demonstration corpus under their names."""
    folder = tmp_path_factory.mktemp("examples")
    files = {
        "ref.txt": demo.HUMAN_A, "ref1.txt": demo.HUMAN_A, "ref2.txt": demo.HUMAN_B,
        "system.txt": demo.SYSTEMS["careful"], "a.txt": demo.SYSTEMS["careful"],
        "other.txt": demo.SYSTEMS["hasty"], "b.txt": demo.SYSTEMS["hasty"],
    }  # fmt: skip
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines) + "\n")
    write_examples(folder)
    for name in ("ref.zh", "system.zh", "stream.zh"):
        (folder / name).write_text(CHINESE)
    return folder


@pytest.fixture
def texts(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Those files in a folder of the test's own."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def console_examples() -> Iterator[tuple[str, str, str]]:
    """Page, command and output of every ```console block; signatures shown by an earlier version are as good."""
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
                yield page.name, command, re.sub(r"(?<=version:bolide-)\d[\w.]*", __version__, output)


def run_line(command: str) -> str:
    """A line as it would be typed, with `< file` for standard input."""
    if "parquet" in command:
        pytest.importorskip("pyarrow")
    words = shlex.split(command, comments=True)
    stdin = b""
    if "<" in words:
        at = words.index("<")
        stdin = Path(words[at + 1]).read_bytes()
        words[at : at + 2] = []
    if words[:2] == ["python", "-m"]:
        done = subprocess.run([sys.executable, *words[1:]], input=stdin, capture_output=True, env=OWN_SOURCE)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()
    assert words[0] == "bolide"
    result = bolide(*words[1:], stdin=stdin)
    assert result.code == 0, result.err
    return result.out


@pytest.mark.parametrize(("page", "command", "output"), list(console_examples()))
@pytest.mark.usefixtures("texts")
def test_console_examples(page: str, command: str, output: str) -> None:
    checker = doctest.OutputChecker()
    got = run_line(command)
    assert checker.check_output(output, got, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), got


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
@pytest.mark.usefixtures("texts")
def test_python_examples(page: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    if "import pyarrow" in "".join(blocks):
        pytest.importorskip("pyarrow")
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def help_examples() -> list[str]:
    epilogs = [HELP] + [import_module(module_of(name)).parser().epilog or "" for name in COMMANDS]
    lines = {line.strip() for text in epilogs for line in text.partition("examples:")[2].splitlines() if line}
    return sorted(line for line in lines if not line.startswith("bolide web"))  # they serve: tests/web/test_command.py


@pytest.mark.parametrize("line", help_examples())
@pytest.mark.usefixtures("texts")
def test_help_examples(line: str) -> None:
    out = run_line(line)
    assert out or " -o " in line


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_figures_are_what_is_drawn_today() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "figures").glob("*.svg")}
    drawn = script("make_figures").drawn()
    assert kept.keys() >= drawn.keys()
    assert {name: kept[name] for name in drawn} == drawn, "run: python scripts/make_figures.py"


@pytest.mark.parametrize("name", METRICS)
def test_visitors_of_the_page_see_what_explains_the_metric(name: str) -> None:
    """And nothing of options, code and pictures; whoever reads the file sees that, too."""
    page = (ROOT / "docs" / "metrics" / f"{name}.md").read_text(encoding="utf-8")
    shown = for_visitors(page)
    for heading in ("How it works", "By hand", "When not to trust it", "Questions", "Sources"):
        assert f"\n## {heading}\n" in shown
    assert "\n## In Bolide\n" in page
    for word in (">>> ", "| option |", "figures/"):
        assert word not in shown
        assert word in page or word == "figures/"


def test_the_reference_is_not_stale() -> None:
    module = script("make_cli_reference")
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert page == module.reference(), "run: python scripts/make_cli_reference.py"


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_its_page_with_every_option(name: str) -> None:
    page = (ROOT / "docs" / "metrics" / f"{name}.md").read_text(encoding="utf-8")
    for item, record in options_of(METRICS[name]):
        default = "" if item.default is None else write_plain(item.default)
        key = f"`{record.key}`" if record.key else ""
        assert f"| `{item.name}` | {default} | {key} | {record.help} |" in page
    for word in ("empty candidate", "empty reference", "both empty", "## Sources"):
        assert word in page


def test_every_tokenizer_is_explained() -> None:
    for cut in TOKENIZERS.values():
        assert cut.__doc__
