"""Results to copy: as text, JSON, LaTeX, a Python call or a command line."""

from __future__ import annotations

import shlex

from bolide.metrics import metric_class
from bolide.metrics.base import Metric
from bolide.metrics.options import options_of
from bolide.reporting.blocks import Layout
from bolide.reporting.render import render
from bolide.system.stored import to_json
from bolide.web.calls.describe import Options, build_scorer


def copy(form: str, metric: str, options: Options, hyp: str, refs: list[str]) -> str:
    """The text to copy."""
    scorer = build_scorer(metric, options).sentence
    if form == "python":
        return python_call(scorer, hyp, refs)
    if form == "command":
        return command_line(scorer, hyp, refs)
    explanation = scorer.explain(hyp, refs)
    if form == "json":
        return to_json(explanation.to_dict()) + "\n"
    return render(explanation.blocks(), "latex" if form == "latex" else "text", Layout(tables_only=True))


def python_call(metric: Metric, hyp: str, refs: list[str]) -> str:
    """Python code that reproduces this result."""
    kind = metric_class(metric.name).__name__
    values = [(item.name, getattr(metric, item.name), item.default) for item, _ in options_of(metric)]
    changed = ", ".join(f"{name}={value!r}" for name, value, default in values if value != default)
    references = repr(refs[0]) if len(refs) == 1 else repr(refs)
    return (
        f"from bolide import {kind}\n\nmetric = {kind}({changed})\n"
        f"explanation = metric.explain({hyp!r}, {references})\nprint(explanation.score)\n"
    )


def command_line(metric: Metric, hyp: str, refs: list[str]) -> str:
    """A command that reproduces this result; its signature contains every option."""
    return shlex.join(["bolide", "explain", "-m", str(metric.signature()), "--", hyp, *refs]) + "\n"
