"""A result in the form in which somebody needs it: text, JSON, LaTeX, a Python call, a command line."""

from __future__ import annotations

import json
import shlex
from typing import Any

from bolide.explanation import Explanation
from bolide.metrics.base import Metric
from bolide.metrics.options import options_of
from bolide.web.describe import Options, build

_LATEX = {c: f"\\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "|": r"\textbar{}",
    "<": r"\textless{}", ">": r"\textgreater{}",
}  # fmt: skip


def copy(form: str, metric: str, options: Options, hyp: str, refs: list[str]) -> str:
    """The text to be copied."""
    chosen = build(metric, options)
    if form == "python":
        return python_call(chosen, hyp, refs)
    if form == "command":
        return command_line(chosen, hyp, refs)
    explanation = chosen.explain(hyp, refs)
    if form == "json":
        return json.dumps(explanation.to_dict(), ensure_ascii=False, indent=2)
    return latex(explanation) if form == "latex" else text(explanation)


def text(explanation: Explanation) -> str:
    """The derivation in plain lines."""
    score = explanation.score
    lines = [f"{score.name} = {score.value:.4f} ({score.percent:.2f})"]
    if explanation.rating:
        lines.append(f"Rating: {explanation.rating}")
    lines.append(f"Signature: {score.signature}")
    for number, step in enumerate(explanation.steps, 1):
        given = ", ".join(f"{name} = {show(value)}" for name, value in step.numbers.items())
        lines += [
            "",
            f"{number}. {step.label} = {show(step.value)}",
            f"   {step.formula}; {given}",
            f"   {step.sentence}",
        ]
    return "\n".join(lines) + "\n"


def latex(explanation: Explanation) -> str:
    """A table of the steps; the signature goes under it, because without it the number cannot be compared."""
    rows = [
        f"  {_tex(step.label)} & {_tex(step.formula)} & {_tex(show(step.value))} \\\\" for step in explanation.steps
    ]
    head = [r"\begin{tabular}{llr}", r"  \hline", r"  Step & Formula & Value \\", r"  \hline"]
    note = f"% {explanation.score.signature}"
    return "\n".join([note, *head, *rows, r"  \hline", r"\end{tabular}"]) + "\n"


def _tex(words: str) -> str:
    return "".join(_LATEX.get(character, character) for character in words)


def show(value: Any) -> str:
    """A number as a reader wants it: whole ones whole, others to four places."""
    if isinstance(value, float):
        return f"{value:.4f}"
    if isinstance(value, list | tuple):
        return ", ".join(map(show, value))
    return str(value)


def python_call(metric: Metric, hyp: str, refs: list[str]) -> str:
    """Lines of Python that give this result."""
    kind = type(metric).__name__
    changed = ", ".join(f"{item.name}={getattr(metric, item.name)!r}" for item, _ in _changed(metric))
    given = repr(refs[0]) if len(refs) == 1 else repr(refs)
    return (
        f"from bolide import {kind}\n\nmetric = {kind}({changed})\n"
        f"explanation = metric.explain({hyp!r}, {given})\nprint(explanation.score)\n"
    )


def command_line(metric: Metric, hyp: str, refs: list[str]) -> str:
    """A command that gives this result."""
    words = ["bolide", "explain", "--metric", str(metric.signature()), "--hyp", hyp]
    for ref in refs:
        words += ["--ref", ref]
    return shlex.join(words) + "\n"


def _changed(metric: Metric) -> list[tuple[Any, Any]]:
    return [(item, record) for item, record in options_of(metric) if getattr(metric, item.name) != item.default]
