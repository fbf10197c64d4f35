"""The cheapest choice of links for open words, searched from left to right with as many states as may stay.

A state is what the rest of the search can still see of the links made so far (which reference words are free, how many
links lie between them, whether a chunk is running), and of two equal states the cheaper goes on, or the one with the
smaller list of links. Every state knows the least its cost can become, and where there are too many states the dearest
are lost. The answer is proven best if it is no dearer than the least that any lost state could have become.
"""

from array import array
from typing import Any, Literal

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._problem import NEVER, Problem

COMPILED = cython.compiled


@cython.cfunc
def _tables(count: cython.int, size: cython.Py_ssize_t, kind: Literal["i", "q", "Q"]) -> list[Any]:
    """Scratch: compiled it is memory, interpreted lists, which Python reads faster."""
    if not cython.compiled:
        return [[0] * size for _ in range(count)]
    size = max(size, 1)
    room = memoryview(bytearray((4 if kind == "i" else 8) * count * size)).cast(kind)
    return [room[k * size : (k + 1) * size] for k in range(count)]


# Rows of bits are cut into words: bit a is bit a & _INNER of word a >> _SHIFT. Compiled, a word has 64 bits; Python's
# integers are as long as they need to be, so that interpreted a row is a single word.

_SHIFT = cython.declare(cython.int, 6 if cython.compiled else 60)
_INNER = cython.declare(cython.Py_ssize_t, (1 << _SHIFT) - 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ones(bits: cython.ulonglong) -> cython.int:
    """How many bits are set."""
    if not cython.compiled:
        return bits.bit_count()
    pairs: cython.ulonglong = 0x5555555555555555
    fours: cython.ulonglong = 0x3333333333333333
    bytes_: cython.ulonglong = 0x0F0F0F0F0F0F0F0F
    each: cython.ulonglong = 0x0101010101010101
    bits = bits - ((bits >> 1) & pairs)
    bits = (bits & fours) + ((bits >> 2) & fours)
    bits = (bits + (bits >> 4)) & bytes_
    return (bits * each) >> 56


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _highest(bits: cython.ulonglong) -> cython.int:
    """Which is the highest bit set, of at least one."""
    if not cython.compiled:
        return bits.bit_length() - 1
    bits = bits | (bits >> 1)
    bits = bits | (bits >> 2)
    bits = bits | (bits >> 4)
    bits = bits | (bits >> 8)
    bits = bits | (bits >> 16)
    bits = bits | (bits >> 32)
    return _ones(bits) - 1


@cython.cclass
class Beam:
    """The scratch of one thread: room for the longest pair of a block and for a search of a given width."""

    # The problem: its numbers and tables are explained where it is defined.
    counts: cython.longlong[::1]
    layers: cython.Py_ssize_t
    open: cython.Py_ssize_t
    scale: cython.longlong
    lay_class: cython.int[::1]
    lay_next: cython.int[::1]
    lay_edge: cython.int[::1]
    lay_width: cython.int[::1]
    ref_last: cython.int[::1]
    member: cython.int[::1]
    class_at: cython.int[::1]
    class_hyps: cython.int[::1]
    class_refs: cython.int[::1]
    class_odd: cython.int[::1]
    class_layer: cython.int[::1]
    edge_ref: cython.int[::1]
    edge_joins: cython.int[::1]
    edge_leads: cython.int[::1]
    edge_cost: cython.longlong[::1]
    edge_rest: cython.longlong[::1]
    edge_taken: cython.longlong[::1]
    edge_left: cython.longlong[::1]
    answer: cython.int[::1]
    # Matching within one odd class.
    mate: cython.int[::1]
    via: cython.int[::1]
    seen: cython.int[::1]
    got: cython.int[::1]
    queue: cython.int[::1]
    seen_mark: cython.int
    # Two generations of states. A bit for each open reference word says whether it is free; of the links made, there
    # are as many bits right after a free word as links lie between it and the next free one.
    room: cython.Py_ssize_t
    span: cython.Py_ssize_t
    free: cython.ulonglong[::1]
    past: cython.ulonglong[::1]
    cost: cython.longlong[::1]
    rest: cython.longlong[::1]
    least: cython.longlong[::1]
    sure: cython.longlong[::1]
    before: cython.int[::1]
    node: cython.int[::1]
    pick: cython.int[::1]
    alive: cython.int[::1]
    code: cython.ulonglong[::1]
    spot: cython.int[::1]
    table: cython.int[::1]
    mask: cython.ulonglong
    full: cython.ulonglong
    # The state being continued: links right of each word of bits, sure words left of it, where its class goes on.
    right: cython.int[::1]
    left: cython.int[::1]
    surely: cython.ulonglong[::1]
    crossed: cython.longlong
    from_edge: cython.Py_ssize_t
    # The search as a whole.
    node_up: cython.int[::1]
    node_pick: cython.int[::1]
    node_least: cython.longlong[::1]
    lost: cython.longlong[::1]
    now: cython.Py_ssize_t
    new: cython.Py_ssize_t
    fresh: cython.Py_ssize_t
    layer: cython.Py_ssize_t
    width: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    next_low: cython.Py_ssize_t
    never: cython.longlong
    ceiling: cython.longlong
    cut: cython.longlong
    exact: cython.bint
    work: cython.longlong
    limit: cython.longlong

    def __init__(
        self, problem: Problem, room: cython.Py_ssize_t, nodes: cython.Py_ssize_t, limit: cython.longlong
    ) -> None:
        n: cython.Py_ssize_t = len(problem.lay_hyp)
        m: cython.Py_ssize_t = len(problem.ref_pos)
        size: cython.Py_ssize_t = 4
        self._share(problem)
        while size < 4 * room:
            size *= 2
        self.room, self.limit, self.never, self.mask = room, limit, NEVER, size - 1
        self.span = (m >> _SHIFT) + 1
        self.full = 0xFFFFFFFFFFFFFFFF if cython.compiled else (1 << (m + 1)) - 1
        self.seen_mark = self.work = 0
        self.mate, self.via, self.seen, self.got, self.queue = _tables(5, max(n, m), "i")
        self.free, self.past = _tables(2, 2 * room * self.span, "Q")
        self.cost, self.rest, self.least, self.sure = _tables(4, 2 * room, "q")
        self.before, self.node, self.pick, self.alive, self.spot = _tables(5, 2 * room, "i")
        (self.code,) = _tables(1, 2 * room, "Q")
        self.table = memoryview(array("i", [-1]) * size) if cython.compiled else [-1] * size
        self.right, self.left = _tables(2, self.span, "i")
        (self.surely,) = _tables(1, self.span, "Q")
        self.node_up, self.node_pick = _tables(2, nodes, "i")
        self.node_least, self.lost = _tables(2, nodes, "q")  # never fewer nodes than layers

    @cython.cfunc
    @cython.exceptval(check=True)
    def _share(self, problem: Problem) -> cython.void:
        self.counts, self.answer = problem.counts, problem.answer
        self.lay_class, self.lay_next = problem.lay_class, problem.lay_next
        self.lay_edge, self.lay_width, self.ref_last = problem.lay_edge, problem.lay_width, problem.ref_last
        self.member, self.class_at, self.class_layer = problem.member, problem.class_at, problem.class_layer
        self.class_hyps, self.class_refs, self.class_odd = problem.class_hyps, problem.class_refs, problem.class_odd
        self.edge_ref, self.edge_joins, self.edge_leads = problem.edge_ref, problem.edge_joins, problem.edge_leads
        self.edge_cost, self.edge_rest = problem.edge_cost, problem.edge_rest
        self.edge_taken, self.edge_left = problem.edge_taken, problem.edge_left

    def search(self, width: cython.Py_ssize_t, ceiling: cython.longlong, patient: cython.bint) -> tuple[bool, int]:
        """Answer with the cheapest choice no dearer than `ceiling`; say whether it is proven best, and the work done.

        Unless patient, the search gives up when its work passes the limit or a state is lost that could have become
        cheaper than the ceiling, if there is one.
        """
        with cython.nogil:
            self._search(width, ceiling, patient)
        return bool(self.exact), self.work

    def match(self, c: cython.int) -> None:
        """Answer with as many links of odd class c as can be."""
        t: cython.int = self.class_layer[c]
        with cython.nogil:
            self._most(c, t, -1, -1)
            while t >= 0:
                self.answer[t] = self.got[t]
                t = self.lay_next[t]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, width: cython.Py_ssize_t, ceiling: cython.longlong, patient: cython.bint) -> cython.void:
        t: cython.Py_ssize_t
        s: cython.Py_ssize_t
        size: cython.Py_ssize_t = 1
        nodes: cython.int = 0
        best: cython.Py_ssize_t = -1
        self.exact = False
        self._start(width, ceiling)
        for t in range(self.layers):
            if not patient and (self.work > self.limit or (t > 0 and self.lost[t - 1] < ceiling != self.never)):
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _start(self, width: cython.Py_ssize_t, ceiling: cython.longlong) -> cython.void:
        """The one state before the first open word."""
        t: cython.Py_ssize_t
        c: cython.Py_ssize_t
        a: cython.Py_ssize_t
        one: cython.ulonglong = 1
        self.layers, self.open, self.scale = self.counts[0], self.counts[1], self.counts[3]
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
            if self.class_odd[c] or self.class_layer[c] == t:
                self.rest[0] += self.edge_rest[self.lay_edge[t]]
        self.least[0] = self.rest[0]
        for t in range((self.open >> _SHIFT) + 1):
            self.surely[t] = 0
        for c in range(self.counts[2]):
            if self.class_odd[c] == 0:
                for t in range(max(0, self.class_refs[c] - self.class_hyps[c]), self.class_refs[c]):
                    a = self.member[self.class_at[c] + t]
                    self.surely[a >> _SHIFT] |= one << (a & _INNER)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self, t: cython.Py_ssize_t) -> cython.void:
        """An empty generation for the states after open word t."""
        c: cython.int = self.lay_class[t]
        a: cython.Py_ssize_t = self.edge_ref[self.lay_edge[t] + self.lay_width[t] - 1]
        one: cython.ulonglong = 1
        s: cython.Py_ssize_t
        self.layer = t
        self.cut = self.ceiling
        self.lost[t] = self.never
        while self.high < a >> _SHIFT:
            self.high += 1
            for s in range(self.now, self.now + self.fresh):
                self.free[s * self.span + self.high] = self.full
                self.past[s * self.span + self.high] = 0
        self.new = self.room - self.now
        self.fresh = 0
        self.next_low = self.high + 1
        if self.class_odd[c] == 0 and self.class_refs[c] > self.class_hyps[c]:
            self.surely[a >> _SHIFT] &= self.full ^ (one << (a & _INNER))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _commit(self, nodes: cython.int) -> cython.int:
        """Give the new states their nodes, smallest list of links first, and make them the present ones."""
        s: cython.Py_ssize_t
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trace(self, best: cython.Py_ssize_t) -> cython.void:
        """Read the answer back, and see whether it is proven.

        Where a layer lost a state that could have become as cheap, the answer's own was preferred for its smaller list
        of links only if both promised the same.
        """
        node: cython.int = self.node[best]
        t: cython.Py_ssize_t
        self.exact = True
        for t in range(self.layers - 1, -1, -1):
            self.answer[t] = self.node_pick[node]
            if self.lost[t] < self.cost[best] or self.lost[t] == self.cost[best] != self.node_least[node]:
                self.exact = False
            node = self.node_up[node]

    # One state and what follows it.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, s: cython.Py_ssize_t, t: cython.Py_ssize_t) -> cython.void:
        """All that open word t may do from state s, in the order of the lists of links: left to right, then no link."""
        c: cython.int = self.lay_class[t]
        e: cython.Py_ssize_t = self.lay_edge[t]
        end: cython.Py_ssize_t = e + self.lay_width[t]
        d: cython.Py_ssize_t = e
        k: cython.Py_ssize_t
        rest: cython.longlong = self.rest[s]
        need: cython.int
        self._count(s)
        self.crossed = 0
        if self.class_odd[c]:
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _child(
        self, s: cython.Py_ssize_t, t: cython.Py_ssize_t, e: cython.Py_ssize_t, rest: cython.longlong
    ) -> cython.void:
        """The state after open word t takes link e (none, if e < 0) from state s, unless it cannot win.

        Links made so far will be crossed, whatever comes, by those to words that surely are linked, and by one of a
        class with copies to spare no less than its rightmost choice says.
        """
        a: cython.Py_ssize_t = -1
        x: cython.Py_ssize_t
        total: cython.longlong = self.cost[s]
        sure: cython.longlong = self.sure[s]
        least: cython.longlong
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

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_free(self, s: cython.Py_ssize_t, a: cython.Py_ssize_t) -> cython.bint:
        """Whether state s leaves open reference word a free."""
        if (a >> _SHIFT) < self.low or (a >> _SHIFT) > self.high:
            return (a >> _SHIFT) > self.high
        return (self.free[s * self.span + (a >> _SHIFT)] >> (a & _INNER)) & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, s: cython.Py_ssize_t) -> cython.void:
        """For each word of state s's bits, count the links right of it and the words sure of a link left of it."""
        w: cython.Py_ssize_t
        row: cython.Py_ssize_t = s * self.span
        count: cython.int = 0
        for w in range(self.high, self.low - 1, -1):
            self.right[w] = count
            count += _ones(self.past[row + w])
        count = 0
        for w in range(self.low, self.high + 1):
            self.left[w] = count
            count += _ones(self.free[row + w] & self.surely[w])
        self.work += 4 + (self.open >> 6)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _over(self, s: cython.Py_ssize_t, a: cython.Py_ssize_t) -> cython.longlong:
        """How many links of state s one to reference word a crosses."""
        return self.right[a >> _SHIFT] + _ones((self.past[s * self.span + (a >> _SHIFT)] >> (a & _INNER)) >> 1)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _under(self, s: cython.Py_ssize_t, a: cython.Py_ssize_t) -> cython.longlong:
        """How many words sure of a link state s leaves free on the left of reference word a."""
        w: cython.Py_ssize_t = a >> _SHIFT
        one: cython.ulonglong = 1
        return self.left[w] + _ones(self.free[s * self.span + w] & self.surely[w] & ((one << (a & _INNER)) - 1))

    # The bits of a state.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _write(
        self, old: cython.Py_ssize_t, row: cython.Py_ssize_t, t: cython.Py_ssize_t, e: cython.Py_ssize_t
    ) -> cython.void:
        """Copy a state's bits, with link e made and what nobody can be linked to any more no longer free."""
        w: cython.Py_ssize_t
        d: cython.Py_ssize_t
        code: cython.ulonglong = 0
        end: cython.Py_ssize_t = self.lay_edge[t] + self.lay_width[t]
        for w in range(self.low, self.high + 1):
            self.free[row + w] = self.free[old + w]
            self.past[row + w] = self.past[old + w]
        if e >= 0 and self.class_odd[self.lay_class[t]] == 0:
            for d in range(self.from_edge, e):
                self._close(row, self.edge_ref[d], 0)
            self._close(row, self.edge_ref[e], 1)
            if self.lay_next[t] < 0:
                for d in range(e + 1, end):
                    self._close(row, self.edge_ref[d], 0)
        elif self.class_odd[self.lay_class[t]]:
            if e >= 0:
                self._close(row, self.edge_ref[e], 1)
            for d in range(self.lay_edge[t], end):
                w = self.edge_ref[d]
                if self.ref_last[w] == t and (self.free[row + (w >> _SHIFT)] >> (w & _INNER)) & 1:
                    self._close(row, w, 0)
        if not cython.compiled:
            code = hash((self.free[row], self.past[row])) & 0x7FFFFFFFFFFFFFFF
        for w in range(self.high, self.low - 1, -1):
            if self.free[row + w]:
                self.next_low = min(self.next_low, w)
            if cython.compiled:
                code = (code * 1000003 + self.free[row + w] + 7919 * self.past[row + w]) & self.full
        self.code[self.new + self.fresh] = code
        self.work += 8 + 2 * (self.open >> 6)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close(self, row: cython.Py_ssize_t, a: cython.Py_ssize_t, linked: cython.Py_ssize_t) -> cython.void:
        """Reference word a is free no more: the links noted after it join those after the free word before it."""
        one: cython.ulonglong = 1
        w: cython.Py_ssize_t = a >> _SHIFT
        bits: cython.ulonglong
        count: cython.Py_ssize_t = self._run(row, a + 1)
        self._fill(row, a + 1, count, False)
        self.free[row + w] &= self.full ^ (one << (a & _INNER))
        bits = self.free[row + w] & ((one << (a & _INNER)) - 1)
        while bits == 0 and w > self.low:
            w -= 1
            bits = self.free[row + w]
        if bits and count + linked > 0:
            a = (w << _SHIFT) + _highest(bits) + 1
            self._fill(row, a + self._run(row, a), count + linked, True)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, row: cython.Py_ssize_t, a: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """How many links are noted from place a on without a gap."""
        one: cython.ulonglong = 1
        w: cython.Py_ssize_t = a >> _SHIFT
        none: cython.ulonglong
        if w > self.high:
            return 0
        none = (self.full ^ self.past[row + w]) >> (a & _INNER) << (a & _INNER)
        while none == 0 and w < self.high:
            w += 1
            none = self.full ^ self.past[row + w]
        if none == 0:
            return ((w + 1) << _SHIFT) - a
        return (w << _SHIFT) + _ones((none & (self.full ^ (none - one))) - one) - a

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fill(
        self, row: cython.Py_ssize_t, a: cython.Py_ssize_t, count: cython.Py_ssize_t, on: cython.bint
    ) -> cython.void:
        """Note `count` links from place a on, or no links."""
        end: cython.Py_ssize_t = a + count - 1
        w: cython.Py_ssize_t
        one: cython.ulonglong = 1
        bits: cython.ulonglong
        if count == 0:
            return
        for w in range(a >> _SHIFT, (end >> _SHIFT) + 1):
            bits = self.full
            if w == a >> _SHIFT:
                bits = bits >> (a & _INNER) << (a & _INNER)
            if w == end >> _SHIFT:
                bits &= (((one << (end & _INNER)) - 1) << 1) + 1
            if on:
                self.past[row + w] |= bits
            else:
                self.past[row + w] &= self.full ^ bits

    # Which states stay.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _admit(self, x: cython.Py_ssize_t) -> cython.bint:
        """Enter state x in the table, unless one like it is as cheap: that one came first, so its links are smaller."""
        place: cython.ulonglong = self.code[x] + self.before[x] + 1
        y: cython.Py_ssize_t
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _same(self, x: cython.Py_ssize_t, y: cython.Py_ssize_t) -> cython.bint:
        """Whether two new states look alike to what comes."""
        w: cython.Py_ssize_t
        if self.before[x] != self.before[y]:
            return False
        for w in range(self.low, self.high + 1):
            if self.free[x * self.span + w] != self.free[y * self.span + w]:
                return False
            if self.past[x * self.span + w] != self.past[y * self.span + w]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _worst_kept(self) -> cython.longlong:
        """The smallest bound that as many new states as may stay do not pass."""
        low: cython.longlong = self.never
        high: cython.longlong = -low
        middle: cython.longlong
        x: cython.Py_ssize_t
        below: cython.Py_ssize_t
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shrink(self) -> cython.void:
        """Keep as many new states as may stay: those that promise most, of equal ones those with the smaller links."""
        x: cython.Py_ssize_t
        y: cython.Py_ssize_t = self.new
        equal: cython.Py_ssize_t = self.width
        living: cython.Py_ssize_t = 0
        worst: cython.longlong = self._worst_kept()
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move(self, x: cython.Py_ssize_t, y: cython.Py_ssize_t) -> cython.void:
        """Put new state x in place y."""
        w: cython.Py_ssize_t
        if x == y:
            return
        for w in range(self.low, self.high + 1):
            self.free[y * self.span + w] = self.free[x * self.span + w]
            self.past[y * self.span + w] = self.past[x * self.span + w]
        self.cost[y], self.rest[y] = self.cost[x], self.rest[x]
        self.least[y], self.sure[y] = self.least[x], self.sure[x]
        self.before[y], self.node[y] = self.before[x], self.node[x]
        self.pick[y], self.code[y] = self.pick[x], self.code[x]
        self.alive[y] = 1

    # Odd classes: the most links there can be.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _most(self, c: cython.int, t: cython.int, s: cython.Py_ssize_t, but: cython.int) -> cython.int:
        """The most links odd class c can still get from open word t on."""
        i: cython.Py_ssize_t
        found: cython.int = 0
        for i in range(self.class_at[c], self.class_at[c + 1]):
            self.mate[self.member[i]] = -1
        while t >= 0:
            self.got[t] = -1
            if self._augment(t, s, but):
                found += 1
            t = self.lay_next[t]
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _augment(self, first: cython.int, s: cython.Py_ssize_t, but: cython.int) -> cython.bint:
        """Find open word `first` a partner among those state s leaves (all, if s < 0) but one; others may move."""
        head: cython.Py_ssize_t = 0
        tail: cython.Py_ssize_t = 1
        e: cython.Py_ssize_t
        t: cython.int
        a: cython.int
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
                    self.mate[a] = t
                    but = self.got[t]
                    self.got[t] = a
                    a = but if t != first else -1
                return True
        return False
