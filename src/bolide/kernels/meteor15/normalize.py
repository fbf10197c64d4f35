"""METEOR 1.5's normaliser over code points: punctuation, abbreviations and clitics become tokens.

What it does, and why it is odd, stands in `bolide.text.tokenize.meteor_normalize`, which does the same with regular
expressions, text by text. Here texts are normalised without the GIL. A run of full stops is kept as it is and known by
its second stop: no other token has two in a row.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import BAD_ARRAYS, is_nondecreasing
from bolide.system.errors import InputError

# What the languages do about apostrophes.
ALL, ENGLISH, FRENCH = range(3)
# Kinds of code points.
OTHER, LETTER, DIGIT, BLANK, MARK = range(5)
_LETTER = cython.declare(cython.int, 1)
_DIGIT = cython.declare(cython.int, 2)
# Which neighbours a mark must have, a bit for each pair of left and right: 0 a digit, 1 a letter, 2 anything else.
_COMMA_1 = cython.declare(cython.int, 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8)  # a. a.
_COMMA_2 = cython.declare(cython.int, 1 << 1 | 1 << 2)  # 0 a.
_COMMA_3 = cython.declare(cython.int, 1 << 3 | 1 << 6)  # a. 0
_NO_LETTER = cython.declare(cython.int, 1 << 0 | 1 << 2 | 1 << 6 | 1 << 8)  # 0. 0.
_OTHER_LETTER = cython.declare(cython.int, 1 << 7)  # . a
_DIGIT_LETTER = cython.declare(cython.int, 1 << 1 | 1 << 7)  # 0. a
_LETTER_ON_LEFT = cython.declare(cython.int, 1 << 3 | 1 << 5)  # a 0.
_LETTERS = cython.declare(cython.int, 1 << 4)  # a a


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _kind(point: cython.uint, kinds: cython.const[cython.uchar][::1]) -> cython.int:
    return kinds[point] if point < kinds.shape[0] else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _side(point: cython.uint, kinds: cython.const[cython.uchar][::1]) -> cython.int:
    """A neighbour of a mark: 0 a digit, 1 a letter, 2 anything else."""
    kind: cython.int = _kind(point, kinds)
    return 0 if kind == _DIGIT else 1 if kind == _LETTER else 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _isolate(
    points: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    kinds: cython.const[cython.uchar][::1],
    out: cython.uint[::1],
) -> cython.Py_ssize_t:
    """Spaces around the text, around every character without a meaning of its own and around runs of full stops."""
    i: cython.Py_ssize_t = first
    n: cython.Py_ssize_t = 1
    out[0] = 32
    while i < end:
        isolated: cython.bint = _kind(points[i], kinds) == 0
        if points[i] == 46 and i + 1 < end and points[i + 1] == 46:
            out[n] = 32
            n += 1
            while i < end and points[i] == 46:
                out[n] = 46
                n += 1
                i += 1
            out[n] = 32
            n += 1
            continue
        if isolated:
            out[n] = 32
            n += 1
        out[n] = points[i]
        n += 1
        if isolated:
            out[n] = 32
            n += 1
        i += 1
    out[n] = 32
    return n + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pass(
    text: cython.uint[::1],
    size: cython.Py_ssize_t,
    out: cython.uint[::1],
    mark: cython.uint,
    contexts: cython.int,
    spaces: cython.int,
    kinds: cython.const[cython.uchar][::1],
) -> cython.Py_ssize_t:
    """Set a mark apart where its neighbours are right: 1 by a space before it, 2 after it, 3 on both sides.

    One pass from left to right; a mark whose left neighbour served the mark before it is passed over, unless 4 is
    added.
    """
    n: cython.Py_ssize_t = 0
    free: cython.Py_ssize_t = 0
    one: cython.int = 1
    for i in range(size):
        apart: cython.bint = text[i] == mark and i > free and i + 1 < size
        if apart:
            apart = contexts & (one << (3 * _side(text[i - 1], kinds) + _side(text[i + 1], kinds))) != 0
        if apart and spaces & 1:
            out[n] = 32
            n += 1
        out[n] = text[i]
        n += 1
        if apart and spaces & 2:
            out[n] = 32
            n += 1
        if apart and spaces < 4:
            free = i + 2
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _plain(point: cython.uint) -> cython.uint:
    """Every single quotation mark as an apostrophe, the dash between numbers as a hyphen."""
    if point == 0x60 or point == 0x2018 or point == 0x2019:
        return 39
    return 45 if point == 0x2013 else point


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _unite_quotes(text: cython.uint[::1], size: cython.Py_ssize_t, out: cython.uint[::1]) -> cython.Py_ssize_t:
    """Plain apostrophes and hyphens; two apostrophes and double quotation marks as a plain one, set apart."""
    i: cython.Py_ssize_t = 0
    n: cython.Py_ssize_t = 0
    while i < size:
        point: cython.uint = _plain(text[i])
        double: cython.bint = point == 39 and i + 1 < size and _plain(text[i + 1]) == 39
        if double or point == 0x201C or point == 0x201D:
            out[n] = 32
            out[n + 1] = 34
            out[n + 2] = 32
            n += 3
            i += 1
            if double:
                i += 1
            continue
        out[n] = point
        n += 1
        i += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _open_hyphens(
    text: cython.uint[::1], size: cython.Py_ssize_t, kinds: cython.const[cython.uchar][::1]
) -> cython.Py_ssize_t:
    """Two hyphens as one; then a space in place of one between letters or digits, again in one pass."""
    i: cython.Py_ssize_t = 0
    n: cython.Py_ssize_t = 0
    free: cython.Py_ssize_t = 0
    while i < size:
        text[n] = text[i]
        if text[i] == 45 and i + 1 < size and text[i + 1] == 45:
            i += 1
        n += 1
        i += 1
    for i in range(1, n - 1):
        if text[i] == 45 and i > free and _side(text[i + 1], kinds) < 2:
            if text[i - 1] == 46 or _side(text[i - 1], kinds) < 2:
                text[i] = 32
                free = i + 2
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _part_digits(text: cython.uint[::1], size: cython.Py_ssize_t, out: cython.uint[::1]) -> cython.Py_ssize_t:
    """A space before 's where it follows a digit."""
    n: cython.Py_ssize_t = 0
    for i in range(size):
        if text[i] == 39 and 0 < i < size - 1 and text[i + 1] == 115 and 48 <= text[i - 1] <= 57:
            out[n] = 32
            n += 1
        out[n] = text[i]
        n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _listed(
    text: cython.uint[::1], first: cython.Py_ssize_t, end: cython.Py_ssize_t, abbreviations: cython.int[::1]
) -> cython.int:
    """What a word is as an abbreviation: bit 1 for one before anything, bit 2 for one before numbers."""
    at: cython.Py_ssize_t = 0
    kinds: cython.int = 0
    while at < abbreviations.shape[0]:
        if abbreviations[at] == end - first:
            i: cython.Py_ssize_t = 0
            while i < end - first and cython.cast(cython.uint, abbreviations[at + 2 + i]) == text[first + i]:
                i += 1
            if i == end - first:
                kinds |= abbreviations[at + 1]
        at += 2 + abbreviations[at]
    return kinds


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_blank(point: cython.uint) -> cython.bint:
    """What parts tokens; a vertical tab does not."""
    return point == 32 or point == 9 or point == 10 or point == 13 or point == 12


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _put(
    point: cython.uint, spaced: cython.bint, out: cython.uint[::1], begin: cython.Py_ssize_t, n: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Write a character of a text that begins at `begin`, or a space for it; none at the beginning nor a second one.

    Other spaces are tokens at first, as all characters set apart, and dropped here.
    """
    if spaced or point == 0xA0 or 0x2000 <= point <= 0x200A or point == 0x202F or point == 0x205F or point == 0x3000:
        point = 32
    if (n == begin and point <= 32) or (point == 32 and out[n - 1] == 32):
        return n
    out[n] = point
    return n + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(letter=cython.bint, inner=cython.bint, dropped=cython.bint, parted=cython.bint)
def _write_tokens(
    text: cython.uint[::1],
    size: cython.Py_ssize_t,
    kinds: cython.const[cython.uchar][::1],
    abbreviations: cython.int[::1],
    punctuation: cython.bint,
    out: cython.uint[::1],
    begin: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """The tokens with single spaces between them; a full stop that ends no abbreviation is one by itself."""
    first: cython.Py_ssize_t = 0
    n: cython.Py_ssize_t = begin
    while first < size and _is_blank(text[first]):
        first += 1
    while first < size:
        end: cython.Py_ssize_t = first
        while end < size and not _is_blank(text[end]):
            end += 1
        after: cython.Py_ssize_t = end  # where the next token begins
        while after < size and _is_blank(text[after]):
            after += 1
        following: cython.uint = text[after] if after < size else 0
        dropped = parted = False
        if text[end - 1] == 46 and end - first > 1 and text[end - 2] != 46:
            inner = letter = False
            for i in range(first, end - 1):
                inner = inner or text[i] == 46
                letter = letter or _kind(text[i], kinds) == _LETTER
            dropped = inner and letter
            if not dropped and not 97 <= following <= 122:
                listed: cython.int = _listed(text, first, end - 1, abbreviations)
                parted = not (listed & 1 or (listed & 2 and 48 <= following <= 57))
        for i in range(first, end):
            if dropped and text[i] == 46:
                continue
            if parted and i == end - 1:
                n = _put(32, False, out, begin, n)
            n = _put(text[i], not punctuation and _side(text[i], kinds) == 2, out, begin, n)
        n = _put(32, False, out, begin, n)
        first = after
    while n > begin and out[n - 1] <= 32:
        n -= 1
    return n


def normalize(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    abbreviations: cython.int[::1],
    apostrophes: cython.int,
    punctuation: cython.bint,
    out: cython.uint[::1],
    out_starts: cython.longlong[::1],
) -> None:
    """Write every text points[starts[k]:starts[k+1]] to `out`, normalised, one after the other.

    `out_starts` receives where each begins. `kinds` has the kind of the first code points; `abbreviations` follow one
    another: how many letters, which kind (1 always, 2 before numbers), the letters.
    """
    texts: cython.Py_ssize_t = starts.shape[0] - 1
    rest: cython.Py_ssize_t = abbreviations.shape[0]
    fits: cython.bint = is_nondecreasing(starts, points.shape[0])
    while fits and rest > 0:
        fits = rest > 2 and 0 < abbreviations[abbreviations.shape[0] - rest] <= rest - 2
        rest -= 2 + abbreviations[abbreviations.shape[0] - rest]
    if not (fits and out_starts.shape[0] > texts and out.shape[0] >= 2 * (starts[texts] - starts[0] + texts)):
        raise InputError(BAD_ARRAYS)
    longest: cython.longlong = 0
    for k in range(texts):
        longest = max(longest, starts[k + 1] - starts[k])
    one: cython.uint[::1] = memoryview(bytearray(4 * (5 * longest + 8))).cast("I")
    two: cython.uint[::1] = memoryview(bytearray(4 * (5 * longest + 8))).cast("I")
    end: cython.Py_ssize_t = 0
    out_starts[0] = 0
    with cython.nogil:
        for k in range(texts):
            size: cython.Py_ssize_t = _isolate(points, starts[k], starts[k + 1], kinds, one)
            size = _pass(one, size, two, 44, _COMMA_1, 3, kinds)
            size = _pass(two, size, one, 44, _COMMA_2, 3, kinds)
            size = _pass(one, size, two, 44, _COMMA_3, 3, kinds)
            size = _unite_quotes(two, size, one)
            size = _open_hyphens(one, size, kinds)
            if apostrophes == 1:
                size = _pass(one, size, two, 39, _NO_LETTER, 3, kinds)
                size = _pass(two, size, one, 39, _OTHER_LETTER, 3, kinds)
                size = _pass(one, size, two, 39, _LETTER_ON_LEFT, 3, kinds)
                size = _pass(two, size, one, 39, _LETTERS, 1, kinds)
                size = _part_digits(one, size, two)
                size = _write_tokens(two, size, kinds, abbreviations, punctuation, out, end)
            elif apostrophes == 2:
                size = _pass(one, size, two, 39, _NO_LETTER, 3, kinds)
                size = _pass(two, size, one, 39, _DIGIT_LETTER, 3, kinds)
                size = _pass(one, size, two, 39, _LETTER_ON_LEFT, 3, kinds)
                size = _pass(two, size, one, 39, _LETTERS, 2, kinds)
                size = _write_tokens(one, size, kinds, abbreviations, punctuation, out, end)
            else:
                size = _pass(one, size, two, 39, 511, 7, kinds)
                size = _write_tokens(two, size, kinds, abbreviations, punctuation, out, end)
            end = size
            out_starts[k + 1] = end
