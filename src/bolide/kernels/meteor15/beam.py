"""The beam search of METEOR 1.5: which of a pair's matches are the alignment.

The search goes over the reference's positions. Its surprises are kept, because they are the scores: totals are integers
(a one-word match that is not exact adds nothing), a match is settled beforehand only if it is the sole one on all its
words, and the distance of a match is charged to the path that leaves it (Denkowski and Lavie 2014, as released).
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._tables import longs, memory

if not cython.compiled:
    from bolide.kernels.meteor15.matches import Matches

COMPILED = cython.compiled

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
        # Paths, best first. `key` is closed chunks - total * 2**32, the less the better; `rank`, which decides between
        # equal keys, is distance * 2**14 + the path's number; `state` is the next position * 2**32 + one more than the
        # end of the open chunk, or 0. State and used words fill one half of their arrays while the next are made in the
        # other. While all paths have the same state (`agreed`), all_end and all_index are that state, and all_key and
        # all_rank what the paths gain together.
        self.key = longs(size)
        self.rank = longs(size)
        self.state = longs(2 * size)
        # Three lists of the next paths, best first: those merged so far, those that one match adds, and room to merge
        # them. Each has its key, its rank, which names the path it comes from, and its match or -1. If enough are
        # merged, worst_key and worst_rank are those of the last of them.
        self.lists = longs(9 * size)
        self.merged_at = 0
        self.added_at = 3 * size
        self.free_at = 6 * size
        self.added = 0

    def reserve(self, hyp: int, ref: int) -> None:
        """Make room for the longest sentences of a block, for which the matches have room already."""
        self.starts = self.matches.starts
        # How many matches lie on each word. Hypothesis words with more than one have a bit.
        self.ref_cover = memory(ref)
        self.hyp_cover = memory(hyp)
        self.bit = memory(hyp)
        self.used = longs(2 * self.beam * (hyp // 62 + 2))
        # The answer: the match that begins at a reference word, or -1. And what each path of each step took, a match or
        # -1, and the path it came from.
        self.alignment = memory(ref)
        self.choices = memory(2 * self.beam * ref)

    def reserve_matches(self) -> None:
        """Read the matches where they are listed, and make room for their bits: which mask, the bits in it, and in the
        one after it.
        """
        self.table = self.matches.table
        self.masks = longs(3 * self.matches.room)

    def search(self) -> cython.bint:
        """Set alignment[j] to the match that begins at reference word j on the best path, or -1."""
        cur: cython.Py_ssize_t
        pin: cython.Py_ssize_t
        forced: cython.bint
        self._cover()
        self._pin()
        self._start()
        for cur in range(self.matches.ref_len):
            pin = self.alignment[cur]
            forced = pin >= 0 or self.starts[cur] == self.starts[cur + 1]
            if forced and (self.agreed or self._now_agreed(cur, pin)):
                self._go_together(cur, pin)
                continue
            if self.agreed:
                self._part()
            self.merged = 0
            self.worst_key = NONE_WORSE
            if pin >= 0:
                self._follow_pin(cur, pin)
            else:
                self._choose(cur)
            self._advance(cur)
        return self._settle()

    def _cover(self) -> cython.bint:
        """Count the matches on each word; give bits to the hypothesis words wanted twice."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        bits: cython.int = 0
        for i in range(self.matches.hyp_len):
            self.hyp_cover[i] = 0
        for j in range(self.matches.ref_len):
            self.ref_cover[j] = 0
        for k in range(self.matches.count):
            at = 6 * k
            for j in range(self.table[at], self.table[at] + self.table[at + 1]):
                self.ref_cover[j] += 1
            for i in range(self.table[at + 2], self.table[at + 2] + self.table[at + 3]):
                self.hyp_cover[i] += 1
        for i in range(self.matches.hyp_len):
            self.bit[i] = bits
            if self.hyp_cover[i] > 1:
                bits += 1
        self.width = bits // 62 + 1
        return True

    def _pin(self) -> cython.bint:
        """Choose the matches that are the sole ones on all their words."""
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        sole: cython.bint
        for j in range(self.matches.ref_len):
            at = 6 * self.starts[j]
            sole = self.starts[j + 1] - self.starts[j] == 1
            if sole:
                for k in range(j, j + self.table[at + 1]):
                    sole = sole and self.ref_cover[k] == 1
                for k in range(self.table[at + 2], self.table[at + 2] + self.table[at + 3]):
                    sole = sole and self.hyp_cover[k] == 1
            self.alignment[j] = self.starts[j] if sole else -1
        return True

    def _mask(self, match: cython.Py_ssize_t) -> cython.bint:
        """The bits of a match's hypothesis words."""
        i: cython.Py_ssize_t
        first: cython.Py_ssize_t = self.table[6 * match + 2]
        mask: cython.Py_ssize_t = self.bit[first] // 62
        bit: cython.int
        one: cython.longlong = 1
        self.masks[3 * match] = mask
        self.masks[3 * match + 1] = 0
        self.masks[3 * match + 2] = 0
        for i in range(first, first + self.table[6 * match + 3]):
            if self.hyp_cover[i] > 1:
                bit = self.bit[i] - 62 * mask
                if bit < 62:
                    self.masks[3 * match + 1] |= one << bit
                else:
                    self.masks[3 * match + 2] |= one << (bit - 62)
        return True

    def _start(self) -> cython.bint:
        """Begin with one path, on which nothing is taken yet."""
        k: cython.Py_ssize_t
        self.count = 1
        self.half = 0
        self.steps = 0
        self.key[0] = 0
        self.rank[0] = 0
        for k in range(self.width):
            self.used[k] = 0
        return self._agree(0, 0)

    def _agree(self, end: cython.longlong, index: cython.longlong) -> cython.bint:
        """From here on all paths have the same open chunk and the same next position."""
        self.agreed = True
        self.all_key = 0
        self.all_rank = 0
        self.all_end = end
        self.all_index = index
        return True

    def _now_agreed(self, cur: cython.Py_ssize_t, pin: cython.Py_ssize_t) -> cython.bint:
        """Whether a word with nothing to choose closes a chunk of every path or of none; then it makes them agree."""
        p: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.half * self.beam
        end: cython.longlong = self.state[at] & LOW
        goes_on: cython.longlong = self.table[6 * pin + 2] + 1 if pin >= 0 else 0
        closes: cython.bint = end != 0 and end != goes_on
        for p in range(at, at + self.count):
            end = self.state[p] & LOW
            if (end != 0 and end != goes_on) != closes or self.state[p] >> 32 > cur:
                return False
        return self._agree(end, cur)

    def _go_together(self, cur: cython.Py_ssize_t, pin: cython.Py_ssize_t) -> cython.bint:
        """Paths that agree on what comes next go on as one where nothing is to choose."""
        hyp: cython.int
        gain: cython.longlong
        if pin >= 0:
            hyp = self.table[6 * pin + 2]
            gain = self.table[6 * pin + 5]
            self.all_key -= gain << 32
            if self.all_end != 0 and self.all_end != hyp + 1:
                self.all_key += 1
            self.all_end = hyp + self.table[6 * pin + 3] + 1
            self.all_index = cur + self.table[6 * pin + 1]
            self.all_rank += _distance(cur, hyp)
        elif self.all_index <= cur:
            if self.all_end != 0:
                self.all_key += 1
            self.all_end = 0
        return True

    def _part(self) -> cython.bint:
        """Give each path what they gained together."""
        p: cython.Py_ssize_t
        state: cython.longlong = (self.all_index << 32) + self.all_end
        for p in range(self.count):
            self.key[p] += self.all_key
            self.rank[p] += self.all_rank
            self.state[self.half * self.beam + p] = state
        return True

    def _follow_pin(self, cur: cython.Py_ssize_t, pin: cython.Py_ssize_t) -> cython.bint:
        """Every path takes the match settled beforehand."""
        p: cython.Py_ssize_t
        hyp: cython.int = self.table[6 * pin + 2]
        away: cython.longlong = _distance(cur, hyp)
        gain: cython.longlong = self.table[6 * pin + 5]
        end: cython.longlong
        key: cython.longlong
        self._mask(pin)
        for p in range(self.count):
            end = self.state[self.half * self.beam + p] & LOW
            key = self.key[p] - (gain << 32)
            if end != 0 and end != hyp + 1:
                key += 1
            self._add(key, self.rank[p] + away, pin)
        return self._merge()

    def _choose(self, cur: cython.Py_ssize_t) -> cython.bint:
        """Every path takes each match it can, and none: match by match over all paths, so that keys come nearly sorted,
        are sorted by insertion, and are merged.

        The tool goes path by path; the path's number in `rank` restores its order where keys and distances are equal.
        """
        p: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.half * self.beam
        used: cython.Py_ssize_t
        match: cython.Py_ssize_t
        first: cython.Py_ssize_t = self.starts[cur]
        end: cython.Py_ssize_t = self.starts[cur + 1]
        state: cython.longlong
        goes_on: cython.longlong
        away: cython.longlong
        gain: cython.longlong
        mask: cython.longlong
        overflow: cython.longlong
        key: cython.longlong
        rank: cython.longlong
        most: cython.longlong = 0  # what any match here can gain; a path that is too far behind even so is let go
        count: cython.Py_ssize_t = self.count
        for match in range(first, end):
            gain = self.table[6 * match + 5]
            most = max(most, gain << 32)
        for match in range(first, end):
            while count > 0 and self.key[count - 1] - most > self.worst_key:
                count -= 1
            self._mask(match)
            mask = self.masks[3 * match + 1]
            overflow = self.masks[3 * match + 2]
            goes_on = self.table[6 * match + 2] + 1
            away = _distance(cur, self.table[6 * match + 2])
            gain = self.table[6 * match + 5]
            gain = gain << 32
            used = at * self.width + self.masks[3 * match]
            for p in range(count):
                state = self.state[at + p]
                if state >> 32 <= cur and not (
                    self.used[used] & mask or (overflow != 0 and self.used[used + 1] & overflow)
                ):
                    state &= LOW
                    key = self.key[p] - gain
                    if state != 0 and state != goes_on:
                        key += 1
                    rank = self.rank[p]
                    self.rank[p] = rank + away
                    self._add(key, rank, match)
                used += self.width
            self._merge()
        for p in range(self.count):
            key = self.key[p]
            if key > self.worst_key:
                break
            if self.state[at + p] >> 32 <= cur and self.state[at + p] & LOW:
                key += 1
            self._add(key, self.rank[p], -1)
        return self._merge()

    def _add(self, key: cython.longlong, rank: cython.longlong, match: cython.Py_ssize_t) -> cython.bint:
        """Put a new path among those added, unless enough better ones are merged already."""
        first: cython.Py_ssize_t = self.added_at
        k: cython.Py_ssize_t = first + 3 * self.added
        if key > self.worst_key or (key == self.worst_key and rank >= self.worst_rank):
            return False
        self.lists[k + 2] = match
        while k > first and (key < self.lists[k - 3] or (key == self.lists[k - 3] and rank < self.lists[k - 2])):
            self.lists[k] = self.lists[k - 3]
            self.lists[k + 1] = self.lists[k - 2]
            k -= 3
        self.lists[k] = key
        self.lists[k + 1] = rank
        self.added += 1
        return True

    def _merge(self) -> cython.bint:
        """Merge the paths added with those before, which go first if all is equal; the beam leaves out the rest."""
        a: cython.Py_ssize_t = self.merged_at
        a_end: cython.Py_ssize_t = a + 3 * self.merged
        b: cython.Py_ssize_t = self.added_at
        b_end: cython.Py_ssize_t = b + 3 * self.added
        to: cython.Py_ssize_t = self.free_at
        end: cython.Py_ssize_t
        if self.added == 0:
            return True
        if self.merged == 0:
            self.added_at = a
            self.merged_at = b
            self.merged = self.added
        else:
            self.free_at = a
            self.merged_at = to
            self.merged = min(self.merged + self.added, self.beam)
            end = to + 3 * self.merged
            while to < end:
                if a == a_end or (
                    b < b_end
                    and (
                        self.lists[b] < self.lists[a]
                        or (self.lists[b] == self.lists[a] and self.lists[b + 1] < self.lists[a + 1])
                    )
                ):
                    self.lists[to] = self.lists[b]
                    self.lists[to + 1] = self.lists[b + 1]
                    self.lists[to + 2] = self.lists[b + 2]
                    b += 3
                else:
                    self.lists[to] = self.lists[a]
                    self.lists[to + 1] = self.lists[a + 1]
                    self.lists[to + 2] = self.lists[a + 2]
                    a += 3
                to += 3
        self.added = 0
        if self.merged == self.beam:
            end = self.merged_at + 3 * self.beam - 3
            self.worst_key = self.lists[end]
            self.worst_rank = self.lists[end + 1]
        return True

    def _advance(self, cur: cython.Py_ssize_t) -> cython.bint:
        """Make the merged paths the paths; see whether all agree on the open chunk and the next position."""
        p: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.merged_at
        match: cython.Py_ssize_t
        number: cython.longlong
        state: cython.longlong = 0
        common: cython.longlong = -1
        old: cython.Py_ssize_t
        new: cython.Py_ssize_t = (1 - self.half) * self.beam
        choice: cython.Py_ssize_t = 2 * self.steps * self.beam
        agreed: cython.bint = True
        self.count = self.merged
        for p in range(self.merged):
            number = self.lists[at + 1] & (PATHS - 1)
            match = self.lists[at + 2]
            self.key[p] = self.lists[at]
            self.rank[p] = self.lists[at + 1] - number + p
            self.choices[choice] = match
            self.choices[choice + 1] = number
            old = self.half * self.beam + number
            state = self.state[old]
            self._copy_used(old * self.width, new * self.width)
            if match >= 0:
                state = cur + self.table[6 * match + 1]
                state = (state << 32) + self.table[6 * match + 2] + self.table[6 * match + 3] + 1
                k = new * self.width + self.masks[3 * match]
                self.used[k] |= self.masks[3 * match + 1]
                if self.masks[3 * match + 2]:
                    self.used[k + 1] |= self.masks[3 * match + 2]
            elif state >> 32 <= cur:
                state = cur + 1
                state = state << 32
            self.state[new] = state
            if p == 0:
                common = state
            agreed = agreed and state == common
            new += 1
            at += 3
            choice += 2
        self.steps += 1
        self.half = 1 - self.half
        self.agreed = False
        if agreed:
            self._agree(state & LOW, state >> 32)
        return True

    def _copy_used(self, old: cython.Py_ssize_t, new: cython.Py_ssize_t) -> cython.bint:
        """Most pairs need one mask only."""
        k: cython.Py_ssize_t
        self.used[new] = self.used[old]
        for k in range(1, self.width):
            self.used[new + k] = self.used[old + k]
        return True

    def _settle(self) -> cython.bint:
        """Close the open chunks, take the best path, and follow its choices back."""
        p: cython.Py_ssize_t
        step: cython.Py_ssize_t
        best: cython.Py_ssize_t = 0
        match: cython.Py_ssize_t
        if not self.agreed:
            for p in range(self.count):
                if self.state[self.half * self.beam + p] & LOW:
                    self.key[p] += 1
                if self.key[p] < self.key[best] or (self.key[p] == self.key[best] and self.rank[p] < self.rank[best]):
                    best = p
        for step in range(self.steps - 1, -1, -1):
            match = self.choices[2 * (step * self.beam + best)]
            if match >= 0:
                self.alignment[self.table[6 * match]] = match
            best = self.choices[2 * (step * self.beam + best) + 1]
        return True


if not cython.compiled:
    from itertools import accumulate
    from math import inf

    Five = tuple[int, int, int, int, int]
    Six = tuple[int, int, int, int, int, int]
    Seven = tuple[int, int, int, int, int, int, int]

    BeamByTable = Beam

    class InterpretedBeam(BeamByTable):
        """The same search over lists, with integers of any size as masks, which is fast in Python.

        A path is its key, distance, used words, the end of its open chunk or -1, next position and last choice.
        """

        def search(self) -> bool:
            self._cover()
            self._pin()
            one, bit = 1, self.bit.tolist()
            wanted = [one << bit[i] if self.hyp_cover[i] > 1 else 0 for i in range(self.matches.hyp_len)]
            flat = self.table[: 6 * self.matches.count].tolist()
            choices: list[tuple[int, int]] = []
            paths = [(0, 0, 0, -1, 0, -1)]
            for cur in range(self.matches.ref_len):
                first, end = self.starts[cur], self.starts[cur + 1]
                pin = self.alignment[cur]
                if pin >= 0:
                    first, end = pin, pin + 1
                options = []
                for match in range(first, end):
                    _, ref_words, hyp, hyp_words, _, gain = flat[6 * match : 6 * match + 6]
                    mask = sum(wanted[hyp : hyp + hyp_words])
                    options.append((hyp, mask, gain << 32, abs(cur - hyp), hyp + hyp_words, cur + ref_words, match))
                following = _follow(paths, options) if pin >= 0 else _choose(paths, options, self.beam, cur)
                after = []
                for key, distance, _, p, k in following:
                    _, _, used, last, index, choice = paths[p]
                    if k >= 0:
                        _, mask, _, _, last, index, match = options[k]
                        used |= mask
                        if pin < 0:
                            choices.append((match, choice))
                            choice = len(choices) - 1
                    elif index <= cur:
                        last, index = -1, cur + 1
                    after.append((key, distance, used, last, index, choice))
                paths = after
            choice = min(
                (
                    (key + (last >= 0), distance, p, choice)
                    for p, (key, distance, _, last, _, choice) in enumerate(paths)
                )
            )[3]
            while choice >= 0:
                match, choice = choices[choice]
                self.alignment[flat[6 * match]] = match
            return True

    def _follow(paths: list[Six], options: list[Seven]) -> list[Five]:
        """What comes of the paths when all take the one match that was settled beforehand; best first."""
        hyp, _, gain, away = options[0][:4]
        following = [
            (key - gain + (0 <= last != hyp), distance + away, p, p, 0)
            for p, (key, distance, _, last, _, _) in enumerate(paths)
        ]
        return sorted(following)

    def _choose(paths: list[Six], options: list[Seven], beam: int, cur: int) -> list[Five]:
        """What comes of the paths when each takes every match it can, and none; the best of them, best first."""
        # The most that a match from here on can gain; where even that is too little, the rest of a path is not tried.
        ahead = [*accumulate((option[2] for option in reversed(options)), max)][::-1]
        starts = {option[0] for option in options}
        following: list[Five] = []
        limit: tuple[float, float] = (inf, inf)
        order = 0
        for p, (key, distance, used, last, index, _) in enumerate(paths):
            if index > cur:
                following.append((key, distance, order, p, -1))
                order += 1
                continue
            least = key + (last >= 0 and last not in starts)
            for k, (hyp, mask, gain, away, _, _, _) in enumerate(options):
                if (least - ahead[k], distance) > limit:
                    break
                if not used & mask:
                    following.append((key - gain + (0 <= last != hyp), distance, order, p, k))
                    order += 1
                    distance += away
            else:
                following.append((key + (last >= 0), distance, order, p, -1))
                order += 1
            if len(following) > 2 * beam:
                following.sort()
                del following[beam:]
                limit = following[-1][:2]
        following.sort()
        return following[:beam]

    Beam = InterpretedBeam  # type: ignore[misc]
