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

from array import array

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
MATCHES = cython.declare(
    cython.int, 4
)  # the first stage's content words, hypothesis and reference, then function words
CHUNKS = cython.declare(cython.int, 20)
LEAD = cython.declare(cython.int, 4)  # numbers of a setting before the weights
TILE = cython.declare(cython.int, 128)  # rows turned into doubles at a time: their columns stay in the cache


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
    fragmentation: cython.double[::1] = memoryview(array("d", bytes(8 * size)))
    columns: cython.double[::1] = memoryview(array("d", bytes(8 * (CHUNKS + 4) * TILE)))
    some: cython.Py_ssize_t = 0
    with cython.nogil:
        for n in range(size):
            at: cython.Py_ssize_t = n * width
            chunks: cython.double = 0.0 if _is_whole(rows, at) else rows[at + CHUNKS]
            fragmentation[n] = _ratio(chunks, (rows[at + CHUNKS + 1] + rows[at + CHUNKS + 2]) / 2.0)
        while some < size:
            tile: cython.Py_ssize_t = min(TILE, size - some)
            for n in range(tile):  # columns of doubles, TILE entries each, lengths less function words last
                row: cython.Py_ssize_t = (some + n) * WIDTH
                for c in range(CHUNKS):
                    columns[c * TILE + n] = rows[row + c]
                columns[CHUNKS * TILE + n] = rows[row] - rows[row + 2]
                columns[(CHUNKS + 1) * TILE + n] = rows[row + 1] - rows[row + 3]
            for s in range(count):
                _score(
                    columns,
                    tile,
                    settings[s * parameters : (s + 1) * parameters],
                    fragmentation[some : some + tile],
                    out,
                    (s * size + some) * numbers,
                    numbers,
                )
            some += tile


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score(
    columns: cython.double[::1],
    tile: cython.Py_ssize_t,
    setting: cython.double[::1],
    fragmentation: cython.double[::1],
    out: cython.double[::1],
    at: cython.Py_ssize_t,
    numbers: cython.Py_ssize_t,
) -> cython.void:
    """Score a tile of rows under one setting; its numbers begin at out[at]."""
    alpha: cython.double = setting[0]
    delta: cython.double = setting[3]
    stages: cython.Py_ssize_t = len(setting) - LEAD
    hyp: cython.double[::1] = columns[(CHUNKS + 2) * TILE :]
    ref: cython.double[::1] = columns[(CHUNKS + 3) * TILE :]
    for n in range(tile):
        hyp[n] = 0.0
        ref[n] = 0.0
    for k in range(stages):  # content words first, stage by stage, then function words
        _add(columns, MATCHES + 4 * k, tile, setting[LEAD + k], delta, hyp)
        _add(columns, MATCHES + 4 * k + 1, tile, setting[LEAD + k], delta, ref)
    for k in range(stages):
        _add(columns, MATCHES + 4 * k + 2, tile, setting[LEAD + k], 1.0 - delta, hyp)
        _add(columns, MATCHES + 4 * k + 3, tile, setting[LEAD + k], 1.0 - delta, ref)
    for n in range(tile):
        precision: cython.double = _ratio(hyp[n], _length(columns, 0, n, delta))
        recall: cython.double = _ratio(ref[n], _length(columns, 1, n, delta))
        fmean: cython.double = _ratio(1.0, _ratio(1.0 - alpha, precision) + _ratio(alpha, recall))
        lost: cython.double = setting[2] * pow(fragmentation[n], setting[1])
        value: cython.double = fmean * (1.0 - lost)
        if numbers > 1:
            for k in range(stages):
                out[at + k] = _weighted(columns, MATCHES + 4 * k, n, setting[LEAD + k], delta)
                out[at + stages + k] = _weighted(columns, MATCHES + 4 * k + 1, n, setting[LEAD + k], delta)
            at += 2 * stages
            out[at] = _length(columns, 0, n, delta)
            out[at + 1] = _length(columns, 1, n, delta)
            out[at + 2] = precision
            out[at + 3] = recall
            out[at + 4] = _ratio(2.0 * precision * recall, precision + recall)
            out[at + 5] = fmean
            out[at + 6] = fragmentation[n]
            out[at + 7] = lost
            at += 8
        out[at] = value if value > 0.0 else 0.0
        at += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add(
    columns: cython.double[::1],
    column: cython.Py_ssize_t,
    tile: cython.Py_ssize_t,
    weight: cython.double,
    share: cython.double,
    sums: cython.double[::1],
) -> cython.void:
    """Add the weight of the words of a column; a column without words adds nothing, whatever its weight."""
    for n in range(tile):
        words: cython.double = columns[column * TILE + n]
        added: cython.double = words * weight * share
        sums[n] += added if words != 0.0 else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weighted(
    columns: cython.double[::1],
    column: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    weight: cython.double,
    delta: cython.double,
) -> cython.double:
    """The weight of the matches of one stage on one side."""
    return weight * (delta * columns[column * TILE + n] + (1.0 - delta) * columns[(column + 2) * TILE + n])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _length(
    columns: cython.double[::1], side: cython.Py_ssize_t, n: cython.Py_ssize_t, delta: cython.double
) -> cython.double:
    """The weight of all words of one side: 0 is the hypothesis, 1 the reference."""
    return delta * columns[(CHUNKS + side) * TILE + n] + (1.0 - delta) * columns[(2 + side) * TILE + n]


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
