"""Where a number of the derivation comes from: columns that marks add to, or an earlier step."""

from __future__ import annotations

from typing import Any

from bolide.explanation import Explanation, Step

Link = dict[str, Any]


def link_numbers(explanation: Explanation) -> list[dict[str, Link]]:
    """For each step, its numbers that lead somewhere: to a column of the row or to the step that computed it."""
    columns = {column for mark in explanation.marks for column in mark.adds}
    links: list[dict[str, Link]] = []
    for place, step in enumerate(explanation.steps):
        found: dict[str, Link] = {}
        for name, value in step.numbers.items():
            column = step.columns.get(name, name)
            if column in columns:
                found[name] = {"column": column}
            elif (source := _source(explanation.steps[:place], name, value)) is not None:
                found[name] = {"step": source}
        links.append(found)
    return links


def _source(earlier: tuple[Step, ...], name: str, value: Any) -> int | None:
    """The latest earlier step that gave this number: by its value, and by its symbol or label where several did."""
    same = [place for place, step in enumerate(earlier) if step.value == value]
    called = [
        place for place in same if _symbol(earlier[place]) == name or name.lower() in earlier[place].label.lower()
    ]
    return called[-1] if called else same[0] if len(same) == 1 and isinstance(value, float) else None


def _symbol(step: Step) -> str:
    return step.formula.partition("=")[0].strip()
