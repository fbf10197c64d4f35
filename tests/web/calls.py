"""The page's calls to Python, without a page."""

import json
from collections.abc import Iterator
from typing import Any

from bolide.web.calls.api import Call


def steps(method: str, **params: Any) -> Iterator[Any]:
    """Yield the answers of a call as the page receives them."""
    running, answer = Call(method, json.dumps(params)), {"progress": None}
    while "progress" in answer:
        yield (answer := json.loads(running.step()))


def call(method: str, **params: Any) -> Any:
    """Run a call to its end and return the last answer."""
    return list(steps(method, **params))[-1]
