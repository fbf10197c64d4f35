"""Two statistics under many exchanges of the cells of two vectors or tables at once.

Two orders of the same cells: Kendall's count of pairs, in n log n steps, for many exchanges of two vectors at once.

The cells are sorted by one order, as keys: the value, the cell's number in so many `bits`, and in the last bit of which
vector the cell is. The other order is a table by that number.

Pairs of scores called ties up to a threshold: the best threshold for two tables under many exchanges of their cells.

Under exchanges a pair of cells has four differences, by where its two scores come from. All of them are sorted once.
Then the threshold rises through them, and each is a step up or down in those exchanges in which the pair has it. The
steps of 32 exchanges are taken at once, in numbers of 16 bits, which a processor adds eight or sixteen at a time.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython


@cython.ccall
def exchanged_concordance(
    both: cython.longlong[::1],
    bits: cython.int,
    swapped: cython.uchar[:, ::1],
    ranks: cython.longlong[::1],
    room: cython.int[:, ::1],
    counts: cython.longlong[:, :, ::1],
) -> cython.void:
    """counts[vector, exchange] = concordant less discordant pairs, tied pairs and distinct values of a vector after an
    exchange of cells between two.

    `both` are sorted keys of both vectors; swapped[cell, exchange] is 1 if the cell changes places. If `both` has keys
    of the first vector only, it is split: the second one becomes the cells that change places. `ranks` are those in the
    other order, from 1, and 0 for a cell that is left out. A cell takes the same way
    through the tree whatever is exchanged, so the exchanges stand side by side: a line of `room` counts the cells of
    the second vector under each and, last, those of both. `room` is two lines for each rank, of which there are fewer
    than `most`, and six more, each longer by one than there are exchanges.
    """
    size: cython.Py_ssize_t = swapped.shape[0]
    keys: cython.Py_ssize_t = both.shape[0]
    wide: cython.Py_ssize_t = swapped.shape[1]
    most: cython.Py_ssize_t = room.shape[0] // 2 - 3
    inside: cython.Py_ssize_t = 2 * most  # the lines after those of ranks: 1 where the cell is of the second vector
    ahead: cython.Py_ssize_t = inside + 1  # concordant less discordant pairs that the cell makes
    before: cython.Py_ssize_t = inside + 2  # cells so far
    start: cython.Py_ssize_t = inside + 3  # and before the run of ties
    balance: cython.Py_ssize_t = inside + 4  # what is added to the counts now and then, of either vector
    stretch: cython.longlong = max(1, (1 << 29) // (keys + 1))  # additions for which 32 bits are enough
    since: cython.longlong = 0
    one: cython.longlong = 1
    if most < 1 or room.shape[1] <= wide or counts.shape[0] < 2 or counts.shape[1] < wide or counts.shape[2] < 3:
        raise ValueError("There is no room for the results of every row.")
    if (keys != size and keys != 2 * size) or ranks.shape[0] < size or not 0 <= bits <= 61:
        raise ValueError("The keys do not fit the exchanges.")
    mask: cython.longlong = (one << bits) - 1
    for k in range(keys):
        if (both[k] >> 1) & mask >= size:
            raise ValueError("A key numbers a cell that is not there.")
    for k in range(size):
        if not 0 <= ranks[k] < most:
            raise ValueError("A cell has a rank beyond the room for ranks.")
    with cython.nogil:
        for k in range(room.shape[0]):
            for w in range(wide + 1):
                room[k, w] = 0
        for w in range(wide):
            for k in range(2):
                counts[k, w, 0] = counts[k, w, 1] = counts[k, w, 2] = 0
        k = 0
        while k < keys:
            end: cython.Py_ssize_t = k
            for w in range(wide + 1):
                room[start, w] = room[before, w]
            while end < keys and both[end] >> (bits + 1) == both[k] >> (bits + 1):
                cell = (both[end] >> 1) & mask
                if ranks[cell] > 0:
                    _side(room, inside, swapped, cell, both[end] & 1)
                    for w in range(wide + 1):
                        room[ahead, w] = room[most + ranks[cell], w] - room[before, w]
                    at = ranks[cell] - 1
                    while at > 0:
                        for w in range(wide + 1):
                            room[ahead, w] += 2 * room[at, w]
                        at &= at - 1
                    total: cython.int = room[ahead, wide]
                    for w in range(wide):
                        room[balance, w] += (total - room[ahead, w]) & (room[inside, w] - 1)
                        room[balance + 1, w] += room[ahead, w] & -room[inside, w]
                    since += 1
                    if since >= stretch:
                        _flush(room, balance, counts, wide)
                        since = 0
                end += 1
            for i in range(k, end):
                cell = (both[i] >> 1) & mask
                if ranks[cell] > 0:
                    if end - k > 1:
                        _side(room, inside, swapped, cell, both[i] & 1)
                    at = ranks[cell]
                    for w in range(wide + 1):
                        room[most + at, w] += room[inside, w]
                        room[before, w] += room[inside, w]
                    while at < most:
                        for w in range(wide + 1):
                            room[at, w] += room[inside, w]
                        at += at & -at
            if end - k > 1:
                for w in range(wide):
                    run: cython.longlong = room[before, w] - room[start, w]
                    counts[1, w, 1] += run * (run - 1) // 2
                    counts[1, w, 2] -= max(run - 1, 0)
                    run = room[before, wide] - room[start, wide] - run
                    counts[0, w, 1] += run * (run - 1) // 2
                    counts[0, w, 2] -= max(run - 1, 0)
            k = end
        _flush(room, balance, counts, wide)
        for w in range(wide):  # each run of ties has one distinct value
            counts[0, w, 2] += room[before, wide] - room[before, w]
            counts[1, w, 2] += room[before, w]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _side(
    room: cython.int[:, ::1],
    inside: cython.Py_ssize_t,
    swapped: cython.uchar[:, ::1],
    cell: cython.Py_ssize_t,
    owner: cython.int,
) -> cython.void:
    """Write 1 for every exchange under which a cell is of the second vector, and 1 for both together."""
    for w in range(swapped.shape[1]):
        room[inside, w] = (owner ^ swapped[cell, w]) & 1
    room[inside, swapped.shape[1]] = 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _flush(
    room: cython.int[:, ::1], balance: cython.Py_ssize_t, counts: cython.longlong[:, :, ::1], wide: cython.Py_ssize_t
) -> cython.void:
    """Add the balances to the counts."""
    for vector in range(2):
        for w in range(wide):
            counts[vector, w, 0] += room[balance + vector, w]
            room[balance + vector, w] = 0


# --- ties up to a threshold ------------------------------------------------------------------------------------------


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
                _flush_sums(room, totals, highest, peaks)
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
        _flush_sums(room, totals, highest, peaks)
        for e in range(LANES):
            highest[0, e] -= totals[0, e]
            highest[1, e] -= totals[1, e]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _flush_sums(
    room: cython.short[:, ::1], totals: cython.longlong[:, ::1], highest: cython.longlong[:, ::1], peaks: cython.bint
) -> cython.void:
    """Add the small sums, and the highest of them if there were any peaks, to the large ones."""
    for side in range(2):
        for e in range(LANES):
            if peaks and totals[side, e] + room[2 + side, e] > highest[side, e]:
                highest[side, e] = totals[side, e] + room[2 + side, e]
            totals[side, e] += room[side, e]
            room[side, e] = 0
