"""Pairs of scores called ties up to a threshold: the best threshold for two tables under many exchanges of their cells.

Under exchanges a pair of cells has four differences, by where its two scores come from. All of them are sorted once.
Then the threshold rises through them, and each is a step up or down in those exchanges in which the pair has it. The
steps of 32 exchanges are taken at once, in numbers of 16 bits, which a processor adds eight or sixteen at a time.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython


LANES = cython.declare(cython.Py_ssize_t, 32)  # exchanges at once: one line of a processor's cache
EXCHANGES = LANES
MOST = cython.declare(cython.int, 32767)
HEAVIEST = MOST


@cython.ccall
def highest_sums(
    steps: cython.int[:, ::1],
    swapped: cython.short[:, ::1],
    room: cython.short[:, ::1],
    totals: cython.longlong[:, ::1],
    highest: cython.longlong[:, ::1],
) -> cython.void:
    """highest[side, e] = the highest sum of steps up to any threshold under exchange e, less the sum of all of them.

    A step, in the order of differences, is four numbers: the first and the second cell of its pair; 2 i + j, where the
    first score is the other table's if i, the second if j, and 4 more if the next step is of a larger difference; and
    its height, at most 32,767 up or down. swapped[cell, e] is −1 if the two tables exchange this cell, otherwise 0.
    No threshold lies between steps of one difference. `room` and `totals` are to work in: 4 and 2 rows.
    """
    count: cython.Py_ssize_t = steps.shape[0]
    used: cython.int = 0
    risen: cython.bint = False
    peaks: cython.bint = False
    good: cython.bint = steps.shape[1] == 4 and swapped.shape[1] == LANES
    if not good or room.shape[0] < 4 or room.shape[1] < LANES:
        raise ValueError("The steps and the exchanges do not fit each other.")
    if min(totals.shape[0], highest.shape[0]) < 2 or min(totals.shape[1], highest.shape[1]) < LANES:
        raise ValueError("There is no place for the sums.")
    with cython.nogil:
        for s in range(count):  # cells that are not there would be followed blindly
            good &= 0 <= steps[s, 0] < swapped.shape[0] and 0 <= steps[s, 1] < swapped.shape[0]
            good &= 0 <= steps[s, 2] < 8 and -MOST <= steps[s, 3] <= MOST
    if not good:
        raise ValueError("A step has a cell that is not there, or is too high.")
    with cython.nogil:
        for e in range(LANES):
            room[0, e] = room[1, e] = 0
            totals[0, e] = totals[1, e] = highest[0, e] = highest[1, e] = 0
        for s in range(count):
            first: cython.Py_ssize_t = steps[s, 0]
            second: cython.Py_ssize_t = steps[s, 1]
            how: cython.int = steps[s, 2]
            height: cython.short = cython.cast(cython.short, steps[s, 3])
            used += height if height > 0 else -height
            if used > MOST:
                _flush(room, totals, highest, peaks)
                peaks = False
                used = height if height > 0 else -height
            i: cython.short = -1 if how & 2 else 0
            j: cython.short = -1 if how & 1 else 0
            for e in range(LANES):
                one: cython.short = swapped[first, e] ^ i
                two: cython.short = swapped[second, e] ^ j
                room[0, e] += ~(one | two) & height
                room[1, e] += one & two & height
            risen = risen or height > 0
            if risen and how & 4:
                risen = False
                if peaks:
                    for e in range(LANES):
                        room[2, e] = max(room[2, e], room[0, e])
                        room[3, e] = max(room[3, e], room[1, e])
                else:
                    peaks = True
                    for e in range(LANES):
                        room[2, e] = room[0, e]
                        room[3, e] = room[1, e]
        _flush(room, totals, highest, peaks)
        for e in range(LANES):
            highest[0, e] -= totals[0, e]
            highest[1, e] -= totals[1, e]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _flush(
    room: cython.short[:, ::1], totals: cython.longlong[:, ::1], highest: cython.longlong[:, ::1], peaks: cython.bint
) -> cython.void:
    """Add the small sums, and the highest of them if there were any peaks, to the large ones."""
    for side in range(2):
        for e in range(LANES):
            if peaks and totals[side, e] + room[2 + side, e] > highest[side, e]:
                highest[side, e] = totals[side, e] + room[2 + side, e]
            totals[side, e] += room[side, e]
            room[side, e] = 0
