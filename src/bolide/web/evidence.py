"""Where a number of the derivation comes from: columns that marks add to, or an earlier step."""

from __future__ import annotations

import re
from typing import Any

from bolide.explanation import Explanation, Step

Link = dict[str, Any]
_ORDER = re.compile(r"(\d+)-gram")
_PLACE = re.compile(r"\w+_\d+")


def link_numbers(explanation: Explanation) -> list[dict[str, Link]]:
    """For each step, its numbers that lead somewhere: to a column of the row or to the step that computed it."""
    columns: dict[str, int] = {}
    for mark in explanation.marks:
        for column, amount in mark.adds.items():
            columns[column] = columns.get(column, 0) + amount
    links: list[dict[str, Link]] = []
    for place, step in enumerate(explanation.steps):
        found: dict[str, Link] = {}
        for name, value in step.numbers.items():
            column = step.columns.get(name) or _column(columns, step.label, name, value)
            if column in columns:
                found[name] = {"column": column}
            elif (source := _source(explanation.steps[:place], name, value)) is not None:
                found[name] = {"step": source}
        links.append(found)
    return links


def _column(columns: dict[str, int], label: str, name: str, value: Any) -> str | None:
    """The column that a number is named after: `match` in a step on “word 2-grams” is `match_word_2`.

    It must also add up to the number, so that a chance likeness of names leads nowhere.
    """
    if columns.get(name) == value:
        return name
    order = _ORDER.search(label)
    if order is None:
        return None
    fitting = [c for c, total in columns.items() if total == value and _PLACE.fullmatch(c) and c.startswith(f"{name}_")]
    fitting = [c for c in fitting if c.endswith(f"_{order[1]}")]
    same_unit = [c for c in fitting if c.removeprefix(f"{name}_").rpartition("_")[0][:4] in label]
    return next(iter(same_unit), None)


def _source(earlier: tuple[Step, ...], name: str, value: Any) -> int | None:
    """The latest earlier step that gave this number: by its value, and by its symbol or label where several did."""
    same = [place for place, step in enumerate(earlier) if step.value == value]
    called = [
        place for place in same if _symbol(earlier[place]) == name or name.lower() in earlier[place].label.lower()
    ]
    return called[-1] if called else same[0] if len(same) == 1 and isinstance(value, float) else None


def _symbol(step: Step) -> str:
    return step.formula.partition("=")[0].strip()
