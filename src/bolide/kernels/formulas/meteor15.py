# cython: cdivision=True
"""METEOR 1.5 from its 23 statistics (Denkowski and Lavie 2014): named numbers from rows, under many settings.

A row is `hyp_len, ref_len, hyp_function, ref_function`, then for each of four stages the matched content words of both
sides and the matched function words of both sides, then `chunks, hyp_matched, ref_matched`. A setting is `alpha, beta,
gamma, delta, w_1..w_S`. The numbers are, for each stage, the weighted matches of the hypothesis, then those of the
reference; the weighted lengths of both; `precision, recall, f1, fmean, fragmentation, penalty, meteor`; or the score
alone. Arithmetic is IEEE's as in the tool: a division by zero is infinite or not a number, never an error, and a score
that is not a number is 0. Terms are added in the tool's order, so precision, recall and their mean agree to the last
bit; the power in the penalty differs from Java's by one unit in the last place now and then.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

if cython.compiled:
    from cython.cimports.libc.math import INFINITY, NAN, pow
else:
    from math import inf as INFINITY, nan as NAN

    from bolide.kernels._common import pow


WIDTH = cython.declare(cython.int, 23)
MATCHES = cython.declare(cython.int, 4)  # the first stage: content words of hypothesis and reference, function words
CHUNKS = cython.declare(cython.int, 20)
WEIGHTS = cython.declare(cython.int, 4)  # numbers of a setting before them


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
    with cython.nogil:
        for s in range(count):
            setting: cython.double[::1] = settings[s * parameters : (s + 1) * parameters]
            for n in range(size):
                _score(rows[n * width : (n + 1) * width], setting, out, (s * size + n) * numbers, numbers)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score(
    row: cython.longlong[::1],
    setting: cython.double[::1],
    out: cython.double[::1],
    column: cython.Py_ssize_t,
    numbers: cython.Py_ssize_t,
) -> cython.void:
    """Score a row under one setting; its numbers begin at out[column]."""
    alpha: cython.double = setting[0]
    delta: cython.double = setting[3]
    stages: cython.Py_ssize_t = len(setting) - WEIGHTS
    precision: cython.double = _ratio(_matched(row, 0, setting, stages), _length(row, 0, delta))
    recall: cython.double = _ratio(_matched(row, 1, setting, stages), _length(row, 1, delta))
    fmean: cython.double = _ratio(1.0, _ratio(1.0 - alpha, precision) + _ratio(alpha, recall))
    chunks: cython.double = 0.0 if _is_whole(row, 0) else row[CHUNKS]
    fragmentation: cython.double = _ratio(chunks, (row[CHUNKS + 1] + row[CHUNKS + 2]) / 2.0)
    penalty: cython.double = setting[2] * pow(fragmentation, setting[1])
    value: cython.double = fmean * (1.0 - penalty)
    if numbers > 1:
        for k in range(stages):
            out[column + k] = _weighted(row, MATCHES + 4 * k, setting[WEIGHTS + k], delta)
            out[column + stages + k] = _weighted(row, MATCHES + 4 * k + 1, setting[WEIGHTS + k], delta)
        column += 2 * stages
        out[column] = _length(row, 0, delta)
        out[column + 1] = _length(row, 1, delta)
        out[column + 2] = precision
        out[column + 3] = recall
        out[column + 4] = _ratio(2.0 * precision * recall, precision + recall)
        out[column + 5] = fmean
        out[column + 6] = fragmentation
        out[column + 7] = penalty
        column += 8
    out[column] = value if value > 0.0 else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _matched(
    row: cython.longlong[::1], side: cython.Py_ssize_t, setting: cython.double[::1], stages: cython.Py_ssize_t
) -> cython.double:
    """The weight of the matches of one side: content words first, stage by stage, then function words. A column without
    words adds nothing, whatever its weight."""
    delta: cython.double = setting[3]
    total: cython.double = 0.0
    for part in range(2):
        share: cython.double = 1.0 - delta if part else delta
        for k in range(stages):
            words: cython.double = row[MATCHES + 4 * k + 2 * part + side]
            if words != 0.0:
                total += words * setting[WEIGHTS + k] * share
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weighted(
    row: cython.longlong[::1], column: cython.Py_ssize_t, weight: cython.double, delta: cython.double
) -> cython.double:
    """The weight of the matches of one stage on one side."""
    return weight * (delta * row[column] + (1.0 - delta) * row[column + 2])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _length(row: cython.longlong[::1], side: cython.Py_ssize_t, delta: cython.double) -> cython.double:
    """The weight of all words of one side: 0 is the hypothesis, 1 the reference."""
    return delta * (row[side] - row[side + 2]) + (1.0 - delta) * row[side + 2]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ratio(above: cython.double, below: cython.double) -> cython.double:
    """A quotient by IEEE's rules."""
    if below != 0.0:
        return above / below
    if above > 0.0:
        return INFINITY
    return -INFINITY if above < 0.0 else NAN


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_whole(rows: cython.longlong[::1], row: cython.Py_ssize_t) -> cython.bint:
    """Whether every word is matched, in one chunk: such a segment has no penalty."""
    hyp: cython.longlong = 0
    ref: cython.longlong = 0
    if rows[row + CHUNKS] != 1:
        return False
    for k in range(MATCHES, CHUNKS, 2):
        hyp += rows[row + k]
        ref += rows[row + k + 1]
    return hyp == rows[row] and ref == rows[row + 1]


@cython.ccall
def forgive_whole(rows: cython.longlong[::1]) -> cython.void:
    """Set the chunks of every fully matched row to 0: it has no penalty and adds no chunk to a corpus."""
    size: cython.Py_ssize_t = len(rows) // WIDTH
    with cython.nogil:
        for n in range(size):
            if _is_whole(rows, n * WIDTH):
                rows[n * WIDTH + CHUNKS] = 0
