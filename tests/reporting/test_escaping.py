"""A law over every leaf of every result: whatever text stands there, it stays text in every format."""

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from types import UnionType
from typing import Any

import pytest

from bolide.classroom.cards import Cards
from bolide.classroom.laboratory import Laboratory
from bolide.classroom.mistakes import Mistakes
from bolide.data.results import Report, Result
from bolide.metrics.base import Metric
from bolide.reporting.render import RENDERED, render
from bolide.reporting.testset.data import TestSetReport
from tests.data.test_results import RESULTS
from tests.reporting.test_document import Elements

markdown_it = pytest.importorskip("markdown_it")

ACTS = "<i id=canary onx=1>\"'></script></style></title><i id=canary>\x1b[31m\u202e\u2028"
CANARY = f"=canary(){ACTS}\n\\canary{{}}|[x](//canary) <//canary> *c* `c` $m$ & ~ % #"


OWN = {Cards, Laboratory, Mistakes}  # which hold no text of others
READ_BACK = {Report, TestSetReport}  # results that may come from a file: there a text may stand where a number should


def leaves(value: Any, kinds: type | UnionType, path: str = "") -> Iterator[str]:
    """The paths of all values of these kinds, without indices: those of all items of a list are one leaf."""
    if isinstance(value, kinds):
        yield path
    for name, part in parts(value):
        yield from leaves(part, kinds, path if name is None else f"{path}.{name}")


def parts(value: Any) -> Iterator[tuple[str | None, Any]]:
    if isinstance(value, Metric):  # its names are code
        return
    if is_dataclass(value):
        yield from ((field.name, getattr(value, field.name)) for field in fields(value))
    elif isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list | tuple):
        yield from ((None, item) for item in value)


def poisoned(value: Any, leaf: str, path: str = "") -> Any:
    """The value with the canary in place of every text at this leaf, without asking its class."""
    if isinstance(value, str | int | float | None):
        return CANARY if path == leaf else value
    if isinstance(value, Metric):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        changed = copy.copy(value)
        for field in fields(value):
            object.__setattr__(changed, field.name, poisoned(getattr(value, field.name), leaf, f"{path}.{field.name}"))
        return changed
    if isinstance(value, Mapping):
        return {name: poisoned(part, leaf, f"{path}.{name}") for name, part in value.items()}
    if isinstance(value, list | tuple):
        items = [poisoned(item, leaf, path) for item in value]
        return items if isinstance(value, list) else value._make(items) if hasattr(value, "_make") else tuple(items)
    return value


def alive(name: str, text: str) -> list[str]:
    """What of the canary acts in a text of this format."""
    if name in ("html", "markdown"):
        page = text if name == "html" else markdown_it.MarkdownIt("gfm-like", {"linkify": False}).render(text)
        put = {("id", "canary"), ("href", "//canary")}
        elements = [each for each in Elements(page).found if "onx" in each[1] or put & each[1].items()]
        return [*map(str, elements), *re.findall("[\x1b\u202e\u2028]", text)]
    if name == "latex":
        return [line for line in text.splitlines() if "\\canary" in line and not line.startswith("%")]
    if name in ("tsv", "csv"):
        return re.findall(r'(?:^|[\t,])"?=canary.{9}', text, re.MULTILINE)
    return [line for line in text.splitlines() if not line.isprintable()]


FORMS = {"text", "tsv", "csv", "latex", "markdown"}  # `table` is text, and a page has all that a fragment has


def outputs(result: Result) -> Iterator[tuple[str, Callable[[], str]]]:
    yield "html", result.to_html
    blocks = cache(result.blocks)
    for name in sorted(FORMS):
        yield name, partial(lambda form: render(blocks(), form), name)


def test_every_format_is_here() -> None:
    assert {*FORMS, "table", "html"} == {*RENDERED}


@pytest.mark.parametrize("kind", [kind for kind in RESULTS if kind not in OWN], ids=lambda kind: kind.__name__)
def test_every_leaf_stays_text(kind: type[Result]) -> None:
    result = RESULTS[kind]()
    shown = set()
    for leaf in dict.fromkeys(leaves(result, str | int | float | None if kind in READ_BACK else str)):
        for name, output in outputs(poisoned(result, leaf)):
            try:
                text = output()
            except (AttributeError, LookupError, TypeError, ValueError):
                continue  # it is one of a few texts that the code knows, or a number
            assert alive(name, text) == [], (leaf, name)
            shown |= {name} if "canary" in text else set()
    assert shown >= {"html", "markdown", "latex"}, "no leaf was shown"
