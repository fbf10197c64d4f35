"""Where a number of the derivation comes from: a column that marks add to, an earlier step, or an option."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bolide.data.explanation import Explanation

Link = dict[str, Any]
# What formulas call the options that they use.
SYMBOLS = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "w": "weights"}


def link_numbers(explanation: Explanation, options: Collection[str] = ()) -> list[dict[str, Link]]:
    """For each step, its numbers that lead somewhere: to a column, to the step that computed it, or to one of these
    options. A number of the formula that no step computes belongs to the first step that shows it, and to all the
    columns that are counted there.
    """
    made: dict[str, int] = {}
    links: list[dict[str, Link]] = []
    for place, step in enumerate(explanation.steps):
        found: dict[str, Link] = {name: {"option": _option(name)} for name in step.numbers if _option(name) in options}
        counted = {"columns": list(dict.fromkeys(step.columns.values()))}
        for name, term in step.terms.items():
            if term in made or step.columns:
                found[name] = {"step": made[term]} if term in made else counted
        found |= {name: {"column": column} for name, column in step.columns.items()}
        links.append(found)
        for term in (*step.terms.values(), *filter(None, [step.made])):
            made.setdefault(term, place)
    return links


def _option(name: str) -> str:
    """The option that a formula's symbol stands for: w2 is one of the weights."""
    return SYMBOLS.get(name.rstrip("0123456789"), name)
