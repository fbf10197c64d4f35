"""Memory for kernels: texts end to end, tables of numbers, and the rows that a kernel fills for each reference."""

from array import array
from collections.abc import Callable, Sequence
from math import prod

Segment = tuple[Sequence[int], Sequence[Sequence[int]]]


def at(lists: Sequence[Sequence[object]]) -> memoryview:
    """Where each list begins if they stand end to end, and where the last one ends."""
    ends = array("q", [0])
    for items in lists:
        ends.append(ends[-1] + len(items))
    return memoryview(ends)


def flat(lists: Sequence[Sequence[int]]) -> memoryview:
    """The numbers of all lists, end to end."""
    return view("i", [item for items in lists for item in items])


def view(kind: str, values: Sequence[float]) -> memoryview:
    """These values."""
    return memoryview(array(kind, values))


def table(kind: str, *shape: int, values: Sequence[float] = (0,)) -> memoryview:
    """A table of these values, or of one over and over."""
    return view(kind, [*values] * (prod(shape) // len(values))).cast("B").cast(kind, shape)  # type: ignore[call-overload]


def rows_of(kernel: Callable[..., int], segments: Sequence[Segment], width: int) -> list[list[int]]:
    """The rows that a kernel fills for hypotheses with their references."""
    texts = [hyp for hyp, _ in segments] + [ref for _, refs in segments for ref in refs]
    ref_starts = at([refs for _, refs in segments])
    rows = table("q", ref_starts[-1] or 1, width, values=(-7,))
    starts = at(texts)
    kernel(flat(texts), starts[:-1], starts[1:], ref_starts, rows)
    return rows.tolist()[: ref_starts[-1]]
