"""Blocks of segments for kernels that fill one row for every reference."""

from array import array
from collections.abc import Callable, Sequence

from tests.kernels.alignments import at, flat

Segment = tuple[Sequence[int], Sequence[Sequence[int]]]


def rows_of(kernel: Callable[..., int], segments: Sequence[Segment], width: int) -> list[list[int]]:
    """The rows that a kernel fills for hypotheses with their references."""
    texts = [hyp for hyp, _ in segments] + [ref for _, refs in segments for ref in refs]
    ref_starts = at([refs for _, refs in segments])
    count = ref_starts[-1]
    rows = memoryview(array("q", [-7]) * ((count or 1) * width)).cast("B").cast("q", (count or 1, width))
    kernel(flat(texts), at(texts), ref_starts, rows)
    return rows.tolist()[:count]
