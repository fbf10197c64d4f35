"""The cheapest choice of links for open words, searched from left to right with as many states as may stay.

A state is what the rest of the search can still see of the links made so far (which reference words are free, how many
links lie between them, whether a chunk is running), and of two equal states the cheaper goes on, or the one with the
smaller list of links. Every state knows the least its cost can become, and where there are too many states the most
expensive are dropped. The answer is proven best if it costs no more than any dropped state could have come to cost.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._tables import ints, tables
from bolide.kernels.meteor2005._alignment_block import Pairs, Progress, Words

if cython.compiled:
    from cython.cimports.bolide.kernels.bits import INNER, SHIFT, bit, highest, ones
    from cython.cimports.bolide.kernels.meteor2005.prices import Prices
else:
    from bolide.kernels._bits import INNER, SHIFT, bit, highest, ones
    from bolide.kernels.meteor2005.prices import Prices

COMPILED = cython.compiled


class Beam(Prices):
    """Searches a priced problem with at most `room` states at a time, `nodes` in all."""

    def __init__(self, pairs: Pairs, words: Words, block: Progress, edges: cython.Py_ssize_t) -> None:
        super().__init__(pairs, words, block, edges)
        self.seen_mark = self.work = 0
        longest: cython.Py_ssize_t = max(self.longest_hyp, self.longest_ref)
        self.mate, self.via, self.seen, self.got, self.queue = tables(cython.compiled, 5, longest, "i")

    def furnish(self, room: cython.Py_ssize_t, nodes: cython.Py_ssize_t, limit: cython.longlong) -> None:
        """Make room for `room` states at a time and `nodes` nodes in all, never fewer than layers."""
        c: cython.bint = cython.compiled
        size: cython.Py_ssize_t = 4
        while size < 4 * room:
            size *= 2
        self.room, self.limit, self.mask = room, limit, size - 1
        self.span = (self.longest_ref >> SHIFT) + 1
        self.full = 0xFFFFFFFFFFFFFFFF if cython.compiled else (1 << (self.longest_ref + 1)) - 1
        self.free, self.made = tables(c, 2, 2 * room * self.span, "Q")
        self.cost, self.rest, self.least, self.sure = tables(c, 4, 2 * room, "q")
        self.before, self.node, self.pick, self.alive, self.spot = tables(c, 5, 2 * room, "i")
        (self.code,) = tables(c, 1, 2 * room, "Q")
        self.table = ints(c, size, -1)
        self.right, self.left = tables(c, 2, self.span, "i")
        (self.surely,) = tables(c, 1, self.span, "Q")
        self.node_up, self.node_pick = tables(c, 2, nodes, "i")
        self.node_least, self.lost = tables(c, 2, nodes, "q")

    def search(self, width: cython.Py_ssize_t, ceiling: cython.longlong, patient: cython.bint) -> tuple[bool, int]:
        """Answer with the cheapest choice of at most `ceiling`; say whether it is proven best, and the work done.

        Unless patient, the search gives up when its work passes the limit or a state is lost that could have become
        cheaper than the ceiling, if there is one.
        """
        with cython.nogil:
            self._search(width, ceiling, patient)
        return bool(self.exact), self.work

    def settle(self, stage: cython.int) -> None:
        """Link the words of the classes that are too large to search; they are open no more."""
        c: cython.int
        with cython.nogil:
            for c in range(self.classes):
                if self.large[c]:
                    self._settle(c, stage)

    def _settle(self, c, stage):
        """A plain class is linked copy by copy, a partial one as often as can be, links uncrossed where that can be."""
        t = self.class_layer[c]
        if self.class_partial[c]:
            self._list_partial(c)
            self._most(c, t, -1, -1)
            while t >= 0:
                self.answer[t] = self.got[t]
                t = self.lay_next[t]
            self._uncross(c)
        else:
            self._pair_off(c)
        self._close(c, stage)

    def _search(self, width, ceiling, patient):
        size = 1
        nodes = 0
        best = -1
        capped = ceiling != self.never
        self.exact = False
        self._start(width, ceiling)
        for t in range(self.layers):
            if not patient and (self.work > self.limit or (t > 0 and capped and self.lost[t - 1] < ceiling)):
                return
            self._begin(t)
            for s in range(size):
                if self.alive[self.now + s]:
                    self._expand(self.now + s, t)
            nodes = self._commit(nodes)
            size = self.fresh
        for s in range(self.now, self.now + size):
            if self.alive[s] and (best < 0 or self.cost[s] < self.cost[best]):
                best = s
        if best >= 0:
            self._trace(best)

    def _start(self, width, ceiling):
        """The one state before the first open word."""
        self.width = width
        self.ceiling = ceiling
        self.work = 0
        self.now = 0
        self.low = 0
        self.high = -1
        self.cost[0] = self.rest[0] = self.sure[0] = 0
        self.before[0] = self.node[0] = -1
        self.alive[0] = self.fresh = 1
        for t in range(self.layers):
            c = self.lay_class[t]
            if self.class_partial[c] or self.class_layer[c] == t:
                self.rest[0] += self.edge_rest[self.lay_edge[t]]
        self.least[0] = self.rest[0]
        for t in range((self.open >> SHIFT) + 1):
            self.surely[t] = 0
        for c in range(self.classes):
            if self.class_partial[c] == 0:
                for t in range(max(0, self.class_refs[c] - self.class_hyps[c]), self.class_refs[c]):
                    a = self.member[self.class_at[c] + t]
                    self.surely[a >> SHIFT] |= bit(a)

    def _begin(self, t):
        """An empty generation for the states after open word t."""
        c = self.lay_class[t]
        a = self.edge_ref[self.lay_edge[t] + self.lay_width[t] - 1]
        self.layer = t
        self.cut = self.ceiling
        self.lost[t] = self.never
        while self.high < a >> SHIFT:
            self.high += 1
            for s in range(self.now, self.now + self.fresh):
                self.free[s * self.span + self.high] = self.full
                self.made[s * self.span + self.high] = 0
        self.new = self.room - self.now
        self.fresh = 0
        self.next_low = self.high + 1
        if self.class_partial[c] == 0 and self.class_refs[c] > self.class_hyps[c]:
            self.surely[a >> SHIFT] &= self.full ^ bit(a)

    def _commit(self, nodes):
        """Give the new states their nodes, smallest list of links first, and make them the present ones."""
        if self.fresh > self.width:
            self._shrink()
        for s in range(self.new, self.new + self.fresh):
            self.table[self.spot[s]] = -1
            if self.alive[s]:
                self.node_up[nodes] = self.node[s]
                self.node_pick[nodes] = self.pick[s]
                self.node_least[nodes] = self.least[s]
                self.node[s] = nodes
                nodes += 1
        self.now = self.new
        self.low = self.next_low
        return nodes

    def _trace(self, best):
        """Read the answer back, and see whether it is proven.

        Where a layer lost a state that could have become as cheap, the answer's own was preferred for its smaller list
        of links only if both promised the same.
        """
        node = self.node[best]
        self.exact = True
        for t in range(self.layers - 1, -1, -1):
            self.answer[t] = self.node_pick[node]
            if self.lost[t] < self.cost[best]:
                self.exact = False
            if self.lost[t] == self.cost[best] and self.node_least[node] != self.cost[best]:
                self.exact = False
            node = self.node_up[node]

    # One state and what follows it.

    def _expand(self, s, t):
        """All that open word t may do from state s, in the order of the lists of links: left to right, then no link."""
        c = self.lay_class[t]
        e = self.lay_edge[t]
        end = e + self.lay_width[t]
        d = e
        rest = self.rest[s]
        self._count_sides(s)
        self.crossed = 0
        if self.class_partial[c]:
            rest -= self.edge_rest[e]
            need = self._most(c, t, s, -1)
            for d in range(e, end):
                if (
                    self._is_free(s, self.edge_ref[d])
                    and self._most(c, self.lay_next[t], s, self.edge_ref[d]) >= need - 1
                ):
                    self._child(s, t, d, rest)
            if self._most(c, self.lay_next[t], s, -1) >= need:
                self._child(s, t, -1, rest)
            return
        while d < end and not self._is_free(s, self.edge_ref[d]):
            d += 1
        if d == end:
            self._child(s, t, -1, rest)
            return
        rest -= self.edge_rest[d]
        self.from_edge = d
        if self.class_refs[c] > self.class_hyps[c]:
            self.crossed = self._over(s, self.edge_ref[end - 1])
            for k in range(d, end):
                self._child(s, t, k, rest + self.edge_taken[k])
            return
        self.crossed = self._over(s, self.edge_ref[d])
        self._child(s, t, d, rest + self.edge_taken[d])
        if self.edge_left[d] < self.never:
            self._child(s, t, -1, rest + self.edge_left[d])

    def _child(self, s, t, e, rest):
        """The state after open word t takes link e (none, if e < 0) from state s, unless it cannot win.

        Links made so far will be crossed, whatever comes, by those to words that surely are linked, and by one of a
        class with copies to spare no less than its rightmost choice says.
        """
        a = -1
        total = self.cost[s]
        sure = self.sure[s]
        if e >= 0:
            a = self.edge_ref[e]
            total += self.edge_cost[e] + self.scale * self._over(s, a)
            if self.edge_joins[e] and self.before[s] != a - 1:
                total += 1
            sure += self._under(s, a) - self.crossed
        least = max(self.least[s], total + rest + self.scale * sure)
        self.work += 1
        if least <= self.cut and self.fresh == 2 * self.width:
            self._shrink()
        if least > self.cut:
            self.lost[t] = min(self.lost[t], least)
            return
        x = self.new + self.fresh
        self.before[x] = a if e >= 0 and self.edge_leads[e] else -1
        self.cost[x] = total
        self.rest[x] = rest
        self.sure[x] = sure
        self.least[x] = least
        self.node[x] = self.node[s]
        self.pick[x] = a
        self.alive[x] = 1
        self._write(s * self.span, x * self.span, t, e)
        if self._admit(x):
            self.fresh += 1

    def _is_free(self, s, a):
        """Whether state s leaves open reference word a free."""
        if (a >> SHIFT) < self.low or (a >> SHIFT) > self.high:
            return (a >> SHIFT) > self.high
        return (self.free[s * self.span + (a >> SHIFT)] >> (a & INNER)) & 1

    def _count_sides(self, s):
        """For each word of state s's bits, count the links right of it and the words sure of a link left of it."""
        row = s * self.span
        count = 0
        for w in range(self.high, self.low - 1, -1):
            self.right[w] = count
            count += ones(self.made[row + w])
        count = 0
        for w in range(self.low, self.high + 1):
            self.left[w] = count
            count += ones(self.free[row + w] & self.surely[w])
        self.work += 4 + (self.open >> 6)

    def _over(self, s, a):
        """How many links of state s one to reference word a crosses."""
        return self.right[a >> SHIFT] + ones((self.made[s * self.span + (a >> SHIFT)] >> (a & INNER)) >> 1)

    def _under(self, s, a):
        """How many words sure of a link state s leaves free on the left of reference word a."""
        w = a >> SHIFT
        return self.left[w] + ones(self.free[s * self.span + w] & self.surely[w] & (bit(a) - 1))

    # The bits of a state.

    def _write(self, old, row, t, e):
        """Copy a state's bits, with link e made; words that can no longer be linked are no longer free."""
        code = 0
        end = self.lay_edge[t] + self.lay_width[t]
        for w in range(self.low, self.high + 1):
            self.free[row + w] = self.free[old + w]
            self.made[row + w] = self.made[old + w]
        if e >= 0 and self.class_partial[self.lay_class[t]] == 0:
            for d in range(self.from_edge, e):
                self._use_up(row, self.edge_ref[d], 0)
            self._use_up(row, self.edge_ref[e], 1)
            if self.lay_next[t] < 0:
                for d in range(e + 1, end):
                    self._use_up(row, self.edge_ref[d], 0)
        elif self.class_partial[self.lay_class[t]]:
            if e >= 0:
                self._use_up(row, self.edge_ref[e], 1)
            for d in range(self.lay_edge[t], end):
                w = self.edge_ref[d]
                if self.ref_last[w] == t and (self.free[row + (w >> SHIFT)] >> (w & INNER)) & 1:
                    self._use_up(row, w, 0)
        if not cython.compiled:
            code = hash((self.free[row], self.made[row])) & 0x7FFFFFFFFFFFFFFF
        for w in range(self.high, self.low - 1, -1):
            if self.free[row + w]:
                self.next_low = min(self.next_low, w)
            if cython.compiled:
                code = (code * 1000003 + self.free[row + w] + 7919 * self.made[row + w]) & self.full
        self.code[self.new + self.fresh] = code
        self.work += 8 + 2 * (self.open >> 6)

    def _use_up(self, row, a, linked):
        """Reference word a is free no more: the links noted after it join those after the free word before it."""
        w = a >> SHIFT
        count = self._run(row, a + 1)
        self._fill(row, a + 1, count, False)
        self.free[row + w] &= self.full ^ bit(a)
        bits = self.free[row + w] & (bit(a) - 1)
        while bits == 0 and w > self.low:
            w -= 1
            bits = self.free[row + w]
        if bits and count + linked > 0:
            a = (w << SHIFT) + highest(bits) + 1
            self._fill(row, a + self._run(row, a), count + linked, True)

    def _run(self, row, a):
        """How many links are noted from place a on without a gap."""
        w = a >> SHIFT
        if w > self.high:
            return 0
        none = (self.full ^ self.made[row + w]) >> (a & INNER) << (a & INNER)
        while none == 0 and w < self.high:
            w += 1
            none = self.full ^ self.made[row + w]
        if none == 0:
            return ((w + 1) << SHIFT) - a
        return (w << SHIFT) + ones((none & (self.full ^ (none - 1))) - 1) - a

    def _fill(self, row, a, count, on):
        """Note `count` links from place a on, or no links."""
        end = a + count - 1
        if count == 0:
            return
        for w in range(a >> SHIFT, (end >> SHIFT) + 1):
            bits = self.full
            if w == a >> SHIFT:
                bits = bits >> (a & INNER) << (a & INNER)
            if w == end >> SHIFT:
                bits &= ((bit(end) - 1) << 1) + 1
            if on:
                self.made[row + w] |= bits
            else:
                self.made[row + w] &= self.full ^ bits

    # Which states stay.

    def _admit(self, x):
        """Enter state x in the table, unless one like it is as cheap: that one came first, so its links are smaller."""
        place = self.code[x] + self.before[x] + 1
        place = (place ^ (place >> 17) ^ (place >> 41)) & self.mask
        while self.table[place] >= 0:
            y = self.table[place]
            if self.code[y] == self.code[x] and self._same(x, y):
                if self.cost[y] <= self.cost[x]:
                    return False
                self.alive[y] = 0
                break
            place = (place + 1) & self.mask
        self.table[place] = x
        self.spot[x] = place
        return True

    def _same(self, x, y):
        """Whether two new states look alike to what comes."""
        if self.before[x] != self.before[y]:
            return False
        for w in range(self.low, self.high + 1):
            if self.free[x * self.span + w] != self.free[y * self.span + w]:
                return False
            if self.made[x * self.span + w] != self.made[y * self.span + w]:
                return False
        return True

    def _worst_kept(self):
        """The smallest bound that as many new states as may stay do not pass."""
        low = self.never
        high = -low
        if not cython.compiled:
            bounds = sorted(self.least[x] for x in range(self.new, self.new + self.fresh) if self.alive[x])
            return bounds[min(self.width, len(bounds)) - 1]
        for x in range(self.new, self.new + self.fresh):
            if self.alive[x]:
                low = min(low, self.least[x])
                high = max(high, self.least[x])
        while low < high:
            middle = low + ((high - low) >> 1)
            below = 0
            for x in range(self.new, self.new + self.fresh):
                if self.alive[x] and self.least[x] <= middle:
                    below += 1
            if below >= self.width:
                high = middle
            else:
                low = middle + 1
        return low

    def _shrink(self):
        """Keep as many new states as may stay: those with the lowest bounds, on ties those with the smaller links."""
        y = self.new
        equal = self.width
        living = 0
        worst = self._worst_kept()
        for x in range(self.new, self.new + self.fresh):
            self.table[self.spot[x]] = -1
            living += self.alive[x]
            if self.alive[x] and self.least[x] < worst:
                equal -= 1
        if living >= self.width:
            self.cut = min(self.cut, worst - 1)
        for x in range(self.new, self.new + self.fresh):
            if self.alive[x] == 0:
                continue
            if self.least[x] == worst:
                equal -= 1
            if self.least[x] > worst or (self.least[x] == worst and equal < 0):
                self.lost[self.layer] = min(self.lost[self.layer], self.least[x])
                continue
            self._move(x, y)
            y += 1
        self.fresh = y - self.new
        for x in range(self.new, y):
            self._admit(x)

    def _move(self, x, y):
        """Put new state x in place y."""
        if x == y:
            return
        for w in range(self.low, self.high + 1):
            self.free[y * self.span + w] = self.free[x * self.span + w]
            self.made[y * self.span + w] = self.made[x * self.span + w]
        self.cost[y], self.rest[y] = self.cost[x], self.rest[x]
        self.least[y], self.sure[y] = self.least[x], self.sure[x]
        self.before[y], self.node[y] = self.before[x], self.node[x]
        self.pick[y], self.code[y] = self.pick[x], self.code[x]
        self.alive[y] = 1

    # Partial classes: the most links there can be.

    def _most(self, c, t, s, but):
        """The most links partial class c can still get from open word t on."""
        found = 0
        for i in range(self.class_at[c], self.class_at[c + 1]):
            self.mate[self.member[i]] = -1
        while t >= 0:
            self.got[t] = -1
            if self._augment(t, s, but):
                found += 1
            t = self.lay_next[t]
        return found

    def _augment(self, first, s, but):
        """Find open word `first` a partner among those state s leaves (all, if s < 0) but one; others may move."""
        head = 0
        tail = 1
        self.seen_mark += 1
        self.queue[0] = first
        while head < tail:
            t = self.queue[head]
            head += 1
            for e in range(self.lay_edge[t], self.lay_edge[t] + self.lay_width[t]):
                a = self.edge_ref[e]
                self.work += 1
                if a == but or self.seen[a] == self.seen_mark or (s >= 0 and not self._is_free(s, a)):
                    continue
                self.seen[a] = self.seen_mark
                self.via[a] = t
                if self.mate[a] >= 0:
                    self.queue[tail] = self.mate[a]
                    tail += 1
                    continue
                while a >= 0:
                    t = self.via[a]
                    freed = self.got[t]
                    self.mate[a] = t
                    self.got[t] = a
                    a = freed if t != first else -1
                return True
        return False
