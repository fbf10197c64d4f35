"""Bounds checks of arrays: compiled kernels index without checks, so every kernel calls these first."""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.system.errors import InputError

HIGHEST = cython.declare(cython.longlong, 0x7FFFFFFE)  # of ids: their count must be an int, too
BAD_ARRAYS = "The arrays that a kernel received do not fit each other."


@cython.ccall
def is_nondecreasing(starts: cython.longlong[::1], end: cython.longlong) -> cython.bint:
    """Whether the starts, at least one, never decrease and stay between 0 and `end`."""
    last: cython.Py_ssize_t = len(starts) - 1
    good: cython.bint = last >= 0 and starts[0] >= 0 and starts[last] <= end
    if good:
        with cython.nogil:
            for k in range(last):
                good &= starts[k] <= starts[k + 1]
    return good


@cython.ccall
def longest(starts: cython.longlong[::1]) -> cython.longlong:
    """The largest difference between neighbouring starts."""
    size: cython.longlong = 0
    with cython.nogil:
        for k in range(1, len(starts)):
            size = max(size, starts[k] - starts[k - 1])
    return size


@cython.ccall
def within(ids: cython.int[::1], least: cython.longlong, most: cython.longlong) -> cython.bint:
    """Whether no id lies outside `least` … `most`."""
    low: cython.longlong = least
    high: cython.longlong = most
    if not cython.compiled:  # built-in functions are seven times as fast
        return not len(ids) or (min(ids) >= least and max(ids) <= most)
    with cython.nogil:
        for k in range(ids.shape[0]):
            low = min(low, ids[k])
            high = max(high, ids[k])
    return low == least and high == most


@cython.ccall
def check_spans(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    rows: cython.longlong[:, ::1],
    width: cython.Py_ssize_t,
) -> cython.void:
    """Raise InputError if the arrays do not fit. Text k is ids[firsts[k]:ends[k]]: first the hypotheses, then all
    references, of which ref_starts[s]:ref_starts[s+1] belong to segment s; there is a row for each reference.
    """
    segments: cython.longlong = ref_starts.shape[0] - 1
    texts: cython.longlong = firsts.shape[0]
    refs: cython.longlong = texts - segments
    fits: cython.bint = segments >= 0 and refs >= 0 and rows.shape[0] >= refs and rows.shape[1] >= width
    fits = fits and ends.shape[0] == texts and ref_starts[0] == 0 and ref_starts[segments] == refs
    if fits:
        for k in range(texts):
            fits &= 0 <= firsts[k] <= ends[k] <= ids.shape[0]
    if not (fits and is_nondecreasing(ref_starts, refs) and within(ids, 0, HIGHEST)):
        raise InputError(BAD_ARRAYS)


@cython.ccall
def check_pair(ids: cython.int[::1], starts: cython.longlong[::1]) -> cython.void:
    """Raise InputError if the arrays do not hold a single hypothesis and its reference."""
    if starts.shape[0] != 3 or not is_nondecreasing(starts, ids.shape[0]) or not within(ids, 0, HIGHEST):
        raise InputError(BAD_ARRAYS)


@cython.ccall
def is_increasing(starts: cython.longlong[::1], end: cython.longlong) -> cython.bint:
    """Whether the starts begin with 0, rise at every step and end with `end`."""
    last: cython.Py_ssize_t = len(starts) - 1
    good: cython.bint = last >= 0 and starts[0] == 0 and starts[last] == end
    if good:
        with cython.nogil:
            for k in range(last):
                good &= starts[k] < starts[k + 1]
    return good
