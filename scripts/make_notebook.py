"""Writes docs/guide/notebook.ipynb: its cells, run in this process, with what they show. A test runs them again."""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

from bolide.outputs import write_text

TARGET = Path(__file__).parent.parent / "docs" / "guide" / "notebook.ipynb"

_CELLS = [
    (
        "markdown",
        "# Bolide in a notebook\n\nEvery result shows itself: the last line of a cell becomes a table or a picture.",
    ),
    (
        "code",
        "import bolide\nfrom bolide import BLEU, METEOR, TER, demo\n\n"
        "refs = demo.HUMAN_A\nhyps = demo.SYSTEMS['hasty']",
    ),
    ("markdown", "## A score\n\nA score is a number with its settings: it rounds, formats and compares."),
    ("code", "score = BLEU().corpus(hyps, refs)\nscore"),
    ("code", "print(f'{score:.3f} {score:.1%} {score.percent:.2f}', round(score, 2), score > 0.1)"),
    ("markdown", "## A report\n\nSeveral metrics at once, and the scores of every segment."),
    ("code", "report = bolide.score(hyps, refs, ['bleu', 'ter'], segments=True)\nreport"),
    (
        "markdown",
        "`report.to_pandas()`, `.to_polars()` and `.to_arrow()` give this as a table of theirs; without them:",
    ),
    ("code", "report.columns()['value']"),
    ("markdown", "## Why\n\nAn explanation unfolds a score into every count it came from, and draws it."),
    ("code", "METEOR(variant='nltk').explain(hyps[0], refs[0])"),
    ("code", "TER().explain('on the mat the cat sat', 'the cat sat on the mat')"),
    ("markdown", "The same as text: `print(explanation)`, `explanation.to_markdown()`, `.to_svg()`, `.to_html()`."),
    ("code", "print(TER().explain('a b', 'a c').to_markdown()[:200])"),
    ("markdown", "## Rows\n\nUnder every score lies a table of integers; rows add."),
    ("code", "BLEU(max_order=2).measure(hyps, refs)"),
    ("markdown", "## Two systems\n\nIntervals, a test, a picture."),
    (
        "code",
        "from bolide.significance import Plan, Sample, compare\n\n"
        "samples = [Sample.of(name, BLEU(), BLEU().measure(lines, refs)) for name, lines in demo.SYSTEMS.items()]\n"
        "compare(samples, Plan(trials=1000))",
    ),
    ("markdown", "## The whole test set\n\nOne HTML file with everything; see [the guide](report.md)."),
    ("code", "page = bolide.report.html(demo.SYSTEMS, refs, ['bleu', 'ter'])\npage.startswith('<!doctype html>')"),
]
# Code is written with double quotes in the notebook, as everywhere else.
CELLS = [(kind, source.replace("'", '"') if kind == "code" else source) for kind, source in _CELLS]


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


def notebook() -> dict[str, Any]:
    """All cells with what they show."""
    names: dict[str, Any] = {}
    cells: list[dict[str, Any]] = []
    for number, (kind, source) in enumerate(CELLS):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": _lines(source)}
        if kind == "code":
            cell |= {"execution_count": None, "outputs": run(source, names)}
        cells.append(cell)
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    write_text(str(TARGET), json.dumps(notebook(), ensure_ascii=False, indent=1) + "\n")
