"""The sum of a table's rows."""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

COMPILED = cython.compiled


@cython.ccall
def add_up(cells: cython.longlong[::1], sums: cython.longlong[::1]) -> cython.int:
    """Add to `sums`, one place a column, all rows of the table whose cells follow each other row by row."""
    width: cython.Py_ssize_t = sums.shape[0]
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    with cython.nogil:
        for row in range(cells.shape[0] // width):
            for column in range(width):
                sums[column] += cells[row * width + column]
    return 0


if not cython.compiled:
    add_up_by_cell = add_up

    def add_up(cells: memoryview, sums: memoryview) -> int:
        """The same sums column by column, which is how Python is quick about it."""
        width = len(sums)
        for column in range(width):
            sums[column] += sum(cells[column::width])
        return 0
