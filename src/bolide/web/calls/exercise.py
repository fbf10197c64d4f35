"""An exercise in the page: write a metric, and see which tests it passes.

The code runs in a worker of the visitor's own browser, like all Python of the page.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Generator
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

from bolide.system.messages import counted

_FILE = "<exercise>"
_PRINTED = 4000  # characters of printed output that are shown


@dataclass(frozen=True)
class Case:
    """One test: its subject, the arguments, and the expected result."""

    what: str
    arguments: tuple[str | float, ...]
    expected: float


@dataclass(frozen=True)
class Exercise:
    """A function to write, and its tests."""

    title: str
    task: str
    function: str
    stub: str
    cases: tuple[Case, ...]


_METEOR = Exercise(
    title="Exercise: write METEOR yourself",
    task=(
        "Write meteor_score for exact words. Lower both texts and split them at white space. Go through the candidate "
        "from left to right: a word matches while the reference has a copy of it left. With m matches, "
        "P = m / candidate words, R = m / reference words, and Fmean = P·R / (α·P + (1 − α)·R). A chunk is a run "
        "of matched words that stand next to each other in the candidate, and the penalty is γ · (chunks / m)^β. "
        "Return Fmean · (1 − penalty), rounded to three decimals, or 0.0 where nothing matches."
    ),
    function="meteor_score",
    stub="""def meteor_score(reference, candidate, alpha=0.9, beta=3, gamma=0.5):
    reference = reference.lower().split()
    candidate = candidate.lower().split()
    # Count the matches m and the chunks.
    # Work out P, R, Fmean and the penalty.
    return round(0.0, 3)
""",
    cases=(
        Case("two chunks", ("Rain falls gently from the sky", "Gentle rain drops from the sky"), 0.625),
        Case("an identical text is not quite 1", ("the cat sat on the mat", "the cat sat on the mat"), 0.998),
        Case("case does not count", ("The Cat", "the cat"), 0.938),
        Case("no word in common", ("a b c", "x y z"), 0.0),
        Case("an empty candidate", ("the cat", ""), 0.0),
        Case("an empty reference", ("", "the cat"), 0.0),
        Case("a copy in the reference matches once", ("the cat", "the the the"), 0.238),
        Case("only the candidate's order makes chunks", ("a b c d e f", "f e d c b a"), 0.998),
        Case("matches side by side", ("a b c d", "a b x y"), 0.469),
        Case("the same matches, scattered", ("a b c d", "a x b y"), 0.25),
        Case("recall weighs more by default", ("a b c d", "a b"), 0.493),
        Case("alpha moves the weight to precision", ("a b c d", "a b", 0.1), 0.852),
        Case("beta and gamma shape the penalty", ("a b", "a b", 0.5, 1, 1), 0.5),
    ),
)

EXERCISES = {"meteor": _METEOR}


def describe_exercise(metric: str) -> dict[str, str] | None:
    """The title, task and stub of a metric's exercise, or None."""
    exercise = EXERCISES.get(metric)
    return None if exercise is None else {"title": exercise.title, "task": exercise.task, "stub": exercise.stub}


def check(metric: str, code: str) -> Generator[Any, None, dict[str, Any]]:
    """Run the code and its tests; `problem` says why the code as a whole fails."""
    exercise = EXERCISES[metric]
    printed = io.StringIO()
    tests: list[dict[str, Any]] = []
    yield {"done": 0}
    with redirect_stdout(printed):
        function, problem = _define(exercise.function, code)
    if function is not None:
        for case in exercise.cases:
            with redirect_stdout(printed):
                tests.append(_try(exercise.function, function, case))
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


def _try(name: str, function: Callable[..., Any], case: Case) -> dict[str, Any]:
    call = f"{name}({', '.join(map(repr, case.arguments))})"
    try:
        value = function(*case.arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return _outcome(case, call, _error_text(error), False)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return _outcome(case, call, f"{_short(value)}, which is not a number", False)
    passed = abs(value - case.expected) < 1e-9
    unrounded = not passed and abs(round(value, 3) - case.expected) < 1e-9 if value == value else False
    return _outcome(case, call, f"{_short(value)}{', which is not rounded' if unrounded else ''}", passed)


def _outcome(case: Case, call: str, result: str, passed: bool) -> dict[str, Any]:
    return {"what": case.what, "call": call, "expected": repr(case.expected), "got": result, "passed": passed}


def _short(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # the code may have classes of its own, with a faulty __repr__
        text = type(value).__name__
    return text if len(text) <= 80 else f"{text[:79]}…"


def _error_text(error: BaseException) -> str:
    """The error on one line, with the line number in the visitor's code."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    words = error.msg if isinstance(error, SyntaxError) else _short_text(error)
    return f"{type(error).__name__}: {words}{f' (line {line})' if line else ''}"


def _short_text(error: BaseException) -> str:
    try:
        return str(error)[:200] or "no message"
    except Exception:
        return "no message"
