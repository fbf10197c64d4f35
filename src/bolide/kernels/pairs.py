"""N-grams that two texts share, counted without reuse: one row per pair of hypothesis and reference.

A hypothesis is laid out as a tree of its n-grams in a table of places; the place of an n-gram is found from the place
of its first n-1 tokens and its last token; keys are compared, the hash is never trusted. A reference walks the tree and
takes away what it finds. A row has three groups of as many columns as there are n-grams to count:
    hyp…, ref…, match…
and each call fills the columns `at` … `at + max_order - 1` of each group.

Nearly all texts are small enough for a small tree. Its distinct tokens are numbered from 1 on, and the number of an
n-gram is (number of its first n-1 tokens) * width + number of its last, which fits 32 bits. The numbers of single
tokens and, where there are few, of pairs are places themselves; longer n-grams lie in slots: number and count.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.errors import InputError
from bolide.kernels._hashing import new_key
from bolide.kernels.ngrams import MOST_GRAMS, TOO_LONG

if cython.compiled:
    from cython.cimports.bolide.kernels.ngram_table import find
else:
    from bolide.kernels._ngram_table import find

COMPILED = cython.compiled
_KEY = cython.declare(cython.ulonglong, new_key())
_ODD = cython.declare(cython.ulonglong, new_key() | 1)
_COUNT = cython.declare(cython.ulonglong, 0xFFFFFFFF)  # the half of a slot that holds a count
_HIGHEST = cython.declare(cython.longlong, 1 << 21)  # ids below it can be numbered; code points are
UNFIT = "The texts' bounds, the references' starts and the table of rows do not fit each other."


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow(
    ids: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    keys: cython.longlong[::1],
    mask: cython.longlong,
    counts: cython.int[::1],
) -> cython.int:
    """Lay out and count every n-gram of ids[first:end] in an empty table."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    last: cython.Py_ssize_t
    key: cython.longlong
    place: cython.longlong
    prefix: cython.longlong
    for i in range(first, end):
        prefix = 0
        last = min(max_order, end - i)
        for n in range(last):
            key = (prefix << 32) + ids[i + n] + 1
            place = find(key, keys, mask, _KEY)
            if keys[place] == 0:
                keys[place] = key
                counts[place] = 0
            counts[place] += 1
            prefix = place + 1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk(
    ids: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    keys: cython.longlong[::1],
    mask: cython.longlong,
    left: cython.int[::1],
    matches: cython.longlong[::1],
) -> cython.int:
    """Take each n-gram of ids[first:end] out of what is left of the hypothesis, and count what could be taken."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    last: cython.Py_ssize_t
    place: cython.longlong
    prefix: cython.longlong
    for i in range(first, end):
        prefix = 0
        last = min(max_order, end - i)
        for n in range(last):
            place = find((prefix << 32) + ids[i + n] + 1, keys, mask, _KEY)
            if keys[place] == 0:
                break  # an n-gram that the hypothesis lacks has no longer one that it holds
            if left[place] > 0:
                left[place] -= 1
                matches[n] += 1
            prefix = place + 1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number(
    ids: cython.int[::1],
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    numbers: cython.int[::1],
    text: cython.int[::1],
) -> cython.longlong:
    """Number the distinct ids of a hypothesis in the order in which they come, and say how many there are."""
    distinct: cython.int = 0
    i: cython.Py_ssize_t
    token: cython.int
    for i in range(size):
        token = ids[first + i]
        if numbers[token] == 0:
            distinct += 1
            numbers[token] = distinct
        text[i] = numbers[token]
    return distinct


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(gram: cython.ulonglong, slots: cython.ulonglong[::1], bits: cython.int) -> cython.longlong:
    """The slot of an n-gram, or the empty one where it belongs, among 2 to the power of `bits`."""
    place: cython.ulonglong = gram * _ODD
    last: cython.ulonglong = 1
    last = (last << bits) - 1
    if not cython.compiled:
        place &= (1 << 64) - 1
    place >>= 64 - bits
    while slots[place] != 0 and slots[place] >> 32 != gram:
        place = (place + 1) & last
    return place


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow_small(
    text: cython.int[::1],
    size: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    width: cython.ulonglong,
    near_orders: cython.Py_ssize_t,
    near: cython.int[::1],
    slots: cython.ulonglong[::1],
    bits: cython.int,
    prefixes: cython.int[::1],
) -> cython.int:
    """Lay out and count every n-gram of a numbered hypothesis, order by order, in empty tables.

    prefixes[i] stands for the n-gram that begins at i: its number, or the number of its slot after all near ones.
    """
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    gram: cython.ulonglong
    place: cython.longlong
    base: cython.ulonglong = width if near_orders == 1 else width * width
    for i in range(size):
        near[text[i]] += 1
        prefixes[i] = text[i]
    for n in range(1, min(max_order, size)):
        for i in range(size - n):
            gram = cython.cast(cython.ulonglong, prefixes[i]) * width + text[i + n]
            if n < near_orders:
                near[gram] += 1
                prefixes[i] = gram
            else:
                place = _slot(gram, slots, bits)
                slots[place] = ((gram << 32) | (slots[place] & _COUNT)) + 1
                prefixes[i] = base + place
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk_small(
    text: cython.int[::1],
    size: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    width: cython.ulonglong,
    near_orders: cython.Py_ssize_t,
    near: cython.int[::1],
    slots: cython.ulonglong[::1],
    bits: cython.int,
    prefixes: cython.int[::1],
    begins: cython.int[::1],
    matches: cython.longlong[::1],
) -> cython.int:
    """Take each n-gram of a numbered reference out of what is left of the hypothesis, order by order, and count what
    could be taken. A token that the hypothesis lacks has the number 0.

    `begins` are the places where the hypothesis holds every n-gram so far: what it lacks has no longer one that it
    holds.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    n: cython.Py_ssize_t
    held: cython.Py_ssize_t = 0
    alive: cython.Py_ssize_t
    gram: cython.ulonglong
    place: cython.longlong
    slot: cython.ulonglong
    taken: cython.int
    match: cython.longlong = 0
    base: cython.ulonglong = width if near_orders == 1 else width * width
    for i in range(size):
        taken = near[text[i]] > 0
        near[text[i]] -= taken
        match += taken
        begins[held] = i
        prefixes[held] = text[i]
        held += text[i] > 0
    matches[0] = match
    for n in range(1, max_order):
        alive = held
        if alive > 0 and begins[alive - 1] + n >= size:  # it ends here
            alive -= 1
        held = 0
        match = 0
        if n < near_orders:
            for j in range(alive):
                i = begins[j]
                gram = cython.cast(cython.ulonglong, prefixes[j]) * width + text[i + n]
                taken = near[gram] > 0
                near[gram] -= taken
                match += taken
                begins[held] = i
                prefixes[held] = gram
                held += text[i + n] > 0
        else:
            for j in range(alive):
                i = begins[j]
                gram = cython.cast(cython.ulonglong, prefixes[j]) * width + text[i + n]
                place = _slot(gram, slots, bits)
                slot = slots[place]
                taken = (slot & _COUNT) > 0
                slots[place] = slot - taken
                match += taken
                begins[held] = i
                prefixes[held] = base + place
                held += slot > 0
        matches[n] = match
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note(
    rows: cython.longlong[:, ::1],
    r: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    both: cython.bint,
    size: cython.longlong,
    ref_size: cython.longlong,
    matches: cython.longlong[::1],
) -> cython.int:
    """Fill the columns of one row."""
    group: cython.Py_ssize_t = rows.shape[1] // 3
    n: cython.Py_ssize_t
    for n in range(matches.shape[0]):
        rows[r, at + n] = 0 if both and ref_size <= n else max(0, size - n)
        rows[r, group + at + n] = max(0, ref_size - n)
        rows[r, 2 * group + at + n] = matches[n]
    return 0


@cython.cfunc
def _count_large(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    longest: cython.longlong,
    at: cython.Py_ssize_t,
    both: cython.bint,
    rows: cython.longlong[:, ::1],
    matches: cython.longlong[::1],
) -> cython.int:
    """Fill the rows of texts of any size."""
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    max_order: cython.Py_ssize_t = matches.shape[0]
    places: cython.longlong = _power(2 * longest * max_order)
    keys: cython.longlong[::1] = memoryview(bytearray(8 * places)).cast("q")
    counts: cython.int[::1] = memoryview(bytearray(4 * places)).cast("i")
    left: cython.int[::1] = memoryview(bytearray(4 * places)).cast("i")
    size: cython.longlong
    mask: cython.longlong
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    text: cython.Py_ssize_t
    with cython.nogil:
        for s in range(segments):
            size = ends[s] - firsts[s]
            mask = _power(2 * size * max_order) - 1
            for i in range(mask + 1):
                keys[i] = 0
            _grow(ids, firsts[s], ends[s], max_order, keys, mask, counts)
            for r in range(ref_starts[s], ref_starts[s + 1]):
                text = segments + r
                for i in range(mask + 1):
                    left[i] = counts[i]
                for i in range(max_order):
                    matches[i] = 0
                _walk(ids, firsts[text], ends[text], max_order, keys, mask, left, matches)
                _note(rows, r, at, both, size, ends[text] - firsts[text], matches)
    return 0


@cython.cfunc
def _count_small(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    limits: cython.longlong[::1],
    at: cython.Py_ssize_t,
    both: cython.bint,
    rows: cython.longlong[:, ::1],
    matches: cython.longlong[::1],
) -> cython.int:
    """Fill the rows of texts that fit a small tree. `limits` are the length of the longest hypothesis and of the
    longest text, and the highest id.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    max_order: cython.Py_ssize_t = matches.shape[0]
    longest: cython.longlong = limits[0]
    widest: cython.longlong = limits[1]
    most: cython.longlong = limits[2] + 1
    places: cython.longlong = _power(2 * longest * max_order)
    nearest: cython.longlong = 2 * longest * max_order + longest + 1
    times: cython.Py_ssize_t = 1 if ref_starts[segments] == segments else 2  # of what several references take from
    slots: cython.ulonglong[::1] = memoryview(bytearray(8 * times * places)).cast("Q")
    room: cython.int[::1] = memoryview(bytearray(4 * (most + 3 * widest + times * nearest))).cast("i")
    numbers: cython.int[::1] = room[:most]
    text: cython.int[::1] = room[most : most + widest]
    begins: cython.int[::1] = room[most + widest : most + 2 * widest]
    prefixes: cython.int[::1] = room[most + 2 * widest : most + 3 * widest]
    near: cython.int[::1] = room[most + 3 * widest : most + 3 * widest + nearest]
    all_near: cython.int[::1] = room[most + 3 * widest + nearest :]
    all_slots: cython.ulonglong[::1] = slots[places:]
    size: cython.longlong
    ref_size: cython.longlong
    width: cython.ulonglong
    near_orders: cython.Py_ssize_t
    nears: cython.Py_ssize_t
    bits: cython.int
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    first: cython.Py_ssize_t
    with cython.nogil:
        for s in range(segments):
            first = firsts[s]
            size = ends[s] - first
            width = _number(ids, first, size, numbers, text) + 1
            near_orders = 2 if width * width <= 2 * size * max_order else 1
            nears = width * width if near_orders == 2 else width
            bits = 4
            while (1 << bits) < 2 * size * (max_order - near_orders):
                bits += 1
            for i in range(nears):
                near[i] = 0
            for i in range(1 << bits):
                slots[i] = 0
            _grow_small(text, size, max_order, width, near_orders, near, slots, bits, prefixes)
            if ref_starts[s + 1] - ref_starts[s] > 1:
                all_near[:nears] = near[:nears]
                all_slots[: 1 << bits] = slots[: 1 << bits]
            for r in range(ref_starts[s], ref_starts[s + 1]):
                if r > ref_starts[s]:
                    near[:nears] = all_near[:nears]
                    slots[: 1 << bits] = all_slots[: 1 << bits]
                ref_size = ends[segments + r] - firsts[segments + r]
                for i in range(ref_size):
                    text[i] = numbers[ids[firsts[segments + r] + i]]
                _walk_small(text, ref_size, max_order, width, near_orders, near, slots, bits, prefixes, begins, matches)
                _note(rows, r, at, both, size, ref_size, matches)
            for i in range(size):
                numbers[ids[first + i]] = 0
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _power(least: cython.longlong) -> cython.longlong:
    """The first power of two from 16 on that is not below `least`."""
    power: cython.longlong = 16
    while power < least:
        power *= 2
    return power


@cython.ccall
def count(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    max_order: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    both: cython.bint,
    rows: cython.longlong[:, ::1],
) -> cython.int:
    """Fill a row for every reference. Text k is ids[firsts[k]:ends[k]]: first the hypotheses, then all references,
    of which ref_starts[s]:ref_starts[s+1] belong to segment s.

    With `both`, the hypothesis' n-grams of an order count only where the reference has some too.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    group: cython.Py_ssize_t = rows.shape[1] // 3
    texts: cython.Py_ssize_t = firsts.shape[0]
    s: cython.Py_ssize_t
    longest: cython.longlong = 1  # of the hypotheses
    widest: cython.longlong = 1  # of all texts
    # Checked here once: nothing below asks whether a start lies inside.
    fits: cython.bint = segments >= 0 and ends.shape[0] == texts and max_order > 0 and at >= 0
    fits = fits and at + max_order <= group and ref_starts[0] == 0
    fits = fits and ref_starts[segments] == texts - segments and ref_starts[segments] <= rows.shape[0]
    if fits:
        for s in range(texts):
            fits &= 0 <= firsts[s] <= ends[s] <= ids.shape[0]
            widest = max(widest, ends[s] - firsts[s])
        for s in range(segments):
            fits &= ref_starts[s] < ref_starts[s + 1]
            longest = max(longest, ends[s] - firsts[s])
    if not fits:
        raise InputError(UNFIT)
    if longest > MOST_GRAMS // max_order:
        raise InputError(TOO_LONG)
    matches: cython.longlong[::1] = memoryview(bytearray(8 * max_order)).cast("q")
    limits: cython.longlong[::1] = memoryview(bytearray(24)).cast("q")
    least: cython.longlong = 0
    most: cython.longlong = 0
    with cython.nogil:
        for s in range(ids.shape[0]):
            least = min(least, ids[s])
            most = max(most, ids[s])
    width: cython.longlong = min(longest, most + 1) + 1  # of the tree, at most; and so with the number of an n-gram
    grams: cython.ulonglong = (2 * _power(2 * longest * max_order) + width) * width
    if least == 0 and most < _HIGHEST and grams <= _COUNT:
        limits[0], limits[1], limits[2] = longest, widest, most
        return _count_small(ids, firsts, ends, ref_starts, limits, at, both, rows, matches)
    return _count_large(ids, firsts, ends, ref_starts, longest, at, both, rows, matches)


if not cython.compiled:
    from collections import Counter

    from bolide.kernels.starts import rising

    # Interpreted, tables are slow and dictionaries fast; the tests hold both to the same rows.
    count_by_table = count

    def _counters(raw: bytes, width: int, max_order: int) -> list[Counter[bytes]]:
        """The n-grams of each order, cut out of the bytes of the ids."""
        cuts = (range(0, len(raw) - n * width + 1, width) for n in range(1, max_order + 1))
        return [Counter([raw[i : i + n * width] for i in places]) for n, places in enumerate(cuts, 1)]

    def count(
        ids: memoryview,
        firsts: memoryview,
        ends: memoryview,
        ref_starts: memoryview,
        max_order: int,
        at: int,
        both: bool,
        rows: memoryview,
    ) -> int:
        """The same rows by counting n-grams in dictionaries."""
        height, width = rows.shape or (0, 0)
        segments, group = len(ref_starts) - 1, width // 3
        if not (
            segments >= 0
            and max_order > 0
            and 0 <= at <= group - max_order
            and len(firsts) == len(ends)
            and rising(ref_starts, len(firsts) - segments)
            and ref_starts[-1] <= height
            and all(0 <= first <= end <= len(ids) for first, end in zip(firsts, ends, strict=True))
        ):
            raise InputError(UNFIT)
        for s in range(segments):
            mine = _counters(ids[firsts[s] : ends[s]].tobytes(), ids.itemsize, max_order)
            size = ends[s] - firsts[s]
            for r in range(ref_starts[s], ref_starts[s + 1]):
                first, end = firsts[segments + r], ends[segments + r]
                theirs = _counters(ids[first:end].tobytes(), ids.itemsize, max_order)
                for n, (hyp, ref) in enumerate(zip(mine, theirs, strict=True)):
                    rows[r, at + n] = 0 if both and not ref else max(0, size - n)
                    rows[r, group + at + n] = max(0, end - first - n)
                    rows[r, 2 * group + at + n] = sum(
                        min(ref[gram], times) for gram, times in hyp.items() if gram in ref
                    )
        return 0
