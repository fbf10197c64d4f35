"""The page's calls to Python: JSON in, JSON out. A call may take several steps, with progress between them."""

from __future__ import annotations

import json
from collections.abc import Generator
from importlib import import_module
from types import GeneratorType
from typing import Any

from bolide.system.errors import BolideError
from bolide.system.stored import to_json

# The function of each method, imported on first call, so that the page starts fast.
METHODS = {
    "candidates": "sentence.candidates",
    "card": "exercise.card",
    "compare": "files.compare",
    "copy": "sentence.copy",
    "corpus": "files.score",
    "describe": "describe.describe",
    "examples": "describe.rerun_examples",
    "exercise": "exercise.check",
    "explain": "sentence.explain",
    "marked": "files.marked",
    "read": "files.read",
    "report": "files.report",
    "sample": "files.test_set",
    "tokens": "sentence.count_tokens",
    "tsv": "files.segments_tsv",
    "variants": "sentence.variants",
    "view": "files.view",
}

Progress = Generator[Any, None, Any]


class Call:
    """One running call; `step` continues until there is progress to report, or a result."""

    def __init__(self, method: str, params: str) -> None:
        self._progress = _steps(method, params)

    def step(self) -> str:
        """Return `{"progress": …}` or, at the end, `{"result": …}`, `{"error": …}` or `{"missing": …}`."""
        try:
            return _json({"progress": next(self._progress)})
        except StopIteration as end:
            return _json({"result": end.value})
        except BolideError as error:
            return _json({"error": str(error), "fields": getattr(error, "fields", [])})
        except FileNotFoundError as error:  # a table that the page fetches before it repeats the call
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
