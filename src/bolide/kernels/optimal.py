"""The alignment METEOR's first paper defines: most links, then fewest crossings, then fewest chunks.

Banerjee & Lavie 2005. Stages run in order; the links of an earlier stage stand. Within a stage a word that both texts
have equally often is linked copy by copy: swapping two crossing links of one word removes a crossing and adds none.
What is left open is which surplus copies stay unlinked. That is searched from left to right over the open hypothesis
words: a state is what the rest of the search can still see of the links made so far (which reference words are free,
how many links lie between them, whether a chunk is running), and of two equal states the cheaper goes on, or the one
with the smaller list of links. Costs count crossings first and chunks second; every state knows the least its cost can
become, and where there are too many states the dearest are lost. The answer is proven best if it is no dearer than the
least that any lost state could have become.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._pairs import Pairs, Progress, Words
from bolide.kernels.copies import copies
from bolide.kernels.kin import kin

COMPILED = cython.compiled


# Scratch: compiled it is memory, interpreted a list, which Python reads faster.


@cython.cfunc
def _shared(size: cython.Py_ssize_t, value: cython.int) -> object:
    return memoryview(array("i", [value]) * max(size, 1))


@cython.cfunc
def _ints(size: cython.Py_ssize_t, value: cython.int) -> object:
    return _shared(size, value) if cython.compiled else [value] * size


@cython.cfunc
def _longs(size: cython.Py_ssize_t) -> object:
    return memoryview(bytearray(8 * max(size, 1))).cast("q") if cython.compiled else [0] * size


# Rows of bits are cut into words: bit a is bit a & _INNER of word a >> _SHIFT. Compiled, a word has 64 bits; Python's
# integers are as long as they need to be, so that interpreted a row is a single word.

_SHIFT = cython.declare(cython.int, 6 if cython.compiled else 60)
_INNER = cython.declare(cython.Py_ssize_t, (1 << _SHIFT) - 1)


@cython.cfunc
def _words(size: cython.Py_ssize_t) -> object:
    return memoryview(bytearray(8 * max(size, 1))).cast("Q") if cython.compiled else [0] * size


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
class Aligner:
    """The scratch of one thread: room for the longest pair of a block and for a search of a given width."""

    hyps: cython.int[::1]
    refs: cython.int[::1]
    hyp_at: cython.longlong[::1]
    ref_at: cython.longlong[::1]
    hyp_groups_at: cython.longlong[::1]
    ref_groups_at: cython.longlong[::1]
    hyp_groups: cython.int[::1]
    ref_groups: cython.int[::1]
    # The whole block: words of one key match; odd keys hold words that do not match all others.
    hyp_key: cython.int[::1]
    ref_key: cython.int[::1]
    odd: cython.int[::1]
    links: cython.int[::1]
    stages: cython.int[::1]
    taken: cython.int[::1]
    # The pair at hand.
    h0: cython.Py_ssize_t
    r0: cython.Py_ssize_t
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    stage: cython.int
    proven: cython.bint
    hard: cython.bint
    wanted: cython.longlong
    ref_count: cython.int[::1]
    class_of: cython.int[::1]
    # Open hypothesis words, in order: the layers of the search.
    layers: cython.Py_ssize_t
    lay_hyp: cython.int[::1]
    lay_class: cython.int[::1]
    lay_rank: cython.int[::1]
    lay_next: cython.int[::1]
    lay_edge: cython.int[::1]
    lay_width: cython.int[::1]
    lay_first: cython.int[::1]
    # Open reference words, in order, and the classes both belong to.
    open: cython.Py_ssize_t
    ref_pos: cython.int[::1]
    ref_class: cython.int[::1]
    ref_rank: cython.int[::1]
    ref_last: cython.int[::1]
    member: cython.int[::1]
    classes: cython.Py_ssize_t
    class_at: cython.int[::1]
    class_hyps: cython.int[::1]
    class_refs: cython.int[::1]
    class_odd: cython.int[::1]
    class_layer: cython.int[::1]
    # Possible links of each open hypothesis word, what each costs against the links that stand, and lower bounds.
    max_edges: cython.Py_ssize_t
    edge_ref: cython.int[::1]
    edge_joins: cython.int[::1]
    edge_cost: cython.longlong[::1]
    edge_rest: cython.longlong[::1]
    scale: cython.longlong
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
    standing: cython.ulonglong[::1]
    crossed: cython.longlong
    from_edge: cython.Py_ssize_t
    # The search as a whole.
    nodes: cython.Py_ssize_t
    node_up: cython.int[::1]
    node_pick: cython.int[::1]
    node_least: cython.longlong[::1]
    lost: cython.longlong[::1]
    answer: cython.int[::1]
    kept: cython.int[::1]
    trial: cython.int[::1]
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
        self, pairs: Pairs, words: Words, room: cython.Py_ssize_t, limit: cython.longlong, edges: cython.Py_ssize_t
    ) -> None:
        p: cython.Py_ssize_t
        self.hyps, self.hyp_at, self.refs, self.ref_at = pairs
        self.hyp_groups_at, self.ref_groups_at = words.hyp_groups_at, words.ref_groups_at
        self.hyp_groups, self.ref_groups = words.hyp_groups, words.ref_groups
        self.n = self.m = 0
        for p in range(self.hyp_at.shape[0] - 1):
            self.n = max(self.n, self.hyp_at[p + 1] - self.hyp_at[p])
            self.m = max(self.m, self.ref_at[p + 1] - self.ref_at[p])
        self._make_layers(max(words.size, self.n + self.m), edges)
        self._make_search(room, limit)

    @cython.cfunc
    @cython.exceptval(check=True)
    def _make_layers(self, keys: cython.Py_ssize_t, edges: cython.Py_ssize_t) -> cython.void:
        self.ref_count, self.class_of = _ints(keys, 0), _ints(keys, -1)
        self.lay_hyp, self.lay_class, self.lay_rank = _ints(self.n, 0), _ints(self.n, 0), _ints(self.n, 0)
        self.lay_next, self.lay_edge, self.lay_width = _ints(self.n, 0), _ints(self.n, 0), _ints(self.n, 0)
        self.lay_first = _ints(self.n, 0)
        self.ref_pos, self.ref_class, self.ref_last = _ints(self.m, 0), _ints(self.m, 0), _ints(self.m, 0)
        self.ref_rank = _ints(self.m, 0)
        self.member, self.class_at = _ints(self.m, 0), _ints(self.m + 1, 0)
        self.class_hyps, self.class_refs = _ints(self.m, 0), _ints(self.m, 0)
        self.class_odd, self.class_layer = _ints(self.m, 0), _ints(self.m, 0)
        self.max_edges = edges
        self.edge_ref, self.edge_joins = _ints(edges, 0), _ints(edges, 0)
        self.edge_cost, self.edge_rest = _longs(edges), _longs(edges)
        self.mate, self.via, self.seen = _ints(self.m, -1), _ints(self.m, 0), _ints(self.m, 0)
        self.got, self.queue = _ints(self.n, -1), _ints(self.n, 0)
        self.seen_mark = 0
        self.wanted = 0

    @cython.cfunc
    @cython.exceptval(check=True)
    def _make_search(self, room: cython.Py_ssize_t, limit: cython.longlong) -> cython.void:
        size: cython.Py_ssize_t = 4
        while size < 4 * room:
            size *= 2
        self.room, self.limit, self.work = room, limit, 0
        self.span = (self.m >> _SHIFT) + 1
        self.never = 1000000000000000000
        self.full = 0xFFFFFFFFFFFFFFFF if cython.compiled else (1 << (self.m + 1)) - 1
        self.mask = size - 1
        self.free, self.past = _words(2 * room * self.span), _words(2 * room * self.span)
        self.cost, self.rest, self.least = _longs(2 * room), _longs(2 * room), _longs(2 * room)
        self.sure, self.code, self.table = _longs(2 * room), _words(2 * room), _ints(size, -1)
        self.before, self.node, self.pick = _ints(2 * room, 0), _ints(2 * room, 0), _ints(2 * room, 0)
        self.alive, self.spot = _ints(2 * room, 0), _ints(2 * room, 0)
        self.right, self.left = _ints(self.span, 0), _ints(self.span, 0)
        self.surely, self.standing = _words(self.span), _words(self.span)
        self.nodes = max(self.n * 64, min(self.n * room, (limit >> 3) + room))
        self.node_up, self.node_pick, self.node_least = _ints(self.nodes, 0), _ints(self.nodes, 0), _longs(self.nodes)
        self.lost, self.answer = _longs(self.n), _ints(self.n, 0)
        self.kept, self.trial = _ints(self.n, 0), _ints(self.n, 0)

    # From texts to open words.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pair(self, p: cython.Py_ssize_t) -> cython.void:
        """Link the open words of pair p; `hard` says that the search wants more room than there is here."""
        t: cython.Py_ssize_t
        self.h0, self.r0 = self.hyp_at[p], self.ref_at[p]
        self.n, self.m = self.hyp_at[p + 1] - self.h0, self.ref_at[p + 1] - self.r0
        self.scale = self.n + 1
        self.proven = True
        self.hard = False
        self._collect()
        if self._settle():
            self._collect()
        if self.hard or self.layers == 0:
            return
        self._price(-1)
        if not self._choose():
            self.proven = False
            self.hard = self.room <= 256
        if self.hard:
            return
        for t in range(self.layers):
            if self.answer[t] >= 0:
                self._link(self.lay_hyp[t], self.ref_pos[self.answer[t]])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _link(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.void:
        self.links[self.h0 + i] = j
        self.stages[self.h0 + i] = self.stage
        self.taken[self.r0 + j] = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self) -> cython.bint:
        """Search narrowly for a good answer, widely for a proof, and if work runs out as widely as it can be spread."""
        best: cython.longlong = self._search(64, self.never, self.room > 256)
        spent: cython.longlong = self.work
        wide: cython.Py_ssize_t
        if self.exact or self.room <= 256:
            return self.exact
        best = self._polish()
        self._keep()
        if self._search(self.room >> 1, best, False) <= best and self.exact:
            return True
        self._restore()
        wide = min(self.room >> 1, self.nodes // self.layers, 64 * self.limit // spent)
        if wide > 64:
            self._search(wide, self.never, True)
            if not self.exact and self._polish() > best:
                self._restore()
        return self.exact

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self) -> cython.void:
        t: cython.Py_ssize_t
        for t in range(self.layers):
            self.kept[t] = self.answer[t]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restore(self) -> cython.void:
        t: cython.Py_ssize_t
        for t in range(self.layers):
            self.answer[t] = self.kept[t]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _collect(self) -> cython.void:
        """List the open words of both sides and their classes."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.int
        c: cython.int
        a: cython.int = 0
        t: cython.int = 0
        self.classes = 0
        self.class_at[0] = 0
        for j in range(self.m):
            if self.ref_key[self.r0 + j] >= 0:
                self.ref_count[self.ref_key[self.r0 + j]] += 1
        for j in range(self.m):
            k = self.ref_key[self.r0 + j]
            if k < 0:
                continue
            c = self.class_of[k]
            if c < 0:
                c = self.classes
                self.classes += 1
                self.class_of[k] = c
                self.class_at[c + 1] = self.class_at[c] + self.ref_count[k]
                self.class_odd[c] = self.odd[self.r0 + j]
                self.class_hyps[c] = self.class_refs[c] = 0
                self.class_layer[c] = -1
            self.member[self.class_at[c] + self.class_refs[c]] = a
            self.ref_rank[a] = self.class_refs[c]
            self.class_refs[c] += 1
            self.ref_pos[a] = j
            self.ref_class[a] = c
            a += 1
        self.open = a
        for i in range(self.n):
            k = self.hyp_key[self.h0 + i]
            if k >= 0:
                c = self.class_of[k]
                self.lay_hyp[t] = i
                self.lay_class[t] = c
                self.lay_rank[t] = self.class_hyps[c]
                self.class_hyps[c] += 1
                t += 1
        self.layers = t
        for j in range(self.open):
            k = self.ref_key[self.r0 + self.ref_pos[j]]
            self.class_of[k] = -1
            self.ref_count[k] = 0
        for t in range(self.layers - 1, -1, -1):
            self.lay_next[t] = self.class_layer[self.lay_class[t]]
            self.class_layer[self.lay_class[t]] = t

    # What is too large for a search.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self) -> cython.bint:
        """Link what is too large to search, and say whether there was such a class."""
        c: cython.Py_ssize_t
        size: cython.longlong
        total: cython.longlong = 0
        some: cython.bint = False
        for c in range(self.classes):
            size = self.class_hyps[c]
            if self.class_odd[c]:
                size *= self.class_refs[c]
            else:
                size *= min(self.class_refs[c], abs(self.class_hyps[c] - self.class_refs[c]) + 1)
            if total + size <= self.max_edges and (self.class_odd[c] == 0 or size <= 256):
                total += size
                continue
            if self.room <= 256:
                self.hard = True
                total += size
                continue
            some = True
            if self.class_odd[c]:
                self._settle_odd(c)
            else:
                self._settle_plain(c)
            self._close_class(c)
        self.wanted = max(self.wanted, total)
        if some:
            self.proven = False
        return some

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close_class(self, c: cython.Py_ssize_t) -> cython.void:
        """Its words are open no more."""
        t: cython.int = self.class_layer[c]
        i: cython.Py_ssize_t
        while t >= 0:
            self.hyp_key[self.h0 + self.lay_hyp[t]] = -1
            t = self.lay_next[t]
        for i in range(self.class_at[c], self.class_at[c + 1]):
            self.ref_key[self.r0 + self.ref_pos[self.member[i]]] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle_plain(self, c: cython.Py_ssize_t) -> cython.void:
        """The k-th copy to the k-th."""
        t: cython.int = self.class_layer[c]
        i: cython.Py_ssize_t
        for i in range(self.class_at[c], self.class_at[c + 1]):
            if t >= 0:
                self._link(self.lay_hyp[t], self.ref_pos[self.member[i]])
                t = self.lay_next[t]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle_odd(self, c: cython.int) -> cython.void:
        """As many links as can be, uncrossed where two may swap."""
        e: cython.int = 0
        t: cython.int = self.class_layer[c]
        u: cython.int
        a: cython.int
        turns: cython.int = 0
        swapped: cython.bint = True
        while t >= 0:
            e = self._odd_edges(t, e)
            t = self.lay_next[t]
        self._most(c, self.class_layer[c], -1, -1)
        while swapped and turns < 3:
            swapped = False
            turns += 1
            t = self.class_layer[c]
            while t >= 0:
                u = self.lay_next[t]
                while u >= 0:
                    a = self.got[t]
                    if self.got[u] >= 0 and a > self.got[u] and self._may(t, self.got[u]) and self._may(u, a):
                        self.got[t] = self.got[u]
                        self.got[u] = a
                        swapped = True
                    u = self.lay_next[u]
                t = self.lay_next[t]
        t = self.class_layer[c]
        while t >= 0:
            if self.got[t] >= 0:
                self._link(self.lay_hyp[t], self.ref_pos[self.got[t]])
            t = self.lay_next[t]

    # Odd classes: who may be linked with whom, and the most links there can be.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _share(self, h: cython.Py_ssize_t, r: cython.Py_ssize_t) -> cython.bint:
        """Whether hypothesis word h and reference word r have a group in common."""
        x: cython.Py_ssize_t
        y: cython.Py_ssize_t
        for x in range(self.hyp_groups_at[h], self.hyp_groups_at[h + 1]):
            for y in range(self.ref_groups_at[r], self.ref_groups_at[r + 1]):
                if self.hyp_groups[x] == self.ref_groups[y]:
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _odd_edges(self, t: cython.Py_ssize_t, e: cython.int) -> cython.int:
        """List what open word t, of an odd class, may be linked to; say where the list ends."""
        c: cython.int = self.lay_class[t]
        i: cython.Py_ssize_t
        a: cython.int
        self.lay_edge[t] = e
        for i in range(self.class_at[c], self.class_at[c + 1]):
            a = self.member[i]
            if e < self.max_edges and self._share(
                self.hyps[self.h0 + self.lay_hyp[t]], self.refs[self.r0 + self.ref_pos[a]]
            ):
                self.edge_ref[e] = a
                e += 1
        self.lay_width[t] = e - self.lay_edge[t]
        return e

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _may(self, t: cython.Py_ssize_t, a: cython.int) -> cython.bint:
        """Whether odd open word t may be linked to a."""
        low: cython.int = self.lay_edge[t]
        high: cython.int = low + self.lay_width[t]
        middle: cython.int
        while low < high:
            middle = (low + high) >> 1
            if self.edge_ref[middle] < a:
                low = middle + 1
            else:
                high = middle
        return low < self.lay_edge[t] + self.lay_width[t] and self.edge_ref[low] == a

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

    # What each possible link costs.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _price(self, only: cython.int) -> cython.void:
        """Count, for each possible link (of only one class, if told), standing links it crosses and chunks it makes."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        w: cython.Py_ssize_t
        t: cython.Py_ssize_t = 0
        e: cython.int = 0
        one: cython.ulonglong = 1
        # The standing links are a state of their own: "past" on the left of word i, "free" on its right.
        self.low = 0
        self.high = self.m >> _SHIFT
        for w in range(self.high + 1):
            self.past[w] = 0
            self.surely[w] = self.full
        if only < 0:
            self._note_standing()
        for i in range(self.n):
            j = self.links[self.h0 + i]
            if j >= 0:
                self.past[j >> _SHIFT] |= one << (j & _INNER)
            if t < self.layers and self.lay_hyp[t] == i:
                if only < 0:
                    self._list_edges(t, e)
                    e += self.lay_width[t]
                if only < 0 or only == self.lay_class[t]:
                    for w in range(self.high + 1):
                        self.free[w] = self.standing[w] ^ self.past[w]
                    self._count(0)
                    for j in range(self.lay_edge[t], self.lay_edge[t] + self.lay_width[t]):
                        self._price_link(t, j, only)
                t += 1
        for t in range(self.layers - 1, -1, -1):
            if only < 0 or only == self.lay_class[t]:
                self._bound(t)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note_standing(self) -> cython.void:
        j: cython.Py_ssize_t
        one: cython.ulonglong = 1
        for j in range((self.m >> _SHIFT) + 1):
            self.standing[j] = 0
        for j in range(self.m):
            if self.taken[self.r0 + j]:
                self.standing[j >> _SHIFT] |= one << (j & _INNER)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_edges(self, t: cython.Py_ssize_t, e: cython.int) -> cython.void:
        """List what open word t may be linked to: of a plain class, as many copies as are in surplus, and one more."""
        c: cython.int = self.lay_class[t]
        more: cython.int = self.class_hyps[c] - self.class_refs[c]
        rank: cython.int = self.lay_rank[t]
        d: cython.Py_ssize_t
        if self.class_odd[c]:
            self._odd_edges(t, e)
        else:
            self.lay_edge[t] = e
            self.lay_first[t] = max(0, rank - max(more, 0))
            self.lay_width[t] = min(self.class_refs[c], rank + max(-more, 0) + 1) - self.lay_first[t]
            for d in range(self.lay_width[t]):
                self.edge_ref[e + d] = self.member[self.class_at[c] + self.lay_first[t] + d]
        for d in range(e, e + self.lay_width[t]):
            self.ref_last[self.edge_ref[d]] = t

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _price_link(self, t: cython.Py_ssize_t, e: cython.Py_ssize_t, only: cython.int) -> cython.void:
        a: cython.Py_ssize_t = self.edge_ref[e]
        i: cython.Py_ssize_t = self.lay_hyp[t]
        j: cython.Py_ssize_t = self.ref_pos[a]
        cost: cython.longlong = 1
        if i > 0 and j > 0 and self.links[self.h0 + i - 1] == j - 1:
            cost -= 1
        if i + 1 < self.n and self.links[self.h0 + i + 1] == j + 1:
            cost -= 1
        self.edge_joins[e] = (
            t > 0 and a > 0 and self.lay_hyp[t - 1] == i - 1 and self.ref_pos[a - 1] == j - 1
            and self.ref_class[a - 1] == self.lay_class[t - 1] and (only < 0 or only == self.lay_class[t - 1])
        )  # fmt: skip
        # Links on the left that end right of j, and links on the right that end left of it.
        self.edge_cost[e] = cost - self.edge_joins[e] + self.scale * (self._over(0, j) + self._under(0, j))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bound(self, t: cython.Py_ssize_t) -> cython.void:
        """The least that this class's words from t on can cost, from each place in its list of reference words."""
        c: cython.int = self.lay_class[t]
        e: cython.Py_ssize_t = self.lay_edge[t]
        d: cython.Py_ssize_t
        best: cython.longlong = 0
        if self.class_odd[c]:
            for d in range(self.lay_width[t]):
                best = min(best, self.edge_cost[e + d])
            self.edge_rest[e] = best
            return
        for d in range(self.lay_width[t] - 1, -1, -1):
            best = self.edge_cost[e + d] + self._later(t, self.lay_first[t] + d + 1)
            if self.class_refs[c] > self.class_hyps[c]:
                if d + 1 < self.lay_width[t]:
                    best = min(best, self.edge_rest[e + d + 1])
            elif self._may_skip(t, d):
                best = min(best, self._later(t, self.lay_first[t] + d))
            self.edge_rest[e + d] = best

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _later(self, t: cython.Py_ssize_t, copy: cython.Py_ssize_t) -> cython.longlong:
        """The least that the words of plain open word t's class after it can cost, if `copy` is its first free one."""
        u: cython.Py_ssize_t = self.lay_next[t]
        if u < 0 or copy == self.class_refs[self.lay_class[t]]:
            return 0
        return self.edge_rest[self.lay_edge[u] + copy - self.lay_first[u]]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_skip(self, t: cython.Py_ssize_t, d: cython.Py_ssize_t) -> cython.bint:
        """Whether words enough come after open word t for all copies from its d-th on."""
        c: cython.int = self.lay_class[t]
        return self.class_hyps[c] - self.lay_rank[t] > self.class_refs[c] - self.lay_first[t] - d

    # From a good answer to a better one.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _polish(self) -> cython.longlong:
        """Let each class in turn take its best places among the links of all others; say what the answer costs."""
        t: cython.Py_ssize_t
        c: cython.int
        turns: cython.int = 0
        gained: cython.bint = True
        for t in range(self.layers):
            self._put(t, True)
        while gained and turns < 4:
            gained = False
            turns += 1
            for c in range(self.classes):
                if self.class_odd[c] == 0 and self._move_class(c):
                    gained = True
        for t in range(self.layers):
            self._put(t, False)
        self._price(-1)
        return self._answer_cost()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, t: cython.Py_ssize_t, on: cython.bint) -> cython.void:
        """Make the answer's link of open word t stand, or no longer."""
        j: cython.Py_ssize_t
        one: cython.ulonglong = 1
        if self.answer[t] >= 0:
            j = self.ref_pos[self.answer[t]]
            self.standing[j >> _SHIFT] ^= one << (j & _INNER)
            self.links[self.h0 + self.lay_hyp[t]] = j if on else -1
            self.taken[self.r0 + j] = on

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move_class(self, c: cython.int) -> cython.bint:
        """Answer with the best links of plain class c while all others stand; say whether they are better."""
        t: cython.int = self.class_layer[c]
        better: cython.bint
        while t >= 0:
            self._put(t, False)
            t = self.lay_next[t]
        self._price(c)
        self._follow(c)
        better = self._class_cost(c, self.trial) < self._class_cost(c, self.answer)
        t = self.class_layer[c]
        while t >= 0:
            if better:
                self.answer[t] = self.trial[t]
            self._put(t, True)
            t = self.lay_next[t]
        return better

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow(self, c: cython.int) -> cython.void:
        """Take the choices that led to the lower bound of plain class c, each word alone."""
        t: cython.int = self.class_layer[c]
        copy: cython.Py_ssize_t = 0
        e: cython.Py_ssize_t
        while t >= 0:
            self.trial[t] = -1
            if copy < self.class_refs[c]:
                e = self.lay_edge[t] + copy - self.lay_first[t]
                if self.class_refs[c] > self.class_hyps[c]:
                    while self.edge_cost[e] + self._later(t, copy + 1) != self.edge_rest[e]:
                        copy += 1
                        e += 1
                if self.edge_cost[e] + self._later(t, copy + 1) == self.edge_rest[e]:
                    self.trial[t] = self.edge_ref[e]
                    copy += 1
            t = self.lay_next[t]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _class_cost(self, c: cython.int, picks: cython.int[::1]) -> cython.longlong:
        """What links of plain class c cost while all others stand."""
        t: cython.int = self.class_layer[c]
        total: cython.longlong = 0
        while t >= 0:
            total += self._pick_cost(t, picks)
            t = self.lay_next[t]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pick_cost(self, t: cython.Py_ssize_t, picks: cython.int[::1]) -> cython.longlong:
        """What the link picked for open word t costs against those that stand, and as to chunks."""
        a: cython.int = picks[t]
        e: cython.Py_ssize_t = self.lay_edge[t]
        if a < 0:
            return 0
        if self.class_odd[self.lay_class[t]]:
            while self.edge_ref[e] != a:
                e += 1
        else:
            e += self.ref_rank[a] - self.lay_first[t]
        return self.edge_cost[e] + (self.edge_joins[e] != 0 and picks[t - 1] != a - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _answer_cost(self) -> cython.longlong:
        """What the whole answer costs, as the search counts."""
        t: cython.Py_ssize_t
        w: cython.Py_ssize_t
        one: cython.ulonglong = 1
        total: cython.longlong = 0
        self.low = 0
        self.high = self.open >> _SHIFT
        for w in range(self.high + 1):
            self.past[w] = 0
        for t in range(self.layers):
            if self.answer[t] >= 0:
                self._count(0)
                total += self._pick_cost(t, self.answer) + self.scale * self._over(0, self.answer[t])
                w = self.answer[t] >> _SHIFT
                self.past[w] |= one << (self.answer[t] & _INNER)
        return total

    # The search.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _start(self, width: cython.Py_ssize_t, ceiling: cython.longlong) -> cython.void:
        """The one state before the first open word."""
        t: cython.Py_ssize_t
        c: cython.Py_ssize_t
        a: cython.Py_ssize_t
        one: cython.ulonglong = 1
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
            if self.class_odd[c] or self.lay_rank[t] == 0:
                self.rest[0] += self.edge_rest[self.lay_edge[t]]
        self.least[0] = self.rest[0]
        for t in range((self.open >> _SHIFT) + 1):
            self.surely[t] = 0
        for c in range(self.classes):
            if self.class_odd[c] == 0:
                for t in range(max(0, self.class_refs[c] - self.class_hyps[c]), self.class_refs[c]):
                    a = self.member[self.class_at[c] + t]
                    self.surely[a >> _SHIFT] |= one << (a & _INNER)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, width: cython.Py_ssize_t, ceiling: cython.longlong, patient: cython.bint) -> cython.longlong:
        """Find the cheapest choice no dearer than `ceiling` into `answer`; `exact` says that it is proven best.

        Unless patient, the search gives up when its work passes the limit or a state is lost that could have become
        cheaper than the ceiling, if there is one.
        """
        t: cython.Py_ssize_t
        s: cython.Py_ssize_t
        size: cython.Py_ssize_t = 1
        nodes: cython.int = 0
        best: cython.Py_ssize_t = -1
        self.exact = False
        self._start(width, ceiling)
        for t in range(self.layers):
            if not patient and (self.work > self.limit or (t > 0 and self.lost[t - 1] < ceiling != self.never)):
                return self.never
            self._begin(t)
            for s in range(size):
                if self.alive[self.now + s]:
                    self._expand(self.now + s, t)
            nodes = self._commit(nodes)
            size = self.fresh
        for s in range(self.now, self.now + size):
            if self.alive[s] and (best < 0 or self.cost[s] < self.cost[best]):
                best = s
        if best < 0:
            return self.never
        self._trace(best)
        return self.cost[best]

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
                self._child(s, t, k, rest + self._later(t, self.lay_first[t] + k - e + 1))
            return
        self.crossed = self._over(s, self.edge_ref[d])
        self._child(s, t, d, rest + self._later(t, self.lay_first[t] + d - e + 1))
        if self._may_skip(t, d - e):
            self._child(s, t, -1, rest + self._later(t, self.lay_first[t] + d - e))

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
        self.before[x] = -1
        if (
            a >= 0 and t + 1 < self.layers and a + 1 < self.open
            and self.lay_hyp[t + 1] == self.lay_hyp[t] + 1 and self.ref_pos[a + 1] == self.ref_pos[a] + 1
            and self.ref_class[a + 1] == self.lay_class[t + 1]
        ):  # fmt: skip
            self.before[x] = a
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_rows(aligner: Aligner, rows: cython.longlong[::1], columns: cython.Py_ssize_t) -> cython.void:
    """Write matches by stage and chunks into rows of `columns` stages, leaving the last number as it is."""
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t = 0
    last: cython.int
    for p in range(aligner.hyp_at.shape[0] - 1):
        for i in range(first, first + columns + 1):
            rows[i] = 0
        last = -2
        for i in range(aligner.hyp_at[p], aligner.hyp_at[p + 1]):
            if aligner.links[i] < 0:
                last = -2
                continue
            rows[first + aligner.stages[i]] += 1
            if aligner.links[i] != last + 1:
                rows[first + columns] += 1
            last = aligner.links[i]
        first += columns + 2


def optimal(
    pairs: Pairs,
    words: Words,
    rows: cython.longlong[::1],
    links: cython.int[::1],
    stages: cython.int[::1],
    limit: cython.longlong = 1000000,
) -> None:
    """Align each pair at its best; a row is matches of each stage, chunks, and whether the alignment is proven best.

    `limit` is the number of steps one stage of one pair may take to prove its answer before a beam has to do.
    """
    columns: cython.Py_ssize_t = words.stages()
    size: cython.Py_ssize_t = words.size
    count: cython.Py_ssize_t = len(pairs.hyp_at) - 1
    keys: cython.int[::1] = words.keys
    s: cython.Py_ssize_t
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    easy: Aligner = Aligner(pairs, words, 128, 100000, 2048)
    hard: Aligner
    again: cython.int[::1] = _shared(count, 0)
    some: cython.bint
    hyps: cython.Py_ssize_t = easy.hyps.shape[0]
    refs: cython.Py_ssize_t = easy.refs.shape[0]
    block = Progress(_shared(hyps, -1), _shared(refs, -1), _shared(refs, 0), links, stages, _shared(refs, 0))
    easy.hyp_key, easy.ref_key, easy.odd, easy.links, easy.stages, easy.taken = block
    for i in range(easy.hyps.shape[0]):
        links[i] = stages[i] = -1
    for p in range(count):
        rows[p * (columns + 2) + columns + 1] = 1
    for s in range(columns):
        if words.groups and s == columns - 1:
            kin(pairs, words, block)
        else:
            for i in range(easy.hyps.shape[0]):
                easy.hyp_key[i] = keys[s * size + easy.hyps[i]]
            for i in range(easy.refs.shape[0]):
                easy.ref_key[i] = keys[s * size + easy.refs[i]]
        if not copies(pairs, size, block, s, again):
            continue
        easy.stage = s
        some = False
        with cython.nogil:
            for p in range(count):
                if again[p]:
                    easy.pair(p)
                    again[p] = easy.hard
                    some = some or easy.hard
        if not some:
            continue
        hard = Aligner(pairs, words, 8192, limit, min(max(2048, easy.wanted), 2000000))
        hard.hyp_key, hard.ref_key, hard.odd, hard.links, hard.stages, hard.taken = block
        hard.stage = s
        with cython.nogil:
            for p in range(count):
                if again[p]:
                    hard.pair(p)
                    rows[p * (columns + 2) + columns + 1] &= hard.proven
    with cython.nogil:
        _count_rows(easy, rows, columns)
