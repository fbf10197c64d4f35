"""Where a number of the derivation comes from: a column that marks add to, or an earlier step."""

from __future__ import annotations

from typing import Any

from bolide.explanation import Explanation

Link = dict[str, Any]


def link_numbers(explanation: Explanation) -> list[dict[str, Link]]:
    """For each step, its numbers that lead somewhere: to a column of the row or to the step that computed it."""
    made: dict[str, int] = {}
    links: list[dict[str, Link]] = []
    for place, step in enumerate(explanation.steps):
        found: dict[str, Link] = {name: {"step": made[term]} for name, term in step.terms.items() if term in made}
        found |= {name: {"column": column} for name, column in step.columns.items()}
        links.append(found)
        if step.made:
            made[step.made] = place
    return links
