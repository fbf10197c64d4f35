"""The score as an equation: the last step, and below it the steps that it is made from, every number a way onward."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bolide.data.explanation import Explanation, Step
from bolide.web.calls.evidence import Link

_OWN_NAME = re.compile(r"^\w+ = ")


def equation(explanation: Explanation, links: Sequence[Mapping[str, Link]]) -> list[dict[str, Any]]:
    """Lines of text and numbers: first the score, then each step that one of its numbers leads to."""
    last = len(explanation.steps) - 1
    if last < 0:
        return []
    onward = [link["step"] for link in links[last].values() if "step" in link]
    places = [last, *(place for place in dict.fromkeys(onward) if place != last)]
    return [_line(explanation.steps[place], place, links[place]) for place in places]


def _line(step: Step, place: int, links: Mapping[str, Link]) -> dict[str, Any]:
    return {"label": step.label, "value": step.value, "step": place, "pieces": list(_pieces(step, links))}


def _pieces(step: Step, links: Mapping[str, Link]) -> Iterator[str | dict[str, Any]]:
    """The formula with a number at the first mention of each name; names that it does not mention follow it."""
    formula = _OWN_NAME.sub("", step.formula)
    rest = dict(step.numbers)
    if rest:
        names = "|".join(re.escape(name) for name in sorted(rest, key=len, reverse=True))
        at = 0
        for match in re.finditer(rf"(?<!\w)(?:{names})(?=[²³]|\W|$)", formula):
            if match[0] in rest:
                yield formula[at : match.start()]
                yield _number(match[0], rest.pop(match[0]), links)
                at = match.end()
        formula = formula[at:]
    yield formula
    for k, (name, value) in enumerate(rest.items()):
        yield ": " if k == 0 else ", "
        yield _number(name, value, links)


def _number(name: str, value: Any, links: Mapping[str, Link]) -> dict[str, Any]:
    return {"name": name, "value": value, **links.get(name, {})}
