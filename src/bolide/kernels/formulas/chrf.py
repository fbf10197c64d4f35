# cython: cdivision=True
"""chrF from counts: named numbers from rows of integers, under many settings.

A row is `hyp_1..G, ref_1..G, match_1..G` for G kinds of n-grams. A setting is `β², eps`. The numbers are
`p_1..G, r_1..G, f_1..G, precision, recall, used, chrf`, or the score alone. Ratios are added in turn as sacreBLEU adds
them: of two references that nearly tie, both programs must pick the same.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython


TILE = cython.declare(cython.Py_ssize_t, 256)  # rows whose ratios are stored while all settings use them
EPSILON = 1e-16  # what stands for a ratio without n-grams in chrF++.py, NLTK and Moses
TINY = cython.declare(cython.double, 1e-16)  # the same for C


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ratios(
    rows: cython.longlong[::1],
    row: cython.Py_ssize_t,
    grams: cython.Py_ssize_t,
    ratios: cython.double[::1],
    at: cython.Py_ssize_t,
) -> cython.void:
    """Compute what no setting changes: every precision and recall, their means, the number of orders in the means, and
    whether each order has n-grams on either side."""
    precision: cython.double = 0.0
    recall: cython.double = 0.0
    used: cython.double = 0.0
    for n in range(grams):
        hyp: cython.double = 1.0 * rows[row + n]
        ref: cython.double = 1.0 * rows[row + grams + n]
        match: cython.double = 1.0 * rows[row + 2 * grams + n]
        ratios[at + n] = match / hyp if hyp > 0 else 0.0
        ratios[at + grams + n] = match / ref if ref > 0 else 0.0
        ratios[at + 2 * grams + n] = hyp
        ratios[at + 3 * grams + n] = ref
        if hyp > 0 and ref > 0:
            precision += match / hyp
            recall += match / ref
            used += 1.0
    if used > 0:
        precision /= used
        recall /= used
    ratios[at + 4 * grams] = precision
    ratios[at + 4 * grams + 1] = recall
    ratios[at + 4 * grams + 2] = used


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _smoothed(
    ratios: cython.double[::1],
    at: cython.Py_ssize_t,
    grams: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    factor: cython.double,
) -> cython.double:
    """F of one order, in which a ratio with denominator 0 is a very small number."""
    precision: cython.double = ratios[at + n] if ratios[at + 2 * grams + n] > 0 else TINY
    recall: cython.double = ratios[at + grams + n] if ratios[at + 3 * grams + n] > 0 else TINY
    below: cython.double = factor * precision + recall
    return (1.0 + factor) * precision * recall / below if below > 0 else TINY


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
    grams: cython.Py_ssize_t = width // 3
    wide: cython.Py_ssize_t = 4 * grams + 3
    ratios: cython.double[::1] = memoryview(array("d", bytes(8 * wide * min(TILE, max(size, 1)))))
    first: cython.Py_ssize_t = 0
    with cython.nogil:
        while first < size:
            end: cython.Py_ssize_t = min(size, first + TILE)
            for n in range(first, end):
                _ratios(rows, n * width, grams, ratios, (n - first) * wide)
            for s in range(count):
                factor: cython.double = settings[s * parameters]
                eps: cython.bint = settings[s * parameters + 1] != 0
                for n in range(first, end):
                    at: cython.Py_ssize_t = (n - first) * wide
                    to: cython.Py_ssize_t = (s * size + n) * numbers
                    if numbers > 1:
                        for k in range(2 * grams):
                            out[to + k] = ratios[at + k]
                        for k in range(grams):
                            out[to + 2 * grams + k] = _smoothed(ratios, at, grams, k, factor)
                        for k in range(3):
                            out[to + 3 * grams + k] = ratios[at + 4 * grams + k]
                    # F of the mean precision and the mean recall; with `eps` the mean of the orders' F-scores.
                    precision: cython.double = ratios[at + 4 * grams]
                    recall: cython.double = ratios[at + 4 * grams + 1]
                    value: cython.double = 0.0
                    if eps:
                        for k in range(grams):
                            value += _smoothed(ratios, at, grams, k, factor)
                        value /= grams
                    elif precision > 0:
                        value = (1.0 + factor) * precision * recall / (factor * precision + recall)
                    out[to + numbers - 1] = value
            first = end
