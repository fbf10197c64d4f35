"""Scratch tables for the kernels: memory if compiled, lists if interpreted, which Python reads faster."""

from array import array
from typing import Any, Literal


def ints(compiled: bool, size: int, value: int = 0) -> Any:
    """A table of 'i' filled with one value."""
    return memory(size, value) if compiled else [value] * size


def memory(size: int, value: int = 0) -> memoryview:
    """A table of 'i' filled with one value, in memory whether compiled or not."""
    return memoryview(array("i", [value]) * max(size, 1))


def longs(size: int) -> memoryview:
    """A table of zeros of 'q'."""
    return memoryview(array("q", bytes(8 * max(size, 1))))


def tables(compiled: bool, count: int, size: int, kind: Literal["i", "q", "Q"]) -> list[Any]:
    """`count` tables of zeros, side by side."""
    if not compiled:
        return [[0] * size for _ in range(count)]
    size = max(size, 1)
    room = memoryview(bytearray((4 if kind == "i" else 8) * count * size)).cast(kind)
    return [room[k * size : (k + 1) * size] for k in range(count)]


def unset(size: int) -> bytearray:
    """Memory whose contents do not matter."""
    return bytearray(size)
