"""Two orders of the same cells: Kendall's count of pairs, in n log n steps, and Spearman's products of ranks.

The cells are sorted by one order, as keys: its value above the last `bits` bits, which are the cell's number. The other
order is a table by that number, with 0 for cells that are left out, so that one sort serves every subset of the cells.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython


@cython.ccall
@cython.locals(before=cython.longlong, balance=cython.longlong, ties=cython.longlong, distinct=cython.longlong)
def concordance(
    keys: cython.longlong[:, ::1],
    bits: cython.int,
    ranks: cython.longlong[::1],
    room: cython.longlong[::1],
    counts: cython.longlong[:, ::1],
) -> cython.void:
    """For each row of sorted keys, counts[row] = concordant less discordant pairs, tied pairs and distinct values.

    `ranks` are those in the other order, from 1 to below half of room.shape[0], 0 for a cell that is left out. Ties
    and distinct values are those of the first order; `room` is to work in.
    """
    size: cython.Py_ssize_t = keys.shape[1]
    most: cython.longlong = room.shape[0] // 2
    one: cython.longlong = 1
    _check(keys, bits, ranks.shape[0], counts.shape[0], counts.shape[1] - 3)
    for i in range(ranks.shape[0]):
        if not 0 <= ranks[i] < most:
            raise ValueError("A cell has a rank beyond the room for ranks.")
    mask: cython.longlong = (one << bits) - 1
    with cython.nogil:
        for row in range(keys.shape[0]):
            for i in range(2 * most):
                room[i] = 0
            balance = ties = distinct = before = 0
            first: cython.Py_ssize_t = 0
            while first < size:
                value: cython.longlong = keys[row, first] >> bits
                end: cython.Py_ssize_t = first
                run: cython.longlong = 0
                while end < size and keys[row, end] >> bits == value:
                    rank: cython.longlong = ranks[keys[row, end] & mask]
                    end += 1
                    if rank == 0:
                        continue
                    below: cython.longlong = 0
                    at: cython.longlong = rank - 1
                    while at > 0:  # a Fenwick tree: ranks below `rank` that came before
                        below += room[at]
                        at &= at - 1
                    balance += 2 * below + room[most + rank] - before  # the other half counts each rank by itself
                    run += 1
                if run > 0:
                    for i in range(first, end):
                        at = ranks[keys[row, i] & mask]
                        room[most + at] += 1
                        while 0 < at < most:
                            room[at] += 1
                            at += at & -at
                    ties += run * (run - 1) // 2
                    distinct += 1
                    before += run
                first = end
            counts[row, 0] = balance
            counts[row, 1] = ties
            counts[row, 2] = distinct


@cython.cfunc
def _check(
    keys: cython.longlong[:, ::1],
    bits: cython.int,
    cells: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
    spare: cython.Py_ssize_t,
) -> cython.void:
    """Refuse keys that number cells which are not there, and results without room: they are followed blindly."""
    one: cython.longlong = 1
    last: cython.longlong = -1
    if not 0 <= bits <= 62 or height < keys.shape[0] or spare < 0:
        raise ValueError("There is no room for the results of every row.")
    mask: cython.longlong = (one << bits) - 1
    with cython.nogil:
        for row in range(keys.shape[0]):
            for i in range(keys.shape[1]):
                last = max(last, keys[row, i] & mask)
    if last >= cells:
        raise ValueError("A key numbers a cell that is not there.")


@cython.ccall
@cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t)
def exchanged_keys(
    both: cython.longlong[::1],
    bits: cython.int,
    swapped: cython.uchar[:, ::1],
    first: cython.longlong[:, ::1],
    second: cython.longlong[:, ::1],
) -> cython.void:
    """The sorted keys of two vectors after each exchange of their cells, from those of both before.

    `both` are sorted keys with one bit more at the end: 0 for a cell of the first vector, 1 for one of the second.
    """
    size: cython.Py_ssize_t = swapped.shape[1]
    one: cython.longlong = 1
    if both.shape[0] != 2 * size or first.shape[0] < swapped.shape[0] or second.shape[0] < swapped.shape[0]:
        raise ValueError("The keys do not fit the exchanges.")
    if first.shape[1] < size or second.shape[1] < size or not 0 <= bits <= 61:
        raise ValueError("There is no room for the keys of every cell.")
    mask: cython.longlong = (one << bits) - 1
    for k in range(2 * size):
        if (both[k] >> 1) & mask >= size:
            raise ValueError("A key numbers a cell that is not there.")
    with cython.nogil:
        for row in range(swapped.shape[0]):
            i = j = 0
            for k in range(2 * size):
                key: cython.longlong = both[k] >> 1
                other: cython.longlong = (both[k] ^ swapped[row, key & mask]) & 1
                # Written to both and kept in one: a branch that nobody can foresee would take longer.
                if i < size:
                    first[row, i] = key
                if j < size:
                    second[row, j] = key
                i += 1 - other
                j += other


@cython.ccall
def exchanged_concordance(
    both: cython.longlong[::1],
    bits: cython.int,
    swapped: cython.uchar[:, ::1],
    ranks: cython.longlong[::1],
    room: cython.int[:, ::1],
    counts: cython.longlong[:, :, ::1],
) -> cython.void:
    """What `concordance` counts of two vectors after each exchange of their cells: counts[vector, exchange].

    `both` are the keys that `exchanged_keys` reads; swapped[cell, exchange] is 1 if the cell changes places. If `both`
    has keys of the first vector only, it is split: the second one becomes the cells that change places. A cell takes
    the same way through the tree whatever is exchanged, so the exchanges stand side by side: a line of `room` counts
    the cells of the second vector under each and, last, those of both. `room` is two lines for each rank, of which
    there are fewer than `most`, and six more, each longer by one than there are exchanges.
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


@cython.ccall
@cython.locals(run=cython.longlong, others=cython.longlong, products=cython.double, squares=cython.double)
def rank_products(
    keys: cython.longlong[:, ::1],
    bits: cython.int,
    ranks: cython.longlong[::1],
    size: cython.longlong,
    sums: cython.double[:, ::1],
) -> cython.void:
    """For each row of sorted keys, sums[row] = the products of both ranks, and the squares of the first, added up.

    All ranks are doubled, so that those of ties are whole, and counted from the middle of the `size` cells that are not
    left out. `ranks` are the doubled ranks in the other order, from 2, and 0 for a cell that is left out.
    """
    cells: cython.Py_ssize_t = keys.shape[1]
    one: cython.longlong = 1
    _check(keys, bits, ranks.shape[0], sums.shape[0], sums.shape[1] - 2)
    mask: cython.longlong = (one << bits) - 1
    with cython.nogil:
        for row in range(keys.shape[0]):
            products = squares = 0.0
            before: cython.longlong = 0
            first: cython.Py_ssize_t = 0
            while first < cells:
                value: cython.longlong = keys[row, first] >> bits
                end: cython.Py_ssize_t = first
                run = others = 0
                while end < cells and keys[row, end] >> bits == value:
                    rank: cython.longlong = ranks[keys[row, end] & mask]
                    end += 1
                    if rank > 0:
                        run += 1
                        others += rank - size - 1
                middle: cython.double = 2 * before + run - size
                products += middle * others
                squares += middle * middle * run
                before += run
                first = end
            sums[row, 0] = products
            sums[row, 1] = squares
