"""Where a number of the derivation comes from: a column that marks add to, or an earlier step."""

from __future__ import annotations

import re
from typing import Any

from bolide.explanation import Explanation, Step

Link = dict[str, Any]
_LENGTHS = {"c": "hyp_len", "r": "ref_len"}  # as the papers write them
_ORDER = re.compile(r"(\d+)-gram")


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
            own = step.columns.get(name) or _column(columns, step.label, name, value)
            if own in columns:
                found[name] = {"column": own}
            elif (source := _source(explanation.steps[:place], name, value)) is not None:
                found[name] = {"step": source}
        links.append(found)
    return links


def _column(columns: dict[str, int], label: str, name: str, value: Any) -> str | None:
    """The column that a number is named after: `match` in a step on “word 2-grams” is `match_word_2`.

    It must also add up to the number, so that a chance likeness of names leads nowhere.
    """
    for column in (name, f"match_{name}", _LENGTHS.get(name, "")):
        if columns.get(column) == value:
            return column
    order = _ORDER.search(label)
    if order is None:
        return None
    start, end = f"{name}_", f"_{order[1]}"
    fitting = [c for c, total in columns.items() if total == value and c.startswith(start) and c.endswith(end)]
    same_unit = [c for c in fitting if c.removeprefix(start).removesuffix(end)[:4] in label]
    return next(iter(same_unit), None)


def _source(earlier: tuple[Step, ...], name: str, value: Any) -> int | None:
    """The earlier step that gave this number: it has the value, and the name as its symbol or in its label."""
    same = [place for place, step in enumerate(earlier) if step.value == value]
    by_symbol = [place for place in same if _symbol(earlier[place]) == name]
    by_label = [place for place in same if _in_label(name, earlier[place].label)]
    return next(iter([*by_symbol, *by_label]), None)


def _symbol(step: Step) -> str:
    return step.formula.partition("=")[0].strip()


def _in_label(name: str, label: str) -> bool:
    """`mean` is in “Geometric mean”, `F2` is that of “2-grams”."""
    words = label.lower().replace("-", " ").split()
    return name.lower() in words or (name[:1] == "F" and name[1:].isdigit() and name[1:] in words)
