"""Sums of systems under random signs, compared pair by pair: how often is one system not below another?

Sums are rounded to 30 bits first, which a processor compares four at a time. Where that leaves a doubt, and it hardly
ever does, the pair is compared again as it is.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython


@cython.ccall
def not_below(
    sums: cython.double[:, :, ::1],
    slack: cython.double[::1],
    scale: cython.double[::1],
    room: cython.int[:, ::1],
    counts: cython.longlong[:, ::1],
) -> cython.void:
    """counts[t, k] = the signs p under which, in table t, the first system of pair k is not below the second:
    sums[t, first, p] + slack[t] ≥ sums[t, second, p]. Pairs are numbered 0–1, 0–2, … 1–2, …

    `scale[t]` is a power of two that makes every sum smaller than 2³⁰, and the slack at most 1; `room` is to work in.
    """
    systems: cython.Py_ssize_t = sums.shape[1]
    size: cython.Py_ssize_t = sums.shape[2]
    _check(sums.shape[0], systems, slack.shape[0], counts.shape[0], counts.shape[1])
    if scale.shape[0] < sums.shape[0] or room.shape[0] < systems or room.shape[1] < size:
        raise ValueError("There is not enough room to work in.")
    with cython.nogil:
        for t in range(sums.shape[0]):
            lift: cython.double = slack[t]
            times: cython.double = scale[t]
            for a in range(systems):
                for p in range(size):
                    room[a, p] = cython.cast(cython.int, sums[t, a, p] * times)
            k: cython.Py_ssize_t = 0
            for a in range(systems):
                for b in range(a + 1, systems):
                    total: cython.longlong = _compared(room, a, b, size)
                    if total < 0:
                        total = 0
                        for p in range(size):
                            total += sums[t, a, p] + lift >= sums[t, b, p]
                    counts[t, k] = total
                    k += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compared(
    room: cython.int[:, ::1], a: cython.Py_ssize_t, b: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.longlong:
    """How many numbers of line a are not below those of line b; −1 where rounding leaves a doubt."""
    surely: cython.int = 0
    perhaps: cython.int = 0
    one: cython.int = 1
    none: cython.int = 0
    for p in range(size):  # either number is less than 1 off, and the slack at most 1
        surely += one if room[a, p] - room[b, p] > 1 else none
        perhaps += one if room[a, p] - room[b, p] > -3 else none
    return surely if surely == perhaps else -1


@cython.cfunc
def _check(
    tables: cython.Py_ssize_t,
    systems: cython.Py_ssize_t,
    slacks: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
) -> cython.void:
    if slacks < tables or height < tables or width < systems * (systems - 1) // 2:
        raise ValueError("There is no room for the counts of every table and pair.")
