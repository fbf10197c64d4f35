"""The beam search of METEOR 1.5: which of a pair's matches are the alignment.

The search goes over the reference's positions. Its surprises are kept, because they are the scores: totals are integers
(a one-word match that is not exact adds nothing), a match is settled beforehand only if it is the sole one on all its
words, and the distance of a match is charged to the path that leaves it (Denkowski and Lavie 2014, as released).
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import longs, memory

if not cython.compiled:
    from bolide.kernels.meteor15.matches import Matches


PATHS = cython.declare(cython.longlong, 1 << 14)  # a path's number has fourteen bits
LOW = cython.declare(cython.longlong, 0xFFFFFFFF)
NONE_WORSE = cython.declare(cython.longlong, (1 << 63) - 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance(ref: cython.longlong, hyp: cython.longlong) -> cython.longlong:
    """How far apart two positions are, as a path's rank counts it."""
    return (ref - hyp if ref > hyp else hyp - ref) << 14


class Beam:
    """Paths through the matches of one pair at a time, `size` at most."""

    def __init__(self, matches: "Matches", size: int) -> None:
        if not 1 <= size <= PATHS:
            raise ValueError(f"a beam of {size} paths; it must be 1 or more, and {PATHS:,} at most.")
        self.matches = matches
        self.beam = size
        # Four lists of paths, best first: the paths so far, the next ones merged so far, those that one match adds, and
        # room to merge them. A path has its key, its rank and the match it took last, or -1. The key is closed chunks
        # - total * 2**32, the less the better; the rank, which decides between equal keys, is distance * 2**14 + the
        # number of the path, or of the one that it comes from. If enough are merged, worst_key and worst_rank are those
        # of the last of them.
        self.lists = longs(12 * size)
        self.paths_at = 0
        self.merged_at = 3 * size
        self.added_at = 6 * size
        self.free_at = 9 * size
        # The state of a path is the next position * 2**32 + one more than the end of the open chunk, or 0. States and
        # used words fill one half of their arrays while the next are made in the other.
        self.state = longs(2 * size)

    def reserve(self, hyp: int, ref: int) -> None:
        """Make room for the longest sentences of a block, for which the matches have room already."""
        self.starts = self.matches.starts
        # How many matches lie on each word. Hypothesis words with more than one have a bit.
        self.ref_cover = memory(ref)
        self.hyp_cover = memory(hyp)
        self.bit = memory(hyp)
        self.used = longs(2 * self.beam * (hyp // 62 + 2))
        # The answer: the match that begins at a reference word, or -1. And what each path of each step took, a match or
        # -1, times 2**14, plus the number of the path it came from.
        self.alignment = memory(ref)
        self.choices = longs(self.beam * ref)

    def reserve_matches(self) -> None:
        """Read the matches where they are listed, and make room for what becomes of a path that takes one: its state,
        and the words used, as the number of a mask, the bits in it, and in the one after it.
        """
        self.table = self.matches.table
        self.taken = longs(4 * self.matches.room)

    def search(self) -> cython.void:
        """Set alignment[j] to the match that begins at reference word j on the best path, or -1."""
        self._cover()
        self._pin()
        self._start()
        for cur in range(self.matches.ref_len):
            pin: cython.Py_ssize_t = self.alignment[cur]
            if (pin >= 0 or self.starts[cur] == self.starts[cur + 1]) and self._go_on(cur, pin):
                continue
            self.merged = 0
            self.worst_key = self.worst_rank = NONE_WORSE
            if pin >= 0:
                self._take(cur, pin, self.count)
            else:
                self._choose(cur)
            self._advance(cur)
        self._settle()

    def _cover(self) -> cython.void:
        """Count the matches on each word; give bits to the hypothesis words wanted twice."""
        bits: cython.int = 0
        for i in range(self.matches.hyp_len):
            self.hyp_cover[i] = 0
        for j in range(self.matches.ref_len):
            self.ref_cover[j] = 0
        for k in range(self.matches.count):
            at: cython.Py_ssize_t = 6 * k
            for j in range(self.table[at], self.table[at] + self.table[at + 1]):
                self.ref_cover[j] += 1
            for i in range(self.table[at + 2], self.table[at + 2] + self.table[at + 3]):
                self.hyp_cover[i] += 1
        for i in range(self.matches.hyp_len):
            self.bit[i] = bits
            if self.hyp_cover[i] > 1:
                bits += 1
        self.width = bits // 62 + 1

    def _pin(self) -> cython.void:
        """Choose the matches that are the sole ones on all their words."""
        for j in range(self.matches.ref_len):
            at: cython.Py_ssize_t = 6 * self.starts[j]
            sole: cython.bint = self.starts[j + 1] - self.starts[j] == 1
            if sole:
                for k in range(j, j + self.table[at + 1]):
                    sole = sole and self.ref_cover[k] == 1
                for k in range(self.table[at + 2], self.table[at + 2] + self.table[at + 3]):
                    sole = sole and self.hyp_cover[k] == 1
            self.alignment[j] = self.starts[j] if sole else -1

    def _prepare(self, match: cython.Py_ssize_t) -> cython.void:
        """Note what becomes of a path that takes a match."""
        first: cython.Py_ssize_t = self.table[6 * match + 2]
        end: cython.Py_ssize_t = first + self.table[6 * match + 3]
        mask: cython.Py_ssize_t = self.bit[first] // 62
        one: cython.longlong = 1
        state: cython.longlong = self.table[6 * match] + self.table[6 * match + 1]
        bits: cython.longlong = 0
        overflow: cython.longlong = 0
        for i in range(first, end):
            if self.hyp_cover[i] > 1:
                bit: cython.int = self.bit[i] - 62 * mask
                if bit < 62:
                    bits |= one << bit
                else:
                    overflow |= one << (bit - 62)
        self.taken[4 * match] = (state << 32) + end + 1
        self.taken[4 * match + 1] = mask
        self.taken[4 * match + 2] = bits
        self.taken[4 * match + 3] = overflow

    def _start(self) -> cython.void:
        """Begin with one path, on which nothing is taken yet."""
        self.count = 1
        self.half = 0
        self.steps = 0
        self.lists[self.paths_at] = 0
        self.lists[self.paths_at + 1] = 0
        for k in range(self.width):
            self.used[k] = 0
        self.state[0] = 0

    def _go_on(self, cur: cython.Py_ssize_t, pin: cython.Py_ssize_t) -> cython.bint:
        """Where there is nothing to choose, let every path go on as it is if that closes a chunk of all or of none;
        return whether it does."""
        path: cython.Py_ssize_t = self.paths_at
        first: cython.Py_ssize_t = self.half * self.beam
        after: cython.longlong = cur + 1
        goes_on: cython.longlong = 0
        gain: cython.longlong = 0
        away: cython.longlong = 0
        after = after << 32
        state: cython.longlong = after
        if pin >= 0:
            goes_on = self.table[6 * pin + 2] + 1
            gain = self.table[6 * pin + 5]
            away = _distance(cur, self.table[6 * pin + 2])
            state = cur + self.table[6 * pin + 1]
            state = (state << 32) + goes_on + self.table[6 * pin + 3]
        end: cython.longlong = self.state[first] & LOW
        closes: cython.bint = end != 0 and end != goes_on
        for p in range(first, first + self.count):
            end = self.state[p] & LOW
            if self.state[p] >= after or (end != 0 and end != goes_on) != closes:
                return False
        for p in range(first, first + self.count):
            self.lists[path] += closes - (gain << 32)
            self.lists[path + 1] += away
            self.state[p] = state
            path += 3
        return True

    def _choose(self, cur: cython.Py_ssize_t) -> cython.void:
        """Every path takes each match it can, and none: match by match over all paths, so that keys come nearly sorted,
        are sorted by insertion, and are merged.

        The tool goes path by path; the path's number in its rank restores this order if keys and distances are equal.
        """
        most: cython.longlong = 0  # what any match here can gain; a path that is too far behind even so is let go
        count: cython.Py_ssize_t = self.count
        for match in range(self.starts[cur], self.starts[cur + 1]):
            gain: cython.longlong = self.table[6 * match + 5]
            most = max(most, gain << 32)
        for match in range(self.starts[cur], self.starts[cur + 1]):
            while count > 0 and self.lists[self.paths_at + 3 * count - 3] - most > self.worst_key:
                count -= 1
            self._take(cur, match, count)
        self._pass(cur)

    def _take(self, cur: cython.Py_ssize_t, match: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.void:
        """Let those of the first `count` paths that can take a match; without branches, which would be taken at random.

        The distance of a match is charged to the path that could take it, not to the one that does.
        """
        path: cython.Py_ssize_t = self.paths_at
        end: cython.Py_ssize_t = self.added_at
        goes_on: cython.longlong = self.table[6 * match + 2] + 1
        away: cython.longlong = _distance(cur, self.table[6 * match + 2])
        gain: cython.longlong = self.table[6 * match + 5]
        after: cython.longlong = cur + 1
        self._prepare(match)
        used: cython.Py_ssize_t = self.half * self.beam * self.width + self.taken[4 * match + 1]
        mask: cython.longlong = self.taken[4 * match + 2]
        overflow: cython.longlong = self.taken[4 * match + 3]
        second: cython.Py_ssize_t = overflow != 0
        after = after << 32
        gain = gain << 32
        for p in range(self.half * self.beam, self.half * self.beam + count):
            state: cython.longlong = self.state[p]
            open_end: cython.longlong = state & LOW
            rank: cython.longlong = self.lists[path + 1]
            free: cython.longlong = (state < after) & (
                ((self.used[used] & mask) | (self.used[used + second] & overflow)) == 0
            )
            self.lists[end] = self.lists[path] - gain + ((open_end != 0) & (open_end != goes_on))
            self.lists[end + 1] = rank
            self.lists[path + 1] = rank + (-free & away)
            end += 3 & -free
            path += 3
            used += self.width
        self._merge(self._sort(end, match))

    def _pass(self, cur: cython.Py_ssize_t) -> cython.void:
        """Let every path take nothing here, unless enough are better."""
        path: cython.Py_ssize_t = self.paths_at
        end: cython.Py_ssize_t = self.added_at
        after: cython.longlong = cur + 1
        after = after << 32
        for p in range(self.half * self.beam, self.half * self.beam + self.count):
            if self.lists[path] > self.worst_key:
                break
            state: cython.longlong = self.state[p]
            self.lists[end] = self.lists[path] + ((state < after) & ((state & LOW) != 0))
            self.lists[end + 1] = self.lists[path + 1]
            end += 3
            path += 3
        self._merge(self._sort(end, -1))

    def _sort(self, end: cython.Py_ssize_t, match: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Sort the paths added, which are nearly sorted, by insertion, leave out what is worse than enough others, and
        return the new end."""
        first: cython.Py_ssize_t = self.added_at
        last: cython.Py_ssize_t = first
        at: cython.Py_ssize_t = first
        worst_key: cython.longlong = self.worst_key
        worst_rank: cython.longlong = self.worst_rank
        while at < end:
            key: cython.longlong = self.lists[at]
            rank: cython.longlong = self.lists[at + 1]
            at += 3
            if key > worst_key or (key == worst_key and rank >= worst_rank):
                continue
            k: cython.Py_ssize_t = last
            while k > first and (key < self.lists[k - 3] or (key == self.lists[k - 3] and rank < self.lists[k - 2])):
                self.lists[k] = self.lists[k - 3]
                self.lists[k + 1] = self.lists[k - 2]
                k -= 3
            self.lists[k] = key
            self.lists[k + 1] = rank
            self.lists[last + 2] = match
            last += 3
        return last

    def _merge(self, b_end: cython.Py_ssize_t) -> cython.void:
        """Merge the paths added with those before, which go first if all is equal; the beam leaves out the rest."""
        a: cython.Py_ssize_t = self.merged_at
        a_end: cython.Py_ssize_t = a + 3 * self.merged
        b: cython.Py_ssize_t = self.added_at
        to: cython.Py_ssize_t = self.free_at
        if b == b_end:
            return
        if self.merged == 0:
            self.added_at = a
            self.merged_at = b
            self.merged = (b_end - b) // 3
        else:
            self.free_at = a
            self.merged_at = to
            self.merged = min(self.merged + (b_end - b) // 3, self.beam)
            end: cython.Py_ssize_t = to + 3 * self.merged
            while to < end:
                if a == a_end:
                    second: cython.Py_ssize_t = 1
                elif b == b_end:
                    second = 0
                else:
                    second = (self.lists[b] < self.lists[a]) | (
                        (self.lists[b] == self.lists[a]) & (self.lists[b + 1] < self.lists[a + 1])
                    )
                at: cython.Py_ssize_t = a + ((b - a) & -second)
                self.lists[to] = self.lists[at]
                self.lists[to + 1] = self.lists[at + 1]
                self.lists[to + 2] = self.lists[at + 2]
                b += 3 & -second
                a += 3 & (second - 1)
                to += 3
        if self.merged == self.beam:
            end = self.merged_at + 3 * self.beam - 3
            self.worst_key = self.lists[end]
            self.worst_rank = self.lists[end + 1]

    def _advance(self, cur: cython.Py_ssize_t) -> cython.void:
        """Make the merged paths the paths; see whether all agree on the open chunk and the next position."""
        path: cython.Py_ssize_t = self.merged_at
        skipped: cython.longlong = cur + 1
        width: cython.Py_ssize_t = self.width
        half: cython.Py_ssize_t = self.half * self.beam
        new: cython.Py_ssize_t = (self.beam - half) * width
        choice: cython.Py_ssize_t = self.steps * self.beam
        skipped = skipped << 32
        for p in range(self.merged):
            number: cython.Py_ssize_t = self.lists[path + 1] & (PATHS - 1)
            match: cython.Py_ssize_t = self.lists[path + 2]
            self.lists[path + 1] += p - number
            self.choices[choice + p] = match * PATHS + number
            state: cython.longlong = self.state[half + number]
            old: cython.Py_ssize_t = (half + number) * width
            self.used[new] = self.used[old]  # most pairs need one mask only
            for k in range(1, width):
                self.used[new + k] = self.used[old + k]
            if match >= 0:
                state = self.taken[4 * match]
                k = new + self.taken[4 * match + 1]
                self.used[k] |= self.taken[4 * match + 2]
                if self.taken[4 * match + 3]:
                    self.used[k + 1] |= self.taken[4 * match + 3]
            elif state < skipped:
                state = skipped
            self.state[self.beam - half + p] = state
            path += 3
            new += width
        path = self.paths_at
        self.paths_at = self.merged_at
        self.merged_at = path
        self.count = self.merged
        self.steps += 1
        self.half = 1 - self.half

    def _settle(self) -> cython.void:
        """Close the open chunks, take the best path, and follow its choices back."""
        path: cython.Py_ssize_t = self.paths_at
        best: cython.Py_ssize_t = 0
        least: cython.longlong = NONE_WORSE
        rank: cython.longlong = 0
        for p in range(self.count):
            key: cython.longlong = self.lists[path]
            if self.state[self.half * self.beam + p] & LOW:
                key += 1
            if key < least or (key == least and self.lists[path + 1] < rank):
                best = p
                least = key
                rank = self.lists[path + 1]
            path += 3
        for step in range(self.steps - 1, -1, -1):
            match: cython.Py_ssize_t = self.choices[step * self.beam + best] >> 14
            if match >= 0:
                self.alignment[self.table[6 * match]] = match
            best = self.choices[step * self.beam + best] & (PATHS - 1)
