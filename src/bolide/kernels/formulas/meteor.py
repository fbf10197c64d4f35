# cython: cdivision=True
"""METEOR's variants nltk, 2005 and runs from counts: named numbers from rows of integers, under many settings.

A row is `segments, hyp_len, ref_len, match_1..S, chunks` and what may follow. A setting is `S, alpha, beta, gamma`. The
numbers are `precision, recall, fmean, fragmentation, penalty, meteor`, or the score alone. All arithmetic is in doubles
in NLTK's order, so that compiled, interpreted and NLTK agree to the last bit.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

if cython.compiled:
    from cython.cimports.libc.math import pow
else:
    from bolide.kernels._common import pow


HEAD = cython.declare(cython.int, 3)  # columns before the matches


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
    stages: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, settings[0])
    doubles: cython.double[::1] = memoryview(array("d", bytes(24 * size)))
    precision: cython.double[::1] = doubles[:size]
    recall: cython.double[::1] = doubles[size : 2 * size]
    fragmentation: cython.double[::1] = doubles[2 * size :]
    with cython.nogil:
        for n in range(size):  # what no setting changes: without a match all are 0
            row: cython.Py_ssize_t = n * width
            matches: cython.longlong = 0
            for k in range(stages):
                matches += rows[row + HEAD + k]
            if matches != 0 and rows[row + 1] != 0 and rows[row + 2] != 0:
                precision[n] = (1.0 * matches) / rows[row + 1]
                recall[n] = (1.0 * matches) / rows[row + 2]
                fragmentation[n] = (1.0 * rows[row + HEAD + stages]) / matches
        for s in range(count):
            setting: cython.double[::1] = settings[s * parameters : (s + 1) * parameters]
            for n in range(size):
                _score(precision[n], recall[n], fragmentation[n], setting, out, (s * size + n) * numbers, numbers)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score(
    precision: cython.double,
    recall: cython.double,
    fragmentation: cython.double,
    setting: cython.double[::1],
    out: cython.double[::1],
    at: cython.Py_ssize_t,
    numbers: cython.Py_ssize_t,
) -> cython.void:
    """Compute Fmean minus the fragmentation penalty; without a match the score is 0 and there is no penalty."""
    alpha: cython.double = setting[1]
    penalty: cython.double = setting[3] * pow(fragmentation, setting[2])
    below: cython.double = alpha * precision + (1.0 - alpha) * recall
    fmean: cython.double = precision * recall / below if below != 0.0 else 0.0
    if numbers > 1:
        out[at] = precision
        out[at + 1] = recall
        out[at + 2] = fmean
        out[at + 3] = fragmentation
        out[at + 4] = penalty if precision != 0.0 else 0.0
    out[at + numbers - 1] = (1.0 - penalty) * fmean if fmean != 0.0 else 0.0
