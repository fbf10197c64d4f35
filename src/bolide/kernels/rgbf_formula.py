# cython: cdivision=True
"""rgbF from counts: rows of integers, times settings, to named numbers.

A row is `match_p_1..G, hyp_1..G, match_r_1..G, ref_1..G` for G kinds of n-grams, which are units × orders. A setting is
the weight of each kind, adding up to 1. The numbers are `f_1..G, p_1..G, r_1..G, precision, recall, rgbf`, or the score
alone.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

COMPILED = cython.compiled

TILE = cython.declare(cython.Py_ssize_t, 256)  # rows whose F-scores are kept while all settings look at them


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _weighted(
    values: cython.double[::1], at: cython.Py_ssize_t, settings: cython.double[::1], s: cython.Py_ssize_t,
    grams: cython.Py_ssize_t,
) -> cython.double:  # fmt: skip
    """The weighted mean of `grams` numbers from `at` on."""
    total: cython.double = 0.0
    k: cython.Py_ssize_t
    for k in range(grams):
        total += settings[s + k] * values[at + k]
    return total


@cython.ccall
def score(
    rows: cython.longlong[::1],
    width: cython.Py_ssize_t,
    settings: cython.double[::1],
    parameters: cython.Py_ssize_t,
    out: cython.double[::1],
    numbers: cython.Py_ssize_t,
) -> cython.int:
    """Every row under every setting, setting by setting, `numbers` for each: all of them, or 1 for the score alone."""
    size: cython.Py_ssize_t = len(rows) // width
    count: cython.Py_ssize_t = len(settings) // parameters
    grams: cython.Py_ssize_t = width // 4
    # F, precision and recall of every kind of n-gram, for the rows of one tile.
    values: cython.double[::1] = memoryview(array("d", bytes(24 * grams * min(TILE, max(size, 1)))))
    first: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    s: cython.Py_ssize_t
    n: cython.Py_ssize_t
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    to: cython.Py_ssize_t
    in_hyp: cython.double
    hyp: cython.double
    in_ref: cython.double
    ref: cython.double
    below: cython.double
    with cython.nogil:
        while first < size:
            end = min(size, first + TILE)
            for n in range(first, end):
                at = (n - first) * 3 * grams
                for k in range(grams):
                    in_hyp = 1.0 * rows[n * width + k]
                    hyp = 1.0 * rows[n * width + grams + k]
                    in_ref = 1.0 * rows[n * width + 2 * grams + k]
                    ref = 1.0 * rows[n * width + 3 * grams + k]
                    below = in_hyp * ref + in_ref * hyp
                    values[at + k] = 2.0 * in_hyp * in_ref / below if below > 0 else 0.0
                    values[at + grams + k] = in_hyp / hyp if hyp > 0 else 0.0
                    values[at + 2 * grams + k] = in_ref / ref if ref > 0 else 0.0
            for s in range(count):
                for n in range(first, end):
                    at = (n - first) * 3 * grams
                    to = (s * size + n) * numbers
                    if numbers > 1:
                        for k in range(3 * grams):
                            out[to + k] = values[at + k]
                        out[to + 3 * grams] = _weighted(values, at + grams, settings, s * parameters, grams)
                        out[to + 3 * grams + 1] = _weighted(values, at + 2 * grams, settings, s * parameters, grams)
                    out[to + numbers - 1] = _weighted(values, at, settings, s * parameters, grams)
            first = end
    return 0
