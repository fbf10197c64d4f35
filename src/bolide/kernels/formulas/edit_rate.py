# cython: cdivision=True
"""Edit rates from counts: the reference length and the rate from rows of integers, under many settings.

A row begins `segments, edits, ref_len`; the rest is ignored. A setting is `scale`: `ref_len` is in units of
1/scale of a word, so that the mean of several lengths is an integer. The numbers are `length, rate`, or the rate alone.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython


@cython.ccall
def score(
    rows: cython.longlong[::1],
    width: cython.Py_ssize_t,
    settings: cython.double[::1],
    parameters: cython.Py_ssize_t,
    out: cython.double[::1],
    numbers: cython.Py_ssize_t,
) -> cython.void:
    """Score every row under every setting, with `numbers` for each: all of them, or 1 for the rate alone.

    If the length is 0, the rate is 1 if there are edits and 0 if there are none.
    """
    size: cython.Py_ssize_t = len(rows) // width
    count: cython.Py_ssize_t = len(settings) // parameters
    with cython.nogil:
        for s in range(count):
            for n in range(size):
                _rate(rows, n * width, settings[s * parameters], out, (s * size + n) * numbers, numbers)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rate(
    rows: cython.longlong[::1],
    row: cython.Py_ssize_t,
    scale: cython.double,
    out: cython.double[::1],
    at: cython.Py_ssize_t,
    numbers: cython.Py_ssize_t,
) -> cython.void:
    """Write the numbers of one row."""
    edits: cython.double = 1.0 * rows[row + 1]
    length: cython.double = rows[row + 2] / scale
    if numbers > 1:
        out[at] = length
    out[at + numbers - 1] = edits / length if length > 0 else 1.0 if edits > 0 else 0.0
