"""An option exists once: a field of a metric with its default, its help and its place in the signature."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, field
from typing import Any


def write_plain(value: Any) -> str:
    """A value as a signature shows it: numbers in their shortest form, lists joined by commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, tuple):
        return ",".join(write_plain(item) for item in value)
    return str(value)


def read_bool(text: str) -> bool:
    """`yes` or `no`."""
    if text not in ("yes", "no"):
        raise ValueError("yes or no")
    return text == "yes"


def read_case(text: str) -> bool:
    """`lc` where case is ignored, `mixed` where not."""
    if text not in ("lc", "mixed"):
        raise ValueError("lc or mixed")
    return text == "lc"


def write_case(lowercase: bool) -> str:
    """What `read_case` reads."""
    return "lc" if lowercase else "mixed"


def read_floats(text: str) -> tuple[float, ...]:
    """Numbers joined by commas."""
    return tuple(float(part) for part in text.split(","))


def read_words(text: str) -> tuple[str, ...]:
    """Names joined by commas."""
    return tuple(text.split(","))


@dataclass(frozen=True)
class Option:
    """What a flag, a signature, a table in the docs and a form in the page need to know of an option."""

    help: str
    read: Callable[[str], Any]
    key: str | None = None
    always: bool = False
    choices: tuple[str, ...] | None = None
    formula: bool = False  # changes only the number, not the rows
    write: Callable[[Any], str] = write_plain


def option(default: Any, help: str, read: Callable[[str], Any] = str, **details: Any) -> Any:
    """A metric's field with its option record."""
    return field(default=default, metadata={"option": Option(help, read, **details)})


def options_of(metric: Any) -> list[tuple[Field[Any], Option]]:
    """The fields of a metric, or of a metric's class, that are options, in order."""
    return [(item, item.metadata["option"]) for item in metric.option_fields() if "option" in item.metadata]
