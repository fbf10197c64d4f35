"""A scanner from code points to token ids: one pass that tokenizes a text and numbers the distinct tokens.

The western tokenizers only *insert* spaces, so each token is a substring of the original text. The class of a code
point comes from a table, so that one loop serves 13a, intl, zh, char and plain whitespace.

`scan` takes a block of texts. `SegmentTokens` takes the short texts of one segment, as Python has them, into memory
that the next segment uses again: the accelerated peers score single sentences, for which objects take longer to make
than tokens.
"""

from array import array
from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import new_key
from bolide.kernels.bounds_checks import BAD_ARRAYS, is_nondecreasing
from bolide.system.errors import InputError

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_AsUCS4
else:
    from bolide.kernels._common import mix_hash, rolling_hash, uninitialised

_KEY = cython.declare(cython.ulonglong, new_key())
MOST_POINTS = 0x7FFFFFFF  # slots of tables are ints


@cython.cfunc
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
    while table[slot] != 0:
        entry: cython.Py_ssize_t = table[slot] - 1
        if words[3 * entry + 2] == code and words[3 * entry + 1] == size:
            at: cython.Py_ssize_t = words[3 * entry]
            i: cython.Py_ssize_t = 0
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
) -> cython.void:
    """Rehash the known tokens into the first mask + 1 slots of the table."""
    for slot in range(mask + 1):
        table[slot] = 0
    for entry in range(known):
        slot = words[3 * entry + 2] & mask
        while table[slot] != 0:
            slot = (slot + 1) & mask
        table[slot] = entry + 1


def lower(points: cython.uint[::1], small: cython.const[cython.int][::1]) -> bool:
    """Lowercase the letters in place; return False, with some not done, if str.lower is needed.

    `small` has the lowercase letter of each of the first code points, -1 for one that needs str.lower. Of the others,
    those in blocks without cased letters stay unchanged.
    """
    limit: cython.uint = small.shape[0]
    known: cython.bint = True
    with cython.nogil:
        for i in range(points.shape[0]):
            point: cython.uint = points[i]
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
def _take(
    text: str, points: cython.uint[::1], at: cython.Py_ssize_t, kinds: cython.const[cython.uchar][::1]
) -> cython.Py_ssize_t:
    """Copy the code points of a text to points[at:], and return their end without white space at the text's end."""
    end: cython.Py_ssize_t = at + len(text)
    limit: cython.uint = kinds.shape[0]
    if cython.compiled:
        if end > at:
            room = cython.cast(cython.pointer[cython.Py_UCS4], cython.address(points[at]))
            PyUnicode_AsUCS4(text, room, end - at, 0)
    else:
        points[at:end] = array("I", map(ord, text))
    while end > at and points[end - 1] < limit and kinds[points[end - 1]] & 0x30 == 0x10:
        end -= 1
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _scan(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    texts: cython.Py_ssize_t,
    kinds: cython.const[cython.uchar][::1],
    beyond: cython.uchar,
    padded: cython.bint,
    slots: cython.Py_ssize_t,
    table: cython.int[::1],
    ids: cython.int[::1],
    words: cython.int[::1],
    token_starts: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Write the ids of all tokens, the start of each text among them, followed by the end, and the start, length and
    hash of each distinct token; return the number of these, or -1 if a character is marked. The table has room for
    `slots` numbers, of which no more are cleared than are used.
    """
    # Classes of code points, numbered as in bolide.text.tokenize.character_classes; local, so that they are constants.
    # What is below the next class belongs to the one before it.
    WORD: cython.int = 0x00
    SPACE: cython.int = 0x10
    ALONE: cython.int = 0x20
    POINT: cython.int = 0x21
    DIGIT: cython.int = 0x22
    DASH: cython.int = 0x23
    MARKED: cython.int = 0x40
    known: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    edge: cython.int = SPACE if padded else DIGIT  # at a text's end, nothing splits a point off
    limit: cython.uint = kinds.shape[0]
    mask: cython.Py_ssize_t = min(256, slots) - 1
    _widen(0, mask, table, words)
    token_starts[0] = 0
    for text in range(texts):
        end: cython.Py_ssize_t = starts[text + 1]
        first: cython.Py_ssize_t = -1  # the start of the open token; -1 if none is open
        before: cython.int = edge  # class of the character before; a point that was split off counts as a digit
        after_digit: cython.bint = False
        code: cython.ulonglong = _KEY  # of the open token
        i: cython.Py_ssize_t = starts[text] - 1
        while i < end:
            i += 1
            point: cython.uint = 0
            kind: cython.int = SPACE
            if i < end:
                point = points[i]
                kind = kinds[point] if point < limit else beyond
                if kind < SPACE:  # most characters are letters between letters
                    if first < 0:
                        first = i
                    while kind < SPACE:
                        code = rolling_hash(code, point, _KEY)
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
                code = rolling_hash(code, point, _KEY)
                after_digit = kind == DIGIT
                before = DIGIT if after_digit else WORD
                continue
            if kind >= MARKED:
                return -1
            after_digit = False
            single: cython.bint = kind >= ALONE
            if kind == POINT:
                after: cython.int = edge
                if i + 1 < end:
                    follower: cython.uint = points[i + 1]
                    after = kinds[follower] if follower < limit else beyond
                if before == DIGIT and after == DIGIT:
                    if first < 0:
                        first = i
                    code = rolling_hash(code, point, _KEY)
                    before = WORD
                    continue
                # A point split off because of the character before it does not split off the next one.
                before = WORD if before == DIGIT else DIGIT
            else:
                before = WORD
            while first >= 0 or single:  # first the token that ends here, then the character itself
                if first < 0:
                    first = i
                    code = rolling_hash(_KEY, points[i], _KEY)  # `point` would be hashed before every token
                    single = False
                short: cython.int = mix_hash(code, _KEY) & 0x7FFFFFFF  # the same in 31 bits
                slot: cython.Py_ssize_t = _find(points, first, i - first if i > first else 1, short, mask, table, words)
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
                if 4 * known > mask and 2 * mask < slots:
                    mask = 2 * mask + 1
                    _widen(known, mask, table, words)
        token_starts[text + 1] = count
    return known


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slots_for(tokens: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The size of a table for so many tokens, a power of two."""
    slots: cython.Py_ssize_t = 16
    while 2 * slots < 3 * tokens:
        slots *= 2
    return slots


def scan(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    beyond: cython.uchar,
    padded: cython.bint,
) -> tuple[memoryview, memoryview, memoryview]:
    """Tokenize each text points[starts[k]:starts[k+1]] and number the tokens in order of first appearance.

    `kinds` has the class of the first code points, `beyond` is that of the rest. If `padded`, texts are treated as if
    there were a space at both ends. Return the ids of all tokens; the start of each text among them, followed by the
    end; and the start, length and hash of each distinct token.
    """
    if points.shape[0] > MOST_POINTS or not is_nondecreasing(starts, points.shape[0]):
        raise InputError(BAD_ARRAYS)
    tokens = _scanned(points, starts, kinds, beyond, padded)
    if tokens is None:
        raise InputError("The texts have a marked character: they must be prepared first.")
    return tokens


def scan_texts(
    texts: list[Any], kinds: cython.const[cython.uchar][::1], beyond: cython.uchar, padded: cython.bint
) -> tuple[memoryview, memoryview, memoryview, memoryview] | None:
    """Tokenize texts without the white space at their ends: return their code points, and what `scan` returns.

    None if they are too long, or one has a character whose class is marked: it must be prepared first.
    """
    end: cython.Py_ssize_t = 0
    for k in range(len(texts)):
        text: str = texts[k]
        end += len(text)
    if end > MOST_POINTS:
        return None
    memory = memoryview(uninitialised(4 * end)).cast("I")
    bounds = memoryview(bytearray(8 * (len(texts) + 1))).cast("q")
    points: cython.uint[::1] = memory
    starts: cython.longlong[::1] = bounds
    end = 0
    for k in range(len(texts)):
        text = texts[k]
        end = _take(text, points, end, kinds)
        starts[k + 1] = end
    tokens = _scanned(points[:end], starts, kinds, beyond, padded)
    return None if tokens is None else (memory[:end], *tokens)


@cython.cfunc
def _scanned(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    beyond: cython.uchar,
    padded: cython.bint,
) -> tuple[Any, ...] | None:
    """Tokenize texts, unless one of them has a marked character."""
    texts: cython.Py_ssize_t = starts.shape[0] - 1
    most: cython.Py_ssize_t = points.shape[0]  # tokens
    slots: cython.Py_ssize_t = _slots_for(most)
    # One allocation for all integers: it takes longer than scanning a short sentence.
    memory = memoryview(uninitialised(4 * (slots + 4 * most))).cast("i")
    bounds = memoryview(bytearray(8 * starts.shape[0])).cast("q")
    room: cython.int[::1] = memory
    table: cython.int[::1] = room[:slots]
    ids: cython.int[::1] = room[slots : slots + most]
    words: cython.int[::1] = room[slots + most :]
    token_starts: cython.longlong[::1] = bounds
    with cython.nogil:
        known = _scan(points, starts, texts, kinds, beyond, padded, slots, table, ids, words, token_starts)
    if known < 0:
        return None
    return memory[slots : slots + token_starts[texts]], bounds, memory[slots + most : slots + most + 3 * known]


# --- code points for chrF: without white space, or with a space between a word and its punctuation -----------------


@cython.cfunc
def _room(
    points: cython.const[cython.uint][::1], starts: cython.longlong[::1], times: cython.Py_ssize_t
) -> tuple[memoryview, memoryview]:
    """Tables for `times` as many code points and for the texts' starts; InputError if those are out of bounds."""
    if not is_nondecreasing(starts, points.shape[0]):
        raise InputError(BAD_ARRAYS)
    return memoryview(uninitialised(4 * times * points.shape[0])).cast("I"), memoryview(
        uninitialised(8 * starts.shape[0])
    ).cast("q")


def squeeze(
    points: cython.const[cython.uint][::1], starts: cython.longlong[::1], kinds: cython.const[cython.uchar][::1]
) -> tuple[memoryview, memoryview]:
    """The texts, of which text k is points[starts[k]:starts[k+1]], without white space; and their starts."""
    SPACE: cython.int = 0x10
    limit: cython.uint = kinds.shape[0]
    count: cython.Py_ssize_t = 0
    room, bounds = _room(points, starts, 1)
    letters: cython.uint[::1] = room
    letter_starts: cython.longlong[::1] = bounds
    with cython.nogil:
        letter_starts[0] = 0
        for text in range(starts.shape[0] - 1):
            for i in range(starts[text], starts[text + 1]):
                point: cython.uint = points[i]
                letters[count] = point  # overwritten by the next one if it is white space
                count += not (point < limit and kinds[point] == SPACE)
            letter_starts[text + 1] = count
    return room[:count], bounds


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is(kind: cython.int, point: cython.uint, kinds: cython.const[cython.uchar][::1]) -> cython.bint:
    """Whether a code point is of this class."""
    return point < cython.cast(cython.uint, kinds.shape[0]) and kinds[point] == kind


def part(
    points: cython.const[cython.uint][::1], starts: cython.longlong[::1], kinds: cython.const[cython.uchar][::1]
) -> tuple[memoryview, memoryview]:
    """The texts with a space between a word and a punctuation mark at its end, or, if there is none, at its beginning;
    and their starts."""
    SPACE: cython.int = 0x10  # PUNCTUATION is called ALONE in character_classes
    PUNCTUATION: cython.int = 0x20
    BLANK: cython.uint = 32
    count: cython.Py_ssize_t = 0
    room, bounds = _room(points, starts, 2)
    parted: cython.uint[::1] = room
    parted_starts: cython.longlong[::1] = bounds
    with cython.nogil:
        parted_starts[0] = 0
        for text in range(starts.shape[0] - 1):
            end: cython.Py_ssize_t = starts[text + 1]
            for i in range(starts[text], end):
                parted[count] = points[i]
                if _is(PUNCTUATION, points[i], kinds):
                    begins: cython.bint = i == starts[text] or _is(SPACE, points[i - 1], kinds)
                    last: cython.Py_ssize_t = i
                    while last + 1 < end and (begins or last == i) and not _is(SPACE, points[last + 1], kinds):
                        last += 1
                    if last == i and not begins:
                        parted[count] = BLANK
                        count += 1
                        parted[count] = points[i]
                    elif last > i and begins and not _is(PUNCTUATION, points[last], kinds):
                        count += 1
                        parted[count] = BLANK
                count += 1
            parted_starts[text + 1] = count
    return room[:count], bounds


# --- short texts of a single segment ----------------------------------------------------------------------------------

SHORT = cython.declare(cython.Py_ssize_t, 2000)  # characters, or tokens, of all texts of a SegmentTokens
FEW = cython.declare(cython.Py_ssize_t, 4)  # references of a SegmentTokens
MOST_IDS = 2000 + 4 + 1  # of a SegmentTokens: a token per character, or an empty text for each
MOST_OF_TEXT = 256  # tokens of a short text
_MOST_OF_TEXT = cython.declare(cython.Py_ssize_t, MOST_OF_TEXT)
MOST_TOKENS = cython.declare(cython.Py_ssize_t, MOST_IDS)


class SegmentTokens:
    """The tokens of a hypothesis and its few references as ids, if all are short: text k is ids[starts[k]:starts[k+1]].

    Kernels that take a segment write into `rows`. They do not release the GIL, so two threads never share the memory.
    """

    def __init__(self, width: int, kinds: tuple[memoryview, int, bool] | None = None) -> None:
        """Make room for rows of `width` numbers: one for each reference, and one more.

        Texts are strings, tokenized by the classes `kinds` (as in `scan`), or lists of hashable tokens if it is None.
        """
        self.scans = kinds is not None
        table, self.beyond, self.padded = kinds or (memoryview(b""), 0, False)
        self.kinds = memoryview(table)
        self.points = memoryview(array("I", bytes(4 * SHORT)))
        self.point_starts, self.starts = (memoryview(array("q", bytes(8 * (FEW + 2)))) for _ in range(2))
        self.table = memoryview(array("i", bytes(4 * _slots_for(MOST_IDS))))
        self.ids = memoryview(array("i", bytes(4 * MOST_IDS)))
        self.words = memoryview(array("i", bytes(12 * MOST_IDS)))
        self.rows = memoryview(bytearray(8 * (FEW + 1) * width)).cast("q", (FEW + 1, width))
        self.texts = self.known = 0

    def read(self, texts: list[Any]) -> cython.bint:
        """Read the hypothesis and the references; return False if they need preparation, or more room."""
        if not 2 <= len(texts) <= FEW + 1:
            return False
        return self._tokenize(texts) if self.scans else self._number(texts)

    def read_short(self, texts: list[Any], width: cython.Py_ssize_t) -> cython.bint:
        """Read texts for rows of `width` numbers; return False also if one has more than MOST_OF_TEXT tokens."""
        if self.rows.shape[1] < width:  # type: ignore[index]
            raise InputError(BAD_ARRAYS)
        if not self.read(texts):
            return False
        for k in range(self.texts):
            if self.starts[k + 1] - self.starts[k] > _MOST_OF_TEXT:
                return False
        return True

    def _tokenize(self, texts: list[Any]) -> cython.bint:
        end: cython.Py_ssize_t = 0
        self.texts = len(texts)
        for k in range(self.texts):
            text: str = texts[k]
            if end + len(text) > SHORT:
                return False
            self.point_starts[k] = end
            end = _take(text, self.points, end, self.kinds)
        self.point_starts[self.texts] = end
        self.known = _scan(
            self.points,
            self.point_starts,
            self.texts,
            self.kinds,
            self.beyond,
            self.padded,
            len(self.table),
            self.table,
            self.ids,
            self.words,
            self.starts,
        )
        return self.known >= 0

    def _number(self, texts: list[Any]) -> cython.bint:
        numbers: dict[Any, int] = {}
        ids: list[int] = []
        ends: list[int] = []
        for tokens in texts:
            if len(ids) + len(tokens) > SHORT:
                return False
            for token in tokens:
                ids.append(numbers.setdefault(token, len(numbers)))
            ends.append(len(ids))
        if len(ids) > SHORT:
            return False
        # From here on no token's own code runs, in which another thread could use the memory.
        self.texts, self.known = len(ends), len(numbers)
        for k in range(len(ids)):
            self.ids[k] = ids[k]
        for k in range(self.texts):
            self.starts[k + 1] = ends[k]
        return True
