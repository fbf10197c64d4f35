"""The alignment METEOR's first paper defines: most links, then fewest crossings, then fewest chunks.

Banerjee & Lavie 2005. Stages run in order; the links of an earlier stage stand. Within a stage a word that both texts
have equally often is linked copy by copy: swapping two crossing links of one word removes a crossing and adds none.
What is left open is which surplus copies stay unlinked. That is searched from left to right over the open hypothesis
words: a state is what the rest of the search can still see of the links made so far (which reference words may yet be
taken, how many links lie between them, whether a chunk is running), and of two equal states the cheaper goes on, or
the one with the smaller list of links. Costs count crossings first and chunks second; a lower bound for the rest,
each word taken alone, cuts what cannot win. A search that never had to drop a state for want of room has proven its
answer.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._pairs import Pairs, Words

COMPILED = cython.compiled

# The states of an open reference word, as bytes: 0 is out of reach, 1 may yet be taken, 2 counts one link.


@cython.cfunc
def _ints(size: cython.Py_ssize_t, value: cython.int) -> object:
    return memoryview(array("i", [value]) * max(size, 1))


@cython.cfunc
def _longs(size: cython.Py_ssize_t) -> object:
    return memoryview(array("q", [0]) * max(size, 1))


@cython.cclass
class Aligner:
    """The scratch of one thread: room for the longest pair of a block and for a search of a given width."""

    hyps: cython.int[::1]
    refs: cython.int[::1]
    hyp_at: cython.longlong[::1]
    ref_at: cython.longlong[::1]
    keys: cython.int[::1]
    hyp_groups_at: cython.longlong[::1]
    ref_groups_at: cython.longlong[::1]
    hyp_groups: cython.int[::1]
    ref_groups: cython.int[::1]
    links: cython.int[::1]
    stages: cython.int[::1]
    count: cython.Py_ssize_t
    groups: cython.Py_ssize_t
    by_key: cython.Py_ssize_t
    # The pair at hand.
    h0: cython.Py_ssize_t
    r0: cython.Py_ssize_t
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    proven: cython.bint
    hard: cython.bint
    wanted: cython.longlong
    taken: cython.int[::1]
    free_hyp: cython.int[::1]
    free_ref: cython.int[::1]
    free_hyps: cython.Py_ssize_t
    free_refs: cython.Py_ssize_t
    hyp_key: cython.int[::1]
    ref_key: cython.int[::1]
    hyp_count: cython.int[::1]
    ref_count: cython.int[::1]
    head: cython.int[::1]
    after: cython.int[::1]
    class_of: cython.int[::1]
    odd_key: cython.int[::1]
    # Synonyms: distinct words ("types") of either side and the groups they share.
    slot: cython.int[::1]
    hyp_type: cython.int[::1]
    ref_type: cython.int[::1]
    type_word: cython.int[::1]
    degree: cython.int[::1]
    tally: cython.int[::1]
    boss: cython.int[::1]
    types: cython.int
    hyp_types: cython.int
    stamp: cython.int[::1]
    stamped: cython.int
    group_head: cython.int[::1]
    node_type: cython.int[::1]
    node_after: cython.int[::1]
    # Open hypothesis words, in order.
    layers: cython.Py_ssize_t
    lay_hyp: cython.int[::1]
    lay_class: cython.int[::1]
    lay_rank: cython.int[::1]
    lay_next: cython.int[::1]
    lay_edge: cython.int[::1]
    lay_width: cython.int[::1]
    # Open reference words, in order, and the classes both belong to.
    open: cython.Py_ssize_t
    ref_pos: cython.int[::1]
    ref_class: cython.int[::1]
    ref_last: cython.int[::1]
    ref_sure: cython.int[::1]
    member: cython.int[::1]
    classes: cython.Py_ssize_t
    class_at: cython.int[::1]
    class_hyps: cython.int[::1]
    class_refs: cython.int[::1]
    class_odd: cython.int[::1]
    class_fill: cython.int[::1]
    # Possible links of each open hypothesis word, what each costs against the links that stand, and lower bounds.
    max_edges: cython.Py_ssize_t
    edge_ref: cython.int[::1]
    edge_joins: cython.int[::1]
    edge_cost: cython.longlong[::1]
    edge_rest: cython.longlong[::1]
    tree: cython.int[::1]
    below: cython.int[::1]
    scale: cython.longlong
    # Matching within one odd class.
    mate: cython.int[::1]
    via: cython.int[::1]
    seen: cython.int[::1]
    got: cython.int[::1]
    queue: cython.int[::1]
    seen_mark: cython.int
    # The search: two generations of states, and the nodes behind them.
    room: cython.Py_ssize_t
    cells: cython.uchar[::1]
    cost: cython.longlong[::1]
    rest: cython.longlong[::1]
    least: cython.longlong[::1]
    before: cython.int[::1]
    up: cython.int[::1]
    pick: cython.int[::1]
    alive: cython.int[::1]
    table: cython.int[::1]
    mask: cython.longlong
    over: cython.int[::1]
    code: cython.longlong[::1]
    spot: cython.int[::1]
    cut: cython.longlong
    node_up: cython.int[::1]
    node_pick: cython.int[::1]
    answer: cython.int[::1]
    kept: cython.int[::1]
    now: cython.Py_ssize_t
    new: cython.Py_ssize_t
    fresh: cython.Py_ssize_t
    width: cython.Py_ssize_t
    ceiling: cython.longlong
    exact: cython.bint
    work: cython.longlong
    limit: cython.longlong
    lo: cython.Py_ssize_t
    hi: cython.Py_ssize_t
    top: cython.Py_ssize_t
    next_lo: cython.Py_ssize_t
    next_hi: cython.Py_ssize_t

    def __init__(
        self,
        pairs: Pairs,
        words: Words,
        room: cython.Py_ssize_t,
        limit: cython.longlong,
        max_edges: cython.Py_ssize_t,
    ) -> None:
        p: cython.Py_ssize_t
        j: cython.Py_ssize_t
        nodes: cython.Py_ssize_t = 0
        total: cython.Py_ssize_t
        self.hyps, self.hyp_at, self.refs, self.ref_at = pairs
        self.keys = words.keys
        self.hyp_groups_at = words.hyp_groups_at
        self.ref_groups_at = words.ref_groups_at
        self.hyp_groups = words.hyp_groups
        self.ref_groups = words.ref_groups
        self.count = words.size
        self.groups = words.groups
        self.by_key = words.stages() - (1 if self.groups else 0)
        self.n = self.m = 0
        for p in range(self.hyp_at.shape[0] - 1):
            self.n = max(self.n, self.hyp_at[p + 1] - self.hyp_at[p])
            self.m = max(self.m, self.ref_at[p + 1] - self.ref_at[p])
            if self.groups:
                total = 0
                for j in range(self.ref_at[p], self.ref_at[p + 1]):
                    total += self.ref_groups_at[self.refs[j] + 1] - self.ref_groups_at[self.refs[j]]
                nodes = max(nodes, total)
        self._make_words(nodes)
        self._make_layers(max_edges)
        self._make_search(room, limit)

    @cython.cfunc
    @cython.exceptval(check=True)
    def _make_words(self, nodes: cython.Py_ssize_t) -> cython.void:
        keys: cython.Py_ssize_t = max(self.count, self.n + self.m)
        self.taken, self.hyp_key, self.ref_key = _ints(self.m, 0), _ints(self.n, -1), _ints(self.m, -1)
        self.free_hyp, self.free_ref = _ints(self.n, 0), _ints(self.m, 0)
        self.hyp_count, self.ref_count = _ints(keys, 0), _ints(keys, 0)
        self.head, self.after = _ints(keys, -1), _ints(self.m, -1)
        self.class_of, self.odd_key = _ints(keys, -1), _ints(keys, 0)
        self.slot = _ints(self.count, -1)
        self.hyp_type, self.ref_type = _ints(self.n, -1), _ints(self.m, -1)
        self.type_word, self.degree = _ints(self.n + self.m, 0), _ints(self.n + self.m, 0)
        self.tally = _ints(self.n + self.m, 0)
        self.boss, self.stamp = _ints(self.n + self.m, 0), _ints(self.n + self.m, 0)
        self.stamped = 0
        self.group_head = _ints(self.groups, -1)
        self.node_type, self.node_after = _ints(nodes, 0), _ints(nodes, 0)

    @cython.cfunc
    @cython.exceptval(check=True)
    def _make_layers(self, max_edges: cython.Py_ssize_t) -> cython.void:
        self.lay_hyp, self.lay_class, self.lay_rank = _ints(self.n, 0), _ints(self.n, 0), _ints(self.n, 0)
        self.lay_next, self.lay_edge, self.lay_width = _ints(self.n, 0), _ints(self.n, 0), _ints(self.n, 0)
        self.ref_pos, self.ref_class = _ints(self.m, 0), _ints(self.m, 0)
        self.ref_sure = _ints(self.m, 0)
        self.ref_last, self.member = _ints(self.m, 0), _ints(self.m, 0)
        self.class_at, self.class_hyps, self.class_refs = _ints(self.m + 1, 0), _ints(self.m, 0), _ints(self.m, 0)
        self.class_odd, self.class_fill = _ints(self.m, 0), _ints(self.m, 0)
        self.max_edges = max_edges
        self.edge_ref, self.edge_joins = _ints(max_edges, 0), _ints(max_edges, 0)
        self.edge_cost, self.edge_rest = _longs(max_edges), _longs(max_edges)
        self.tree, self.below = _ints(self.m + 2, 0), _ints(self.m + 1, 0)
        self.mate, self.via, self.seen = _ints(self.m, -1), _ints(self.m, 0), _ints(self.m, 0)
        self.got, self.queue = _ints(self.n, -1), _ints(self.n, 0)
        self.seen_mark = 0
        self.wanted = 0

    @cython.cfunc
    @cython.exceptval(check=True)
    def _make_search(self, room: cython.Py_ssize_t, limit: cython.longlong) -> cython.void:
        size: cython.longlong = 4
        while size < 4 * room:
            size *= 2
        self.room = room
        self.limit = limit
        self.work = 0
        self.mask = size - 1
        self.cells = memoryview(bytearray(max(1, 2 * room * self.m)))
        self.cost, self.rest, self.least = _longs(2 * room), _longs(2 * room), _longs(2 * room)
        self.before, self.up, self.pick = _ints(2 * room, 0), _ints(2 * room, 0), _ints(2 * room, 0)
        self.alive, self.spot, self.code = _ints(2 * room, 0), _ints(2 * room, 0), _longs(2 * room)
        self.table, self.over = _ints(size, -1), _ints(self.n + self.m + 1, 0)
        # A state costs at least eight steps, and past the limit a generation has four.
        nodes: cython.Py_ssize_t = 64 * self.n if room <= 64 else max((limit >> 3) + room + 8 * self.n, 64 * self.n)
        self.node_up, self.node_pick = _ints(nodes, 0), _ints(nodes, 0)
        self.answer, self.kept = _ints(self.n, 0), _ints(self.n, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill(self, rows: cython.longlong[::1], p: cython.Py_ssize_t, columns: cython.Py_ssize_t) -> cython.void:
        """Write the row of the pair just aligned."""
        first: cython.Py_ssize_t = p * (columns + 2)
        i: cython.Py_ssize_t
        last: cython.int = -2
        for i in range(columns + 1):
            rows[first + i] = 0
        rows[first + columns + 1] = self.proven
        for i in range(self.h0, self.h0 + self.n):
            if self.links[i] < 0:
                last = -2
                continue
            rows[first + self.stages[i]] += 1
            if self.links[i] != last + 1:
                rows[first + columns] += 1
            last = self.links[i]

    # From texts to open words.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pair(self, p: cython.Py_ssize_t) -> cython.void:
        """Align pair p into `links` and `stages`; `hard` says that the search wants more room than this aligner has."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        s: cython.Py_ssize_t
        self.h0 = self.hyp_at[p]
        self.r0 = self.ref_at[p]
        self.n = self.hyp_at[p + 1] - self.h0
        self.m = self.ref_at[p + 1] - self.r0
        self.proven = True
        self.hard = False
        self.scale = self.n + 1
        self.free_hyps = self.n
        self.free_refs = self.m
        for i in range(self.n):
            self.links[self.h0 + i] = -1
            self.stages[self.h0 + i] = -1
            self.free_hyp[i] = i
        for j in range(self.m):
            self.taken[j] = 0
            self.free_ref[j] = j
        for s in range(self.by_key):
            for i in range(self.free_hyps):
                self.hyp_key[self.free_hyp[i]] = self.keys[s * self.count + self.hyps[self.h0 + self.free_hyp[i]]]
            for j in range(self.free_refs):
                self.ref_key[self.free_ref[j]] = self.keys[s * self.count + self.refs[self.r0 + self.free_ref[j]]]
            self._stage(s)
        if self.groups and self.free_hyps and self.free_refs:
            self._kin()
            self._stage(self.by_key)
            self._forget_kin()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _stage(self, stage: cython.Py_ssize_t) -> cython.void:
        """Link the free words of equal keys at their best and strike them off the lists of free words."""
        x: cython.Py_ssize_t
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.int
        undecided: cython.bint = False
        for x in range(self.free_refs - 1, -1, -1):
            j = self.free_ref[x]
            k = self.ref_key[j]
            self.ref_count[k] += 1
            self.after[j] = self.head[k]
            self.head[k] = j
        for x in range(self.free_hyps):
            k = self.hyp_key[self.free_hyp[x]]
            if k >= 0:
                self.hyp_count[k] += 1
        for x in range(self.free_hyps):
            i = self.free_hyp[x]
            k = self.hyp_key[i]
            if k < 0 or self.ref_count[k] == 0:
                continue
            if self.hyp_count[k] == self.ref_count[k] and self.odd_key[k] == 0:
                self._link(i, self.head[k])
                self.head[k] = self.after[self.head[k]]
            else:
                undecided = True
        if undecided:
            self._decide()
        self._strike(stage)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _strike(self, stage: cython.Py_ssize_t) -> cython.void:
        """Keep only the words still free, name the stage of the others, and forget the keys."""
        x: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.int
        left: cython.Py_ssize_t = 0
        for x in range(self.free_hyps):
            j = self.free_hyp[x]
            if self.hyp_key[j] >= 0:
                self.hyp_count[self.hyp_key[j]] = 0
            if self.links[self.h0 + j] >= 0:
                self.stages[self.h0 + j] = stage
            else:
                self.free_hyp[left] = j
                left += 1
        self.free_hyps = left
        left = 0
        for x in range(self.free_refs):
            j = self.free_ref[x]
            k = self.ref_key[j]
            self.ref_count[k] = 0
            self.head[k] = -1
            self.odd_key[k] = 0
            if self.taken[j] == 0:
                self.free_ref[left] = j
                left += 1
        self.free_refs = left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _link(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.void:
        self.links[self.h0 + i] = j
        self.taken[j] = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _decide(self) -> cython.void:
        """Choose among surplus copies: the best alignment if it can be proven, a good one if not."""
        t: cython.Py_ssize_t
        best: cython.longlong
        self._collect()
        if self._settle():
            self._collect()
        if self.hard or self.layers == 0:
            return
        self._price()
        best = self._search(min(self.room, 64), 1000000000000000000)
        if not self.exact and self.room <= 64:
            self.hard = True
            return
        if not self.exact and self.work <= self.limit:
            for t in range(self.layers):
                self.kept[t] = self.answer[t]
            if self._search(self.room, best) > best:
                for t in range(self.layers):
                    self.answer[t] = self.kept[t]
        if not self.exact:
            self.proven = False
        for t in range(self.layers):
            if self.answer[t] >= 0:
                self._link(self.lay_hyp[t], self.ref_pos[self.answer[t]])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _collect(self) -> cython.void:
        """List the open words of both sides and their classes."""
        i: cython.Py_ssize_t
        x: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.int
        c: cython.int
        a: cython.int = 0
        t: cython.int = 0
        self.classes = 0
        self.class_at[0] = 0
        for x in range(self.free_refs):
            j = self.free_ref[x]
            k = self.ref_key[j]
            if self.taken[j] != 0 or self.hyp_count[k] == 0:
                continue
            c = self.class_of[k]
            if c < 0:
                c = self.classes
                self.classes += 1
                self.class_of[k] = c
                self.class_at[c + 1] = self.class_at[c] + self.ref_count[k]
                self.class_hyps[c] = self.hyp_count[k]
                self.class_odd[c] = self.odd_key[k]
                self.class_refs[c] = 0
                self.class_fill[c] = 0
            self.member[self.class_at[c] + self.class_refs[c]] = a
            self.class_refs[c] += 1
            self.ref_pos[a] = j
            self.ref_class[a] = c
            a += 1
        self.open = a
        for x in range(self.free_hyps):
            i = self.free_hyp[x]
            k = self.hyp_key[i]
            if k >= 0 and self.links[self.h0 + i] < 0 and self.class_of[k] >= 0:
                c = self.class_of[k]
                self.lay_hyp[t] = i
                self.lay_class[t] = c
                self.lay_rank[t] = self.class_fill[c]
                self.class_fill[c] += 1
                t += 1
        self.layers = t
        for x in range(self.free_refs):
            self.class_of[self.ref_key[self.free_ref[x]]] = -1
        for i in range(self.classes):
            self.class_fill[i] = -1
        for t in range(self.layers - 1, -1, -1):
            self.lay_next[t] = self.class_fill[self.lay_class[t]]
            if self.lay_next[t] < 0:
                for j in range(self.class_at[self.lay_class[t]], self.class_at[self.lay_class[t] + 1]):
                    self.ref_last[self.member[j]] = t
            self.class_fill[self.lay_class[t]] = t

    # Synonyms.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(self, x: cython.int) -> cython.int:
        while self.boss[x] != x:
            self.boss[x] = self.boss[self.boss[x]]
            x = self.boss[x]
        return x

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _types(self) -> cython.void:
        """Number the distinct free words, first the hypothesis's, then the reference's."""
        i: cython.Py_ssize_t
        w: cython.int
        self.types = 0
        for i in range(self.n):
            self.hyp_type[i] = -1
            w = self.hyps[self.h0 + i]
            if self.links[self.h0 + i] < 0:
                if self.slot[w] < 0:
                    self.slot[w] = self.types
                    self.type_word[self.types] = w
                    self.types += 1
                self.hyp_type[i] = self.slot[w]
        self.hyp_types = self.types
        for i in range(self.n):
            self.slot[self.hyps[self.h0 + i]] = -1
        for i in range(self.m):
            self.ref_type[i] = -1
            w = self.refs[self.r0 + i]
            if self.taken[i] == 0:
                if self.slot[w] < 0:
                    self.slot[w] = self.types
                    self.type_word[self.types] = w
                    self.types += 1
                self.ref_type[i] = self.slot[w]
        for i in range(self.m):
            self.slot[self.refs[self.r0 + i]] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark(self, w: cython.Py_ssize_t) -> cython.int:
        """Stamp the reference's types that share a group with hypothesis word w, and count them."""
        g: cython.Py_ssize_t
        node: cython.int
        marked: cython.int = 0
        self.stamped += 1
        for g in range(self.hyp_groups_at[w], self.hyp_groups_at[w + 1]):
            node = self.group_head[self.hyp_groups[g]]
            while node >= 0:
                if self.stamp[self.node_type[node]] != self.stamped:
                    self.stamp[self.node_type[node]] = self.stamped
                    marked += 1
                node = self.node_after[node]
        return marked

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _kin(self) -> cython.void:
        """Give words that synonyms connect one key; it is odd where not every word of it matches every other."""
        x: cython.int
        y: cython.int
        self._types()
        self._list_groups()
        for y in range(self.types):
            self.boss[y] = y
            self.tally[y] = 0
        for x in range(self.hyp_types):
            self.degree[x] = self._mark(self.type_word[x])
            if self.degree[x] > 0:
                for y in range(self.hyp_types, self.types):
                    if self.stamp[y] == self.stamped:
                        self.boss[self._find(y)] = self._find(x)
        self._name_kin()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_groups(self) -> cython.void:
        """For every group, the reference's types that have it."""
        y: cython.int
        w: cython.int
        node: cython.int = 0
        g: cython.Py_ssize_t
        for y in range(self.hyp_types, self.types):
            w = self.type_word[y]
            for g in range(self.ref_groups_at[w], self.ref_groups_at[w + 1]):
                self.node_type[node] = y
                self.node_after[node] = self.group_head[self.ref_groups[g]]
                self.group_head[self.ref_groups[g]] = node
                node += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _name_kin(self) -> cython.void:
        """The key of a word is the eldest type it is connected with."""
        x: cython.int
        i: cython.Py_ssize_t
        for x in range(self.types):
            if x >= self.hyp_types:
                self.ref_count[self._find(x)] += 1
            elif self.degree[x] > 0:
                self.hyp_count[self._find(x)] += 1
                self.tally[self._find(x)] += self.degree[x]
        for x in range(self.types):
            if self.boss[x] == x:
                self.odd_key[x] = self.tally[x] != self.hyp_count[x] * self.ref_count[x]
                self.hyp_count[x] = 0
                self.ref_count[x] = 0
        for i in range(self.n):
            x = self.hyp_type[i]
            self.hyp_key[i] = self._find(x) if x >= 0 and self.degree[x] > 0 else -1
        for i in range(self.m):
            if self.ref_type[i] >= 0:
                self.ref_key[i] = self._find(self.ref_type[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget_kin(self) -> cython.void:
        y: cython.int
        g: cython.Py_ssize_t
        for y in range(self.hyp_types, self.types):
            for g in range(self.ref_groups_at[self.type_word[y]], self.ref_groups_at[self.type_word[y] + 1]):
                self.group_head[self.ref_groups[g]] = -1

    # Most links within an odd class.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _odd_edges(self, t: cython.Py_ssize_t, e: cython.int) -> cython.int:
        """List what open word t, of an odd class, may be linked to; say where the list ends."""
        c: cython.int = self.lay_class[t]
        i: cython.Py_ssize_t
        a: cython.int
        self._mark(self.hyps[self.h0 + self.lay_hyp[t]])
        self.lay_edge[t] = e
        for i in range(self.class_at[c], self.class_at[c + 1]):
            a = self.member[i]
            if self.stamp[self.ref_type[self.ref_pos[a]]] == self.stamped and e < self.max_edges:
                self.edge_ref[e] = a
                e += 1
        self.lay_width[t] = e - self.lay_edge[t]
        return e

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
                if a == but or self.seen[a] == self.seen_mark or (s >= 0 and self._cell(s, a) != 1):
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
            size *= self.class_refs[c] if self.class_odd[c] else abs(self.class_hyps[c] - self.class_refs[c]) + 1
            if total + size <= self.max_edges and (self.class_odd[c] == 0 or size <= 256):
                total += size
                continue
            if self.room <= 64:
                self.hard = True
                total += size
                continue
            some = True
            if self.class_odd[c]:
                self._settle_odd(c)
            else:
                self._settle_plain(c)
        self.wanted = max(self.wanted, total)
        if some:
            self.proven = False
        return some

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle_plain(self, c: cython.Py_ssize_t) -> cython.void:
        """The k-th copy to the k-th."""
        t: cython.int = self.class_fill[c]
        i: cython.Py_ssize_t
        self.hyp_count[self.hyp_key[self.lay_hyp[t]]] = 0
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
        t: cython.int = self.class_fill[c]
        u: cython.int
        a: cython.int
        turns: cython.int
        swapped: cython.bint = True
        self.hyp_count[self.hyp_key[self.lay_hyp[t]]] = 0
        while t >= 0:
            e = self._odd_edges(t, e)
            t = self.lay_next[t]
        self._most(c, self.class_fill[c], -1, -1)
        turns = 0
        while swapped and turns < 3:
            swapped = False
            turns += 1
            t = self.class_fill[c]
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
        t = self.class_fill[c]
        while t >= 0:
            if self.got[t] >= 0:
                self._link(self.lay_hyp[t], self.ref_pos[self.got[t]])
            t = self.lay_next[t]

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

    # What each possible link costs.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _price(self) -> cython.void:
        """Count, for each possible link, the standing links it crosses and the chunks it makes or joins."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        t: cython.Py_ssize_t = 0
        e: cython.int = 0
        left: cython.longlong = 0
        self.below[0] = 0
        for j in range(self.m):
            self.tree[j] = 0
            self.below[j + 1] = self.below[j] + self.taken[j]
        self.tree[self.m] = 0
        for i in range(self.n):
            if self.links[self.h0 + i] >= 0:
                left += 1
                j = self.links[self.h0 + i] + 1
                while j <= self.m:
                    self.tree[j] += 1
                    j += j & -j
            elif t < self.layers and self.lay_hyp[t] == i:
                e = self._odd_links(t, e, left) if self.class_odd[self.lay_class[t]] else self._links(t, e, left)
                t += 1
        for t in range(self.layers - 1, -1, -1):
            self._bound(t)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _odd_links(self, t: cython.Py_ssize_t, e: cython.int, left: cython.longlong) -> cython.int:
        """Price what open word t, of an odd class, may be linked to; say where the list ends."""
        c: cython.int = self.lay_class[t]
        d: cython.Py_ssize_t
        if self.lay_rank[t] == 0:
            for d in range(self.class_at[c], self.class_at[c + 1]):
                self.ref_last[self.member[d]] = -1
        e = self._odd_edges(t, e)
        for d in range(self.lay_edge[t], e):
            self.ref_last[self.edge_ref[d]] = t
            self._price_link(t, d, left)
        return e

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _links(self, t: cython.Py_ssize_t, e: cython.int, left: cython.longlong) -> cython.int:
        """Price what open word t may be linked to: as many copies as are in surplus, and one more."""
        c: cython.int = self.lay_class[t]
        p: cython.Py_ssize_t = self.lay_rank[t] - max(self.class_hyps[c] - self.class_refs[c], 0)
        d: cython.Py_ssize_t
        self.lay_edge[t] = e
        self.lay_width[t] = abs(self.class_hyps[c] - self.class_refs[c]) + 1
        for d in range(self.lay_width[t]):
            self.edge_ref[e] = -1
            if 0 <= p + d < self.class_refs[c]:
                self.edge_ref[e] = self.member[self.class_at[c] + p + d]
                self._price_link(t, e, left)
            e += 1
        return e

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _price_link(self, t: cython.Py_ssize_t, e: cython.Py_ssize_t, left: cython.longlong) -> cython.void:
        a: cython.Py_ssize_t = self.edge_ref[e]
        i: cython.Py_ssize_t = self.lay_hyp[t]
        j: cython.Py_ssize_t = self.ref_pos[a]
        both: cython.longlong = 0
        cost: cython.longlong = 1
        k: cython.Py_ssize_t = j
        while k > 0:
            both += self.tree[k]
            k -= k & -k
        if i > 0 and j > 0 and self.links[self.h0 + i - 1] == j - 1:
            cost -= 1
        if i + 1 < self.n and self.links[self.h0 + i + 1] == j + 1:
            cost -= 1
        self.edge_joins[e] = (
            t > 0 and a > 0 and self.lay_hyp[t - 1] == i - 1 and self.ref_pos[a - 1] == j - 1
            and self.ref_class[a - 1] == self.lay_class[t - 1]
        )  # fmt: skip
        # Links on the left that end right of j, and links on the right that end left of it.
        self.edge_cost[e] = cost - self.edge_joins[e] + self.scale * (left + self.below[j] - 2 * both)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bound(self, t: cython.Py_ssize_t) -> cython.void:
        """The least that this class's words from t on can cost, from each place in its list of reference words."""
        c: cython.int = self.lay_class[t]
        e: cython.Py_ssize_t = self.lay_edge[t]
        later: cython.Py_ssize_t = self.lay_edge[self.lay_next[t]] if self.lay_next[t] >= 0 else -1
        w: cython.Py_ssize_t = self.lay_width[t]
        d: cython.Py_ssize_t
        best: cython.longlong
        if self.class_odd[c]:
            best = 0
            for d in range(w):
                best = min(best, self.edge_cost[e + d])
            self.edge_rest[e] = best
            return
        for d in range(w - 1, -1, -1):
            best = 1000000000000000000
            if self.edge_ref[e + d] >= 0:
                best = self.edge_cost[e + d] + (self.edge_rest[later + d] if later >= 0 else 0)
            if self.class_refs[c] > self.class_hyps[c]:
                if d + 1 < w:
                    best = min(best, self.edge_rest[e + d + 1])
            elif d > 0:
                best = min(best, self.edge_rest[later + d - 1] if later >= 0 else 0)
            self.edge_rest[e + d] = best

    # The search.

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _cell(self, s: cython.Py_ssize_t, a: cython.Py_ssize_t) -> cython.int:
        if a < self.lo:
            return 0
        if a > self.hi:
            return 1
        return self.cells[(self.now + s) * self.open + a]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _start(self, width: cython.Py_ssize_t, ceiling: cython.longlong) -> cython.void:
        """The one state before the first open word."""
        t: cython.Py_ssize_t
        s: cython.Py_ssize_t
        c: cython.int
        self.width = width
        self.ceiling = ceiling
        self.exact = True
        self.work = 0
        self.now = 0
        self.lo = 0
        self.hi = -1
        self.cost[0] = 0
        self.rest[0] = 0
        self.before[0] = -1
        self.up[0] = -1
        self.alive[0] = 1
        for t in range(self.layers):
            c = self.lay_class[t]
            if self.class_odd[c]:
                self.rest[0] += self.edge_rest[self.lay_edge[t]]
            elif self.lay_rank[t] == 0:
                self.rest[0] += self.edge_rest[self.lay_edge[t] + max(self.class_hyps[c] - self.class_refs[c], 0)]
        for s in range(self.classes):
            for t in range(self.class_refs[s]):
                self.ref_sure[self.member[self.class_at[s] + t]] = (
                    self.class_odd[s] == 0 and t >= self.class_refs[s] - self.class_hyps[s]
                )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, width: cython.Py_ssize_t, ceiling: cython.longlong) -> cython.longlong:
        """Find the cheapest choice no dearer than `ceiling` into `answer`; `exact` says nothing better was dropped."""
        t: cython.Py_ssize_t
        s: cython.Py_ssize_t
        size: cython.Py_ssize_t = 1
        nodes: cython.int = 0
        best: cython.Py_ssize_t
        self._start(width, ceiling)
        for t in range(self.layers):
            if self.room <= 64 and not self.exact:
                return 2000000000000000000
            if self.work > self.limit:
                self.width = min(width, 4)
            self._begin(t)
            for s in range(size):
                if self.alive[self.now + s]:
                    self._expand(s, t)
            nodes = self._commit(nodes)
            size = self.fresh
        best = -1
        for s in range(size):
            if self.alive[self.now + s] and (best < 0 or self.cost[self.now + s] < self.cost[self.now + best]):
                best = s
        if best < 0:
            return 2000000000000000000
        nodes = self.up[self.now + best]
        for t in range(self.layers - 1, -1, -1):
            self.answer[t] = self.node_pick[nodes]
            nodes = self.node_up[nodes]
        return self.cost[self.now + best]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self, t: cython.Py_ssize_t) -> cython.void:
        """An empty generation for the states after open word t."""
        self.new = self.room - self.now
        self.fresh = 0
        self.cut = self.ceiling
        self.top = self.hi
        e: cython.Py_ssize_t
        for e in range(self.lay_edge[t], self.lay_edge[t] + self.lay_width[t]):
            self.top = max(self.top, self.edge_ref[e])
        self.next_lo = self.open
        self.next_hi = self.hi
        c: cython.int = self.lay_class[t]
        if self.class_odd[c] == 0 and self.class_refs[c] > self.class_hyps[c]:
            self.ref_sure[self.edge_ref[self.lay_edge[t] + self.lay_width[t] - 1]] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _commit(self, nodes: cython.int) -> cython.int:
        """Give the new states their nodes, oldest list of links first, and make them the present ones."""
        s: cython.Py_ssize_t
        for s in range(self.new, self.new + self.fresh):
            self.table[self.spot[s]] = -1
            if self.alive[s]:
                self.node_up[nodes] = self.up[s]
                self.node_pick[nodes] = self.pick[s]
                self.up[s] = nodes
                nodes += 1
        self.now = self.new
        self.lo = min(self.next_lo, self.top + 1)
        self.hi = self.next_hi
        return nodes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, s: cython.Py_ssize_t, t: cython.Py_ssize_t) -> cython.void:
        """All that open word t may do from state s, in the order of the lists of links: left to right, then no link."""
        c: cython.int = self.lay_class[t]
        e: cython.Py_ssize_t = self.lay_edge[t]
        w: cython.Py_ssize_t = self.lay_width[t]
        later: cython.Py_ssize_t = self.lay_edge[self.lay_next[t]] if self.lay_next[t] >= 0 else -1
        d: cython.Py_ssize_t
        k: cython.Py_ssize_t
        rest: cython.longlong = self.rest[self.now + s]
        need: cython.int
        self._count_over(s, t)
        if self.class_odd[c]:
            rest -= self.edge_rest[e]
            need = self._most(c, t, s, -1)
            for d in range(e, e + w):
                k = self.edge_ref[d]
                if self._cell(s, k) == 1 and self._most(c, self.lay_next[t], s, k) >= need - 1:
                    self._child(s, t, d, rest)
            if self._most(c, self.lay_next[t], s, -1) >= need:
                self._child(s, t, -1, rest)
            return
        d = 0
        while d < w and (self.edge_ref[e + d] < 0 or self._cell(s, self.edge_ref[e + d]) != 1):
            d += 1
        if d == w:
            self._child(s, t, -1, rest)
            return
        rest -= self.edge_rest[e + d]
        if self.class_refs[c] > self.class_hyps[c]:
            for k in range(d, w):
                self._child(s, t, e + k, rest + (self.edge_rest[later + k] if later >= 0 else 0))
        else:
            self._child(s, t, e + d, rest + (self.edge_rest[later + d] if later >= 0 else 0))
            if d > 0:
                self._child(s, t, -1, rest + (self.edge_rest[later + d - 1] if later >= 0 else 0))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_over(self, s: cython.Py_ssize_t, t: cython.Py_ssize_t) -> cython.void:
        """For each possible link of open word t, how many links of state s it crosses."""
        e: cython.Py_ssize_t
        x: cython.Py_ssize_t = self.hi
        row: cython.Py_ssize_t = (self.now + s) * self.open
        count: cython.int = 0
        for e in range(self.lay_width[t] - 1, -1, -1):
            if self.edge_ref[self.lay_edge[t] + e] < 0:
                continue
            while x >= self.lo and x > self.edge_ref[self.lay_edge[t] + e]:
                count += self.cells[row + x] == 2
                x -= 1
            self.over[e] = count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _child(
        self, s: cython.Py_ssize_t, t: cython.Py_ssize_t, e: cython.Py_ssize_t, rest: cython.longlong
    ) -> cython.void:
        """The state after open word t takes link e (none, if e < 0) from state s, unless it cannot win."""
        a: cython.Py_ssize_t = self.edge_ref[e] if e >= 0 else -1
        old: cython.Py_ssize_t = (self.now + s) * self.open
        x: cython.Py_ssize_t
        total: cython.longlong = self.cost[self.now + s]
        if a >= 0:
            total += self.edge_cost[e]
            if self.edge_joins[e] and self.before[self.now + s] != a - 1:
                total += 1
            total += self.scale * self.over[e - self.lay_edge[t]]
        if total + rest > self.cut:
            return
        if self.fresh == self.width:
            self._shrink()
            if total + rest > self.cut:
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
        self.up[x] = self.up[self.now + s]
        self.pick[x] = a
        self.work += 8 + self.top - self.lo
        self.least[x] = total + rest + self.scale * self._write(old, x * self.open, t, a)
        if self.least[x] <= self.cut and self._admit(x):
            self.alive[x] = 1
            self.fresh += 1
            self.next_hi = max(self.next_hi, a)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _write(
        self, old: cython.Py_ssize_t, to: cython.Py_ssize_t, t: cython.Py_ssize_t, a: cython.Py_ssize_t
    ) -> cython.longlong:
        """Copy a state's cells with a taken, keeping of past links only how many lie between words still in reach.

        The answer is how many past links will be crossed whatever comes: by links to words that surely are taken, or
        that are the rightmost their class may take.
        """
        x: cython.Py_ssize_t
        cell: cython.int
        c: cython.int = -1 if self.class_odd[self.lay_class[t]] else self.lay_class[t]
        gap: cython.Py_ssize_t = -1
        code: cython.longlong = 0
        sure: cython.longlong = 0
        crossed: cython.longlong = 0
        for x in range(self.lo, self.top + 1):
            cell = self.cells[old + x] if x <= self.hi else 1
            if x == a:
                cell = 2
            elif cell == 1 and (self.ref_last[x] <= t or (x < a and self.ref_class[x] == c)):
                cell = 0
            self.cells[to + x] = 0
            if cell == 1:
                self.cells[to + x] = 1
                code += x * x * 40503 + x * 2654435 + 7919
                if gap < 0:
                    self.next_lo = min(self.next_lo, x)
                gap = x + 1
                sure += self.ref_sure[x]
            elif cell == 2 and gap >= 0:
                crossed += sure
                self.cells[to + gap] = 2
                code += gap * gap * 65599 + gap * 1299709 + 104729
                gap += 1
        self.code[self.new + self.fresh] = code
        return crossed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _admit(self, x: cython.Py_ssize_t) -> cython.bint:
        """Enter state x in the table, unless one like it is as cheap: that one came first, so its links are smaller."""
        place: cython.longlong = self.code[x] + self.before[x]
        place = (place ^ (place >> 17)) & self.mask
        y: cython.Py_ssize_t
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
        i: cython.Py_ssize_t = self.lo
        if self.before[x] != self.before[y]:
            return False
        while i <= self.top and self.cells[x * self.open + i] == self.cells[y * self.open + i]:
            i += 1
        return i > self.top

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _worst_kept(self, keep: cython.Py_ssize_t) -> cython.longlong:
        """The smallest bound that at least `keep` of the new states do not pass."""
        low: cython.longlong = 1000000000000000000
        high: cython.longlong = -low
        middle: cython.longlong
        x: cython.Py_ssize_t
        below: cython.Py_ssize_t
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
            if below >= keep:
                high = middle
            else:
                low = middle + 1
        return low

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shrink(self) -> cython.void:
        """Make room among the new states: drop the replaced ones and, if that is not enough, the worse half."""
        x: cython.Py_ssize_t
        y: cython.Py_ssize_t = self.new
        i: cython.Py_ssize_t
        living: cython.Py_ssize_t = 0
        keep: cython.Py_ssize_t = self.width >> 1
        equal: cython.Py_ssize_t = keep
        worst: cython.longlong
        for x in range(self.new, self.new + self.fresh):
            self.table[self.spot[x]] = -1
            living += self.alive[x]
        worst = self._worst_kept(keep)
        if living <= keep:
            equal = living
        else:
            self.exact = False
            self.cut = min(self.cut, worst)
            for x in range(self.new, self.new + self.fresh):
                if self.alive[x] and self.least[x] < worst:
                    equal -= 1
        for x in range(self.new, self.new + self.fresh):
            if self.alive[x] == 0 or (living > keep and self.least[x] > worst):
                continue
            if living > keep and self.least[x] == worst:
                if equal == 0:
                    continue
                equal -= 1
            for i in range(self.lo, self.top + 1):
                self.cells[y * self.open + i] = self.cells[x * self.open + i]
            self.cost[y] = self.cost[x]
            self.rest[y] = self.rest[x]
            self.least[y] = self.least[x]
            self.before[y] = self.before[x]
            self.up[y] = self.up[x]
            self.pick[y] = self.pick[x]
            self.code[y] = self.code[x]
            self.alive[y] = 1
            y += 1
        self.fresh = y - self.new
        for x in range(self.new, y):
            self._admit(x)


def optimal(
    pairs: Pairs,
    words: Words,
    rows: cython.longlong[::1],
    links: cython.int[::1],
    stages: cython.int[::1],
    limit: cython.longlong = 2000000,
) -> None:
    """Align each pair at its best; a row is matches of each stage, chunks, and whether the alignment is proven best.

    `limit` is the number of steps (cells of states written) one stage of one pair may take before the search narrows.
    """
    columns: cython.Py_ssize_t = words.stages()
    p: cython.Py_ssize_t
    easy: Aligner = Aligner(pairs, words, 64, 1000000, 2048)
    hard: Aligner
    again: cython.int[::1] = _ints(easy.hyp_at.shape[0], 0)
    some: cython.bint = False
    easy.links = links
    easy.stages = stages
    with cython.nogil:
        for p in range(easy.hyp_at.shape[0] - 1):
            easy.pair(p)
            again[p] = easy.hard or not easy.proven
            some = some or again[p] != 0
            easy.fill(rows, p, columns)
    if some:
        hard = Aligner(pairs, words, 4096, limit, min(max(2048, 2 * easy.wanted), 1000000))
        hard.links = links
        hard.stages = stages
        with cython.nogil:
            for p in range(easy.hyp_at.shape[0] - 1):
                if again[p]:
                    hard.pair(p)
                    hard.fill(rows, p, columns)
