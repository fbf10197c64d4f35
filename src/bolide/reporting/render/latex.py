"""Blocks as LaTeX: tables with the rules of booktabs, everything else as comments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bolide.reporting.blocks import Block, Cell, Drawing, Heading, Illustration, Layout, Paragraph, TableBlock, spans_of
from bolide.reporting.render.text import drawn_lines
from bolide.system.errors import visible

NEEDS = "% needs \\usepackage{booktabs}"


def latex(blocks: Sequence[Block], layout: Layout) -> str:
    """Tables as LaTeX with booktabs rules; headings and text as comments, after one on the required package unless the
    layout has only tables. A caption makes the first table a float."""
    lines, caption = [] if layout.tables_only else [NEEDS], layout.caption
    for block in blocks:
        text = _latex_block(block, layout.whole)
        if caption and isinstance(block, TableBlock):
            stop = "" if caption.endswith((".", "!", "?")) else "."
            full = f"{caption}{stop} {block.note}" if block.note else caption
            head = ["\\begin{table}", "\\centering", f"\\caption{{{_tex(full)}}}", f"\\label{{{_label(caption)}}}"]
            text = "\n".join([*head, text, "\\end{table}"])
            caption = ""
        lines.append(text)
    if layout.whole:
        lines = [_PREAMBLE, *lines[1:], "\\end{document}"]
    return "\n".join(lines) + "\n"


_PREAMBLE = r"""\documentclass{article}
\usepackage{booktabs}
\usepackage[margin=2cm]{geometry}
\setlength{\parindent}{0pt}
\begin{document}"""


def _label(caption: str) -> str:
    """The label of a table: the words that begin its caption."""
    words = re.findall("[a-z0-9]+", caption.lower())
    return "-".join(["tab:scores"] if not words else [f"tab:{words[0]}", *words[1:5]])


_TEX = {c: "\\" + c for c in "&%$#_{}"} | {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "×": "$\\times$",
    "±": "$\\pm$",
    "†": "$^{\\dagger}$",
    "≤": "$\\leq$",
    "≥": "$\\geq$",
    "–": "--",
    "−": "$-$",
    "→": "$\\to$",
    "✓": "$\\surd$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
}
_TEX |= {c: f"$_{low}$" for c, low in zip("₀₁₂₃₄₅₆₇₈₉ₙₚᵣ", "0123456789npr", strict=True)}
_LETTERS = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "μ": "mu", "ρ": "rho", "τ": "tau", "Σ": "Sigma"}
_GREEK = "[\u0370-\u03ff\u1f00-\u1fff]"
_LETTER = re.compile(f"(?<!{_GREEK})[{''.join(_LETTERS)}](?!{_GREEK})")  # in a formula, not in a Greek text


def _tex(text: str) -> str:
    escaped = "".join(_TEX.get(c, c) for c in visible(text)).replace("\n", " ")
    return _LETTER.sub(lambda match: f"$\\{_LETTERS[match[0]]}$", escaped)


def _latex_block(block: Block, whole: bool) -> str:
    match block:
        case TableBlock():
            body = ["\\toprule", _tex_row(block.header), "\\midrule", *map(_tex_row, block.rows), "\\bottomrule"]
            return "\n".join([f"\\begin{{tabular}}{{{block.align}}}", *body, "\\end{tabular}" + "\n" * whole])
        case Heading() if whole:
            return f"\\{'section' if block.level < 3 else 'subsection'}*{{{_tex(block.text)}}}"
        case Paragraph() if whole:
            return f"{_tex_cell(block.spans)}\n"
        case Drawing() if whole:
            return f"\\begin{{verbatim}}\n{drawn_lines(block)}\n\\end{{verbatim}}"
        case Heading():
            text = block.text
        case Paragraph():
            text = "".join(span.text for span in block.spans)
        case Drawing():
            text = drawn_lines(block)
        case Illustration():
            text = block.description
    return "% " + visible(text).replace("\n", "\n% ")


def _tex_row(row: Sequence[Cell]) -> str:
    r"""A row of a table. It must not begin with [ or *, which \\\\ of the previous row would take for an argument."""
    text = " & ".join(map(_tex_cell, row)) + " \\\\"
    return f"{{}}{text}" if text.lstrip().startswith(("[", "*")) else text


def _tex_cell(cell: Cell) -> str:
    parts = [(_tex(span.text), span.style) for span in spans_of(cell)]
    return "".join(f"\\textbf{{{text}}}" if style == "strong" else text for text, style in parts)
