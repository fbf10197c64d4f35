"""Whether a list of starts can be trusted: kernels go wherever it points."""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

COMPILED = cython.compiled


@cython.ccall
def rising(starts: cython.longlong[::1], end: cython.longlong) -> cython.bint:
    """Whether the starts begin with 0, rise at every step and end with `end`."""
    last: cython.Py_ssize_t = starts.shape[0] - 1
    k: cython.Py_ssize_t
    good: cython.bint = last >= 0 and starts[0] == 0 and starts[last] == end
    if good:
        with cython.nogil:
            for k in range(last):
                good &= starts[k] < starts[k + 1]
    return good


if not cython.compiled:
    from operator import lt

    rising_by_step = rising

    def rising(starts: memoryview, end: int) -> bool:
        """The same without a loop of our own, which is fast in Python."""
        return len(starts) > 0 and starts[0] == 0 and starts[-1] == end and all(map(lt, starts, starts[1:]))
