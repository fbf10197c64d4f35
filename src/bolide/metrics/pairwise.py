"""Scores of every hypothesis against every reference: argument checks and the resulting table."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import Any, overload

from bolide.corpus import exact_texts
from bolide.metrics.counts import in_nfc
from bolide.system.errors import InputError
from bolide.system.messages import counted

Row = tuple[float, ...]
Index = int | slice


class PairwiseScores:
    """An immutable table of scores, H candidates by R references.

    `scores[i]` is the row of candidate i, `scores[i, j]` one number, `scores[:, j]` the column of reference j; slices
    of both give a smaller table. `numpy.asarray(scores)` shares the memory, read-only.

    >>> from bolide import CHRF
    >>> scores = CHRF().pairwise(["a cat", "the cat"], ["the cat", "the cats", "a dog"])
    >>> scores.shape, scores[1, 0], [round(value, 2) for value in scores.mean(axis=1)]
    ((2, 3), 1.0, [0.21, 0.61])
    """

    __slots__ = ("_data", "_shape")

    def __init__(self, data: array[float], shape: tuple[int, int]) -> None:
        if not isinstance(data, array) or data.typecode != "d":
            raise InputError("The scores must be an array of doubles: array('d', …).")
        height, width = shape
        if min(shape) < 0 or height * width != len(data):
            raise InputError(f"{counted(len(data), 'number')} cannot fill a table of {height} × {width}.")
        self._data = data
        self._shape = (height, width)

    @property
    def shape(self) -> tuple[int, int]:
        """The number of candidates and the number of references."""
        return self._shape

    def __len__(self) -> int:
        return self._shape[0]

    def __iter__(self) -> Iterator[Row]:
        return (self._row(number) for number in range(self._shape[0]))

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> PairwiseScores: ...
    @overload
    def __getitem__(self, index: tuple[int, int]) -> float: ...
    @overload
    def __getitem__(self, index: tuple[int, slice] | tuple[slice, int]) -> Row: ...
    @overload
    def __getitem__(self, index: tuple[slice, slice]) -> PairwiseScores: ...

    def __getitem__(self, index: Index | tuple[Index, Index]) -> float | Row | PairwiseScores:
        rows, columns = index if isinstance(index, tuple) else (index, slice(None))
        hyps = _range_of(rows, self._shape[0], "candidate")
        refs = _range_of(columns, self._shape[1], "reference")
        width = self._shape[1]
        cells = array("d", (self._data[hyp * width + ref] for hyp in hyps for ref in refs))
        if isinstance(rows, slice) and isinstance(columns, slice):
            return PairwiseScores(cells, (len(hyps), len(refs)))
        return tuple(cells) if isinstance(rows, slice) or isinstance(columns, slice) else cells[0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PairwiseScores) and self._shape == other.shape and self._data == other._data

    __hash__ = None  # type: ignore[assignment]  # two zeros are equal and have different bits

    def __repr__(self) -> str:
        return f"<PairwiseScores: {counted(self._shape[0], 'candidate')} × {counted(self._shape[1], 'reference')}>"

    def tolist(self) -> list[list[float]]:
        """The numbers as a list of rows."""
        return [list(row) for row in self]

    @overload
    def mean(self, axis: None = None) -> float: ...
    @overload
    def mean(self, axis: int) -> Row: ...

    def mean(self, axis: int | None = None) -> float | Row:
        """The mean of all numbers; with `axis=1` of each candidate, with `axis=0` of each reference.

        Sums are rounded once (`math.fsum`), so the order of the texts does not matter.
        """
        if axis not in (None, 0, 1, -1, -2):
            raise InputError(f"axis is {axis!r}; 1 gives a mean for each candidate, 0 one for each reference.")
        if not len(self._data):
            raise InputError("There are no scores to average.")
        if axis is None:
            return fsum(self._data) / len(self._data)
        lines: Iterator[Row] = (self[:, ref] for ref in range(self._shape[1])) if axis in (0, -2) else iter(self)
        return tuple(fsum(line) / len(line) for line in lines)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The table as a numpy array: a read-only view, or a copy if another type or a copy is requested."""
        return as_numpy(self._data, self._shape, dtype, copy)

    def _row(self, number: int) -> Row:
        width = self._shape[1]
        return tuple(self._data[number * width : (number + 1) * width])


def as_numpy(data: array[float], shape: tuple[int, ...], dtype: Any = None, copy: bool | None = None) -> Any:
    """Numbers as numpy's `__array__` wants them: a read-only view, or a copy if another type or a copy is requested."""
    import numpy as np

    table = np.frombuffer(data, dtype=np.float64).reshape(shape)
    table.flags.writeable = False
    if dtype is not None and np.dtype(dtype) != table.dtype:
        if copy is False:
            raise ValueError(f"These are doubles; an array of {np.dtype(dtype)} is a copy.")
        return table.astype(dtype)
    return table.copy() if copy else table


def _range_of(index: Index, size: int, what: str) -> range:
    """The indices that an index or a slice selects."""
    if isinstance(index, slice):
        return range(size)[index]
    try:
        number = range(size)[index]
    except IndexError:
        raise IndexError(f"There is no {what} {index} in a table of {size}.") from None
    return range(number, number + 1)


def check_texts(hyps: Sequence[str], refs: Sequence[str], nfc: bool = False) -> tuple[list[str], list[str]]:
    """Check the arguments of `pairwise`, and return them as lists, in Unicode's NFC if it is asked for."""
    checked = exact_texts(hyps, "hyps"), exact_texts(refs, "refs")
    if not all(checked):
        raise InputError("pairwise needs at least one candidate and one reference.")
    return (in_nfc(checked[0]), in_nfc(checked[1])) if nfc else checked


def score_distinct(
    hyps: Sequence[str], refs: Sequence[str], score: Callable[[list[str], list[str]], array[float]]
) -> PairwiseScores:
    """Score every hypothesis against every reference, equal texts only once: samples of a model often repeat.

    `score` returns the scores of every pair from two lists without duplicates, hypothesis by hypothesis.
    """
    rows = {hyp: number for number, hyp in enumerate(dict.fromkeys(hyps))}
    columns = {ref: number for number, ref in enumerate(dict.fromkeys(refs))}
    table, width = score([*rows], [*columns]), len(columns)
    if width < len(refs):
        distinct, table = memoryview(table), array("d", bytes(8 * len(rows) * len(refs)))
        for number, ref in enumerate(refs):
            memoryview(table)[number :: len(refs)] = distinct[columns[ref] :: width]
    if len(rows) < len(hyps):
        lines = [table[start : start + len(refs)] for start in range(0, len(table), len(refs))]
        table = array("d", b"".join(lines[rows[hyp]] for hyp in hyps))
    return PairwiseScores(table, (len(hyps), len(refs)))
