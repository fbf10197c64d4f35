"""A scanner from code points to token ids: one pass that tokenizes a text and numbers the distinct tokens.

The western tokenizers only *insert* spaces, so each token is a substring of the original text. The class of a code
point comes from a table, so that one loop serves 13a, intl, zh, char and plain whitespace.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._hashing import new_key
from bolide.system.errors import InputError

if cython.compiled:
    from cython.cimports.bolide.kernels.bounds_checks import climbing
    from cython.cimports.bolide.kernels.hashing import spread, stirred
else:
    from bolide.kernels._hashing import spread, stirred
    from bolide.kernels.bounds_checks import climbing

COMPILED = cython.compiled
_KEY = cython.declare(cython.ulonglong, new_key())
UNFIT = "The texts' starts do not fit the code points."
MOST_POINTS = 0x7FFFFFFF  # slots of tables are ints


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find(
    points: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    code: cython.int,
    mask: cython.Py_ssize_t,
    table: cython.int[::1],
    words: cython.int[::1],
) -> cython.Py_ssize_t:
    """The slot of the token points[first:first+size] in the table, or the empty slot for it."""
    slot: cython.Py_ssize_t = code & mask
    entry: cython.Py_ssize_t
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    while table[slot] != 0:
        entry = table[slot] - 1
        if words[3 * entry + 2] == code and words[3 * entry + 1] == size:
            at = words[3 * entry]
            i = 0
            while i < size and points[at + i] == points[first + i]:
                i += 1
            if i == size:
                return slot
        slot = (slot + 1) & mask
    return slot


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _widen(
    known: cython.Py_ssize_t, mask: cython.Py_ssize_t, table: cython.int[::1], words: cython.int[::1]
) -> cython.int:
    """Rehash the known tokens into the first mask + 1 slots of the table."""
    slot: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    for slot in range(mask + 1):
        table[slot] = 0
    for entry in range(known):
        slot = words[3 * entry + 2] & mask
        while table[slot] != 0:
            slot = (slot + 1) & mask
        table[slot] = entry + 1
    return 0


def lower(points: cython.uint[::1], small: cython.const[cython.int][::1]) -> bool:
    """Lowercase the letters in place; return False, with some not done, if str.lower is needed.

    `small` has the lowercase letter of each of the first code points, -1 for one that needs str.lower. Of the others,
    those in blocks without cased letters stay unchanged.
    """
    i: cython.Py_ssize_t
    point: cython.uint
    limit: cython.uint = small.shape[0]
    known: cython.bint = True
    with cython.nogil:
        for i in range(points.shape[0]):
            point = points[i]
            if point < limit:
                known = known and small[point] >= 0
                if small[point] >= 0:
                    points[i] = small[point]
            else:
                known = known and (
                    0x2000 <= point < 0x2126  # dashes, quotation marks, signs of currencies and degrees
                    or 0x2190 <= point < 0x24B6  # arrows, mathematics
                    or 0x2500 <= point < 0x2C00  # drawings and signs
                    or 0x2E80 <= point < 0xA640  # Chinese, Japanese, Yi
                    or 0xAC00 <= point < 0xFF21  # Korean
                    or point >= 0x1F000  # pictures
                )
    return known


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _most_tokens(
    points: cython.const[cython.uint][::1],
    texts: cython.Py_ssize_t,
    kinds: cython.const[cython.uchar][::1],
    beyond: cython.int,
) -> cython.Py_ssize_t:
    """An upper bound of the number of tokens: a word ends at a text's end or at a character of another kind, which may
    be a token itself. Tables of that size are a third of those for a token per character, and stay in the CPU cache.
    """
    WORD: cython.int = 0
    SPACE: cython.int = 1
    limit: cython.uint = kinds.shape[0]
    tokens: cython.Py_ssize_t = texts
    kind: cython.int
    i: cython.Py_ssize_t
    for i in range(points.shape[0]):
        kind = kinds[points[i]] if points[i] < limit else beyond
        tokens += (kind != WORD) + (kind > SPACE)  # digits count as tokens: few, and no branch is needed
    return tokens


def scan(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    beyond: cython.int,
    padded: cython.bint,
) -> tuple[memoryview, memoryview, memoryview]:
    """Tokenize each text points[starts[k]:starts[k+1]] and number the tokens in order of first appearance.

    `kinds` has the class of the first code points, `beyond` is that of the rest. If `padded`, texts are treated as if
    there were a space at both ends. Return the ids of all tokens; the start of each text among them, followed by the
    end; and the start, length and hash of each distinct token.
    """
    # Classes of code points, numbered as in bolide.text.tokenize.character_classes; local, so that they are constants.
    WORD: cython.int = 0
    SPACE: cython.int = 1
    POINT: cython.int = 3
    DIGIT: cython.int = 4
    DASH: cython.int = 5
    known: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    edge: cython.int = SPACE if padded else DIGIT  # at a text's end, nothing splits a point off
    limit: cython.uint = kinds.shape[0]
    text: cython.Py_ssize_t
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t
    first: cython.Py_ssize_t  # the start of the open token; -1 if none is open
    slot: cython.Py_ssize_t
    kind: cython.int
    before: cython.int  # class of the character before; a point that was split off counts as a digit
    after: cython.int
    point: cython.uint
    follower: cython.uint
    code: cython.ulonglong  # of the open token
    short: cython.int  # the same in 31 bits
    single: cython.bint
    after_digit: cython.bint
    if points.shape[0] > MOST_POINTS or not climbing(starts, points.shape[0]):
        raise InputError(UNFIT)
    most: cython.Py_ssize_t = _most_tokens(points, starts.shape[0] - 1, kinds, beyond)
    slots: cython.Py_ssize_t = 16
    while 2 * slots < 3 * most:
        slots *= 2
    # One allocation for all integers: it takes longer than scanning a short sentence.
    memory = memoryview(bytearray(4 * (slots + 4 * most))).cast("i")
    bounds = memoryview(bytearray(8 * starts.shape[0])).cast("q")
    room: cython.int[::1] = memory
    table: cython.int[::1] = room[:slots]
    ids: cython.int[::1] = room[slots : slots + most]
    words: cython.int[::1] = room[slots + most :]
    token_starts: cython.longlong[::1] = bounds
    mask: cython.Py_ssize_t = min(2048, slots) - 1
    with cython.nogil:
        token_starts[0] = 0
        for text in range(starts.shape[0] - 1):
            end = starts[text + 1]
            first = -1
            before = edge
            after_digit = False
            code = _KEY
            i = starts[text] - 1
            while i < end:
                i += 1
                point = 0
                kind = SPACE
                if i < end:
                    point = points[i]
                    kind = kinds[point] if point < limit else beyond
                    if kind == WORD:  # most characters are letters between letters
                        if first < 0:
                            first = i
                        while kind == WORD:
                            code = stirred(code, point, _KEY)
                            i += 1
                            point = 0
                            kind = SPACE
                            if i < end:
                                point = points[i]
                                kind = kinds[point] if point < limit else beyond
                        after_digit = False
                        before = WORD
                if kind == DIGIT or (kind == DASH and not after_digit):
                    if first < 0:
                        first = i
                    code = stirred(code, point, _KEY)
                    after_digit = kind == DIGIT
                    before = DIGIT if after_digit else WORD
                    continue
                after_digit = False
                single = kind != SPACE
                if kind == POINT:
                    after = edge
                    if i + 1 < end:
                        follower = points[i + 1]
                        after = kinds[follower] if follower < limit else beyond
                    if before == DIGIT and after == DIGIT:
                        if first < 0:
                            first = i
                        code = stirred(code, point, _KEY)
                        before = WORD
                        continue
                    # A point split off because of the character before it does not split off the next one.
                    before = WORD if before == DIGIT else DIGIT
                else:
                    before = WORD
                while first >= 0 or single:  # first the token that ends here, then the character itself
                    if first < 0:
                        first = i
                        code = stirred(_KEY, point, _KEY)
                        single = False
                    short = spread(code, _KEY) & 0x7FFFFFFF
                    slot = _find(points, first, i - first if i > first else 1, short, mask, table, words)
                    if table[slot] == 0:
                        words[3 * known] = first
                        words[3 * known + 1] = i - first if i > first else 1
                        words[3 * known + 2] = short
                        known += 1
                        table[slot] = known
                    ids[count] = table[slot] - 1
                    count += 1
                    first = -1
                    code = _KEY
                    if 4 * known > 3 * mask and 2 * mask < slots:
                        mask = 2 * mask + 1
                        _widen(known, mask, table, words)
            token_starts[text + 1] = count
    return memory[slots : slots + count], bounds, memory[slots + most : slots + most + 3 * known]
