"""The search for TER's shifts: blocks of words moved one at a time, while that saves edits, as in sacreBLEU 2.6.

A round first lists its candidates without computing their costs: the search counts them, and gives up at a thousand
whatever they gain. Then the longest blocks are tried first, because a block of k words that moves past l others gains
at most twice the smaller of k and l. A round gains at most the excess over the lower bound of any order's distance, and
if there is none, no round is begun.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import tables

if not cython.compiled:
    from bolide.kernels.edits.banded_table import BandedTable


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
