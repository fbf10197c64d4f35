"""Frozen dataclasses, made in two thirds of the time: a start of the program makes more than a dozen of them.

`dataclasses` compiles every method of every class by itself. Here equality, hash and representation are three functions
that all classes share; the rest is left to `dataclasses`, whose functions find in these classes what they expect.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool) -> Any:
        """As the decorator of that name, for classes that are frozen."""
        assert frozen
        return _made


def _made(cls: type[Any]) -> type[Any]:
    for name, method in (("__eq__", _equal), ("__hash__", _hash), ("__repr__", _shown)):
        if name not in vars(cls):
            setattr(cls, name, method)
    return dataclasses.dataclass(frozen=True, eq=False, repr=False)(cls)


def _compared(one: Any) -> tuple[Any, ...]:
    return tuple(getattr(one, field.name) for field in dataclasses.fields(one) if field.compare)


def _equal(self: Any, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return _compared(self) == _compared(other)


def _hash(self: Any) -> int:
    return hash(_compared(self))


def _shown(self: Any) -> str:
    fields = (field.name for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in fields)})"


@dataclass(frozen=True)
class Value:
    """What kinds of values begin with: a kind that has no fields itself need not be decorated."""
