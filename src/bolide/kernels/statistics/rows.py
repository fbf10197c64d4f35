"""Rows of a table added up, which must not pass 64 bits, left out one by one, and picked."""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import climbing
from bolide.system.errors import InputError

UNFIT = "The rows, their starts and the table to fill do not fit each other."


@cython.ccall
def add_up(cells: cython.longlong[::1], sums: cython.longlong[::1]) -> cython.int:
    """Add to `sums`, zeros at first, one per column, all rows of the table whose cells follow each other row by row.

    Gives 0, or 1 without adding anything where the numbers are so large that a sum might pass 64 bits.
    """
    width: cython.Py_ssize_t = sums.shape[0]
    rows: cython.Py_ssize_t = cells.shape[0] // width
    used: cython.longlong = 0  # every bit that a number, or minus a negative one less 1, has
    started: cython.bint = False
    with cython.nogil:
        for row in range(rows * width):
            used |= cells[row] ^ (cells[row] >> 63)
        for column in range(width):
            started |= sums[column] != 0
    if started:
        raise InputError(UNFIT)
    if rows > 0 and used >= 0x7FFFFFFFFFFFFFFF // rows:
        return 1
    with cython.nogil:
        for row in range(rows):
            for column in range(width):
                sums[column] += cells[row * width + column]
    return 0


@cython.ccall
def add_groups(cells: cython.longlong[::1], groups: cython.int[::1], sums: cython.longlong[:, ::1]) -> cython.int:
    """Add each row to the sums of its group, zeros at first; groups[r] is the number of row r's.

    Gives 0, or 1 without adding anything where the numbers are so large that a sum might pass 64 bits, or a group is
    not there.
    """
    width: cython.Py_ssize_t = sums.shape[1]
    rows: cython.Py_ssize_t = groups.shape[0]
    used: cython.longlong = 0
    fits: cython.bint = cells.shape[0] == rows * width
    with cython.nogil:
        for row in range(cells.shape[0]):
            used |= cells[row] ^ (cells[row] >> 63)
        for row in range(rows):
            fits &= 0 <= groups[row] < sums.shape[0]
    if not fits or (rows > 0 and used >= 0x7FFFFFFFFFFFFFFF // rows):
        return 1
    with cython.nogil:
        for row in range(rows):
            for column in range(width):
                sums[groups[row], column] += cells[row * width + column]
    return 0


@cython.ccall
def leave_one_out(cells: cython.longlong[::1], sums: cython.longlong[::1], out: cython.longlong[::1]) -> cython.void:
    """Write for every row what is left of `sums` without it."""
    width: cython.Py_ssize_t = len(sums)
    size: cython.Py_ssize_t = len(cells) // width
    used: cython.longlong = 0
    with cython.nogil:
        for row in range(size * width):
            used |= cells[row] ^ (cells[row] >> 63)
        for column in range(width):
            used |= sums[column] ^ (sums[column] >> 63)
    if len(out) < size * width or used >> 62:  # a difference of larger ones may pass 64 bits
        raise InputError(UNFIT)
    with cython.nogil:
        for row in range(size):
            for column in range(width):
                out[row * width + column] = sums[column] - cells[row * width + column]


@cython.ccall
def moderate(cells: cython.longlong[::1], bits: cython.int = 56) -> cython.bint:
    """Whether formulas can add up some numbers of a row: none has more bits than that, of 1 to 63."""
    used: cython.longlong = 0
    with cython.nogil:
        for k in range(len(cells)):
            used |= cells[k] ^ (cells[k] >> 63)
    return used >> min(max(bits, 1), 63) == 0


@cython.ccall
def take_best(
    cells: cython.longlong[::1], width: cython.Py_ssize_t, starts: cython.longlong[::1], values: cython.double[::1],
    highest: cython.bint, out: cython.longlong[::1],
) -> cython.void:  # fmt: skip
    """Of the rows starts[s] to starts[s + 1] copy the one with the best value to out[s]; on ties, the first."""
    size: cython.Py_ssize_t = len(starts) - 1
    if not (width > 0 and climbing(starts, min(len(cells) // width, len(values))) and len(out) >= size * width):
        raise InputError(UNFIT)
    for s in range(size):
        if starts[s] == starts[s + 1]:
            raise InputError(UNFIT)
    with cython.nogil:
        for s in range(size):
            best: cython.Py_ssize_t = starts[s]
            for r in range(starts[s] + 1, starts[s + 1]):
                if (values[r] > values[best]) if highest else (values[r] < values[best]):
                    best = r
            for column in range(width):
                out[s * width + column] = cells[best * width + column]
