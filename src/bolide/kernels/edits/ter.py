"""Translation edit rate: blocks of words shifted one at a time, then edits within a band, as in sacreBLEU 2.6.

The cost of a sentence in the search is its edit distance to the reference, in a table with one row for each hypothesis
word, of which only a band of 50 columns is filled. Neighbouring cells differ by at most one, so a row is two words of
bits (where it rises, where it falls) and one number, and a step from row to row is Myers' (1999) in Hyyrö's (2003)
form. The band slides: cells enter it rising, no path leads through those it has left, and a cell whose upper left
neighbour lies outside matches nothing. If a reference is more than fifty times as long as the hypothesis, the band is
wider than a word of bits, and its cells, of which there are few, are filled one by one.

A round first lists its candidates without computing their costs: the search counts them, and gives up at a thousand
whatever they gain. Then the longest blocks are tried first, because a block of k words that moves past l others gains
at most twice the smaller of k and l. The distance of a candidate is computed from the row before its first changed
word, until a row behind its last changed word equals the old one.

The distance of any order of the words is at least the longer text's length minus the number of common words (clipped to
the text that has each less often): a match pairs equal words, and every other word of the longer text costs an edit. So
a round gains at most the excess over that bound, and if there is none, no round is begun.
"""

from array import array
from typing import NamedTuple

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import UNFIT, check_pair, check_texts, climbing
from bolide.system.errors import InputError

if cython.compiled:
    from cython.cimports.bolide.kernels.bits import INNER, SHIFT, ones
    from cython.cimports.bolide.kernels.edits.edit_operations import DELETION, INSERTION, MATCH, SUBSTITUTION
    from cython.cimports.bolide.kernels.tables import tables
else:
    from bolide.kernels._bits import INNER, SHIFT, ones
    from bolide.kernels._tables import tables
    from bolide.kernels.edits._edit_operations import DELETION, INSERTION, MATCH, SUBSTITUTION

COMPILED = cython.compiled

# A row for a pair: edits = substitutions + insertions + deletions + shifts. As in tercom and in speech recognition, an
# insertion is a superfluous word of the hypothesis, a deletion a missing word of the reference.
COLUMNS = (
    "edits", "substitutions", "insertions", "deletions", "shifts", "shifted_words", "hyp_len", "ref_len",
)  # fmt: skip
# A row for a segment; ref_len, the mean length of up to 16 references, is an integer number of 720,720ths.
SEGMENT_COLUMNS = (
    "segments", "edits", "ref_len", "hyp_len", "substitutions", "insertions", "deletions", "shifts", "shifted_words",
)  # fmt: skip
REF_SCALE = 720720

# The limits of sacreBLEU 2.6.
_WIDTH = cython.declare(cython.Py_ssize_t, 25)
_FARTHEST = cython.declare(cython.Py_ssize_t, 50)
_LONGEST = cython.declare(cython.Py_ssize_t, 10)
_TRIED = cython.declare(cython.Py_ssize_t, 1000)

_NEVER = cython.declare(cython.longlong, 1 << 60)
_EVERY = cython.declare(cython.ulonglong, (1 << 64) - 1)
# The bits of a longer reference would take too much memory: positions are listed instead.
_LISTED = cython.declare(cython.Py_ssize_t, 4096)


class BlockShift(NamedTuple):
    """A shift of `length` words from `start` on to before the word at `target`, which saved `gain` edits.

    `order` is the sentence afterwards: the index of the hypothesis word at each position.
    """

    start: int
    length: int
    target: int
    gain: int
    order: list[int]


class Edits(NamedTuple):
    """The edits of a pair: the shifts in order, the operations after the last shift, the number of shifts tried.

    Operations are MATCH, SUBSTITUTION, INSERTION, DELETION from left to right. The search ends at 1,000 tries.
    """

    row: list[int]
    shifts: list[BlockShift]
    operations: list[int]
    tried: int


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _below(count: cython.Py_ssize_t) -> cython.ulonglong:
    """A mask of the `count` lowest bits."""
    one: cython.ulonglong = 1
    every: cython.ulonglong = _EVERY
    return every if count >= 64 else (one << count) - 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _changed_end(
    start: cython.Py_ssize_t, length: cython.Py_ssize_t, target: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The end of the positions that a shift changes; the first is the smaller of start and target.

    A target within the block, or right behind it, means as many positions to the right.
    """
    if target < start:
        return start + length
    if target > start + length:
        return target
    return min(target + length, size)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _move(
    words: cython.int[::1],
    start: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    target: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    moved: cython.int[::1],
) -> cython.int:
    """Write the changed positions of the shifted sentence, up to `end`."""
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    if target < start:
        at = target
        for i in range(start, end):
            moved[at] = words[i]
            at += 1
        for i in range(target, start):
            moved[at] = words[i]
            at += 1
    else:
        at = start
        for i in range(start + length, end):
            moved[at] = words[i]
            at += 1
        for i in range(start, start + length):
            moved[at] = words[i]
            at += 1
    return 0


@cython.cclass
class Shifter:
    """The scratch of one thread, with room for the longest pair of a block."""

    # The pair: words as types of the reference from 1 on, 0 for one it lacks; the order of the hypothesis's words.
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    type_of: cython.int[::1]
    types: cython.int
    hyp: cython.int[::1]
    ref: cython.int[::1]
    order: cython.int[::1]
    moved: cython.int[::1]
    # The positions of each type in the reference: as a list, with a cursor, and as bits.
    type_at: cython.int[::1]
    positions: cython.int[::1]
    cursor: cython.int[::1]
    bits: cython.ulonglong[::1]
    blocks: cython.Py_ssize_t
    # The band: the columns low <= j < high of each row, masks of the matches that count and of the bits beyond.
    low: cython.int[::1]
    high: cython.int[::1]
    counting: cython.ulonglong[::1]
    beyond: cython.ulonglong[::1]
    # The rows: the number in column low, and where the next ones rise and fall; or all cells, if the band is wide.
    wide: cython.bint
    span: cython.Py_ssize_t
    base: cython.longlong[::1]
    rises: cython.ulonglong[::1]
    falls: cython.ulonglong[::1]
    cells: cython.longlong[::1]
    trial: cython.longlong[::1]
    # The cheapest operations, last one first, and the alignment and errors of the words by them.
    distance: cython.longlong
    operations: cython.int[::1]
    steps: cython.Py_ssize_t
    aligned: cython.int[::1]
    hyp_wrong: cython.int[::1]
    ref_wrong: cython.int[::1]
    # A lower bound of the distance for any order; whether candidates are listed and counted even at the bound.
    least: cython.longlong
    thorough: cython.bint
    # The candidates of a round by length of block, in the order of their starts.
    tried: cython.Py_ssize_t
    listed: cython.Py_ssize_t
    can_start: cython.int[::1]
    can_target: cython.int[::1]
    can_next: cython.int[::1]
    head: cython.int[::1]
    tail: cython.int[::1]
    # The shifts so far.
    shifts: cython.Py_ssize_t
    shift_start: cython.int[::1]
    shift_length: cython.int[::1]
    shift_target: cython.int[::1]
    shift_gain: cython.int[::1]

    def __init__(self, hyp_size: int, ref_size: int, cells: int, words: int) -> None:
        """Room for that many hypothesis and reference words, cells of a wide band, and distinct ids."""
        self.n, self.m, self.thorough = 0, 0, False
        self.type_of = tables(cython.compiled, 1, words, "i")[0]
        self.hyp, self.order, self.moved, self.hyp_wrong = tables(cython.compiled, 4, hyp_size + 1, "i")
        self.ref, self.positions, self.aligned, self.ref_wrong = tables(cython.compiled, 4, ref_size + 1, "i")
        self.type_at, self.cursor = tables(cython.compiled, 2, ref_size + 3, "i")
        dense: int = min(ref_size, _LISTED)
        self.bits = tables(cython.compiled, 1, (dense + 1) * ((dense >> SHIFT) + 2), "Q")[0]
        self.low, self.high = tables(cython.compiled, 2, hyp_size + 1, "i")
        self.counting, self.beyond, self.rises, self.falls = tables(cython.compiled, 4, hyp_size + 1, "Q")
        self.base = tables(cython.compiled, 1, hyp_size + 1, "q")[0]
        self.cells, self.trial = tables(cython.compiled, 2, cells, "q")
        self.operations = tables(cython.compiled, 1, hyp_size + ref_size, "i")[0]
        self.can_start, self.can_target, self.can_next = tables(cython.compiled, 3, _TRIED + _LONGEST + 1, "i")
        self.head, self.tail = tables(cython.compiled, 2, _LONGEST + 1, "i")
        self.shift_start, self.shift_length, self.shift_target, self.shift_gain = tables(
            cython.compiled, 4, _TRIED, "i"
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _load(
        self,
        ids: cython.int[::1],
        hyp_at: cython.Py_ssize_t,
        hyp_end: cython.Py_ssize_t,
        ref_at: cython.Py_ssize_t,
        ref_end: cython.Py_ssize_t,
    ) -> cython.void:
        """Number the types of the reference in order, record the positions of each, and count common words."""
        i: cython.Py_ssize_t
        k: cython.int
        self.n, self.m = hyp_end - hyp_at, ref_end - ref_at
        self.types = 0
        for i in range(self.m):
            k = self.type_of[ids[ref_at + i]]
            if k == 0:
                self.types += 1
                k = self.types
                self.type_of[ids[ref_at + i]] = k
                self.type_at[k + 1] = 0
            self.ref[i] = k
            self.type_at[k + 1] += 1
        for i in range(self.n):
            self.hyp[i] = self.type_of[ids[hyp_at + i]]
            self.order[i] = i
        for i in range(self.m):
            self.type_of[ids[ref_at + i]] = 0
        self.type_at[1] = 0
        for k in range(1, self.types + 1):
            self.type_at[k + 1] += self.type_at[k]
            self.cursor[k] = self.type_at[k]
        for i in range(self.m):
            k = self.ref[i]
            self.positions[self.cursor[k]] = i
            self.cursor[k] += 1
        self.least = max(self.n, self.m)
        for i in range(self.n):
            k = self.hyp[i]
            if k > 0 and self.cursor[k] > self.type_at[k]:
                self.cursor[k] -= 1
                self.least -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lay_bits(self) -> cython.void:
        """Write the positions of each type as bits, unless the reference is too long."""
        i: cython.Py_ssize_t
        one: cython.ulonglong = 1
        self.blocks = 0 if self.m > _LISTED else (self.m >> SHIFT) + 2
        for i in range((self.types + 1) * self.blocks):
            self.bits[i] = 0
        if self.blocks > 0:
            for i in range(self.m):
                self.bits[self.ref[i] * self.blocks + (i >> SHIFT)] |= one << (i & INNER)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lay_band(self) -> cython.void:
        """Compute the band of each row, in double arithmetic as in sacreBLEU: 49 · (1 / 49) is less than 1."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t = 0
        column: cython.Py_ssize_t
        every: cython.ulonglong = _EVERY
        ratio: cython.double = self.m / self.n
        half: cython.double = ratio / 2
        width: cython.Py_ssize_t = _WIDTH
        self.wide = width < half
        while self.wide and width < half + _WIDTH:
            width += 1
        self.span = 2 * width
        self.low[0], self.high[0] = 0, self.m + 1
        self.base[0], self.rises[0], self.falls[0] = 0, every, 0
        for i in range(1, self.n + 1):
            while j + 1 <= i * ratio:
                j += 1
            self.low[i] = max(0, j - width)
            self.high[i] = self.m + 1 if i == self.n else min(self.m + 1, j + width)
            column = max(self.low[i - 1], self.low[i] - 1)
            self.counting[i] = _below(self.high[i - 1] - column)
            self.beyond[i] = every ^ _below(self.high[i] - 1 - self.low[i])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _matches(self, word: cython.Py_ssize_t, column: cython.Py_ssize_t) -> cython.ulonglong:
        """Bits of which bit b is set if reference word column + b is of this type."""
        matches: cython.ulonglong = 0
        one: cython.ulonglong = 1
        at: cython.Py_ssize_t
        k: cython.Py_ssize_t
        if self.blocks > 0:
            at = word * self.blocks + (column >> SHIFT)
            k = column & INNER
            matches = self.bits[at] >> k
            if cython.compiled and k > 0:
                matches |= self.bits[at + 1] << (64 - k)
        elif word > 0:
            at = self.cursor[word]
            while at > self.type_at[word] and self.positions[at - 1] >= column:
                at -= 1
            while at < self.type_at[word + 1] and self.positions[at] < column:
                at += 1
            self.cursor[word] = at
            while at < self.type_at[word + 1] and self.positions[at] < column + 64:
                matches |= one << (self.positions[at] - column)
                at += 1
        return matches

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(
        self, words: cython.int[::1], first: cython.Py_ssize_t, end: cython.Py_ssize_t, keep: cython.bint
    ) -> cython.longlong:
        """The distance of a sentence whose words before `first` are those of the stored rows.

        If `keep`, store its rows; otherwise stop at a row that equals a stored one: words from `end` on are the
        hypothesis's.
        """
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        every: cython.ulonglong = _EVERY
        one: cython.ulonglong = 1
        word: cython.Py_ssize_t
        low: cython.Py_ssize_t = self.low[first]
        base: cython.longlong = self.base[first]
        rises: cython.ulonglong = self.rises[first]
        falls: cython.ulonglong = self.falls[first]
        equal: cython.ulonglong
        total: cython.ulonglong
        same: cython.ulonglong  # where the cell is its upper left neighbour
        flat: cython.ulonglong  # where the one to its left is not one more than that one's upper neighbour
        down: cython.ulonglong  # where the one to its left is one less
        for i in range(first + 1, self.n + 1):
            k = self.low[i] - low - 1
            if k > 0:
                base += ones(rises & _below(k)) - ones(falls & _below(k))
                rises = (rises >> k) | (every ^ _below(64 - k))
                falls = falls >> k
                low += k
            word = words[i - 1] if i <= end else self.hyp[i - 1]
            if low == 0 and self.blocks > 0:
                equal = self.bits[word * self.blocks] & self.counting[i]
            else:
                equal = self._matches(word, low) & self.counting[i]
            # Every row waits for the one before: written so that few steps depend on each other.
            total = (equal & rises) + rises
            if not cython.compiled:
                total &= every
            same = (total ^ rises) | equal | falls
            flat = ((total | rises | equal) & (every ^ falls)) << 1
            down = (same & rises) << 1
            if not cython.compiled:
                flat, down = flat & every, down & every
            rises = down | (flat & (every ^ same))
            falls = same & (every ^ flat)
            base += 1
            if k >= 0:
                base += rises & one
                base -= falls & one
                rises = rises >> 1
                falls = falls >> 1
                low += 1
            rises |= self.beyond[i]
            falls &= every ^ self.beyond[i]
            if keep:
                self.base[i], self.rises[i], self.falls[i] = base, rises, falls
            elif i >= end and rises == self.rises[i] and falls == self.falls[i]:
                return self.distance + base - self.base[i]
        every = _below(self.m - low)
        return base + ones(rises & every) - ones(falls & every)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run_wide(
        self, words: cython.int[::1], first: cython.Py_ssize_t, end: cython.Py_ssize_t, keep: cython.bint
    ) -> cython.longlong:
        """The distance of a sentence, as `_run`, if the band is wider than a word of bits: cell by cell.

        The rows of a trial (not `keep`) are stored apart.
        """
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        word: cython.int
        left: cython.longlong
        upper: cython.longlong
        corner: cython.longlong
        cell: cython.longlong = self.m
        for i in range(first + 1, self.n + 1):
            word = words[i - 1] if i <= end else self.hyp[i - 1]
            left = _NEVER
            at = i * self.span - self.low[i]
            corner = self._above(i - 1, self.low[i] - 1, first, keep)
            for j in range(self.low[i], self.high[i]):
                upper = self._above(i - 1, j, first, keep)
                cell = upper + 1
                if j > 0:
                    cell = min(cell, left + 1, corner + (self.ref[j - 1] != word))
                if keep:
                    self.cells[at + j] = cell
                else:
                    self.trial[at + j] = cell
                left = cell
                corner = upper
        return cell

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _above(
        self, i: cython.Py_ssize_t, j: cython.Py_ssize_t, first: cython.Py_ssize_t, keep: cython.bint
    ) -> cython.longlong:
        """A cell of the row above, which is one of the trial's unless it is the first."""
        if i == 0:
            return j
        if j < self.low[i] or j >= self.high[i]:
            return _NEVER
        if keep or i == first:
            return self.cells[i * self.span + j - self.low[i]]
        return self.trial[i * self.span + j - self.low[i]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cost(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.longlong:
        """A cell of the stored rows."""
        here: cython.ulonglong
        if i == 0 or self.wide:
            return self._above(i, j, i, True)
        if j < self.low[i] or j >= self.high[i]:
            return _NEVER
        here = _below(j - self.low[i])
        return self.base[i] + ones(self.rises[i] & here) - ones(self.falls[i] & here)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trace(self) -> cython.void:
        """Trace back through the rows: on ties the diagonal, then an insertion, then a deletion.

        If two words are equal and the cell before both is within the band, it has the same number: its neighbours to
        the right and below are at most one less, and a step from them costs one.
        """
        i: cython.Py_ssize_t = self.n
        j: cython.Py_ssize_t = self.m
        cost: cython.longlong = self.distance
        step: cython.int
        self.steps = 0
        while i > 0 or j > 0:
            step = DELETION
            if i > 0 and j == 0:
                step = INSERTION
            elif i > 0 and self.hyp[i - 1] == self.ref[j - 1] and self.low[i - 1] < j <= self.high[i - 1]:
                step = MATCH
            elif i > 0 and self._cost(i - 1, j - 1) + 1 == cost:
                step = SUBSTITUTION
            elif i > 0 and self._cost(i - 1, j) + 1 == cost:
                step = INSERTION
            if step != MATCH:
                cost -= 1
            if step != DELETION:
                i -= 1
                self.hyp_wrong[i] = step != MATCH
            if step != INSERTION:
                j -= 1
                self.ref_wrong[j] = step != MATCH
                self.aligned[j] = i - (step == DELETION)
            self.operations[self.steps] = step
            self.steps += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list(self) -> cython.bint:
        """List the candidates of a round, and return whether there were few enough to go on."""
        s: cython.Py_ssize_t
        q: cython.Py_ssize_t
        at: cython.Py_ssize_t
        length: cython.Py_ssize_t
        hyp_errors: cython.Py_ssize_t
        ref_errors: cython.Py_ssize_t
        k: cython.int
        self.listed = 0
        for length in range(_LONGEST + 1):
            self.head[length] = -1
        for k in range(1, self.types + 1):
            self.cursor[k] = self.type_at[k]
        for s in range(self.n):
            k = self.hyp[s]
            if k == 0:
                continue
            at = self.cursor[k]
            while at < self.type_at[k + 1] and self.positions[at] < s - _FARTHEST:
                at += 1
            self.cursor[k] = at
            while at < self.type_at[k + 1] and self.positions[at] <= s + _FARTHEST:
                q = self.positions[at]
                at += 1
                hyp_errors = 0
                ref_errors = 0
                length = 0
                while (
                    length < _LONGEST
                    and s + length < self.n
                    and q + length < self.m
                    and self.hyp[s + length] == self.ref[q + length]
                ):
                    hyp_errors += self.hyp_wrong[s + length]
                    ref_errors += self.ref_wrong[q + length]
                    length += 1
                    if s <= self.aligned[q] < s + length:
                        break  # and so it is for longer blocks
                    if hyp_errors > 0 and ref_errors > 0:
                        self._list_targets(s, q, length)
                        if self.tried >= _TRIED:
                            return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_targets(self, s: cython.Py_ssize_t, q: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.void:
        """List the possible targets of a block; equal targets in a row count once."""
        last: cython.Py_ssize_t = -1
        target: cython.Py_ssize_t
        j: cython.Py_ssize_t
        for j in range(q - 1, q + length):
            target = 0 if j < 0 else self.aligned[j] + 1
            if target == last:
                continue
            last = target
            self.tried += 1
            if target == s:
                continue  # moves nothing
            if self.head[length] < 0:
                self.head[length] = self.listed
            else:
                self.can_next[self.tail[length]] = self.listed
            self.tail[length] = self.listed
            self.can_next[self.listed] = -1
            self.can_start[self.listed] = s
            self.can_target[self.listed] = target
            self.listed += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best(self) -> cython.bint:
        """Record the best of the listed shifts, and return whether it gains anything.

        The largest gain wins, then the longest block, then the leftmost start, then the leftmost target.
        """
        length: cython.Py_ssize_t
        s: cython.Py_ssize_t
        target: cython.Py_ssize_t
        first: cython.Py_ssize_t
        end: cython.Py_ssize_t
        gain: cython.longlong
        most: cython.longlong = self.distance - self.least
        best: cython.longlong = 0
        best_start: cython.Py_ssize_t = -1
        best_length: cython.Py_ssize_t = 0
        best_target: cython.Py_ssize_t = 0
        slack: cython.longlong = self._slack()
        c: cython.Py_ssize_t
        for length in range(_LONGEST, 0, -1):
            if min(2 * length + slack, most) <= best:
                break
            c = self.head[length]
            while c >= 0:
                s = self.can_start[c]
                target = self.can_target[c]
                c = self.can_next[c]
                first = min(s, target)
                end = _changed_end(s, length, target, self.n)
                gain = min(2 * min(length, end - first - length) + slack, most)
                if gain <= best and not (
                    gain == best and best > 0 and length == best_length and s == best_start and target < best_target
                ):
                    continue
                _move(self.hyp, s, length, target, end, self.moved)
                if self.wide:
                    gain = self.distance - self._run_wide(self.moved, first, end, False)
                else:
                    gain = self.distance - self._run(self.moved, first, end, False)
                if gain > best or (
                    gain == best and best > 0 and length == best_length and s == best_start and target < best_target
                ):
                    best = gain
                    best_start = s
                    best_length = length
                    best_target = target
        if best > 0:
            self.shift_start[self.shifts] = best_start
            self.shift_length[self.shifts] = best_length
            self.shift_target[self.shifts] = best_target
            self.shift_gain[self.shifts] = best
        return best > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _slack(self) -> cython.longlong:
        """0 if the band cannot increase the distance, so that moving a word gains at most 2; otherwise unbounded.

        With i insertions and d deletions a path stays within max(i, d) of the band's middle (and one more, for the
        rounding), and max(i, d) is at most half the sum of the distance and of the difference in length.
        """
        apart: cython.Py_ssize_t = max(self.m - self.n, self.n - self.m)
        if not self.wide and (self.m < _WIDTH or self.distance + apart < 2 * (_WIDTH - 1)):
            return 0
        return _NEVER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shift(self, k: cython.Py_ssize_t, words: cython.int[::1]) -> cython.Py_ssize_t:
        """Apply shift k to words, or to their original indices; return the first position that it changes."""
        i: cython.Py_ssize_t
        s: cython.Py_ssize_t = self.shift_start[k]
        target: cython.Py_ssize_t = self.shift_target[k]
        end: cython.Py_ssize_t = _changed_end(s, self.shift_length[k], target, self.n)
        _move(words, s, self.shift_length[k], target, end, self.moved)
        for i in range(min(s, target), end):
            words[i] = self.moved[i]
        return min(s, target)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pair(
        self,
        ids: cython.int[::1],
        hyp_at: cython.Py_ssize_t,
        hyp_end: cython.Py_ssize_t,
        ref_at: cython.Py_ssize_t,
        ref_end: cython.Py_ssize_t,
    ) -> cython.void:
        """Shift while there is a gain, and record the shifts and the remaining operations."""
        first: cython.Py_ssize_t = 0
        laid: cython.bint = self.n == hyp_end - hyp_at and self.m == ref_end - ref_at  # the same band as before
        self._load(ids, hyp_at, hyp_end, ref_at, ref_end)
        self.shifts = 0
        self.tried = 0
        if self.n > 0 and self.m > 0:
            self._lay_bits()
            if not laid:
                self._lay_band()
        else:
            self.wide = False
        while True:
            if self.n == 0 or self.m == 0:
                self.distance = self.n + self.m
            elif self.wide:
                self.distance = self._run_wide(self.hyp, first, self.n, True)
            else:
                self.distance = self._run(self.hyp, first, self.n, True)
            self._trace()
            if self.distance == 0 or (self.distance == self.least and not self.thorough):
                return
            if not self._list() or not self._best():
                return
            first = self._shift(self.shifts, self.hyp)
            self.shifts += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write(self, rows: cython.longlong[:, ::1], r: cython.Py_ssize_t) -> cython.void:
        """Write the row of the current pair."""
        k: cython.Py_ssize_t
        for k in range(6):
            rows[r, k] = 0
        for k in range(self.steps):
            if self.operations[k] != MATCH:
                rows[r, self.operations[k]] += 1
        rows[r, 0] = self.distance + self.shifts
        rows[r, 4] = self.shifts
        for k in range(self.shifts):
            rows[r, 5] += self.shift_length[k]
        rows[r, 6] = self.n
        rows[r, 7] = self.m


@cython.cfunc
def _shifter(ids: cython.int[::1], starts: cython.longlong[::1], ref_starts: cython.longlong[::1]) -> Shifter:
    """A shifter with room for every pair of a block."""
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    s: cython.Py_ssize_t
    r: cython.Py_ssize_t
    n: cython.longlong
    m: cython.longlong
    hyp_size: cython.longlong = 0
    ref_size: cython.longlong = 0
    cells: cython.longlong = 0
    words: cython.longlong = 0
    for s in range(segments):
        n = starts[s + 1] - starts[s]
        hyp_size = max(hyp_size, n)
        for r in range(segments + ref_starts[s], segments + ref_starts[s + 1]):
            m = starts[r + 1] - starts[r]
            ref_size = max(ref_size, m)
            if m >= 2 * _WIDTH * n and n > 0:
                cells = max(cells, (n + 1) * (m // n + 2 * _WIDTH + 4))
    for r in range(ids.shape[0]):
        words = max(words, ids[r] + 1)
    return Shifter(hyp_size, ref_size, cells, words)


@cython.ccall
def edits(
    ids: cython.int[::1],
    starts: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    rows: cython.longlong[:, ::1],
) -> cython.int:
    """Fill one row of COLUMNS for every reference. Text k is ids[starts[k]:starts[k+1]]: first the hypotheses, then all
    references, of which ref_starts[s]:ref_starts[s+1] belong to segment s.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    check_texts(ids, starts, ref_starts, rows, 8)
    shifter: Shifter = _shifter(ids, starts, ref_starts)
    s: cython.Py_ssize_t
    r: cython.Py_ssize_t
    text: cython.Py_ssize_t
    with cython.nogil:
        for s in range(segments):
            for r in range(ref_starts[s], ref_starts[s + 1]):
                text = segments + r
                shifter.pair(ids, starts[s], starts[s + 1], starts[text], starts[text + 1])
                shifter.write(rows, r)
    return 0


@cython.ccall
def fewest(
    pairs: cython.longlong[:, ::1],
    ref_starts: cython.longlong[::1],
    rows: cython.longlong[:, ::1],
    best_rows: cython.longlong[::1],
) -> cython.int:
    """Fill one row of SEGMENT_COLUMNS for every segment from the rows of its pairs, at least one and at most 16.

    The first reference with the fewest edits counts, and `best_rows` receives its row; the length is the mean of all
    references' lengths.
    """
    s: cython.Py_ssize_t
    r: cython.Py_ssize_t
    best: cython.Py_ssize_t
    total: cython.longlong
    count: cython.longlong
    scale: cython.longlong = 720720
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    if (
        segments < 0 or not climbing(ref_starts, pairs.shape[0]) or pairs.shape[1] < 8
        or rows.shape[0] < segments or rows.shape[1] < 9 or best_rows.shape[0] < segments
    ):  # fmt: skip
        raise InputError(UNFIT)
    for s in range(ref_starts.shape[0] - 1):
        count = ref_starts[s + 1] - ref_starts[s]
        if count < 1 or count > 16:
            raise ValueError(f"segment {s + 1} has {count} references; TER takes 1 to 16")
        best = ref_starts[s]
        total = 0
        for r in range(ref_starts[s], ref_starts[s + 1]):
            total += pairs[r, 7]
            if pairs[r, 0] < pairs[best, 0]:
                best = r
        best_rows[s] = best
        rows[s, 0] = 1
        rows[s, 1] = pairs[best, 0]
        rows[s, 2] = total * (scale // count)
        rows[s, 3] = pairs[best, 6]
        for r in range(5):
            rows[s, 4 + r] = pairs[best, 1 + r]
    return 0


def explain(ids: cython.int[::1], starts: cython.longlong[::1]) -> Edits:
    """The shifts and edits from the first of two texts to the second, by the same search that fills the rows."""
    k: cython.Py_ssize_t
    check_pair(ids, starts)
    shifter: Shifter = _shifter(ids, starts, memoryview(array("q", [0, 1])))
    rows: cython.longlong[:, ::1] = memoryview(bytearray(64)).cast("q", (1, 8))
    shifter.thorough = True
    shifter.pair(ids, starts[0], starts[1], starts[1], starts[2])
    shifter.write(rows, 0)
    shifts = []
    for k in range(shifter.shifts):
        shifter._shift(k, shifter.order)
        shifts.append(
            BlockShift(
                shifter.shift_start[k],
                shifter.shift_length[k],
                shifter.shift_target[k],
                shifter.shift_gain[k],
                [shifter.order[i] for i in range(shifter.n)],
            )
        )
    operations = [shifter.operations[i] for i in range(shifter.steps - 1, -1, -1)]
    return Edits([rows[0, i] for i in range(8)], shifts, operations, shifter.tried)
