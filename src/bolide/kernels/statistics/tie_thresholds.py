# cython: cdivision=True
"""Pairs of scores called ties up to a threshold: the best threshold for two tables under many exchanges of their cells.

Under exchanges a pair of cells has four differences, by where its two scores come from. All of them are sorted once, so
a pair has four ranks, and an exchange only chooses among them.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

COMPILED = cython.compiled


@cython.ccall
def best_accuracies(
    ranks: cython.int[:, ::1],
    cells: cython.int[:, ::1],
    weights: cython.double[::1],
    ordered: cython.Py_ssize_t,
    swapped: cython.uchar[:, ::1],
    bits: cython.int,
    room: cython.double[:, ::1],
    best: cython.double[:, ::1],
) -> cython.int:
    """best[e, side] = the weight of the pairs that are right under exchange e of the cells, at the best threshold.

    Pair k is of the cells cells[k, 0] and cells[k, 1]. ranks[k, 2 i + j] is the rank, from 0, of their difference where
    the first score is the other table's if i, the second if j. People order the first `ordered` pairs: right where the
    difference is above the threshold. They tie the others: right where it is not above. The last rank, one more than
    a multiple of 2^bits others, is of what no threshold changes: a wrong order, which is never right, and a tie without
    any difference, which always is.

    As the threshold rises, steps up and down are counted in bins of 2^bits ranks; only bins in which the sum could pass
    the highest so far are gone through rank by rank. `room` has six rows, each as long as there are ranks: steps down
    and up of one side, the same of the other, which bins are promising, and the steps of those.
    """
    pairs: cython.Py_ssize_t = ranks.shape[0]
    bins: cython.Py_ssize_t
    e: cython.Py_ssize_t
    k: cython.Py_ssize_t
    place: cython.Py_ssize_t
    side: cython.int
    rank: cython.int
    kind: cython.int
    down: cython.Py_ssize_t
    up: cython.Py_ssize_t
    promising: cython.bint
    start: cython.double
    now: cython.double
    top: cython.double
    if room.shape[0] < 6 or ranks.shape[1] < 4 or cells.shape[0] < pairs or cells.shape[1] < 2 or ordered > pairs:
        raise ValueError("The pairs do not fit each other.")
    if weights.shape[0] < pairs or best.shape[0] < swapped.shape[0] or best.shape[1] < 2:
        raise ValueError("There is no weight or no place for everything.")
    if ordered < 0 or room.shape[1] < 1 or not 0 <= bits <= 30:
        raise ValueError("The ranks have no bins.")
    _check(ranks, 4, pairs, room.shape[1])
    _check(cells, 2, pairs, swapped.shape[1])
    for e in range(swapped.shape[0]):
        for k in range(swapped.shape[1]):
            if swapped[e, k] > 1:
                raise ValueError("A cell is exchanged or not: 1 or 0.")
    bins = (room.shape[1] - 1) >> bits
    with cython.nogil:
        for e in range(swapped.shape[0]):
            for k in range(bins + 1):
                room[0, k] = room[1, k] = room[2, k] = room[3, k] = 0.0
            for k in range(pairs):
                kind = 2 * swapped[e, cells[k, 0]] + swapped[e, cells[k, 1]]
                up = k >= ordered
                room[up, ranks[k, kind] >> bits] += weights[k]
                room[2 + up, ranks[k, 3 - kind] >> bits] += weights[k]
            for side in range(2):
                down = 2 * side
                up = down + 1
                start = room[up, bins]
                for k in range(bins):
                    start += room[down, k]
                top = now = start
                for k in range(bins):
                    now += room[up, k] - room[down, k]
                    top = max(top, now)
                promising = False
                now = start
                for k in range(bins):
                    room[4, k] = 0.0
                    if room[up, k] > 0 and now + room[up, k] > top + 1e-12:
                        promising = True
                        room[4, k] = 1.0
                        for place in range(k << bits, (k + 1) << bits):
                            room[5, place] = 0.0
                    now += room[up, k] - room[down, k]
                if promising:
                    room[4, bins] = 0.0
                    for k in range(pairs):
                        kind = 2 * swapped[e, cells[k, 0]] + swapped[e, cells[k, 1]]
                        rank = ranks[k, 3 - kind if side else kind]
                        if room[4, rank >> bits] > 0:
                            room[5, rank] += -weights[k] if k < ordered else weights[k]
                    now = start
                    for k in range(bins):
                        if room[4, k] > 0:
                            for place in range(k << bits, (k + 1) << bits):
                                now += room[5, place]
                                top = max(top, now)
                        else:
                            now += room[up, k] - room[down, k]
                best[e, side] = top
    return 0


@cython.cfunc
def _check(
    numbers: cython.int[:, ::1], width: cython.Py_ssize_t, height: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.int:
    """Refuse ranks without a place to count in, and cells that are not there: they are followed blindly."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    low: cython.int = 0
    high: cython.int = -1
    with cython.nogil:
        for k in range(height):
            for i in range(width):
                low = min(low, numbers[k, i])
                high = max(high, numbers[k, i])
    if low < 0 or high >= end:
        raise ValueError("A pair has a rank or a cell that is not there.")
    return 0
