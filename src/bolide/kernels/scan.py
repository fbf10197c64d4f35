"""From code points to token ids: one pass that cuts a text into tokens and numbers the distinct ones.

The western tokenizers only ever *insert* spaces, so each token is a stretch of the original code points. What kind a
code point is comes from a table, which makes one loop serve 13a, intl, zh, char and plain whitespace.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

COMPILED = cython.compiled


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _intern(
    points: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    table: cython.int[::1],
    words: cython.longlong[:, ::1],
    known: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """The id of points[first:end], which is `known` if it has not been seen before."""
    mask: cython.ulonglong = table.shape[0] - 1
    code: cython.ulonglong = 17
    i: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    at: cython.Py_ssize_t
    size: cython.Py_ssize_t = end - first
    for i in range(first, end):
        code = ((code ^ points[i]) * 16777619) & 0x7FFFFFFF
    slot = (code ^ (code >> 15)) & mask
    while table[slot] != 0:
        entry = table[slot] - 1
        if words[entry, 1] == size:
            at = words[entry, 0]
            i = 0
            while i < size and points[at + i] == points[first + i]:
                i += 1
            if i == size:
                return entry
        slot = (slot + 1) & mask
    table[slot] = known + 1
    words[known, 0] = first
    words[known, 1] = size
    return known


@cython.ccall
def scan(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    beyond: cython.int,
    padded: cython.bint,
    table: cython.int[::1],
    words: cython.longlong[:, ::1],
    ids: cython.int[::1],
    token_starts: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Cut each text points[starts[k]:starts[k+1]] into tokens, number them, and say how many are distinct.

    `kinds` gives the kind of the first code points, `beyond` that of the rest. `padded` texts are treated as if a
    space stood at both ends. Ids follow the order of first appearance. `table` must be zeros, a power of two long and
    larger than the number of tokens; `words` receives start and length of each distinct token.
    """
    # Kinds of code points, numbered as in bolide.text.kinds (local, so that the compiler sees constants).
    WORD: cython.int = 0
    SPACE: cython.int = 1
    POINT: cython.int = 3
    DIGIT: cython.int = 4
    DASH: cython.int = 5
    known: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    edge: cython.int = SPACE if padded else DIGIT  # a DIGIT at the edge holds a point to its number, as no character does
    text: cython.Py_ssize_t
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t
    first: cython.Py_ssize_t  # where the open token began; -1 when none is open
    limit: cython.uint = kinds.shape[0]
    kind: cython.int
    before: cython.int  # kind of the character before; a point that was cut off counts as a digit (it holds no other)
    after: cython.int
    point: cython.uint
    entry: cython.Py_ssize_t
    alone: cython.bint
    dash_after_digit: cython.bint
    with cython.nogil:
        token_starts[0] = 0
        for text in range(starts.shape[0] - 1):
            end = starts[text + 1]
            first = -1
            before = edge
            dash_after_digit = False
            for i in range(starts[text], end):
                point = points[i]
                kind = kinds[point] if point < limit else beyond
                if kind == WORD or (kind == DASH and not dash_after_digit):
                    if first < 0:
                        first = i
                    before = WORD
                    dash_after_digit = False
                    continue
                if kind == DIGIT:
                    if first < 0:
                        first = i
                    before = DIGIT
                    dash_after_digit = True
                    continue
                dash_after_digit = False
                alone = kind != SPACE
                if kind == POINT:
                    after = edge
                    if i + 1 < end:
                        point = points[i + 1]
                        after = kinds[point] if point < limit else beyond
                    if before == DIGIT and after == DIGIT:
                        if first < 0:
                            first = i
                        before = WORD
                        continue
                    # A point cut off by what stood before it was consumed by that cut and frees no second point.
                    before = WORD if before == DIGIT else DIGIT
                else:
                    before = WORD
                if first >= 0:
                    entry = _intern(points, first, i, table, words, known)
                    known += entry == known
                    ids[count] = entry
                    count += 1
                    first = -1
                if alone:
                    entry = _intern(points, i, i + 1, table, words, known)
                    known += entry == known
                    ids[count] = entry
                    count += 1
            if first >= 0:
                entry = _intern(points, first, end, table, words, known)
                known += entry == known
                ids[count] = entry
                count += 1
            token_starts[text + 1] = count
    return known
