"""Two orders of the same cells: Kendall's count of pairs, in n log n steps, and Spearman's products of ranks.

The cells are sorted by one order, as keys: its value above the last `bits` bits, which are the cell's number. The other
order is a table by that number, with 0 for cells that are left out, so that one sort serves every subset of the cells.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

COMPILED = cython.compiled


@cython.ccall
def concordance(
    keys: cython.longlong[:, ::1],
    bits: cython.int,
    places: cython.longlong[::1],
    room: cython.longlong[::1],
    counts: cython.longlong[:, ::1],
) -> cython.int:
    """For each row of sorted keys, counts[row] = concordant less discordant pairs, tied pairs and distinct values.

    `places` are those in the other order, from 1 to below half of room.shape[0], 0 for a cell that is left out. Ties
    and distinct values are those of the first order; `room` is to work in.
    """
    size: cython.Py_ssize_t = keys.shape[1]
    most: cython.longlong = room.shape[0] // 2
    one: cython.longlong = 1
    mask: cython.longlong
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    at: cython.longlong
    place: cython.longlong
    value: cython.longlong
    below: cython.longlong
    seen: cython.longlong
    run: cython.longlong
    balance: cython.longlong
    ties: cython.longlong
    distinct: cython.longlong
    _check(keys, bits, places.shape[0], counts.shape[0], counts.shape[1] - 3)
    for i in range(places.shape[0]):
        if not 0 <= places[i] < most:
            raise ValueError("A cell has a place that is not there.")
    mask = (one << bits) - 1
    with cython.nogil:
        for row in range(keys.shape[0]):
            for i in range(2 * most):
                room[i] = 0
            balance = ties = distinct = seen = 0
            first = 0
            while first < size:
                value = keys[row, first] >> bits
                end = first
                run = 0
                while end < size and keys[row, end] >> bits == value:
                    place = places[keys[row, end] & mask]
                    end += 1
                    if place == 0:
                        continue
                    below = 0
                    at = place - 1
                    while at > 0:  # a Fenwick tree: places below `place` that came before
                        below += room[at]
                        at &= at - 1
                    balance += 2 * below + room[most + place] - seen  # the other half counts each place by itself
                    run += 1
                if run > 0:
                    for i in range(first, end):
                        at = places[keys[row, i] & mask]
                        room[most + at] += 1
                        while 0 < at < most:
                            room[at] += 1
                            at += at & -at
                    ties += run * (run - 1) // 2
                    distinct += 1
                    seen += run
                first = end
            counts[row, 0] = balance
            counts[row, 1] = ties
            counts[row, 2] = distinct
    return 0


@cython.ccall
def concordance_of_few(
    keys: cython.longlong[:, ::1],
    bits: cython.int,
    places: cython.longlong[::1],
    room: cython.int[:, ::1],
    counts: cython.longlong[:, ::1],
) -> cython.int:
    """The same where the other order has few places, 0 to 2,047 at most: `room` has a row for each 32 of them and one
    more, of 64 columns.

    Instead of a tree there are sums: how many came before in lower blocks of 32 places, and at lower places of the same
    block. Every cell changes all sums of both kinds, but a processor does that four at a time, and without a branch
    that nobody can foresee.
    """
    size: cython.Py_ssize_t = keys.shape[1]
    blocks: cython.int = room.shape[0] - 1
    one: cython.longlong = 1
    mask: cython.longlong
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    k: cython.int
    block: cython.int
    within: cython.int
    place: cython.longlong
    value: cython.longlong
    seen: cython.longlong
    run: cython.longlong
    balance: cython.longlong
    ties: cython.longlong
    distinct: cython.longlong
    if not 0 < blocks <= 64 or room.shape[1] < 64:
        raise ValueError("There is not enough room to work in.")
    _check(keys, bits, places.shape[0], counts.shape[0], counts.shape[1] - 3)
    for i in range(places.shape[0]):
        if not 0 <= places[i] < 32 * blocks:
            raise ValueError("A cell has a place that is not there.")
    mask = (one << bits) - 1
    with cython.nogil:
        for row in range(keys.shape[0]):
            for block in range(blocks + 1):
                for k in range(64):
                    room[block, k] = 0
            balance = ties = distinct = seen = 0
            first = 0
            while first < size:
                value = keys[row, first] >> bits
                end = first
                run = 0
                while end < size and keys[row, end] >> bits == value:
                    place = places[keys[row, end] & mask]
                    end += 1
                    if place == 0:
                        continue
                    block = place >> 5
                    within = place & 31
                    # A row: each place by itself, then the sums below each; the last row: the sums of lower blocks.
                    balance += 2 * (room[blocks, block] + room[block, 32 + within]) + room[block, within] - seen
                    run += 1
                for i in range(first, end if run > 0 else first):
                    place = places[keys[row, i] & mask]
                    if place == 0:
                        continue
                    block = place >> 5
                    within = place & 31
                    room[block, within] += 1
                    for k in range(32):
                        room[block, 32 + k] += k > within
                    for k in range(blocks):
                        room[blocks, k] += k > block
                ties += run * (run - 1) // 2
                distinct += run > 0
                seen += run
                first = end
            counts[row, 0] = balance
            counts[row, 1] = ties
            counts[row, 2] = distinct
    return 0


@cython.ccall
def concordance_of_parts(
    keys: cython.longlong[:, ::1],
    bits: cython.int,
    cells: cython.longlong[:, ::1],
    leans: cython.longlong[::1],
    room: cython.longlong[:, ::1],
    counts: cython.longlong[:, :, ::1],
) -> cython.int:
    """The same for all cells, for each part of them and for all but each part, in one walk: counts[row, 0] is of all,
    counts[row, g] of part g, counts[row, parts + g] of all but part g.

    A cell has a place, cells[0], and a part from 1, cells[1]; a place of 0 leaves it out. leans[place] = the cells with
    a higher place less those with a lower one. `room`, to work in, has one row for all and one for each part, of twice
    as many numbers as there are places, 0 included.

    What all but a part have between them is what all have, less what the part's cells have with all, plus what they
    have with each other, which that subtracts twice.
    """
    size: cython.Py_ssize_t = keys.shape[1]
    parts: cython.Py_ssize_t = room.shape[0] - 1
    most: cython.longlong = room.shape[1] // 2
    one: cython.longlong = 1
    mask: cython.longlong
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    part: cython.Py_ssize_t
    place: cython.longlong
    value: cython.longlong
    seen: cython.longlong
    run: cython.longlong
    mine: cython.longlong
    earlier: cython.longlong
    if counts.shape[1] < 2 * parts + 1 or counts.shape[2] < 3 or parts < 0:
        raise ValueError("There is no room for the counts of every part.")
    if cells.shape[0] < 2 or leans.shape[0] < most:
        raise ValueError("The cells have no places and parts, or a place has no lean.")
    _check(keys, bits, cells.shape[1], counts.shape[0], 0)
    for i in range(cells.shape[1]):
        if not 0 <= cells[0, i] < most or not 0 <= cells[1, i] <= parts:
            raise ValueError("A cell has a place or a part that is not there.")
    mask = (one << bits) - 1
    with cython.nogil:
        for row in range(keys.shape[0]):
            for part in range(parts + 1):
                for i in range(2 * most):
                    room[part, i] = 0
            for part in range(2 * parts + 1):
                counts[row, part, 0] = counts[row, part, 1] = counts[row, part, 2] = 0
            seen = first = 0
            while first < size:
                value = keys[row, first] >> bits
                end = first
                run = 0
                while end < size and keys[row, end] >> bits == value:
                    place = cells[0, keys[row, end] & mask]
                    part = cells[1, keys[row, end] & mask]
                    end += 1
                    if place == 0:
                        continue
                    run += 1
                    earlier = _ahead(room, 0, place, most) - seen
                    counts[row, 0, 0] += earlier
                    counts[row, part, 0] += _ahead(room, part, place, most) - room[part, 0]
                    counts[row, parts + part, 0] += earlier
                if run > 0:
                    for i in range(first, end):
                        place = cells[0, keys[row, i] & mask]
                        if place > 0:
                            _enter(room, 0, place, most)
                            part = cells[1, keys[row, i] & mask]
                            _enter(room, part, place, most)
                            counts[row, part, 1] += room[part, most]  # those of the run that are there already
                            room[part, most] += 1
                    seen += run
                    counts[row, 0, 1] += run * (run - 1) // 2
                    counts[row, 0, 2] += 1
                    for i in range(first, end):
                        place = cells[0, keys[row, i] & mask]
                        if place > 0:  # with cells that come later: all, less those up to here; one alone is the same
                            part = cells[1, keys[row, i] & mask]
                            if run > 1:
                                earlier = _ahead(room, 0, place, most) - seen
                            counts[row, parts + part, 0] += leans[place] + earlier
                            mine = room[part, most]
                            if mine > 0:  # once for each part of the run
                                room[part, 0] += mine
                                room[part, most] = 0
                                counts[row, part, 2] += 1
                                counts[row, parts + part, 1] += mine * (mine - 1) // 2 + mine * (run - mine)
                                counts[row, parts + part, 2] += mine == run
                first = end
            for part in range(1, parts + 1):
                counts[row, parts + part, 0] = counts[row, 0, 0] - counts[row, parts + part, 0] + counts[row, part, 0]
                counts[row, parts + part, 1] = counts[row, 0, 1] - counts[row, parts + part, 1]
                counts[row, parts + part, 2] = counts[row, 0, 2] - counts[row, parts + part, 2]
    return 0


@cython.cfunc
def _check(
    keys: cython.longlong[:, ::1],
    bits: cython.int,
    cells: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
    spare: cython.Py_ssize_t,
) -> cython.int:
    """Refuse keys that number cells which are not there, and results without room: they are followed blindly."""
    one: cython.longlong = 1
    mask: cython.longlong
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    last: cython.longlong = -1
    if not 0 <= bits <= 62 or height < keys.shape[0] or spare < 0:
        raise ValueError("There is no room for the results of every row.")
    mask = (one << bits) - 1
    with cython.nogil:
        for row in range(keys.shape[0]):
            for i in range(keys.shape[1]):
                last = max(last, keys[row, i] & mask)
    if last >= cells:
        raise ValueError("A key numbers a cell that is not there.")
    return 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _ahead(
    room: cython.longlong[:, ::1], part: cython.Py_ssize_t, place: cython.longlong, most: cython.longlong
) -> cython.longlong:
    """Twice the places below that came before, plus those that are equal. A Fenwick tree; its other half counts each
    place by itself."""
    below: cython.longlong = 0
    at: cython.longlong = place - 1
    while at > 0:
        below += room[part, at]
        at &= at - 1
    return 2 * below + room[part, most + place]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _enter(
    room: cython.longlong[:, ::1], part: cython.Py_ssize_t, place: cython.longlong, most: cython.longlong
) -> cython.int:
    at: cython.longlong = place
    room[part, most + place] += 1
    while 0 < at < most:
        room[part, at] += 1
        at += at & -at
    return 0


@cython.ccall
def exchanged_keys(
    both: cython.longlong[::1],
    bits: cython.int,
    swapped: cython.uchar[:, ::1],
    first: cython.longlong[:, ::1],
    second: cython.longlong[:, ::1],
) -> cython.int:
    """The sorted keys of two vectors after each exchange of their cells, from those of both before.

    `both` are sorted keys with one bit more at the end: 0 for a cell of the first vector, 1 for one of the second.
    """
    size: cython.Py_ssize_t = swapped.shape[1]
    one: cython.longlong = 1
    mask: cython.longlong
    row: cython.Py_ssize_t
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    key: cython.longlong
    other: cython.longlong
    if both.shape[0] != 2 * size or first.shape[0] < swapped.shape[0] or second.shape[0] < swapped.shape[0]:
        raise ValueError("The keys do not fit the exchanges.")
    if first.shape[1] < size or second.shape[1] < size or not 0 <= bits <= 61:
        raise ValueError("There is no room for the keys of every cell.")
    mask = (one << bits) - 1
    for k in range(2 * size):
        if (both[k] >> 1) & mask >= size:
            raise ValueError("A key numbers a cell that is not there.")
    with cython.nogil:
        for row in range(swapped.shape[0]):
            i = j = 0
            for k in range(2 * size):
                key = both[k] >> 1
                other = (both[k] ^ swapped[row, key & mask]) & 1
                # Written to both and kept in one: a branch that nobody can foresee would take longer.
                if i < size:
                    first[row, i] = key
                if j < size:
                    second[row, j] = key
                i += 1 - other
                j += other
    return 0


@cython.ccall
def rank_products(
    keys: cython.longlong[:, ::1],
    bits: cython.int,
    ranks: cython.longlong[::1],
    size: cython.longlong,
    sums: cython.double[:, ::1],
) -> cython.int:
    """For each row of sorted keys, sums[row] = the products of both ranks, and the squares of the first, added up.

    All ranks are doubled, so that those of ties are whole, and counted from the middle of the `size` cells that are not
    left out. `ranks` are the doubled ranks in the other order, from 2, and 0 for a cell that is left out.
    """
    cells: cython.Py_ssize_t = keys.shape[1]
    one: cython.longlong = 1
    mask: cython.longlong
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    value: cython.longlong
    rank: cython.longlong
    seen: cython.longlong
    run: cython.longlong
    others: cython.longlong
    middle: cython.double
    products: cython.double
    squares: cython.double
    _check(keys, bits, ranks.shape[0], sums.shape[0], sums.shape[1] - 2)
    mask = (one << bits) - 1
    with cython.nogil:
        for row in range(keys.shape[0]):
            products = squares = 0.0
            seen = 0
            first = 0
            while first < cells:
                value = keys[row, first] >> bits
                end = first
                run = others = 0
                while end < cells and keys[row, end] >> bits == value:
                    rank = ranks[keys[row, end] & mask]
                    end += 1
                    if rank > 0:
                        run += 1
                        others += rank - size - 1
                middle = 2 * seen + run - size
                products += middle * others
                squares += middle * middle * run
                seen += run
                first = end
            sums[row, 0] = products
            sums[row, 1] = squares
    return 0
