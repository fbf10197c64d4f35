"""A stand-in for the package `regex`, which nltk imports and which has no wheel for Pyodide: `re`, without time limits.

A pattern is compiled when it is used, since `re` does not know all of them and the tests here use none of those.
"""

import re
from re import *  # noqa: F403
from typing import Any


class _Pattern:
    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self.flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self.pattern, self.flags), name)
        return (lambda *given, timeout=None, **named: found(*given, **named)) if callable(found) else found


compile = _Pattern
