"""Puts the sources of the site together: docs/, the pages of the root, the reference, the navigation.

python scripts/site/stage.py FOLDER
"""

import json
import re
import runpy
import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from bolide.metrics import METRICS
from bolide.metrics.options import options_of, write_plain

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
REFERENCE = {"api": "api_reference.py", "cli": "cli_reference.py"}
EXAMPLES_OF = runpy.run_path(str(ROOT / "src" / "bolide" / "cli" / "parser" / "help.py"))["examples_of"]
PROJECT = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
# The navigation: captions and pages in order, some with a shorter title; a pattern adds all pages not named before.
NAVIGATION = {
    "Start": ["start"],
    "Tutorials": [
        "tutorials/compare-three-systems",
        "tutorials/report-in-a-paper",
        "tutorials/why-the-score-fell",
        "tutorials/evaluate-a-metric",
        "tutorials/train-and-decode",
        "tutorials/teach-a-class",
    ],
    "User guide": [
        "guide/texts",
        "guide/languages",
        "guide/two-scores",
        "guide/other-scores",
        "guide/continuous-integration",
        "guide/python",
        "guide/judgments",
        "guide/report",
        "guide/page",
        "guide/drop-in",
        "guide/scale",
        "Notebook <guide/notebook.ipynb>",
    ],
    "Metrics": ["metrics/bleu", "metrics/chrf", "metrics/meteor", "metrics/ter", "metrics/rgbf", "metrics/*"],
    "Statistics": ["statistics", "people"],
    "About": ["differences", "stability", "performance", "glossary"],
    "Reference": ["cli/index", "api/index"],
    "Contributing": ["project/CONTRIBUTING", "design", "extending", "project/*"],
}
# Pages that have others below them.
BELOW = {"cli/index": ["*"], "api/index": ["*"]}


def stage(folder: Path) -> None:
    """Write all sources below `folder`, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder)
    for name, module in REFERENCE.items():
        (folder / name).mkdir()
        for file, text in runpy.run_path(str(HERE / module))["pages"]().items():
            (folder / name / file).write_text(text, encoding="utf-8")
    (folder / "project").mkdir()
    for name in PROJECT:
        text = (ROOT / name).read_text(encoding="utf-8")
        (folder / "project" / name).write_text(text.replace("](docs/", "](../"), encoding="utf-8")
    for notebook in folder.rglob("*.ipynb"):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        text = "\n\n".join(part for cell in cells for part in _parts(cell))
        notebook.with_name(f"{notebook.name}.md").write_text(text, encoding="utf-8")
        notebook.unlink()
    for name in METRICS:
        page = folder / "metrics" / f"{name}.md"
        before, heading, after = page.read_text(encoding="utf-8").partition("### Options\n\n")
        page.write_text(before + heading + _options(name) + "\n" + after.partition("\n")[2], encoding="utf-8")
    for page in folder.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        here = page.relative_to(folder)
        if here.parts[0] != "project":
            page.write_text(_linked(_readable(text), len(here.parts) - 1), encoding="utf-8")
    _navigate(folder)


def _options(name: str) -> str:
    """The options of a metric as a table."""
    rows = ["| option | default | signature | what it does |", "|---|---|---|---|"]
    for item, record in options_of(METRICS[name]):
        default = "" if item.default is None else write_plain(item.default)
        rows.append(f"| `{item.name}` | {default} | {f'`{record.key}`' if record.key else ''} | {record.help} |")
    return "\n".join(rows)


def _readable(text: str) -> str:
    """Examples without what only doctest needs: the line for an empty line, and the empty line at the end; long
    commands in several lines."""
    text = re.sub(r"^<BLANKLINE>$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^```(?:sh|console)\n.*?^```$", _broken, text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^(```+)(py(?:thon|con).*?)\n+^\1$", r"\1\2\n\1", text, flags=re.MULTILINE | re.DOTALL)


def _broken(block: re.Match[str]) -> str:
    """A block of examples whose commands fit into its box; one with a comment behind it stays as it is."""
    command = r"^((?:\$ )?)(bolide (?:[^#\n]*\\\n)*[^#\n]*)$"
    return re.sub(command, lambda one: one[1] + _in_lines(one[2]), block[0], flags=re.MULTILINE)


def _in_lines(command: str) -> str:
    """A command in lines that a shell joins again, as `bolide help` prints them."""
    one = re.sub(r"\s*\\\n\s*", " ", command)
    return "\n".join(EXAMPLES_OF(ArgumentParser(epilog=f"examples:\n{one}"))).lstrip()


def _linked(text: str, depth: int) -> str:
    """Links to the pages of the root and to notebooks, from a page of docs/ that lies so deep."""
    up = "../" * depth
    text = re.sub(r"\]\((?:\.\./)+(" + "|".join(map(re.escape, PROJECT)) + ")", rf"]({up}project/\1", text)
    return re.sub(r"\]\(([\w./-]+\.ipynb)\)", r"](\1.md)", text)


# --- notebooks that were run before: their texts, their code, and what the code showed ----------------------------


def _parts(cell: dict[str, Any]) -> list[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    return [_fenced("python", source), *map(_output, cell["outputs"])]


def _output(output: dict[str, Any]) -> str:
    if "text" in output:
        return _fenced("text", "".join(output["text"]))
    if "text/html" in output["data"]:
        return _fenced("{raw} html", "".join(output["data"]["text/html"]))
    return _fenced("text", "".join(output["data"]["text/plain"]))


def _fenced(language: str, text: str) -> str:
    return f"``````{language}\n{text.rstrip()}\n``````"


# --- navigation ---------------------------------------------------------------------------------------------------


def _navigate(folder: Path) -> None:
    _append(folder / "index.md", [_tree(pages, caption) for caption, pages in NAVIGATION.items()])
    for page, pages in BELOW.items():
        _append(folder / f"{page}.md", [_tree(pages)])


def _tree(pages: list[str], caption: str = "") -> str:
    named = f":caption: {caption}\n" if caption else ""
    return "\n```{toctree}\n:hidden:\n:glob:\n" + named + "\n" + "\n".join(pages) + "\n```\n"


def _append(page: Path, parts: list[str]) -> None:
    page.write_text(page.read_text(encoding="utf-8") + "".join(parts), encoding="utf-8")


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
