"""The page's calls to Python, without a page."""

import gzip
import json
from base64 import b64encode
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


def file(name: str, text: str, coding: str = "utf-8") -> dict[str, str]:
    """What the page sends of a file; one whose name says so is gzipped."""
    raw = text.encode(coding)
    raw = gzip.compress(raw, mtime=0) if name.endswith(".gz") else raw
    return {"name": name, "base64": b64encode(raw).decode()}
