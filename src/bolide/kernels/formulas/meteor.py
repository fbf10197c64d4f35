# cython: cdivision=True
"""METEOR's variants nltk, 2005 and runs from counts: named numbers from rows of integers, under many settings.

A row is `segments, hyp_len, ref_len, match_1..S, chunks` and what may follow. A setting is `S, alpha, beta, gamma`. The
numbers are `precision, recall, fmean, fragmentation, penalty, meteor`, or the score alone. All arithmetic is in doubles
in NLTK's order, so that compiled, interpreted and NLTK agree to the last bit.
"""

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
    with cython.nogil:
        for s in range(count):
            setting: cython.double[::1] = settings[s * parameters : (s + 1) * parameters]
            for n in range(size):
                _score(rows[n * width : (n + 1) * width], stages, setting, out, (s * size + n) * numbers, numbers)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score(
    row: cython.longlong[::1],
    stages: cython.Py_ssize_t,
    setting: cython.double[::1],
    out: cython.double[::1],
    column: cython.Py_ssize_t,
    numbers: cython.Py_ssize_t,
) -> cython.void:
    """Compute Fmean minus the fragmentation penalty; without a match the score is 0 and there is no penalty."""
    alpha: cython.double = setting[1]
    matches: cython.longlong = 0
    precision: cython.double = 0.0
    recall: cython.double = 0.0
    fragmentation: cython.double = 0.0
    for k in range(stages):
        matches += row[HEAD + k]
    if matches != 0 and row[1] != 0 and row[2] != 0:
        precision = (1.0 * matches) / row[1]
        recall = (1.0 * matches) / row[2]
        fragmentation = (1.0 * row[HEAD + stages]) / matches
    penalty: cython.double = setting[3] * pow(fragmentation, setting[2])
    below: cython.double = alpha * precision + (1.0 - alpha) * recall
    fmean: cython.double = precision * recall / below if below != 0.0 else 0.0
    if numbers > 1:
        out[column] = precision
        out[column + 1] = recall
        out[column + 2] = fmean
        out[column + 3] = fragmentation
        out[column + 4] = penalty if precision != 0.0 else 0.0
    out[column + numbers - 1] = (1.0 - penalty) * fmean if fmean != 0.0 else 0.0
