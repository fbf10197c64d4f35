"""Writes the notebooks of the docs: the cells of scripts/notebooks/, run in this process, with what they show.

A source is Python in which `# %%` begins a cell of code and `# %% [markdown]` one of text. A test runs them again.
"""

import ast
import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

from bolide.system.files import write_text

ROOT = Path(__file__).parent.parent
SOURCES = Path(__file__).parent / "notebooks"
TARGETS = {"notebook": ROOT / "docs" / "guide" / "notebook.ipynb"}


def cells(name: str) -> list[tuple[str, str]]:
    """Kind and source of every cell of a notebook."""
    text = (SOURCES / f"{name}.py").read_text(encoding="utf-8")
    found = []
    for head, body in re.findall(r"^# %%(.*)\n((?:(?!# %%).*\n?)*)", text, re.MULTILINE):
        if head.strip() == "[markdown]":
            found.append(("markdown", re.sub(r"^# ?", "", body.strip(), flags=re.MULTILINE)))
        else:
            found.append(("code", body.strip()))
    return found


def run(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """A cell as a notebook runs it: what it prints, and what its last line is."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = _lines(value._repr_html_())
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def notebook(name: str) -> dict[str, Any]:
    """All cells with what they show."""
    names: dict[str, Any] = {}
    made: list[dict[str, Any]] = []
    for number, (kind, source) in enumerate(cells(name)):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": _lines(source)}
        if kind == "code":
            cell |= {"execution_count": None, "outputs": run(source, names)}
        made.append(cell)
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return {"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    for name, target in TARGETS.items():
        write_text(str(target), json.dumps(notebook(name), ensure_ascii=False, indent=1) + "\n")
