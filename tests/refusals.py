"""Calls that must be refused."""

from collections.abc import Callable
from typing import Any

import pytest


def refuses(
    error: type[BaseException] | tuple[type[BaseException], ...], message: str, call: Callable[..., object],
    *arguments: Any, **keywords: Any,
) -> None:  # fmt: skip
    """Assert that a call raises this error, with a message that matches."""
    with pytest.raises(error, match=message):
        call(*arguments, **keywords)
