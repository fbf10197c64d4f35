"""The edit distance of two texts within a band, as sacreBLEU 2.6 computes it for TER, and its operations.

There is one row for each hypothesis word, of which only a band of 50 columns is filled. Neighbouring cells differ by at
most one, so a row is two words of bits (where it rises, where it falls) and one number, and a step from row to row is
Myers' (1999) in Hyyrö's (2003) form. The band slides: cells enter it rising, no path leads through those it has left,
and a cell whose upper left neighbour lies outside matches nothing. If a reference is more than fifty times as long as
the hypothesis, the band is wider than a word of bits, and its cells, of which there are few, are filled one by one.

The distance of another order of the words is computed from the row before its first changed word, until a row behind
its last changed word equals the stored one. The distance of any order is at least the longer text's length minus the
number of common words (clipped to the text that has each less often): a match pairs equal words, and every other word
of the longer text costs an edit.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import tables

if not cython.compiled:
    from bolide.kernels._common import DELETION, INNER, INSERTION, MATCH, SHIFT, SUBSTITUTION, ones


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
