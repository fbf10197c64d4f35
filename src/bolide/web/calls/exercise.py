"""Exercises in the page: write a metric, and see which tests it passes; cards of misconceptions.

The code runs in a worker of the visitor's own browser, like all Python of the page.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Generator
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from math import isfinite
from traceback import extract_tb
from typing import Any

from bolide.classroom.harness import describe
from bolide.system.errors import counted
from bolide.system.stored import check_stored
from bolide.web.calls.describe import toml

_FILE = "<exercise>"
_PRINTED = 4000  # characters of printed output that are shown


@dataclass(frozen=True)
class Case:
    """One test: its subject, the arguments, and the expected result."""

    what: str
    arguments: list[str | float | list[str]]
    expected: float


@dataclass(frozen=True)
class Exercise:
    """A function to write, and its tests."""

    title: str
    task: str
    function: str
    stub: str
    decimals: int
    cases: tuple[Case, ...]


def exercises() -> dict[str, Exercise]:
    """The exercises by metric."""
    return check_stored(toml("exercises.toml"), dict[str, Exercise], "exercises.toml")  # type: ignore[no-any-return]


def check(metric: str, code: str) -> Generator[Any, None, dict[str, Any]]:
    """Run the code and its tests; `problem` says why the code as a whole fails."""
    exercise = exercises()[metric]
    printed = io.StringIO()
    yield {"done": 0}
    with redirect_stdout(printed):
        function, problem = _define(exercise.function, code)
        tests = [] if function is None else [_try(exercise, function, case) for case in exercise.cases]
    output = printed.getvalue()
    cut = f"{output[:_PRINTED]} … ({counted(len(output), 'character')})" if len(output) > _PRINTED else output
    return {"problem": problem, "tests": tests, "printed": cut}


def _define(name: str, code: str) -> tuple[Callable[..., Any] | None, str | None]:
    """The function that the code defines, or why there is none."""
    namespace: dict[str, Any] = {"__name__": "exercise"}
    try:
        exec(compile(code, _FILE, "exec"), namespace)  # the visitor's code, in the visitor's browser
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a student's code may raise anything, SystemExit too
        return None, f"The code does not run: {_error_text(error)}"
    function = namespace.get(name)
    if callable(function):
        return function, None
    return None, f"The code defines no function called {name}."


def _try(exercise: Exercise, function: Callable[..., Any], case: Case) -> dict[str, Any]:
    passed = False
    try:
        value = function(*deepcopy(case.arguments))  # which code may change: the next run needs them as they are
        result = _short(repr(value))
        if isinstance(value, bool) or not isinstance(value, int | float):
            result += ", which is not a number"
        else:
            passed = abs(float(value) - case.expected) < 1e-9
            if not passed and isfinite(value) and abs(round(value, exercise.decimals) - case.expected) < 1e-9:
                result += ", which is not rounded"
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        result = _error_text(error)
    call = f"{exercise.function}({', '.join(map(repr, case.arguments))})"
    return {"what": case.what, "call": call, "expected": repr(case.expected), "got": result, "passed": passed}


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"


def _error_text(error: BaseException) -> str:
    """The error on one line, with the line number in the visitor's code."""
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == _FILE]
    if isinstance(error, SyntaxError):
        lines = lines or [error.lineno or 0]  # of code that was never run
        error.filename = error.lineno = None  # which its own text would name
    return f"{describe(error)}{f' (line {lines[-1]})' if any(lines) else ''}"


def card(place: int) -> dict[str, Any]:
    """One of the cards, with its numbers, and how many there are."""
    from bolide.classroom.cards import CARDS  # only few visitors open them

    return {"count": len(CARDS), **CARDS[place].to_dict()}
