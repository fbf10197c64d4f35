"""Clipped n-gram counts, exact: an n-gram's id is the pair (id of its first n-1 tokens, last token), looked up.

A hypothesis is laid out as a tree of its n-grams; references only walk that tree, because an n-gram the hypothesis
lacks can match nothing. Rows have the layout
    segments, hyp_len, ref_len, match_1..N, total_1..N, short_1..N
where short_n says that the hypothesis has no n-gram of order n.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.errors import InputError
from bolide.kernels._hashing import new_key

if cython.compiled:
    from cython.cimports.bolide.kernels.ngram_table import find
    from cython.cimports.bolide.kernels.scan import most_tokens, scan
else:
    from bolide.kernels._ngram_table import find
    from bolide.kernels.scan import most_tokens, scan

COMPILED = cython.compiled
_KEY = cython.declare(cython.ulonglong, new_key())
UNFIT = "The texts' starts, the references' starts and the table of rows do not fit each other."
MOST_GRAMS = 1 << 29  # of one text: places in tables, twice as many, have 31 bits
TOO_LONG = f"A text has more than {MOST_GRAMS:,} n-grams, which is more than can be counted; split it."


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow(
    ids: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    keys: cython.longlong[::1],
    nodes: cython.int[::1],
    mask: cython.longlong,
    orders: cython.int[::1],
    counts: cython.int[::1],
    held: cython.int[::1],
    sizes: cython.longlong[::1],
) -> cython.int:
    """Count every n-gram of ids[first:end], adding those the tree lacks, and list each at the end of `held`.

    `sizes` says how many n-grams the tree holds and how many are listed, before and after.
    """
    known: cython.longlong = sizes[0]
    listed: cython.longlong = sizes[1]
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    last: cython.Py_ssize_t
    prefix: cython.longlong
    key: cython.longlong
    slot: cython.longlong
    for i in range(first, end):
        prefix = 0
        last = min(max_order, end - i)
        for n in range(last):
            key = (prefix << 32) + ids[i + n] + 1
            slot = find(key, keys, mask, _KEY)
            if keys[slot] == 0:
                known += 1
                keys[slot] = key
                nodes[slot] = known
                orders[known] = n
                counts[known] = 0
            prefix = nodes[slot]
            if counts[prefix] == 0:
                held[listed] = prefix
                listed += 1
            counts[prefix] += 1
    sizes[0] = known
    sizes[1] = listed
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
    nodes: cython.int[::1],
    mask: cython.longlong,
    counts: cython.int[::1],
) -> cython.int:
    """Count in `counts` the n-grams of ids[first:end] that the tree holds."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    last: cython.Py_ssize_t
    prefix: cython.longlong
    key: cython.longlong
    slot: cython.longlong
    for i in range(first, end):
        prefix = 0
        last = min(max_order, end - i)
        for n in range(last):
            key = (prefix << 32) + ids[i + n] + 1
            slot = find(key, keys, mask, _KEY)
            if keys[slot] == 0:
                break
            prefix = nodes[slot]
            counts[prefix] += 1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _credit(
    ids: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    keys: cython.longlong[::1],
    nodes: cython.int[::1],
    mask: cython.longlong,
    counts: cython.int[::1],
    most: cython.int[::1],
    here: cython.int[::1],
    rows: cython.longlong[:, ::1],
    segment: cython.Py_ssize_t,
) -> cython.int:
    """Credit the segment with the n-grams of ids[first:end] that the tree holds, each as often as it occurs in both.

    `most` says how often each n-gram was credited; `here`, zeros at first, how often it occurs in this reference.
    """
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    last: cython.Py_ssize_t
    prefix: cython.longlong
    key: cython.longlong
    slot: cython.longlong
    for i in range(first, end):
        prefix = 0
        last = min(max_order, end - i)
        for n in range(last):
            key = (prefix << 32) + ids[i + n] + 1
            slot = find(key, keys, mask, _KEY)
            if keys[slot] == 0:
                break
            prefix = nodes[slot]
            here[prefix] += 1
            if here[prefix] > most[prefix] and here[prefix] <= counts[prefix]:
                most[prefix] += 1
                rows[segment, 3 + n] += 1
    return 0


@cython.ccall
def clipped(
    ids: cython.int[::1],
    starts: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    max_order: cython.Py_ssize_t,
    rows: cython.longlong[:, ::1],
) -> cython.int:
    """Fill one row per segment. Text k is ids[starts[k]:starts[k+1]]: first the hypotheses, then all references,
    of which ref_starts[s]:ref_starts[s+1] belong to segment s.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    texts: cython.Py_ssize_t = starts.shape[0] - 1
    s: cython.Py_ssize_t
    longest: cython.longlong = 1
    # Checked here once: nothing below asks whether a start lies inside.
    fits: cython.bint = segments >= 0 and texts >= 0 and max_order > 0 and rows.shape[0] >= segments
    fits = fits and rows.shape[1] >= 3 + 3 * max_order
    fits = fits and ref_starts[0] == 0 and ref_starts[segments] == texts - segments
    fits = fits and starts[0] >= 0 and starts[texts] <= ids.shape[0]
    if fits:
        for s in range(texts):
            fits &= starts[s] <= starts[s + 1]
        for s in range(segments):
            fits &= ref_starts[s] < ref_starts[s + 1]
            longest = max(longest, starts[s + 1] - starts[s])
    if not fits:
        raise InputError(UNFIT)
    if longest > MOST_GRAMS // max_order:
        raise InputError(TOO_LONG)
    places: cython.longlong = 16
    while places < 4 * longest * max_order:
        places *= 2
    wide: cython.longlong[::1] = memoryview(bytearray(8 * (places + 2))).cast("q")
    keys: cython.longlong[::1] = wide[:places]
    sizes: cython.longlong[::1] = wide[places:]
    room: cython.longlong = longest * max_order + 1
    # One piece of memory for all counters: to ask for it costs more than to count a short sentence.
    scratch: cython.int[::1] = memoryview(bytearray(4 * (places + 5 * room))).cast("i")
    nodes: cython.int[::1] = scratch[:places]
    orders: cython.int[::1] = scratch[places : places + room]
    counts: cython.int[::1] = scratch[places + room : places + 2 * room]
    held: cython.int[::1] = scratch[places + 2 * room : places + 3 * room]
    most: cython.int[::1] = scratch[places + 3 * room : places + 4 * room]
    here: cython.int[::1] = scratch[places + 4 * room :]
    size: cython.longlong
    mask: cython.longlong
    known: cython.longlong
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    n: cython.Py_ssize_t
    ref_size: cython.longlong
    closest: cython.longlong
    gap: cython.longlong
    with cython.nogil:
        for s in range(segments):
            size = starts[s + 1] - starts[s]
            mask = 16
            while mask < 4 * size * max_order:
                mask *= 2
            mask -= 1
            for i in range(mask + 1):
                keys[i] = 0
            sizes[0] = 0
            sizes[1] = 0
            _grow(ids, starts[s], starts[s + 1], max_order, keys, nodes, mask, orders, counts, held, sizes)
            known = sizes[0]
            for i in range(1, known + 1):
                most[i] = 0
                here[i] = 0
            rows[s, 0] = 1
            rows[s, 1] = size
            for n in range(max_order):
                rows[s, 3 + n] = 0
                rows[s, 3 + max_order + n] = max(0, size - n)
                rows[s, 3 + 2 * max_order + n] = size <= n
            closest = -1
            for r in range(segments + ref_starts[s], segments + ref_starts[s + 1]):
                if closest >= 0:  # not the first reference
                    for i in range(1, known + 1):
                        here[i] = 0
                ref_size = starts[r + 1] - starts[r]
                gap = abs(ref_size - size) - abs(closest - size)
                if closest < 0 or gap < 0 or (gap == 0 and ref_size < closest):
                    closest = ref_size
                _credit(ids, starts[r], starts[r + 1], max_order, keys, nodes, mask, counts, most, here, rows, s)
            rows[s, 2] = closest
    return 0


@cython.ccall
def clipped_texts(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    beyond: cython.int,
    padded: cython.bint,
    ref_starts: cython.longlong[::1],
    max_order: cython.Py_ssize_t,
    rows: cython.longlong[:, ::1],
) -> cython.int:
    """The rows of texts given as code points, points[starts[k]:starts[k+1]]: cut as `scan` does, counted as `clipped`.

    One call instead of two, and no table that passes through Python in between: half the time of a single pair.
    """
    texts: cython.Py_ssize_t = starts.shape[0] - 1
    k: cython.Py_ssize_t
    fits: cython.bint = texts >= 0 and starts[0] >= 0 and starts[texts] <= points.shape[0]
    if fits:
        for k in range(texts):
            fits &= starts[k] <= starts[k + 1]
    if not fits:
        raise InputError(UNFIT)
    size: cython.Py_ssize_t = most_tokens(points, texts, kinds, beyond)
    places: cython.Py_ssize_t = 16
    while 2 * places < 3 * size:
        places *= 2
    scratch: cython.int[::1] = memoryview(bytearray(4 * (places + 4 * size))).cast("i")
    token_starts: cython.longlong[::1] = memoryview(bytearray(8 * (texts + 1))).cast("q")
    ids: cython.int[::1] = scratch[places : places + size]
    scan(points, starts, kinds, beyond, padded, scratch[:places], scratch[places + size :], ids, token_starts)
    return clipped(ids, token_starts, ref_starts, max_order, rows)


@cython.ccall
def crossed(
    ids: cython.int[::1],
    starts: cython.longlong[::1],
    hyps: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    matches: cython.longlong[:, ::1],
) -> cython.int:
    """Clipped matches of every hypothesis with every reference, counting the n-grams of each text once.

    The first `hyps` texts are hypotheses, the others references; matches[h * references + r] receives orders 1..N.
    """
    texts: cython.Py_ssize_t = starts.shape[0] - 1
    refs: cython.Py_ssize_t = texts - hyps
    k: cython.Py_ssize_t
    fits: cython.bint = hyps >= 0 and refs >= 0 and max_order > 0 and starts[0] >= 0
    fits = fits and starts[texts] <= ids.shape[0]
    fits = fits and matches.shape[0] >= hyps * refs and matches.shape[1] >= max_order
    if fits:
        for k in range(texts):
            fits &= starts[k] <= starts[k + 1]
    if not fits:
        raise InputError(UNFIT)
    tokens: cython.longlong = starts[hyps]
    if tokens > MOST_GRAMS // max_order:
        raise InputError(TOO_LONG)
    places: cython.longlong = 16
    while places < 2 * tokens * max_order:
        places *= 2
    mask: cython.longlong = places - 1
    room: cython.longlong = tokens * max_order + 1
    keys: cython.longlong[::1] = memoryview(array("q", bytes(8 * places)))
    nodes: cython.int[::1] = memoryview(array("i", bytes(4 * places)))
    orders: cython.int[::1] = memoryview(array("i", bytes(4 * room)))
    counts: cython.int[::1] = memoryview(array("i", bytes(4 * room)))
    # What each hypothesis holds, one after the other: which n-gram, how often.
    held: cython.int[::1] = memoryview(array("i", bytes(4 * room)))
    times: cython.int[::1] = memoryview(array("i", bytes(4 * room)))
    held_starts: cython.longlong[::1] = memoryview(array("q", bytes(8 * (hyps + 1))))
    sizes: cython.longlong[::1] = memoryview(array("q", [0, 0]))
    h: cython.Py_ssize_t
    r: cython.Py_ssize_t
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    row: cython.Py_ssize_t
    node: cython.int
    with cython.nogil:
        for h in range(hyps):
            _grow(ids, starts[h], starts[h + 1], max_order, keys, nodes, mask, orders, counts, held, sizes)
            held_starts[h + 1] = sizes[1]
            for i in range(held_starts[h], held_starts[h + 1]):
                times[i] = counts[held[i]]
                counts[held[i]] = 0
        for r in range(refs):
            _walk(ids, starts[hyps + r], starts[hyps + r + 1], max_order, keys, nodes, mask, counts)
            for h in range(hyps):
                row = h * refs + r
                for n in range(max_order):
                    matches[row, n] = 0
                for i in range(held_starts[h], held_starts[h + 1]):
                    node = held[i]
                    if counts[node] != 0:
                        matches[row, orders[node]] += min(counts[node], times[i])
            for i in range(1, sizes[0] + 1):
                counts[i] = 0
    return 0


if not cython.compiled:
    from collections import Counter
    from itertools import pairwise

    from bolide.kernels.starts import climbing, rising

    # Interpreted, tables are slow and dictionaries fast; the tests hold both to the same rows.
    clipped_by_table, crossed_by_table = clipped, crossed

    def _counters(ids: list[int], max_order: int) -> list[Counter[tuple[int, ...]]]:
        return [Counter(zip(*(ids[k:] for k in range(n)), strict=False)) for n in range(1, max_order + 1)]

    def _texts(ids: memoryview, starts: memoryview) -> list[list[int]]:
        return [ids[first:end].tolist() for first, end in pairwise(starts)]

    def _shared(mine: Counter[tuple[int, ...]], other: Counter[tuple[int, ...]]) -> int:
        return sum(min(times, other[gram]) for gram, times in mine.items() if gram in other)

    def clipped(ids: memoryview, starts: memoryview, ref_starts: memoryview, max_order: int, rows: memoryview) -> int:
        """The same rows by counting n-grams in dictionaries."""
        segments = len(ref_starts) - 1
        height, width = rows.shape or (0, 0)
        if not (
            segments >= 0
            and max_order > 0
            and height >= segments
            and width >= 3 + 3 * max_order
            and climbing(starts, len(ids))
            and rising(ref_starts, len(starts) - 1 - segments)
        ):
            raise InputError(UNFIT)
        texts = _texts(ids, starts)
        for s, hyp in enumerate(texts[:segments]):
            refs = texts[segments + ref_starts[s] : segments + ref_starts[s + 1]]
            size = len(hyp)
            most = _counters(refs[0], max_order)
            for ref in refs[1:]:
                most = [most[n] | counter for n, counter in enumerate(_counters(ref, max_order))]
            matches = map(_shared, _counters(hyp, max_order), most)
            closest = min((abs(len(ref) - size), len(ref)) for ref in refs)[1]
            totals = [max(0, size - n) for n in range(max_order)]
            for column, number in enumerate([1, size, closest, *matches, *totals, *(int(not t) for t in totals)]):
                rows[s, column] = number
        return 0

    def crossed(ids: memoryview, starts: memoryview, hyps: int, max_order: int, matches: memoryview) -> int:
        """The same matches by counting n-grams in dictionaries."""
        height, width = matches.shape or (0, 0)
        refs = len(starts) - 1 - hyps
        if not (
            hyps >= 0
            and refs >= 0
            and max_order > 0
            and height >= hyps * refs
            and width >= max_order
            and climbing(starts, len(ids))
        ):
            raise InputError(UNFIT)
        counted = [_counters(text, max_order) for text in _texts(ids, starts)]
        row = 0
        for mine in counted[:hyps]:
            for other in counted[hyps:]:
                for n in range(max_order):
                    matches[row, n] = _shared(mine[n], other[n])
                row += 1
        return 0
