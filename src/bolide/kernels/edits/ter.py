"""Translation edit rate, as sacreBLEU 2.6 computes it: shifts of blocks, and the edits of an order of the words.

The edit distance is computed within a band. There is one row for each hypothesis word, of which only a band of 50
columns is filled. Neighbouring cells differ by at most one, so a row is two words of bits (where it rises, where it
falls) and one number, and a step from row to row is Myers' (1999) in Hyyrö's (2003) form. The band slides: cells enter
it rising, no path leads through those it has left, and a cell whose upper left neighbour lies outside matches nothing.
If a reference is more than fifty times as long as the hypothesis, the band is wider than a word of bits, and its cells,
of which there are few, are filled one by one.

The distance of another order of the words is computed from the row before its first changed word, until a row behind
its last changed word equals the stored one. The distance of any order is at least the longer text's length minus the
number of common words (clipped to the text that has each less often): a match pairs equal words, and every other word
of the longer text costs an edit.

Blocks are moved one at a time, while that saves edits. A round first lists its candidates without computing their
costs: the search counts them, and gives up at a thousand whatever they gain. Then the longest blocks are tried first,
because a block of k words that moves past l others gains at most twice the smaller of k and l. A round gains at most
the excess over the lower bound of any order's distance, and if there is none, no round is begun.
"""

from array import array
from threading import local
from typing import Any, NamedTuple

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import tables
from bolide.kernels.bounds_checks import BAD_ARRAYS, check_pair, check_spans, is_nondecreasing
from bolide.kernels.text.scan import MOST_OF_TEXT
from bolide.system.errors import InputError

if not cython.compiled:
    from bolide.kernels._common import DELETION, INNER, INSERTION, MATCH, SHIFT, SUBSTITUTION, ones
    from bolide.kernels.text.scan import SegmentTokens

# A row for a pair: edits = substitutions + insertions + deletions + shifts. As in tercom and in speech recognition, an
# insertion is a superfluous word of the hypothesis, a deletion a missing word of the reference.
COLUMNS = (
    "edits",
    "substitutions",
    "insertions",
    "deletions",
    "shifts",
    "shifted_words",
    "hyp_len",
    "ref_len",
)
# A row for a segment; ref_len, the mean length of up to 16 references, is an integer number of 720,720ths.
SEGMENT_COLUMNS = (
    "segments",
    "edits",
    "ref_len",
    "hyp_len",
    "substitutions",
    "insertions",
    "deletions",
    "shifts",
    "shifted_words",
)
REF_SCALE = 720720

# --- the edit distance within a band ---------------------------------------------------------------------------------


_WIDTH = cython.declare(cython.Py_ssize_t, 25)  # half the band, as in sacreBLEU 2.6
_NEVER = cython.declare(cython.longlong, 1 << 60)
_EVERY = cython.declare(cython.ulonglong, (1 << 64) - 1)
# The bits of a longer reference would take too much memory: positions are listed instead.
_LISTED = cython.declare(cython.Py_ssize_t, 4096)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _below(count: cython.Py_ssize_t) -> cython.ulonglong:
    """A mask of the `count` lowest bits."""
    one: cython.ulonglong = 1
    every: cython.ulonglong = _EVERY
    return every if count >= 64 else (one << count) - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def wide_cells(n: cython.longlong, m: cython.longlong) -> cython.longlong:
    """The number of cells to store for texts of n and m words; 0 if their rows are bits."""
    if m >= 2 * _WIDTH * n and n > 0:
        return (n + 1) * (m // n + 2 * _WIDTH + 4)
    return 0


class BandedTable:
    """The table of one pair at a time, with room for the longest pair of a block."""

    def __init__(self, hyp_size: int, ref_size: int, cells: int, words: int) -> None:
        """Make room for that many hypothesis and reference words, cells of a wide band, and distinct ids."""
        # The pair: n and m words, as numbers of `types` distinct words of the reference, from 1 on; 0 for any other.
        self.n, self.m, self.types = 0, 0, 0
        self.type_of = tables(cython.compiled, 1, words, "i")[0]
        # The changed words of another order of the hypothesis are in `moved`, each at its position.
        self.hyp, self.moved, self.hyp_wrong = tables(cython.compiled, 3, hyp_size + 1, "i")
        self.ref, self.positions, self.aligned, self.ref_wrong = tables(cython.compiled, 4, ref_size + 1, "i")
        # The positions of each type: from type_at on in a list, with a cursor, and as bits in `blocks` words each.
        self.type_at, self.cursor = tables(cython.compiled, 2, ref_size + 3, "i")
        dense: int = min(ref_size, _LISTED)
        self.bits = tables(cython.compiled, 1, (dense + 1) * ((dense >> SHIFT) + 2), "Q")[0]
        # The band: columns low <= j < high of each row, masks of the matches that count and of the bits beyond.
        self.low, self.high = tables(cython.compiled, 2, hyp_size + 1, "i")
        self.counting, self.beyond, self.rises, self.falls = tables(cython.compiled, 4, hyp_size + 1, "Q")
        # The rows: the number in column low, and where the next ones rise and fall; if the band is wide, all cells,
        # `span` to a row, with those of a trial apart.
        self.wide = False
        self.base = tables(cython.compiled, 1, hyp_size + 1, "q")[0]
        self.cells, self.trial = tables(cython.compiled, 2, cells, "q")
        # The distance, and the least that any order of the words has.
        self.distance, self.least = 0, 0
        # The cheapest operations, last one first. By them, which words are errors (hyp_wrong, ref_wrong), and the last
        # hypothesis word up to each reference word (aligned).
        self.steps = 0
        self.operations = tables(cython.compiled, 1, hyp_size + ref_size, "i")[0]

    def load(
        self,
        ids: cython.int[::1],
        hyp_at: cython.Py_ssize_t,
        hyp_end: cython.Py_ssize_t,
        ref_at: cython.Py_ssize_t,
        ref_end: cython.Py_ssize_t,
    ) -> cython.void:
        """Take a pair: number the types of the reference in order, list the positions of each, count common words."""
        same_band: cython.bint = self.n == hyp_end - hyp_at and self.m == ref_end - ref_at
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
        self.wide = self.wide and same_band
        if self.n > 0 and self.m > 0:
            self._lay_bits()
            if not same_band:
                self._lay_band()

    def _lay_bits(self) -> cython.void:
        """Write the positions of each type as bits, unless the reference is too long."""
        one: cython.ulonglong = 1
        self.blocks = 0 if self.m > _LISTED else (self.m >> SHIFT) + 2
        for i in range((self.types + 1) * self.blocks):
            self.bits[i] = 0
        if self.blocks > 0:
            for i in range(self.m):
                self.bits[self.ref[i] * self.blocks + (i >> SHIFT)] |= one << (i & INNER)

    def _lay_band(self) -> cython.void:
        """Compute the band of each row, in double arithmetic as in sacreBLEU: 49 · (1 / 49) is less than 1."""
        j: cython.Py_ssize_t = 0
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
            column: cython.Py_ssize_t = max(self.low[i - 1], self.low[i] - 1)
            self.counting[i] = _below(self.high[i - 1] - column)
            self.beyond[i] = every ^ _below(self.high[i] - 1 - self.low[i])

    def measure(self, first: cython.Py_ssize_t, end: cython.Py_ssize_t, keep: cython.bint) -> cython.longlong:
        """Return the distance of the sentence whose words from `first` to before `end` are those in `moved`.

        The others are the hypothesis's. The rows before `first` are stored; if `keep`, so are the rest, otherwise the
        computation stops at a row that equals the stored one.
        """
        if self.n == 0 or self.m == 0:
            return self.n + self.m
        if self.wide:
            return self._distance_by_cells(first, end, keep)
        return self._distance_by_bits(first, end, keep)

    def _distance_by_bits(self, first: cython.Py_ssize_t, end: cython.Py_ssize_t, keep: cython.bint) -> cython.longlong:
        """The distance if the band fits into a word of bits: row by row."""
        every: cython.ulonglong = _EVERY
        one: cython.ulonglong = 1
        low: cython.Py_ssize_t = self.low[first]
        base: cython.longlong = self.base[first]
        rises: cython.ulonglong = self.rises[first]
        falls: cython.ulonglong = self.falls[first]
        for i in range(first + 1, self.n + 1):
            k: cython.Py_ssize_t = self.low[i] - low - 1
            if k > 0:
                base += ones(rises & _below(k)) - ones(falls & _below(k))
                rises = (rises >> k) | (every ^ _below(64 - k))
                falls = falls >> k
                low += k
            word: cython.Py_ssize_t = self.moved[i - 1] if i <= end else self.hyp[i - 1]
            if low == 0 and self.blocks > 0:
                equal = self.bits[word * self.blocks] & self.counting[i]
            else:
                equal = self._matches(word, low) & self.counting[i]
            # Every row waits for the one before: written so that few steps depend on each other.
            total: cython.ulonglong = (equal & rises) + rises
            if not cython.compiled:
                total &= every
            same: cython.ulonglong = (total ^ rises) | equal | falls  # where the cell is its upper left neighbour
            flat: cython.ulonglong = (
                (total | rises | equal) & (every ^ falls)
            ) << 1  # where the one to its left is not one more than that one's upper neighbour
            down: cython.ulonglong = (same & rises) << 1  # where the one to its left is one less
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

    def _matches(self, word: cython.Py_ssize_t, column: cython.Py_ssize_t) -> cython.ulonglong:
        """Bits of which bit b is set if reference word column + b is of this type."""
        matches: cython.ulonglong = 0
        one: cython.ulonglong = 1
        if self.blocks > 0:
            at = word * self.blocks + (column >> SHIFT)
            k: cython.Py_ssize_t = column & INNER
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

    def _distance_by_cells(
        self, first: cython.Py_ssize_t, end: cython.Py_ssize_t, keep: cython.bint
    ) -> cython.longlong:
        """The distance if the band is wider than a word of bits: cell by cell. Rows of a trial are stored apart."""
        cell: cython.longlong = self.m
        for i in range(first + 1, self.n + 1):
            word: cython.int = self.moved[i - 1] if i <= end else self.hyp[i - 1]
            left: cython.longlong = _NEVER
            at: cython.Py_ssize_t = i * self.span - self.low[i]
            corner: cython.longlong = self._above(i - 1, self.low[i] - 1, first, keep)
            for j in range(self.low[i], self.high[i]):
                upper: cython.longlong = self._above(i - 1, j, first, keep)
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

    def trace(self) -> cython.void:
        """Trace back through the rows: on ties the diagonal, then an insertion, then a deletion.

        If two words are equal and the cell before both is within the band, it has the same number: its neighbours to
        the right and below are at most one less, and a step from them costs one.
        """
        i: cython.Py_ssize_t = self.n
        j: cython.Py_ssize_t = self.m
        cost: cython.longlong = self.distance
        self.steps = 0
        while i > 0 or j > 0:
            step: cython.int = DELETION
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

    def _cost(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.longlong:
        """A cell of the stored rows."""
        if i == 0 or self.wide:
            return self._above(i, j, i, True)
        if j < self.low[i] or j >= self.high[i]:
            return _NEVER
        here: cython.ulonglong = _below(j - self.low[i])
        return self.base[i] + ones(self.rises[i] & here) - ones(self.falls[i] & here)

    def is_exact(self) -> cython.bint:
        """Whether the band cannot increase the distance: it contains all cheapest paths.

        With i insertions and d deletions a path stays within max(i, d) of the band's middle (and one more, for the
        rounding), and max(i, d) is at most half the sum of the distance and of the difference in length.
        """
        apart: cython.Py_ssize_t = max(self.m - self.n, self.n - self.m)
        return not self.wide and (self.m < _WIDTH or self.distance + apart < 2 * (_WIDTH - 1))


# --- shifts ----------------------------------------------------------------------------------------------------------


# The limits of sacreBLEU 2.6.
_FARTHEST = cython.declare(cython.Py_ssize_t, 50)
_LONGEST = cython.declare(cython.Py_ssize_t, 10)
_TRIED = cython.declare(cython.Py_ssize_t, 1000)
_UNBOUNDED = cython.declare(cython.longlong, 1 << 60)


@cython.cfunc
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
) -> cython.void:
    """Write the changed positions of the shifted sentence, up to `end`."""
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


class ShiftSearch:
    """The shifts of one pair at a time, over a table with room for the longest pair of a block."""

    def __init__(self, table: "BandedTable") -> None:
        # A thorough search lists and counts candidates even if no shift can gain.
        self.table, self.thorough = table, False
        # The candidates of a round, in lists by length of block and in the order of their starts.
        self.tried, self.listed = 0, 0
        self.can_start, self.can_target, self.can_next = tables(cython.compiled, 3, _TRIED + _LONGEST + 1, "i")
        self.head, self.tail = tables(cython.compiled, 2, _LONGEST + 1, "i")
        # The shifts so far.
        self.shifts = 0
        self.start, self.length, self.target, self.gain = tables(cython.compiled, 4, _TRIED, "i")

    def pair(
        self,
        ids: cython.int[::1],
        hyp_at: cython.Py_ssize_t,
        hyp_end: cython.Py_ssize_t,
        ref_at: cython.Py_ssize_t,
        ref_end: cython.Py_ssize_t,
    ) -> cython.void:
        """Shift while there is a gain, and record the shifts; the table has the remaining operations."""
        first: cython.Py_ssize_t = 0
        self.table.load(ids, hyp_at, hyp_end, ref_at, ref_end)
        self.shifts = 0
        self.tried = 0
        while True:
            self.table.distance = self.table.measure(first, 0, True)
            self.table.trace()
            if self.table.distance == 0 or (self.table.distance == self.table.least and not self.thorough):
                return
            if not self._list_candidates() or not self._find_best():
                return
            first = self.apply(self.shifts, self.table.hyp)
            self.shifts += 1

    def _list_candidates(self) -> cython.bint:
        """List the candidates of a round, and return whether there were few enough to go on."""
        hyp: cython.int[::1] = self.table.hyp
        ref: cython.int[::1] = self.table.ref
        type_at: cython.int[::1] = self.table.type_at
        positions: cython.int[::1] = self.table.positions
        cursor: cython.int[::1] = self.table.cursor
        self.listed = 0
        for length in range(_LONGEST + 1):
            self.head[length] = -1
        for k in range(1, self.table.types + 1):
            cursor[k] = type_at[k]
        for s in range(self.table.n):
            k = hyp[s]
            if k == 0:
                continue
            at: cython.Py_ssize_t = cursor[k]
            while at < type_at[k + 1] and positions[at] < s - _FARTHEST:
                at += 1
            cursor[k] = at
            while at < type_at[k + 1] and positions[at] <= s + _FARTHEST:
                q: cython.Py_ssize_t = positions[at]
                at += 1
                hyp_errors: cython.Py_ssize_t = 0
                ref_errors: cython.Py_ssize_t = 0
                length = 0
                while (
                    length < _LONGEST
                    and s + length < self.table.n
                    and q + length < self.table.m
                    and hyp[s + length] == ref[q + length]
                ):
                    hyp_errors += self.table.hyp_wrong[s + length]
                    ref_errors += self.table.ref_wrong[q + length]
                    length += 1
                    if s <= self.table.aligned[q] < s + length:
                        break  # and so it is for longer blocks
                    if hyp_errors > 0 and ref_errors > 0:
                        self._list_targets(s, q, length)
                        if self.tried >= _TRIED:
                            return False
        return True

    def _list_targets(self, s: cython.Py_ssize_t, q: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.void:
        """List the possible targets of a block; equal targets in a row count once."""
        last: cython.Py_ssize_t = -1
        for j in range(q - 1, q + length):
            target: cython.Py_ssize_t = 0 if j < 0 else self.table.aligned[j] + 1
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

    def _find_best(self) -> cython.bint:
        """Record the best of the listed shifts, and return whether it gains anything.

        The largest gain wins, then the longest block, then the leftmost start, then the leftmost target.
        """
        most: cython.longlong = self.table.distance - self.table.least
        best: cython.longlong = 0
        best_start: cython.Py_ssize_t = -1
        best_length: cython.Py_ssize_t = 0
        best_target: cython.Py_ssize_t = 0
        # A word that moves gains at most 2, unless the band increases the distance.
        slack: cython.longlong = 0 if self.table.is_exact() else _UNBOUNDED
        for length in range(_LONGEST, 0, -1):
            if min(2 * length + slack, most) <= best:
                break
            c: cython.Py_ssize_t = self.head[length]
            while c >= 0:
                s: cython.Py_ssize_t = self.can_start[c]
                target: cython.Py_ssize_t = self.can_target[c]
                c = self.can_next[c]
                first: cython.Py_ssize_t = min(s, target)
                end: cython.Py_ssize_t = _changed_end(s, length, target, self.table.n)
                gain: cython.longlong = min(2 * min(length, end - first - length) + slack, most)
                if gain <= best and not (
                    gain == best and best > 0 and length == best_length and s == best_start and target < best_target
                ):
                    continue
                _move(self.table.hyp, s, length, target, end, self.table.moved)
                gain = self.table.distance - self.table.measure(first, end, False)
                if gain > best or (
                    gain == best and best > 0 and length == best_length and s == best_start and target < best_target
                ):
                    best = gain
                    best_start = s
                    best_length = length
                    best_target = target
        if best > 0:
            self.start[self.shifts] = best_start
            self.length[self.shifts] = best_length
            self.target[self.shifts] = best_target
            self.gain[self.shifts] = best
        return best > 0

    def apply(self, k: cython.Py_ssize_t, words: cython.int[::1]) -> cython.Py_ssize_t:
        """Apply shift k to words, or to their original indices; return the first position that it changes."""
        s: cython.Py_ssize_t = self.start[k]
        target: cython.Py_ssize_t = self.target[k]
        end: cython.Py_ssize_t = _changed_end(s, self.length[k], target, self.table.n)
        _move(words, s, self.length[k], target, end, self.table.moved)
        for i in range(min(s, target), end):
            words[i] = self.table.moved[i]
        return min(s, target)


# --- rows ------------------------------------------------------------------------------------------------------------


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
@cython.nogil
@cython.exceptval(check=False)
def _write(search: ShiftSearch, rows: cython.longlong[:, ::1], r: cython.Py_ssize_t) -> cython.void:
    """Write the row of the current pair."""
    for k in range(6):
        rows[r, k] = 0
    for k in range(search.table.steps):
        if search.table.operations[k] != MATCH:
            rows[r, search.table.operations[k]] += 1
    rows[r, 0] = search.table.distance + search.shifts
    rows[r, 4] = search.shifts
    for k in range(search.shifts):
        rows[r, 5] += search.length[k]
    rows[r, 6] = search.table.n
    rows[r, 7] = search.table.m


_SCRATCH = local()
_FEW = cython.declare(cython.Py_ssize_t, MOST_OF_TEXT)  # words of texts that share the scratch of their thread
_MOST_WORDS = cython.declare(cython.longlong, 8192)


@cython.cfunc
def _scratch() -> ShiftSearch:
    """The search of this thread for short texts."""
    if not hasattr(_SCRATCH, "search"):
        cells = max([wide_cells(n, _FEW) for n in range(_FEW + 1)])
        _SCRATCH.search = ShiftSearch(BandedTable(_FEW, _FEW, cells, _MOST_WORDS))
    return _SCRATCH.search


@cython.cfunc
def _search_for(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
) -> ShiftSearch:
    """A search with room for every pair of a block; if all are short, that of the thread."""
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    hyp_size: cython.longlong = 0
    ref_size: cython.longlong = 0
    cells: cython.longlong = 0
    words: cython.longlong = 0
    for s in range(segments):
        n: cython.longlong = ends[s] - firsts[s]
        hyp_size = max(hyp_size, n)
        for r in range(segments + ref_starts[s], segments + ref_starts[s + 1]):
            m: cython.longlong = ends[r] - firsts[r]
            ref_size = max(ref_size, m)
            cells = max(cells, wide_cells(n, m))
    for r in range(ids.shape[0]):
        words = max(words, ids[r] + 1)
    if hyp_size <= _FEW and ref_size <= _FEW and words <= _MOST_WORDS:
        return _scratch()
    return ShiftSearch(BandedTable(hyp_size, ref_size, cells, words))


@cython.ccall
def edits(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    rows: cython.longlong[:, ::1],
) -> cython.void:
    """Fill one row of COLUMNS for every reference. Text k is ids[firsts[k]:ends[k]]: first the hypotheses, then all
    references, of which ref_starts[s]:ref_starts[s+1] belong to segment s.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    check_spans(ids, firsts, ends, ref_starts, rows, 8)
    search: ShiftSearch = _search_for(ids, firsts, ends, ref_starts)
    search.thorough = False
    with cython.nogil:
        for s in range(segments):
            for r in range(ref_starts[s], ref_starts[s + 1]):
                text: cython.Py_ssize_t = segments + r
                search.pair(ids, firsts[s], ends[s], firsts[text], ends[text])
                _write(search, rows, r)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fewest(
    pairs: cython.longlong[:, ::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    rows: cython.longlong[:, ::1],
    s: cython.Py_ssize_t,
) -> cython.void:
    """Write the row of a segment, whose pairs have the rows from `first` to before `end`."""
    scale: cython.longlong = 720720
    best: cython.Py_ssize_t = first
    total: cython.longlong = 0
    for r in range(first, end):
        total += pairs[r, 7]
        if pairs[r, 0] < pairs[best, 0]:
            best = r
    rows[s, 0] = 1
    rows[s, 1] = pairs[best, 0]
    rows[s, 2] = total * (scale // (end - first))
    rows[s, 3] = pairs[best, 6]
    for k in range(5):
        rows[s, 4 + k] = pairs[best, 1 + k]


@cython.ccall
def fewest(
    pairs: cython.longlong[:, ::1], ref_starts: cython.longlong[::1], rows: cython.longlong[:, ::1]
) -> cython.void:
    """Fill one row of SEGMENT_COLUMNS for every segment from the rows of its pairs, at least one and at most 16.

    The first reference with the fewest edits counts; the length is the mean of all references' lengths.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    fits: cython.bint = rows.shape[0] >= segments >= 0 and rows.shape[1] >= 9 and pairs.shape[1] >= 8
    if not (fits and is_nondecreasing(ref_starts, pairs.shape[0])):
        raise InputError(BAD_ARRAYS)
    for s in range(segments):
        count: cython.longlong = ref_starts[s + 1] - ref_starts[s]
        if count < 1 or count > 16:
            raise ValueError(f"segment {s + 1} has {count} references; TER takes 1 to 16")
        _fewest(pairs, ref_starts[s], ref_starts[s + 1], rows, s)


def segment_row(segment: SegmentTokens, texts: list[Any]) -> tuple[int, ...] | None:
    """The row of one segment, the hypothesis first; None if the segment cannot take these texts."""
    if not segment.read_short(texts, 9):
        return None
    rows: cython.longlong[:, ::1] = segment.rows
    spare: cython.Py_ssize_t = rows.shape[0] - 1
    search: ShiftSearch = _scratch()
    search.thorough = False
    for r in range(segment.texts - 1):
        search.pair(segment.ids, segment.starts[0], segment.starts[1], segment.starts[r + 1], segment.starts[r + 2])
        _write(search, rows, r)
    _fewest(rows, 0, segment.texts - 1, rows, spare)
    return tuple([rows[spare, k] for k in range(9)])


def explain(ids: cython.int[::1], starts: cython.longlong[::1]) -> Edits:
    """The shifts and edits from the first of two texts to the second, by the same search that fills the rows."""
    check_pair(ids, starts)
    search: ShiftSearch = _search_for(ids, starts[:2], starts[1:], memoryview(array("q", [0, 1])))
    rows: cython.longlong[:, ::1] = memoryview(bytearray(64)).cast("q", (1, 8))
    search.thorough = True
    search.pair(ids, starts[0], starts[1], starts[1], starts[2])
    _write(search, rows, 0)
    shifts = []
    order: cython.int[::1] = memoryview(array("i", range(max(search.table.n, 1))))
    for k in range(search.shifts):
        search.apply(k, order)
        words = [order[i] for i in range(search.table.n)]
        shifts.append(BlockShift(search.start[k], search.length[k], search.target[k], search.gain[k], words))
    operations = [search.table.operations[i] for i in range(search.table.steps - 1, -1, -1)]
    return Edits([rows[0, i] for i in range(8)], shifts, operations, search.tried)
