"""Text read where it lies, as UTF-8: cut into tokens whose n-grams are counted, or into code points; no string is made.

Strictly: overlong forms, surrogates, what lies beyond U+10FFFF and what is cut off are not UTF-8, and the number of the
first such text is given back. The loop over kinds of characters is that of `scan`, over bytes, and the rows are
those of `ngrams.clipped`; tests hold both to the same rows. Tokens are numbered by segment and only those of
the hypothesis are kept, so that a table stays in the fastest memory: any other token of a reference can match nothing.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.errors import InputError
from bolide.kernels._hashing import new_key
from bolide.kernels.ngrams import MOST_GRAMS, TOO_LONG

if cython.compiled:
    from cython.cimports.bolide.kernels.hashing import eight, spread
    from cython.cimports.bolide.kernels.ngram_table import FIELDS
    from cython.cimports.bolide.kernels.ngrams import closer, count_shared, keys_for, note_lengths, places_for, room_for
else:
    from bolide.kernels._hashing import eight, spread
    from bolide.kernels._ngram_table import FIELDS
    from bolide.kernels.ngrams import closer, count_shared, keys_for, note_lengths, places_for, room_for

COMPILED = cython.compiled
_KEY = cython.declare(cython.ulonglong, new_key())
_ODD = cython.declare(cython.ulonglong, new_key() | 1)
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
    bits: cython.int,
    table: cython.int[::1],
    words: cython.ulonglong[::1],
) -> cython.Py_ssize_t:
    """The slot of the token data[first:first+size], or the empty one where it belongs, among 2 to the power of `bits`.

    Of up to eight bytes, code and size are the token.
    """
    place: cython.ulonglong = code * _ODD
    slot: cython.Py_ssize_t
    wide: cython.ulonglong = size
    entry: cython.Py_ssize_t
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    if not cython.compiled:
        place &= (1 << 64) - 1
    slot = place >> (64 - bits)
    while table[slot] != 0:
        entry = 3 * (table[slot] - 1)
        if words[entry + 2] == code and words[entry + 1] == wide:
            at = words[entry]
            i = 0 if size > 8 else size
            while i < size and data[at + i] == data[first + i]:
                i += 1
            if i == size:
                return slot
        slot = (slot + 1) & ((1 << bits) - 1)
    return slot


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tokens(
    data: cython.const[cython.uchar][::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    kinds: cython.const[cython.uchar][::1],
    state: cython.int[::1],
    adding: cython.bint,
    bits: cython.int,
    table: cython.int[::1],
    words: cython.ulonglong[::1],
    letters: cython.int[::1],
    ids: cython.int[::1],
) -> cython.Py_ssize_t:
    """Cut data[start:stop] into tokens, write their numbers, and say how many there are; -1 where it is not UTF-8.

    `state` is: the kind of code points beyond the table of kinds; whether a space is thought at both ends; whether
    white space is dropped at the beginning, as it is at the end; how many distinct tokens the table holds. New ones are
    added to it if `adding`; otherwise all get the same next number. `letters` has 1 for the bytes that are characters
    of words.
    """
    # Kinds of code points, numbered as in the tables of the tokenizers (local, so that the compiler sees constants).
    WORD: cython.int = 0
    SPACE: cython.int = 1
    POINT: cython.int = 3
    DIGIT: cython.int = 4
    DASH: cython.int = 5
    beyond: cython.int = state[0]
    edge: cython.int = SPACE if state[1] != 0 else DIGIT  # where there is no character, nothing cuts a point off
    entries: cython.int = state[3]
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
    if state[2] != 0:
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
            slot = _find(data, first, length, code, bits, table, words)
            if adding and table[slot] == 0:
                words[3 * entries] = first
                words[3 * entries + 1] = length
                words[3 * entries + 2] = code
                entries += 1
                table[slot] = entries
            ids[count] = table[slot] - 1 if table[slot] != 0 else entries
            count += 1
            first = -1
        i += width
    state[3] = entries
    return count


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
    data: cython.const[cython.uchar][::1],
    starts: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    beyond: cython.int,
    padded: cython.bint,
    strip: cython.bint,
    max_order: cython.Py_ssize_t,
    rows: cython.longlong[:, ::1],
) -> cython.Py_ssize_t:
    """Fill one row per segment as `ngrams.clipped` does. Text k is data[starts[k]:starts[k+1]]: first the hypotheses,
    then all references, of which ref_starts[s]:ref_starts[s+1] belong to segment s.

    `kinds`, `beyond` and `padded` say how texts are cut, as for `scan`; white space at the end of a text is dropped,
    and that at its beginning if `strip`. Gives 0, or -1 - k where text k is not UTF-8.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    texts: cython.Py_ssize_t = starts.shape[0] - 1
    longest: cython.longlong = 0  # hypothesis
    widest: cython.longlong = 0  # segment; in bytes, and there are no more tokens than bytes
    several: cython.longlong = 1  # the most texts of a segment
    s: cython.Py_ssize_t
    fits: cython.bint = _longest(data, starts) >= 0 and max_order > 0 and kinds.shape[0] >= 0x80
    fits = fits and rows.shape[0] >= segments and rows.shape[1] >= 3 + 3 * max_order
    fits = fits and segments >= 0 and ref_starts[0] == 0 and ref_starts[segments] == texts - segments
    if fits:
        for s in range(segments):
            fits &= ref_starts[s] < ref_starts[s + 1]
    if not fits:
        raise InputError(UNFIT)
    for s in range(segments):
        longest = max(longest, starts[s + 1] - starts[s])
        widest = max(widest, starts[segments + ref_starts[s + 1]] - starts[segments + ref_starts[s]])
        several = max(several, 1 + ref_starts[s + 1] - ref_starts[s])
    widest += longest
    if longest > 2 * MOST_GRAMS or widest > 2 * MOST_GRAMS:  # in bytes; places among tokens have 31 bits
        raise InputError(TOO_LONG)
    # Two pieces of memory for all: to ask for one costs more than to count a short sentence.
    slots: cython.longlong = 16
    while slots < longest + 2:
        slots *= 2
    places: cython.longlong = max(places_for(longest // 4), keys_for(longest))  # for tokens, fewer than bytes
    kept: cython.longlong = FIELDS * (longest + 1)
    wanted: cython.longlong = 260 + slots + places + kept + several + widest + room_for(widest, several)
    words: cython.ulonglong[::1] = memoryview(bytearray(8 * (3 * longest + keys_for(longest)))).cast("Q")
    rest: cython.int[::1] = memoryview(bytearray(4 * wanted)).cast("i")
    keys: cython.ulonglong[::1] = words[3 * longest :]
    letters: cython.int[::1] = rest[:256]
    state: cython.int[::1] = rest[256:260]
    table: cython.int[::1] = rest[260 : 260 + slots]
    rest = rest[260 + slots :]
    gram_table: cython.int[::1] = rest[:places]
    grams: cython.int[::1] = rest[places : places + kept]
    rest = rest[places + kept :]
    ends: cython.int[::1] = rest[:several]
    ids: cython.int[::1] = rest[several : several + widest]
    rest = rest[several + widest :]
    size: cython.longlong
    found: cython.longlong
    closest: cython.longlong
    bits: cython.int
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    text: cython.Py_ssize_t
    for i in range(0x80):
        letters[i] = kinds[i] == 0
    state[0] = beyond
    state[1] = padded
    state[2] = strip
    with cython.nogil:
        for s in range(segments):
            bits = 4
            while (1 << bits) < starts[s + 1] - starts[s] + 2:
                bits += 1
            for i in range(1 << bits):
                table[i] = 0
            state[3] = 0
            size = 0
            closest = -1
            for k in range(1 + ref_starts[s + 1] - ref_starts[s]):
                text = s if k == 0 else segments + ref_starts[s] + k - 1
                found = _tokens(
                    data, starts[text], starts[text + 1], kinds, state, k == 0, bits, table, words, letters, ids[size:]
                )
                if found < 0:
                    return -1 - text
                size += found
                ends[k] = size
                if k > 0:
                    closest = closer(ends[0], closest, found)
            k = 1 + ref_starts[s + 1] - ref_starts[s]
            count_shared(ids, ends, k, state[3], max_order, True, gram_table, keys, grams, rest, rows, s, 3)
            note_lengths(rows, s, max_order, ends[0], closest)
    return 0


@cython.ccall
def decode_utf8(
    data: cython.const[cython.uchar][::1],
    starts: cython.longlong[::1],
    points: cython.uint[::1],
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
