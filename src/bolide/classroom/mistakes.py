"""Planted mistakes: wrong implementations whose faults students find, each with a pair of texts that exposes it."""

from __future__ import annotations

import inspect
import random
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from bolide.classroom import plain
from bolide.classroom.cases import CheckCase
from bolide.classroom.definitions import TASKS, MetricDefinition
from bolide.data.results import WrittenResult
from bolide.system.errors import known_name
from bolide.system.limits import SEED, check_count

# The right implementations, and what each is held against.
PLAIN: dict[str, tuple[Callable[..., float], MetricDefinition]] = {
    "bleu": (plain.bleu, TASKS["bleu/nltk"]),
    "meteor": (plain.meteor_score, TASKS["meteor/seed"]),
    "ter": (plain.ter, TASKS["ter"]),
    "chrf": (plain.chrf, TASKS["chrf"]),
}


@dataclass(frozen=True)
class WrongImplementation:
    """A copy of the right implementation of a metric, called `name`, with one mistake in it.

    `title` says what it is; the text `by` stands where the right one has `replace`; `hyp` and `refs` expose it.
    """

    name: str
    metric: str
    title: str
    replace: str
    by: str
    hyp: str
    refs: list[str]

    @property
    def source(self) -> str:
        """Its code, which needs `math` and `Counter`."""
        right, _ = PLAIN[self.metric]
        code = inspect.getsource(right).replace(self.replace, self.by)
        return code.replace(f"def {right.__name__}(", f"def {self.name}(")

    @cached_property
    def function(self) -> Callable[..., float]:
        """The function itself."""
        names: dict[str, Any] = dict(vars(plain))
        exec(compile(self.source, f"<{self.name}>", "exec"), names)
        return names[self.name]  # type: ignore[no-any-return]

    @property
    def case(self) -> CheckCase:
        """The pair that exposes the mistake."""
        return CheckCase("mistakes", self.title, self.hyp, tuple(self.refs))

    def results(self, cases: Sequence[CheckCase]) -> list[float | None]:
        """What it returns, between 0 and 1; None where it fails."""
        _, definition = PLAIN[self.metric]
        values: list[float | None] = []
        for case in cases:
            arguments, named = definition.form.call(case)
            try:
                values.append(self.function(*arguments, **named) / (100 if definition.percent else 1))
            except (ArithmeticError, LookupError, ValueError):
                values.append(None)
        return values

    def shown(self, key: bool) -> dict[str, Any]:
        """Plain data for JSON, with the solution if there is a key."""
        data: dict[str, Any] = {"name": self.name, "code": self.source}
        if key:
            [expected], [result] = PLAIN[self.metric][1].expected([self.case]), self.results([self.case])
            pair = {"hyp": self.hyp, "refs": list(self.refs), "expected": expected, "result": result}
            data |= {"mistake": self.title, **pair}
        return data


_DATA: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8")
)
MISTAKES = {
    metric: [WrongImplementation(f"{metric}_{place}", metric, **kind) for place, kind in enumerate(kinds, 1)]
    for metric, kinds in _DATA.items()
}


@dataclass(frozen=True)
class Mistakes(WrittenResult):
    """Wrong implementations of a metric and, if `key`, what is wrong with each.

    >>> from bolide.classroom.mistakes import mistakes
    >>> wrong = mistakes("bleu", key=True).implementations[0]
    >>> wrong.name, wrong.title
    ('bleu_1', 'No brevity penalty')
    """

    metric: str
    implementations: tuple[WrongImplementation, ...]
    key: bool

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.classroom import mistakes_blocks

        return mistakes_blocks(self)

    def signatures(self) -> Iterator[str]:
        yield str(PLAIN[self.metric][1].metric.signature())

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "implementations": [one.shown(self.key) for one in self.implementations]}

    def code(self) -> str:
        """All of them as one Python file, whose functions `bolide check` can try."""
        head = "import math\nfrom collections import Counter\n"
        return "\n\n".join([head, *(one.source for one in self.implementations)])


def mistakes(metric: str = "bleu", *, number: int | None = None, seed: int = 1, key: bool = False) -> Mistakes:
    """Wrong implementations of `bleu`, `meteor`, `ter` or `chrf`, all kinds or a number of them, in an order that the
    seed decides; `key` adds what is wrong, and pairs that show it."""
    known_name("collection of mistakes about a metric", metric, MISTAKES)
    kinds = list(MISTAKES[metric])
    check_count("seed", seed, 0, SEED)
    check_count("number", len(kinds) if number is None else number, 1, len(kinds))
    random.Random(f"{metric} {seed!r}").shuffle(kinds)
    wrong = [replace(one, name=f"{metric}_{place}") for place, one in enumerate(kinds[:number], 1)]
    return Mistakes(metric, tuple(wrong), key)
