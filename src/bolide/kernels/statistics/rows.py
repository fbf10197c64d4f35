"""Rows of a table added up, which must not pass 64 bits, left out one by one, and picked."""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import BAD_ARRAYS, is_increasing
from bolide.system.errors import InputError

_MOST = cython.declare(cython.longlong, (1 << 63) - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bits(cells: cython.longlong[::1]) -> cython.longlong:
    """Every bit that a number, or minus a negative one less 1, has."""
    used: cython.longlong = 0
    for k in range(len(cells)):
        used |= cells[k] ^ (cells[k] >> 63)
    return used


@cython.ccall
def add_up(cells: cython.longlong[::1], sums: cython.longlong[::1]) -> cython.bint:
    """Write to `sums`, one per column, all rows added up; the table's cells follow each other row by row.

    Return whether that is done: not if the numbers are so large that a sum might pass 64 bits.
    """
    width: cython.Py_ssize_t = sums.shape[0]
    rows: cython.Py_ssize_t = cells.shape[0] // width
    with cython.nogil:
        if rows > 0 and _bits(cells) >= _MOST // rows:
            return False
        for column in range(width):
            sums[column] = 0
        for row in range(rows):
            for column in range(width):
                sums[column] += cells[row * width + column]
    return True


@cython.ccall
def add_groups(cells: cython.longlong[::1], groups: cython.int[::1], sums: cython.longlong[:, ::1]) -> cython.bint:
    """Add each row to the sums of its group, zeros at first; groups[r] is the number of row r's.

    Return whether that is done: not if the numbers are so large that a sum might pass 64 bits, or a group is not there.
    """
    width: cython.Py_ssize_t = sums.shape[1]
    rows: cython.Py_ssize_t = groups.shape[0]
    fits: cython.bint = cells.shape[0] == rows * width
    with cython.nogil:
        for row in range(rows):
            fits &= 0 <= groups[row] < sums.shape[0]
        if not fits or (rows > 0 and _bits(cells) >= _MOST // rows):
            return False
        for row in range(rows):
            for column in range(width):
                sums[groups[row], column] += cells[row * width + column]
    return True


@cython.ccall
def leave_one_out(cells: cython.longlong[::1], sums: cython.longlong[::1], out: cython.longlong[::1]) -> cython.void:
    """Write for every row what is left of `sums` without it."""
    width: cython.Py_ssize_t = len(sums)
    size: cython.Py_ssize_t = len(cells) // width
    if len(out) < size * width or (_bits(cells) | _bits(sums)) >> 62:  # a difference of larger ones may pass 64 bits
        raise InputError(BAD_ARRAYS)
    with cython.nogil:
        for row in range(size):
            for column in range(width):
                out[row * width + column] = sums[column] - cells[row * width + column]


@cython.ccall
def fits_bits(cells: cython.longlong[::1], bits: cython.int = 56) -> cython.bint:
    """Whether formulas can add up some numbers of a row: none has more bits than that, of 1 to 63."""
    with cython.nogil:
        used = _bits(cells)
    return used >> min(max(bits, 1), 63) == 0


@cython.ccall
def take_best(
    cells: cython.longlong[::1],
    width: cython.Py_ssize_t,
    starts: cython.longlong[::1],
    values: cython.double[::1],
    highest: cython.bint,
    out: cython.longlong[::1],
) -> cython.void:
    """Of the rows starts[s] to starts[s + 1] copy the one with the best value to out[s]; on ties, the first."""
    size: cython.Py_ssize_t = len(starts) - 1
    fits: cython.bint = width > 0 and len(cells) // width >= len(values) and len(out) >= size * width
    if not (fits and is_increasing(starts, len(values))):
        raise InputError(BAD_ARRAYS)
    with cython.nogil:
        for s in range(size):
            best: cython.Py_ssize_t = starts[s]
            for r in range(starts[s] + 1, starts[s + 1]):
                if (values[r] > values[best]) if highest else (values[r] < values[best]):
                    best = r
            for column in range(width):
                out[s * width + column] = cells[best * width + column]
