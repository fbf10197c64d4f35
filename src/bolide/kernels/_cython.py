"""The few names of Cython's pure-Python mode that the kernels use, for machines without Cython."""

from collections.abc import Callable
from typing import Any

compiled = False


class _Type:
    """A placeholder for C types in annotations, also for `int[::1]`."""

    def __getitem__(self, _: object) -> "_Type":
        return self


const = int = short = double = long = longlong = uint = ulonglong = Py_ssize_t = bint = char = uchar = void = _Type()


class _Nogil:
    """A `with` block or decorator in place of Cython's release of the GIL, without effect."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return function


nogil = _Nogil()


def cfunc(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


ccall = inline = cfunc


def exceptval(*_: object, **__: object) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return cfunc


locals = exceptval


def cast(_: object, value: Any) -> Any:
    """The integer in a double, the only cast that the kernels use."""
    return value.__trunc__()


def declare(_: object, value: Any) -> Any:
    return value


def cclass(kind: type[Any]) -> type[Any]:
    return kind
