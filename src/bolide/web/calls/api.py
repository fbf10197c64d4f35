"""What the page asks of Bolide: JSON in, JSON out. A call may take several steps, with progress between them."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from importlib import import_module
from types import GeneratorType
from typing import Any

from bolide.system.errors import BolideError
from bolide.system.strict import to_json

# Each method with its place, imported when first called: the page should not wait for what it may never ask.
METHODS = {
    "candidates": "comparison.candidates",
    "compare": "corpora.compare",
    "copy": "clipboard.copy",
    "corpus": "corpora.score",
    "describe": "describe.describe",
    "examples": "describe.rerun_examples",
    "exercise": "exercise.check",
    "explain": "sentence.explain",
    "groups": "corpora.groups",
    "marked": "error_overlay.marked",
    "measure": "corpora.measure",
    "read": "uploads.read",
    "report": "corpora.report",
    "tokens": "sentence.count_tokens",
    "variants": "sentence.variants",
}

Progress = Generator[Any, None, Any]


class Call:
    """One call that is under way; `step` works on until there is progress to tell, or a result."""

    def __init__(self, method: str, params: str) -> None:
        self._progress = _steps(method, params)

    def step(self) -> str:
        """Give `{"progress": …}`, then at last `{"result": …}`, `{"error": …}` or `{"missing": …}`."""
        try:
            return _json({"progress": next(self._progress)})
        except StopIteration as end:
            return _json({"result": end.value})
        except BolideError as error:
            return _json({"error": str(error), "fields": getattr(error, "fields", [])})
        except FileNotFoundError as error:  # a table that the page has not fetched yet; the call is made again then
            return _json({"missing": str(error)})
        except KeyboardInterrupt:
            return _json({"cancelled": True})
        except RecursionError:
            return _json({"error": "This text is nested too deeply for the browser; the command line can score it."})
        except MemoryError:
            return _json({"error": "The browser has no memory left for this; the command line can score it."})


def _steps(method: str, params: str) -> Progress:
    module, _, name = METHODS[method].partition(".")
    answer = getattr(import_module(f"bolide.web.calls.{module}"), name)(**json.loads(params))
    if isinstance(answer, GeneratorType):
        return (yield from answer)
    return answer


def _json(data: Any) -> str:
    return to_json(data, None, (",", ":"))


def call(method: str, **params: Any) -> Any:
    """The result of a call, all its steps taken: for tests and for Python."""
    return list(steps(method, **params))[-1]


def steps(method: str, **params: Any) -> Iterator[Any]:
    """What a page would be told, answer by answer."""
    running = Call(method, json.dumps(params))
    while True:
        answer = json.loads(running.step())
        yield answer
        if "progress" not in answer:
            return
