"""Calls that must raise an error, with its words, in one line."""

from collections.abc import Callable
from typing import Any

import pytest


def raises(kind: type[Exception], words: str, call: Callable[..., object], *args: Any, **options: Any) -> None:
    """Assert that the call raises an error of this kind, in whose message the regular expression occurs."""
    with pytest.raises(kind, match=words):
        call(*args, **options)
