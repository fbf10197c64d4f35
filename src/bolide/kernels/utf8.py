"""Text read where it lies, as UTF-8: cut into tokens whose n-grams are counted, or into code points; no string is made.

Strictly: overlong forms, surrogates, what lies beyond U+10FFFF and what is cut off are not UTF-8, and the number of the
first such text is given back. The loop over kinds of characters is that of `scan`, over bytes, and the rows are
those of `ngrams.clipped`; tests hold both to the same rows. Tokens are numbered by segment and only those of
the hypothesis are kept, so that a table stays in the fastest memory: any other token of a reference can match nothing.
So a token's number is that of its unigram, too, and longer n-grams are laid out in a tree, as in `ngrams`: those alone
whose tokens all are in some reference.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.errors import InputError
from bolide.kernels._hashing import new_key

if cython.compiled:
    from cython.cimports.bolide.kernels.hashing import eight, spread
    from cython.cimports.bolide.kernels.ngram_table import find
else:
    from bolide.kernels._hashing import eight, spread
    from bolide.kernels._ngram_table import find

COMPILED = cython.compiled
_KEY = cython.declare(cython.ulonglong, new_key())
UNFIT = "The texts' starts, the references' starts and the tables do not fit each other."


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _point(data: cython.const[cython.uchar][::1], i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.longlong:
    """Eight times the code point at i plus the number of its bytes; -1 where there is no UTF-8."""
    a: cython.longlong = data[i]
    b: cython.longlong
    c: cython.longlong
    d: cython.longlong
    if a < 0x80:
        return 8 * a + 1
    if a < 0xC2 or a > 0xF4 or i + 1 >= end:
        return -1
    b = data[i + 1]
    if b & 0xC0 != 0x80:
        return -1
    if a < 0xE0:
        return 8 * ((a & 0x1F) << 6 | (b & 0x3F)) + 2
    if i + 2 >= end:
        return -1
    c = data[i + 2]
    if c & 0xC0 != 0x80:
        return -1
    if a < 0xF0:
        a = (a & 0x0F) << 12 | (b & 0x3F) << 6 | (c & 0x3F)
        return 8 * a + 3 if a >= 0x800 and (a < 0xD800 or a > 0xDFFF) else -1
    if i + 3 >= end:
        return -1
    d = data[i + 3]
    if d & 0xC0 != 0x80:
        return -1
    a = (a & 0x07) << 18 | (b & 0x3F) << 12 | (c & 0x3F) << 6 | (d & 0x3F)
    return 8 * a + 4 if 0x10000 <= a <= 0x10FFFF else -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _trimmed_end(
    data: cython.const[cython.uchar][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    spaces: cython.const[cython.uchar][::1],
) -> cython.Py_ssize_t:
    """The end of data[first:end] without white space; `spaces` holds 1 for a white space."""
    limit: cython.longlong = spaces.shape[0]
    at: cython.Py_ssize_t
    found: cython.longlong
    while end > first:
        at = end - 1
        while at > first and end - at < 4 and data[at] & 0xC0 == 0x80:
            at -= 1
        found = _point(data, at, end)
        if found < 0 or found & 7 != end - at or found >> 3 >= limit or spaces[found >> 3] != 1:
            break
        end = at
    return end


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _trimmed_start(
    data: cython.const[cython.uchar][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    spaces: cython.const[cython.uchar][::1],
) -> cython.Py_ssize_t:
    """The start of data[first:end] without white space."""
    limit: cython.longlong = spaces.shape[0]
    found: cython.longlong
    while first < end:
        found = _point(data, first, end)
        if found < 0 or found >> 3 >= limit or spaces[found >> 3] != 1:
            break
        first += found & 7
    return first


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _code(data: cython.const[cython.uchar][::1], first: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.ulonglong:
    """A number for the token data[first:first+size]: its bytes where they are at most eight, otherwise of 64 bits each
    of which depends on all of them and on the key."""
    code: cython.ulonglong = 0
    while size > 8:
        code = spread(code ^ eight(data, first, 8), _KEY)
        first += 8
        size -= 8
    return code ^ eight(data, first, size)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find(
    data: cython.const[cython.uchar][::1],
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    code: cython.ulonglong,
    known: cython.const[cython.uchar][::1],
    mask: cython.Py_ssize_t,
    table: cython.int[::1],
    words: cython.ulonglong[:, ::1],
) -> cython.Py_ssize_t:
    """The place in the table of the token data[first:first+size], or the empty one where it belongs.

    Tokens in the table are stretches of `known`; of up to eight bytes, code and size are the token.
    """
    slot: cython.Py_ssize_t = spread(code, _KEY) & mask
    wide: cython.ulonglong = size
    entry: cython.Py_ssize_t
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    while table[slot] != 0:
        entry = table[slot] - 1
        if words[entry, 2] == code and words[entry, 1] == wide:
            at = words[entry, 0]
            i = 0 if size > 8 else size
            while i < size and known[at + i] == data[first + i]:
                i += 1
            if i == size:
                return slot
        slot = (slot + 1) & mask
    return slot


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tokens(
    data: cython.const[cython.uchar][::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    kinds: cython.const[cython.uchar][::1],
    how: cython.int[::1],
    known: cython.const[cython.uchar][::1],
    mask: cython.Py_ssize_t,
    table: cython.int[::1],
    words: cython.ulonglong[:, ::1],
    letters: cython.const[cython.uchar][::1],
    ids: cython.int[::1],
) -> cython.Py_ssize_t:
    """Cut data[start:stop] into tokens, write their numbers, and say how many there are; -1 where it is not UTF-8.

    `how` is: the kind of code points beyond the table of kinds; whether a space is thought at both ends; whether white
    space is dropped at the beginning, as it is at the end; how many distinct tokens the table holds; whether new ones
    are added to it, or all get the same next number. `letters` has 1 for the bytes that are characters of words.
    """
    # Kinds of code points, numbered as in the tables of the tokenizers (local, so that the compiler sees constants).
    WORD: cython.int = 0
    SPACE: cython.int = 1
    POINT: cython.int = 3
    DIGIT: cython.int = 4
    DASH: cython.int = 5
    beyond: cython.int = how[0]
    edge: cython.int = SPACE if how[1] != 0 else DIGIT  # where there is no character, nothing cuts a point off
    entries: cython.int = how[3]
    adding: cython.bint = how[4] != 0
    limit: cython.uint = kinds.shape[0]
    count: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = _trimmed_end(data, start, stop, kinds)
    i: cython.Py_ssize_t = start
    width: cython.Py_ssize_t  # the bytes of the character at i
    first: cython.Py_ssize_t = -1  # where the open token began; -1 when none is open
    length: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    kind: cython.int
    before: cython.int = edge  # kind of the character before; a point cut off counts as a digit (it frees no other)
    after: cython.int
    point: cython.uint
    found: cython.longlong
    code: cython.ulonglong
    alone: cython.bint
    after_digit: cython.bint = False
    if how[2] != 0:
        i = _trimmed_start(data, i, end, kinds)
    while i <= end:
        if i < end and letters[data[i]] != 0:  # most characters are letters between letters
            if first < 0:
                first = i
            i += 1
            while i < end and letters[data[i]] != 0:
                i += 1
            after_digit = False
            before = WORD
        width = 1
        if i < end:
            point = data[i]
            if point >= 0x80:
                found = _point(data, i, end)
                if found < 0:
                    return -1
                point = found >> 3
                width = found & 7
            kind = kinds[point] if point < limit else beyond
        else:
            point = 0
            kind = SPACE
        if kind == WORD or kind == DIGIT or (kind == DASH and not after_digit):
            if first < 0:
                first = i
            after_digit = kind == DIGIT
            before = DIGIT if after_digit else WORD
            i += width
            continue
        after_digit = False
        alone = kind != SPACE
        if kind == POINT:
            after = edge
            if i + width < end:
                found = _point(data, i + width, end)
                if found < 0:
                    return -1
                after = kinds[found >> 3] if found >> 3 < limit else beyond
            if before == DIGIT and after == DIGIT:
                if first < 0:
                    first = i
                before = WORD
                i += width
                continue
            # A point cut off by what stood before it was used up by that cut and frees no second point.
            before = WORD if before == DIGIT else DIGIT
        else:
            before = WORD
        while first >= 0 or alone:  # first the token that ends here, then the character itself
            length = i - first
            if first < 0:
                first = i
                length = width
                alone = False
            code = _code(data, first, length)
            slot = _find(data, first, length, code, known, mask, table, words)
            if table[slot] == 0 and adding:
                words[entries, 0] = first
                words[entries, 1] = length
                words[entries, 2] = code
                entries += 1
                table[slot] = entries
            ids[count] = table[slot] - 1 if table[slot] != 0 else entries
            count += 1
            first = -1
        i += width
    how[3] = entries
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow(
    ids: cython.int[::1],
    size: cython.Py_ssize_t,
    distinct: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    keys: cython.longlong[::1],
    nodes: cython.int[::1],
    mask: cython.longlong,
    orders: cython.int[::1],
    counts: cython.int[::1],
    shared: cython.const[cython.uchar][::1],
) -> cython.longlong:
    """Count the n-grams of the first `size` ids, of which so many are distinct, and say how many n-grams are.

    The node of the unigram of a token is its id + 1; longer n-grams are in the tree. Those with a token that is not
    `shared`, which can match nothing, are left out.
    """
    known: cython.longlong = distinct
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    prefix: cython.longlong
    key: cython.longlong
    slot: cython.longlong
    for i in range(1, distinct + 1):
        orders[i] = 0
        counts[i] = 0
    for i in range(size):
        if shared[ids[i]] == 0:
            continue
        prefix = ids[i] + 1
        counts[prefix] += 1
        for n in range(1, min(max_order, size - i)):
            if shared[ids[i + n]] == 0:
                break
            key = (prefix << 32) + ids[i + n] + 1
            slot = find(key, keys, mask, _KEY)
            if keys[slot] == 0:
                known += 1
                keys[slot] = key
                nodes[slot] = known
                orders[known] = n
                counts[known] = 0
            prefix = nodes[slot]
            counts[prefix] += 1
    return known


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk(
    ids: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    distinct: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    keys: cython.longlong[::1],
    nodes: cython.int[::1],
    mask: cython.longlong,
    counts: cython.int[::1],
) -> cython.int:
    """Count in `counts` the n-grams of ids[first:end] that the tree holds; `distinct` is any other token."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    prefix: cython.longlong
    key: cython.longlong
    slot: cython.longlong
    for i in range(first, end):
        if ids[i] == distinct:
            continue
        prefix = ids[i] + 1
        counts[prefix] += 1
        for n in range(1, min(max_order, end - i)):
            if ids[i + n] == distinct:
                break
            key = (prefix << 32) + ids[i + n] + 1
            slot = find(key, keys, mask, _KEY)
            if keys[slot] == 0:
                break
            prefix = nodes[slot]
            counts[prefix] += 1
    return 0


@cython.cfunc
def _longest(data: cython.const[cython.uchar][::1], starts: cython.longlong[::1]) -> cython.longlong:
    """The bytes of the longest text; -1 where a start lies outside: nothing behind this door looks again."""
    texts: cython.Py_ssize_t = starts.shape[0] - 1
    k: cython.Py_ssize_t
    most: cython.longlong = 0
    if texts < 0 or data.shape[0] >= 0x7FFFFFFF or starts[0] < 0 or starts[texts] > data.shape[0]:
        return -1
    for k in range(texts):
        if starts[k] > starts[k + 1]:
            return -1
        most = max(most, starts[k + 1] - starts[k])
    return most


@cython.ccall
def clipped_utf8(
    hyps: cython.const[cython.uchar][::1],
    hyp_starts: cython.longlong[::1],
    refs: cython.const[cython.uchar][::1],
    starts: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    how: cython.int[::1],
    max_order: cython.Py_ssize_t,
    rows: cython.longlong[:, ::1],
) -> cython.Py_ssize_t:
    """Fill one row per segment as `ngrams.clipped` does: hyps[hyp_starts[s]:hyp_starts[s+1]] against the references
    refs[starts[r]:starts[r+1]], of which ref_starts[s]:ref_starts[s+1] belong to segment s.

    `how` has room for five integers, of which the first three are given (see `_tokens`). Gives 0, or -1 - k where
    text k is not UTF-8, the hypotheses counted first and then all references.
    """
    segments: cython.Py_ssize_t = hyp_starts.shape[0] - 1
    texts: cython.Py_ssize_t = starts.shape[0] - 1
    longest: cython.longlong = _longest(hyps, hyp_starts)
    widest: cython.longlong = _longest(refs, starts)
    several: cython.longlong = 0  # the most references of a segment
    s: cython.Py_ssize_t
    fits: cython.bint = longest >= 0 and widest >= 0 and max_order > 0 and rows.shape[0] >= segments
    fits = fits and rows.shape[1] >= 3 + 3 * max_order and how.shape[0] >= 5 and kinds.shape[0] >= 0x80
    fits = fits and ref_starts.shape[0] == segments + 1 and ref_starts[0] == 0 and ref_starts[segments] == texts
    if fits:
        for s in range(segments):
            fits &= ref_starts[s] < ref_starts[s + 1]
    if not fits:
        raise InputError(UNFIT)
    for s in range(segments):
        several = max(several, ref_starts[s + 1] - ref_starts[s])
        widest = max(widest, starts[ref_starts[s + 1]] - starts[ref_starts[s]])
    places: cython.longlong = 16
    while places < 2 * (longest + 1) * max_order:
        places *= 2
    room: cython.longlong = (longest + 1) * max_order + 1
    keys: cython.longlong[::1] = memoryview(bytearray(8 * places)).cast("q")
    nodes: cython.int[::1] = memoryview(bytearray(4 * places)).cast("i")
    table: cython.int[::1] = memoryview(bytearray(4 * places)).cast("i")
    words: cython.ulonglong[:, ::1] = memoryview(bytearray(24 * (longest + 1))).cast("Q", (longest + 1, 3))
    letters: cython.uchar[::1] = memoryview(bytearray(256))
    ids: cython.int[::1] = memoryview(bytearray(4 * (longest + 1))).cast("i")
    others: cython.int[::1] = memoryview(bytearray(4 * (widest + 1))).cast("i")  # of all references of a segment
    ends: cython.longlong[::1] = memoryview(bytearray(8 * (several + 1))).cast("q")  # where each ends among them
    shared: cython.uchar[::1] = memoryview(bytearray(longest + 2))  # whether a token is in some reference
    orders: cython.int[::1] = memoryview(bytearray(4 * room)).cast("i")
    counts: cython.int[::1] = memoryview(bytearray(4 * room)).cast("i")
    most: cython.int[::1] = memoryview(bytearray(4 * room)).cast("i")
    here: cython.int[::1] = memoryview(bytearray(4 * room)).cast("i")
    size: cython.longlong
    ref_size: cython.longlong
    closest: cython.longlong
    gap: cython.longlong
    known: cython.longlong
    mask: cython.longlong
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t
    distinct: cython.Py_ssize_t
    for n in range(0x80):
        letters[n] = kinds[n] == 0
    with cython.nogil:
        for s in range(segments):
            mask = 16
            while mask < 2 + hyp_starts[s + 1] - hyp_starts[s]:
                mask *= 2
            mask -= 1
            for i in range(mask + 1):
                table[i] = 0
            how[3] = 0
            how[4] = 1
            size = _tokens(hyps, hyp_starts[s], hyp_starts[s + 1], kinds, how, hyps, mask, table, words, letters, ids)
            if size < 0:
                return -1 - s
            how[4] = 0
            distinct = how[3]
            for i in range(distinct + 1):
                shared[i] = 0
            ends[0] = 0
            closest = -1
            for r in range(ref_starts[s], ref_starts[s + 1]):
                k = r - ref_starts[s]
                ref_size = _tokens(
                    refs, starts[r], starts[r + 1], kinds, how, hyps, mask, table, words, letters, others[ends[k] :]
                )
                if ref_size < 0:
                    return -1 - segments - r
                gap = abs(ref_size - size) - abs(closest - size)
                if closest < 0 or gap < 0 or (gap == 0 and ref_size < closest):
                    closest = ref_size
                ends[k + 1] = ends[k] + ref_size
            for i in range(ends[ref_starts[s + 1] - ref_starts[s]]):
                shared[others[i]] = 1  # any other token is marked, too, and never asked for
            mask = 16
            while mask < 2 * size * (max_order - 1):
                mask *= 2
            mask -= 1
            for n in range(mask + 1):
                keys[n] = 0
            known = _grow(ids, size, distinct, max_order, keys, nodes, mask, orders, counts, shared)
            for n in range(1, known + 1):
                most[n] = 0
                here[n] = 0
            for k in range(ref_starts[s + 1] - ref_starts[s]):
                _walk(others, ends[k], ends[k + 1], distinct, max_order, keys, nodes, mask, here)
                for n in range(1, known + 1):
                    most[n] = max(most[n], here[n])
                    here[n] = 0
            rows[s, 0] = 1
            rows[s, 1] = size
            rows[s, 2] = closest
            for n in range(max_order):
                rows[s, 3 + n] = 0
                rows[s, 3 + max_order + n] = max(0, size - n)
                rows[s, 3 + 2 * max_order + n] = size <= n
            for n in range(1, known + 1):
                rows[s, 3 + orders[n]] += min(counts[n], most[n])
    return 0


@cython.ccall
def decode_utf8(
    data: cython.const[cython.uchar][::1],
    starts: cython.longlong[::1],
    points: cython.int[::1],
    point_starts: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Write the code points of each text data[starts[k]:starts[k+1]], and where each begins and ends among them.

    Gives their number; where text k is not UTF-8, -1 - k instead.
    """
    count: cython.Py_ssize_t = 0
    text: cython.Py_ssize_t
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t
    found: cython.longlong
    if (
        _longest(data, starts) < 0
        or point_starts.shape[0] < starts.shape[0]
        or points.shape[0] < starts[starts.shape[0] - 1] - starts[0]
    ):
        raise InputError(UNFIT)
    with cython.nogil:
        point_starts[0] = 0
        for text in range(starts.shape[0] - 1):
            i = starts[text]
            end = starts[text + 1]
            while i < end:
                if data[i] < 0x80:
                    points[count] = data[i]
                    i += 1
                else:
                    found = _point(data, i, end)
                    if found < 0:
                        return -1 - text
                    points[count] = found >> 3
                    i += found & 7
                count += 1
            point_starts[text + 1] = count
    return count


@cython.ccall
def starts_of_short(offsets: cython.const[cython.int][::1], starts: cython.longlong[::1]) -> cython.int:
    """Write offsets of 32 bits as starts, counted from the first."""
    k: cython.Py_ssize_t
    for k in range(offsets.shape[0]):
        if offsets[k] < 0:
            raise InputError(UNFIT)
    for k in range(min(offsets.shape[0], starts.shape[0])):
        starts[k] = offsets[k] - offsets[0]
    return 0


@cython.ccall
def starts_of_long(offsets: cython.const[cython.longlong][::1], starts: cython.longlong[::1]) -> cython.int:
    """The same for offsets of 64 bits."""
    k: cython.Py_ssize_t
    for k in range(offsets.shape[0]):
        if offsets[k] < 0:
            raise InputError(UNFIT)
    for k in range(min(offsets.shape[0], starts.shape[0])):
        starts[k] = offsets[k] - offsets[0]
    return 0
