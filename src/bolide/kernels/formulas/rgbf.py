# cython: cdivision=True
"""rgbF from counts: named numbers from rows of integers, under many settings.

A row is `match_p_1..G, hyp_1..G, match_r_1..G, ref_1..G` for G kinds of n-grams, which are units × orders. A setting is
the weight of each kind, adding up to 1. The numbers are `f_1..G, p_1..G, r_1..G, precision, recall, rgbf`, or the score
alone.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython


TILE = cython.declare(cython.Py_ssize_t, 256)  # rows whose F-scores are stored while all settings use them


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh(
    values: cython.double[::1],
    at: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    grams: cython.Py_ssize_t,
    settings: cython.double[::1],
    s: cython.Py_ssize_t,
    means: cython.double[::1],
) -> cython.void:
    """Compute the weighted mean of `grams` numbers of each row; those of one kind are contiguous, from `at` on."""
    for n in range(rows):
        means[n] = 0.0
    for k in range(grams):
        weight: cython.double = settings[s + k]
        if weight != 0.0:
            for n in range(rows):
                means[n] += weight * values[at + k * TILE + n]


@cython.ccall
def score(
    rows: cython.longlong[::1],
    width: cython.Py_ssize_t,
    settings: cython.double[::1],
    parameters: cython.Py_ssize_t,
    out: cython.double[::1],
    numbers: cython.Py_ssize_t,
) -> cython.void:
    """Score every row under every setting, with `numbers` for each: all of them, or 1 for the score alone."""
    size: cython.Py_ssize_t = len(rows) // width
    count: cython.Py_ssize_t = len(settings) // parameters
    grams: cython.Py_ssize_t = width // 4
    parts: cython.Py_ssize_t = 3 if numbers > 1 else 1
    # F, precision and recall of every kind of n-gram, for the rows of one tile; and their means under one setting.
    values: cython.double[::1] = memoryview(array("d", bytes(8 * parts * grams * TILE)))
    means: cython.double[::1] = memoryview(array("d", bytes(8 * TILE)))
    first: cython.Py_ssize_t = 0
    with cython.nogil:
        while first < size:
            here: cython.Py_ssize_t = min(size - first, TILE)
            for n in range(here):
                at: cython.Py_ssize_t = (first + n) * width
                for k in range(grams):
                    in_hyp: cython.double = 1.0 * rows[at + k]
                    hyp: cython.double = 1.0 * rows[at + grams + k]
                    in_ref: cython.double = 1.0 * rows[at + 2 * grams + k]
                    ref: cython.double = 1.0 * rows[at + 3 * grams + k]
                    below: cython.double = in_hyp * ref + in_ref * hyp
                    values[k * TILE + n] = 2.0 * in_hyp * in_ref / below if below > 0 else 0.0
                    if parts > 1:
                        values[(grams + k) * TILE + n] = in_hyp / hyp if hyp > 0 else 0.0
                        values[(2 * grams + k) * TILE + n] = in_ref / ref if ref > 0 else 0.0
            for s in range(count):
                to: cython.Py_ssize_t = (s * size + first) * numbers
                for part in range(parts):  # the score, which is the mean of F, stands last
                    _weigh(values, part * grams * TILE, here, grams, settings, s * parameters, means)
                    k = numbers - 1 if part == 0 else 3 * grams + part - 1
                    for n in range(here):
                        out[to + n * numbers + k] = means[n]
                if parts > 1:
                    for n in range(here):
                        for k in range(3 * grams):
                            out[to + n * numbers + k] = values[k * TILE + n]
            first += TILE
