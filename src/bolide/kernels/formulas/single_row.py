"""One row under one setting, in memory that the next row uses again: a sentence needs no arrays of its own."""

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.system.errors import InputError

TOO_LARGE = "A row holds a number of more than 56 bits, which no text produces and whose sums might exceed 64 bits."


class SingleRow:
    """A formula under one setting, for rows that kernels counted; a subclass computes the numbers."""

    def __init__(self, width: int, setting: Sequence[float], numbers: int) -> None:
        """Make room for a row of `width` columns, and for that many numbers."""
        self.row = memoryview(array("q", bytes(8 * width)))
        self.setting = memoryview(array("d", setting))
        self.out = memoryview(array("d", bytes(8 * numbers)))

    def value(self, row: Sequence[int]) -> cython.double:
        """The score of a row."""
        self._load(row)
        self.evaluate(1)
        return self.out[0]

    def numbers(self, row: Sequence[int]) -> list[float]:
        """All numbers of a row; the last is the score."""
        self._load(row)
        self.evaluate(len(self.out))
        return [self.out[k] for k in range(len(self.out))]

    def _load(self, row: Sequence[int]) -> cython.void:
        used: cython.longlong = 0
        if len(row) != len(self.row):
            raise InputError(f"A row has {len(self.row)} numbers, not {len(row)}.")
        for k in range(len(self.row)):
            number: cython.longlong = row[k]
            used |= number ^ (number >> 63)
            self.row[k] = number
        if used >> 56:
            raise InputError(TOO_LARGE)

    def evaluate(self, numbers: cython.Py_ssize_t) -> cython.void:
        """Write all numbers, or the score alone if `numbers` is 1. The GIL, never released here, guards the memory."""
