"""sacreBLEU's output: the scores of one system, and the table of several as a grid or as LaTeX."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bolide.system.messages import one_line

_colour = re.compile(r"\x1b\[[0-9;]*m")
_TEX = str.maketrans({
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "^": r"\^{}", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "\\": r"\textbackslash{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}",
})  # fmt: skip


def boxes(columns: Mapping[str, Sequence[str]]) -> str:
    """A table with box-drawing characters; a cell may have several lines."""
    heads, rows, widths = _laid_out(columns)
    lines = [_rule(widths, "╒═╤╕"), *_cells([heads], widths), _rule(widths, "╞═╪╡")]
    for number, row in enumerate(rows):
        if number:
            lines.append(_rule(widths, "├─┼┤"))
        lines += _cells(zip_longest(*(cell.split("\n") for cell in row), fillvalue=""), widths)
    return "\n".join([*lines, _rule(widths, "╘═╧╛")])


def booktabs(columns: Mapping[str, Sequence[str]]) -> str:
    """A LaTeX table; columns are as wide as their text before escaping."""
    heads, rows, widths = _laid_out(columns)
    lines = [rf"\begin{{tabular}}{{r{'c' * (len(heads) - 1)}}}", r"\toprule", _tex(heads, widths), r"\midrule"]
    return "\n".join([*lines, *(_tex(row, widths) for row in rows), r"\bottomrule", r"\end{tabular}"])


def _laid_out(columns: Mapping[str, Sequence[str]]) -> tuple[list[str], list[list[str]], list[int]]:
    heads = list(columns)
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    widths = []
    for head, cells in columns.items():
        parts = [_width(part) for cell in cells for part in cell.split("\n")]
        widths.append(max([_width(head) + 2, *parts]))
    return heads, rows, widths


def _width(text: str) -> int:
    return len(_colour.sub("", text))


def _padded(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Right-align the first column and centre the others, rounding to the left."""
    padded = []
    for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        room = width - _width(cell)
        before = room // 2 if number else room
        padded.append(" " * before + cell + " " * (room - before))
    return padded


def _cells(rows: Iterable[Sequence[str]], widths: Sequence[int]) -> list[str]:
    return [f"│ {' │ '.join(_padded(row, widths))} │" for row in rows]


def _rule(widths: Sequence[int], marks: str) -> str:
    left, line, cross, right = list(marks)
    return left + cross.join(line * (width + 2) for width in widths) + right


def _tex(row: Sequence[str], widths: Sequence[int]) -> str:
    return f" {' & '.join(cell.translate(_TEX) for cell in _padded(row, widths))} \\\\"


_COLOURS = {"black": 30, "red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37}


class Color:
    """Colours for a terminal, unless they are switched off."""

    ENABLE_COLORS = True

    @staticmethod
    def format(msg: str, color: str) -> str:
        """The text in a colour."""
        code = _COLOURS.get(color.lower())
        return f"\x1b[{code}m{msg}\x1b[0m" if Color.ENABLE_COLORS and code else msg


def print_single_results(results: list[str], args: Namespace) -> None:
    """Print the formatted scores of one system, aligned at the equals sign if there are several."""
    if args.format == "json":
        print("[\n" + ",\n".join(results) + "\n]" if len(results) > 1 else results[0])
        return
    if "μ" in results[0]:
        mark = re.compile(r"\(μ = [0-9.]+ ± [0-9.]+\)")
        results[:] = [mark.sub(lambda match: Color.format(match.group(), "cyan"), line) for line in results]
    if len(results) == 1:
        print(results[0])
        return
    columns = []
    for line in results:
        if "=" in line:
            columns.append(line.index("=") - 1)
        else:
            print(line)
    for column, line in zip(columns, results, strict=False):
        print(f"{line[:column]:>{max(columns)}}{line[column:]}")


def print_results_table(results: dict[str, Any], signatures: Mapping[str, str], args: Namespace) -> None:
    """Print the scores of several systems, with the results of a paired test."""
    if args.format == "json":
        names = ["system", *list(results)[1:]]
        rows = zip(*results.values(), strict=True)
        fields = ([cell if isinstance(cell, str) else vars(cell) for cell in row] for row in rows)
        print(json.dumps([dict(zip(names, row, strict=True)) for row in fields], indent=4))
        return
    boxed = args.format == "text"
    columns = _lines(results, args.width, "\n" if boxed else " ")
    baseline = next((cells[0] for cells in columns.values() if cells[0].startswith("Baseline:")), "")
    if baseline:
        for cells in columns.values():
            cells[0] = Color.format(cells[0], "yellow")
    table = {Color.format(name, "cyan"): cells for name, cells in columns.items()}
    print(boxes(table) if boxed else booktabs(table))
    print()
    if args.paired_bs or args.paired_ar:
        _explain_test(args, baseline)
    print("-----------------\nMetric signatures\n-----------------")
    for name, signature in signatures.items():
        print(f" - {name:<10} {signature}")


def _lines(results: dict[str, Any], width: int, between: str) -> dict[str, list[str]]:
    """Each column as text; a result of a test becomes score, interval and p-value."""
    columns = {"System": [one_line(name) for name in results.pop("System")]}
    resampled = False
    for name, cells in results.items():
        texts = []
        for cell in cells:
            text = cell if isinstance(cell, str) else f"{cell.score:.{width}f}"
            if not isinstance(cell, str) and cell.mean is not None:
                resampled = True
                text += f" ({cell.mean:.{width}f} ± {cell.ci:.{width}f})"
            if not isinstance(cell, str) and cell.p_value is not None:
                p = f"(p = {cell.p_value:.4f})"
                text += between + (Color.format(p, "red") if cell.p_value > 0.05 else f"{p}*")
            texts.append(text)
        columns[f"{name} (μ ± 95% CI)" if resampled else name] = texts
    return columns


# sacreBLEU's text below the table of a paired test, line by line, because scripts parse its output.
_TEST = Path(__file__).with_name("paired-test.txt")


def _explain_test(args: Namespace, baseline: str) -> None:
    if args.paired_bs:
        title = f"Paired bootstrap resampling test with {args.paired_bs_n} resampling trials"
        contents = "Actual system score / bootstrap estimated true mean / 95% CI are provided for each metric."
    else:
        title = f"Paired approximate randomization test with {args.paired_ar_n} trials"
        contents = "Actual system score is provided for each metric."
    null, base = Color.format("Null hypothesis", "green"), Color.format("baseline", "yellow")
    name, red = Color.format(baseline, "yellow"), Color.format("highlighted in red", "red")
    text = _TEST.read_text(encoding="utf-8")
    names = {"null": null, "lower": null.lower(), "name": name, "base": base, "red": red}
    print(text.format(line="-" * len(title), title=title, contents=contents, **names))
