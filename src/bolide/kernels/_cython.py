"""The few names of Cython's pure-Python mode that the kernels use, for machines without Cython."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

compiled = False


class _Type:
    """Stands where a C type stands in an annotation; `int64[::1]` is one too."""

    def __getitem__(self, _: object) -> "_Type":
        return self


int = long = longlong = uint = ulonglong = Py_ssize_t = bint = char = uchar = _Type()
nogil: AbstractContextManager[None] = nullcontext()


def cfunc(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


ccall = inline = cfunc


def exceptval(*_: object, **__: object) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return cfunc
