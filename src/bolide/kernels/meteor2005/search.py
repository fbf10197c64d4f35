"""The alignment of METEOR 2005 for one pair of texts: the cheapest choice of links for the words left open.

A beam search goes through the open words from left to right. A state is the part of the links so far that matters to
the rest of the search (which reference words are free, how many links lie between them, whether a chunk is running);
of two equal states the cheaper is kept, or the one with the smaller list of links. Every state has a lower bound of its
final cost, and if there are too many states, those with the highest bounds are dropped. The answer is proven optimal if
it costs no more than the bound of any dropped state.

The tables are explained where they are allocated; `search.pxd` has their types, and those of arguments.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import ints, tables
from bolide.kernels.meteor2005._alignment_block import MatchKeys, Progress, SentencePairs

if not cython.compiled:
    from bolide.kernels._common import INNER, SHIFT, bit, highest, ones


NARROW = 64  # states that are enough for nearly every pair
INFINITY = 1000000000000000000


class Search:
    """Room for the longest pair of a block, for `edges` possible links, and for `room` states at a time."""

    def __init__(
        self,
        pairs: SentencePairs,
        words: MatchKeys,
        block: Progress,
        edges: cython.Py_ssize_t,
        room: cython.Py_ssize_t,
        limit: cython.longlong,
    ) -> None:
        # The block: its pairs, the groups of its words, and how far their alignment is. Of the pair at hand, h0 and r0
        # are where its texts begin, n and m how long they are.
        self.hyps, self.hyp_at, self.refs, self.ref_at = pairs
        self.hyp_groups_at, self.ref_groups_at = words.hyp_groups_at, words.ref_groups_at
        self.hyp_groups, self.ref_groups = words.hyp_groups, words.ref_groups
        self.hyp_key, self.ref_key, self.partial, self.links, self.stages, self.taken = block
        n, m = pairs.longest()
        self._allocate_open_words(n, m, max(words.size, n + m), edges)
        self._allocate_states(n, m, room, limit)

    def _allocate_open_words(
        self, n: cython.Py_ssize_t, m: cython.Py_ssize_t, keys: cython.Py_ssize_t, edges: cython.Py_ssize_t
    ) -> None:
        """Make room for the open words of a pair of at most n and m words, their classes and their edges, and for
        pricing them against the links that are fixed.

        Words that match one another are a class; if not all of them match, it is partial. An edge is a possible link.
        A link costs `scale` for each link it crosses and one for a chunk it begins.
        """
        c: cython.bint = cython.compiled
        # Open hypothesis words, in order (the `layers` of the search): index in the text, class, which copy of it, the
        # next copy's layer or -1, first edge, number of edges, and which copy of the reference's the first edge leads
        # to; and the answer: the open reference word it is linked to, or -1.
        self.lay_hyp, self.lay_class, self.lay_rank, self.lay_next = tables(c, 4, n, "i")
        self.lay_edge, self.lay_width, self.lay_first, self.answer = tables(c, 4, n, "i")
        # Open reference words, in order (`open` is their number): index in the text, class, which copy of it, and the
        # last layer with an edge to it.
        self.ref_pos, self.ref_class, self.ref_rank, self.ref_last, self.member = tables(c, 5, m, "i")
        # Classes: their members, open reference words, begin at class_at; words in either text, whether it is partial,
        # and the first layer. By key: how many open reference words, and the class.
        self.class_at, self.class_hyps, self.class_refs, self.class_partial, self.class_layer = tables(c, 5, m + 1, "i")
        self.ref_count, self.class_of = ints(c, keys), ints(c, keys, -1)
        # Which classes have too many edges; how many there may be, and how many a pair would have had at most.
        self.large, self.max_edges, self.most_edges = ints(c, m), edges, 0
        # Edges: the open reference word, whether a link of the open word before may begin the same chunk, whether one
        # of the open word after may go on with it, and the cost against fixed links. Then the least that a class can
        # cost: from this word on if the copies before this edge are gone, and after this word if it takes this edge or
        # none (`infinity` if it must take one).
        self.edge_ref, self.edge_joins, self.edge_leads = tables(c, 3, edges, "i")
        self.edge_cost, self.edge_rest, self.edge_taken, self.edge_left = tables(c, 4, edges, "q")

        # A bit for each reference word linked at all (standing), and for each linked from the left of the word at hand
        # (behind), of which there are `passed`; for each word of bits, how many more links from the right than from the
        # left end before it (ahead). And another answer to compare (trial).
        self.infinity = INFINITY  # what no answer costs
        self.trial, self.ahead = ints(c, n), ints(c, (m >> SHIFT) + 1)
        self.standing, self.behind = tables(c, 2, (m >> SHIFT) + 1, "Q")

    def _allocate_states(
        self, n: cython.Py_ssize_t, m: cython.Py_ssize_t, room: cython.Py_ssize_t, limit: cython.longlong
    ) -> None:
        """Make room for `room` states at a time, and for their nodes: never fewer than layers."""
        c: cython.bint = cython.compiled
        size: cython.Py_ssize_t = 1 << (4 * room - 1).bit_length()
        self.visit = self.work = 0
        self.widest, self.nodes = room // 2, max(n * NARROW, min(n * room, (limit >> 3) + room))
        # Matching within one partial class: the layer linked to each open reference word and the reverse, -1 for none;
        # from which layer the search for an augmenting path came to a word, and in which search (`visit`).
        self.hyp_match, self.ref_match, self.reached_from, self.visited, self.queue = tables(c, 5, max(n, m), "i")
        # Two generations of states, which begin at `current` and `next`. A bit for each open reference word says
        # whether it is free; of the links made, there are as many bits right after a free word as links lie between it
        # and the next free one. Words of bits from `low` to `high` are in use. Work may reach `limit`.
        self.room, self.limit, self.mask = room, limit, size - 1
        self.span = (m >> SHIFT) + 1
        self.full = 0xFFFFFFFFFFFFFFFF if cython.compiled else (1 << (m + 1)) - 1
        self.free, self.linked = tables(c, 2, 2 * room * self.span, "Q")
        # A state's cost so far; the least that its classes can still cost; the least it can come to cost; how many of
        # its links are certain to be crossed; the reference word its running chunk ends with, or -1; its last node and
        # choice, whether no cheaper one is like it, its hash and its slot in the hash table. No state is entered whose
        # least cost exceeds `cutoff`, which begins at `ceiling` and sinks.
        self.cost, self.rest, self.least, self.certain_crossings = tables(c, 4, 2 * room, "q")
        self.chunk_end, self.node, self.choice, self.alive, self.slot = tables(c, 5, 2 * room, "i")
        (self.code,) = tables(c, 1, 2 * room, "Q")
        self.table = ints(c, size, -1)
        # Of the state being continued: links right of each word of bits, and words left of it that every answer links;
        # `from_edge` is where its class goes on, `crossed` how many links that is certain to cross.
        self.right, self.left = tables(c, 2, self.span, "i")
        (self.always_linked,) = tables(c, 1, self.span, "Q")
        # The tree of all states: parent, choice and bound of each node; and by layer, the smallest bound of a dropped
        # state.
        self.node_up, self.node_choice = tables(c, 2, self.nodes, "i")
        self.node_least, self.least_dropped = tables(c, 2, self.nodes, "q")

    # How widely a pair is searched.

    def link_if_easy(self, p: int, stage: int) -> bool:
        """Link the open words of pair p if a narrow search proves how; return whether it does."""
        if not self.collect(p):
            return False
        self.price()
        proven, _ = self.search(NARROW, self.infinity, False)
        if proven:
            self.link(stage)
        return proven

    def link_at_best(self, p: int, stage: int) -> bool:
        """Link the open words of pair p as well as possible; return whether that is proven optimal."""
        searched = self.collect(p)
        if not searched:
            self.link_large_classes(stage)
            self.collect(p)
        if self.layers == 0:
            return searched
        self.price()
        proven = self.find_answer()
        self.link(stage)
        return searched and proven

    def find_answer(self) -> bool:
        """Search narrowly for a good answer, then widely for a proof, within the limit of work."""
        proven, spent = self.search(NARROW, self.infinity, True)
        if proven:
            return True
        best = self.improve()
        earlier = list(self.answer[: self.layers])
        proven, _ = self.search(self.widest, best, False)
        if proven:
            return True
        self.set_answer(earlier)
        wide = min(self.widest, self.nodes // self.layers, NARROW * self.limit // spent)
        if wide > NARROW:
            proven, _ = self.search(wide, self.infinity, True)
            if not proven and self.improve() > best:
                self.set_answer(earlier)
        return proven

    def set_answer(self, answer: list[int]) -> None:
        """Set the answer to an earlier one."""
        for t, a in enumerate(answer):
            self.answer[t] = a

    # The open words of a pair, their classes, and what each may be linked to.

    def collect(self, p: cython.Py_ssize_t) -> bool:
        """List the open words of pair p and, if no class is too large, their possible links; return whether none is."""
        e: cython.int = 0
        with cython.nogil:
            self.h0, self.r0 = self.hyp_at[p], self.ref_at[p]
            self.n, self.m = self.hyp_at[p + 1] - self.h0, self.ref_at[p + 1] - self.r0
            self._collect()
            fits = self._fits()
            if fits:
                for t in range(self.layers):
                    e = self._edges(t, e)
        return bool(fits)

    def _collect(self):
        """List the open words of both sides and their classes."""
        a = 0
        t = 0
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
                self.class_partial[c] = self.partial[self.r0 + j]
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
        self.layers, self.scale = t, self.n + 1
        for j in range(self.open):
            k = self.ref_key[self.r0 + self.ref_pos[j]]
            self.class_of[k] = -1
            self.ref_count[k] = 0
        for t in range(self.layers - 1, -1, -1):
            self.lay_next[t] = self.class_layer[self.lay_class[t]]
            self.class_layer[self.lay_class[t]] = t

    def _fits(self):
        """Mark the classes that are too large for the tables; return whether there is none."""
        total: cython.longlong = 0
        needed: cython.longlong = 0
        fits: cython.bint = True
        for c in range(self.classes):
            size: cython.longlong = self.class_hyps[c]
            if self.class_partial[c]:
                size *= self.class_refs[c]
            else:
                size *= min(self.class_refs[c], abs(self.class_hyps[c] - self.class_refs[c]) + 1)
            needed += size
            self.large[c] = total + size > self.max_edges or (self.class_partial[c] != 0 and size > 256)
            if self.large[c]:
                fits = False
            else:
                total += size
        self.most_edges = max(self.most_edges, needed)
        return fits

    def _edges(self, t, e):
        """List the possible links of open word t of a plain class: to as many copies as are in surplus, and one more.

        Return where the list ends.
        """
        c = self.lay_class[t]
        more = self.class_hyps[c] - self.class_refs[c]
        rank = self.lay_rank[t]
        if self.class_partial[c]:
            self._partial_edges(t, e)
        else:
            self.lay_edge[t] = e
            self.lay_first[t] = max(0, rank - max(more, 0))
            self.lay_width[t] = min(self.class_refs[c], rank + max(-more, 0) + 1) - self.lay_first[t]
            for d in range(self.lay_width[t]):
                self.edge_ref[e + d] = self.member[self.class_at[c] + self.lay_first[t] + d]
        for d in range(e, e + self.lay_width[t]):
            self.ref_last[self.edge_ref[d]] = t
        return e + self.lay_width[t]

    def _partial_edges(self, t, e):
        """List the possible links of open word t of a partial class; return where the list ends."""
        c = self.lay_class[t]
        self.lay_edge[t] = e
        for i in range(self.class_at[c], self.class_at[c + 1]):
            a = self.member[i]
            if e < self.max_edges and self._have_common_group(
                self.hyps[self.h0 + self.lay_hyp[t]], self.refs[self.r0 + self.ref_pos[a]]
            ):
                self.edge_ref[e] = a
                e += 1
        self.lay_width[t] = e - self.lay_edge[t]
        return e

    def _have_common_group(self, h, r):
        """Whether hypothesis word h and reference word r have a group in common."""
        for x in range(self.hyp_groups_at[h], self.hyp_groups_at[h + 1]):
            for y in range(self.ref_groups_at[r], self.ref_groups_at[r + 1]):
                if self.hyp_groups[x] == self.ref_groups[y]:
                    return True
        return False

    def _can_link(self, t, a):
        """Whether partial open word t may be linked to a."""
        low = self.lay_edge[t]
        high = low + self.lay_width[t]
        while low < high:
            middle = (low + high) >> 1
            if self.edge_ref[middle] < a:
                low = middle + 1
            else:
                high = middle
        return low < self.lay_edge[t] + self.lay_width[t] and self.edge_ref[low] == a

    def edges_needed(self) -> int:
        """The number of edges that would have been enough for every pair so far."""
        return int(self.most_edges)

    def link(self, stage: cython.int) -> None:
        """Make the links of the answer."""
        with cython.nogil:
            for t in range(self.layers):
                if self.answer[t] >= 0:
                    self._link(self.lay_hyp[t], self.ref_pos[self.answer[t]], stage)

    def _link(self, i, j, stage):
        self.links[self.h0 + i] = j
        self.stages[self.h0 + i] = stage
        self.taken[self.r0 + j] = 1

    # Classes too large to search: linked copy by copy, or, if not all of their words match one another, with as many
    # links as possible and no crossing that could be swapped.

    def link_large_classes(self, stage: cython.int) -> None:
        """Link the words of the classes that are too large to search, and close them."""
        with cython.nogil:
            for c in range(self.classes):
                if self.large[c]:
                    self._link_large_class(c, stage)

    def _link_large_class(self, c, stage):
        """Link a plain class copy by copy, a partial one as often as possible, with links uncrossed if possible."""
        t = self.class_layer[c]
        i = self.class_at[c]
        e = 0
        if self.class_partial[c]:
            while t >= 0:
                e = self._partial_edges(t, e)
                t = self.lay_next[t]
            t = self.class_layer[c]
            self._most_links(c, t, -1, -1)
            while t >= 0:
                self.answer[t] = self.ref_match[t]
                t = self.lay_next[t]
            self._uncross(c)
        while t >= 0:
            self.answer[t] = self.member[i] if i < self.class_at[c + 1] else -1
            i += 1
            t = self.lay_next[t]
        self._close(c, stage)

    def _uncross(self, c):
        """Swap crossing links of partial class c if both swapped links are possible, in at most three passes."""
        turns = 0
        swapped: cython.bint = True
        while swapped and turns < 3:
            swapped = False
            turns += 1
            t = self.class_layer[c]
            while t >= 0:
                u = self.lay_next[t]
                while u >= 0:
                    a = self.answer[t]
                    b = self.answer[u]
                    if b >= 0 and a > b and self._can_link(t, b) and self._can_link(u, a):
                        self.answer[t] = b
                        self.answer[u] = a
                        swapped = True
                    u = self.lay_next[u]
                t = self.lay_next[t]

    def _close(self, c, stage):
        """Make the links of class c, and close its words."""
        t = self.class_layer[c]
        while t >= 0:
            if self.answer[t] >= 0:
                self._link(self.lay_hyp[t], self.ref_pos[self.answer[t]], stage)
            self.hyp_key[self.h0 + self.lay_hyp[t]] = -1
            t = self.lay_next[t]
        for i in range(self.class_at[c], self.class_at[c + 1]):
            self.ref_key[self.r0 + self.ref_pos[self.member[i]]] = -1

    # What each possible link costs against the fixed ones.

    def price(self) -> None:
        """Price all edges of the current pair."""
        with cython.nogil:
            self.standing_words = (self.m >> SHIFT) + 1
            self._note_standing()
            self._price(-1)

    def _note_standing(self):
        for j in range(self.standing_words):
            self.standing[j] = 0
        for j in range(self.m):
            if self.taken[self.r0 + j]:
                self.standing[j >> SHIFT] |= bit(j)

    def _price(self, only):
        """Count, for each possible link (of class `only`, unless -1), standing links it crosses and chunks it makes."""
        t = 0
        self._forget_behind()
        for i in range(self.n):
            j = self.links[self.h0 + i]
            if j >= 0:
                self._pass(j)
            if t < self.layers and self.lay_hyp[t] == i:
                if only < 0 or only == self.lay_class[t]:
                    self._count_ahead()
                    for j in range(self.lay_edge[t], self.lay_edge[t] + self.lay_width[t]):
                        self._price_link(t, j, only)
                t += 1
        for t in range(self.layers - 1, -1, -1):
            if only < 0 or only == self.lay_class[t]:
                self._bound(t)

    def _price_link(self, t, e, only):
        a = self.edge_ref[e]
        i = self.lay_hyp[t]
        j = self.ref_pos[a]
        cost = 1
        if i > 0 and j > 0 and self.links[self.h0 + i - 1] == j - 1:
            cost -= 1
        if i + 1 < self.n and self.links[self.h0 + i + 1] == j + 1:
            cost -= 1
        self.edge_leads[e] = self._side_by_side(t, a)
        self.edge_joins[e] = self._side_by_side(t - 1, a - 1) and (only < 0 or only == self.lay_class[t - 1])
        self.edge_cost[e] = cost - self.edge_joins[e] + self.scale * self._crossed(j)

    def _side_by_side(self, t, a):
        """Whether open words t and t + 1 and their matches a and a + 1 could be one chunk."""
        return (
            t >= 0
            and a >= 0
            and t + 1 < self.layers
            and a + 1 < self.open
            and self.lay_hyp[t] + 1 == self.lay_hyp[t + 1]
            and self.ref_pos[a] + 1 == self.ref_pos[a + 1]
            and self.lay_class[t] == self.ref_class[a]
            and self.lay_class[t + 1] == self.ref_class[a + 1]
        )

    def _forget_behind(self):
        self.passed = 0
        for w in range(self.standing_words):
            self.behind[w] = 0

    def _pass(self, j):
        """Move the link to reference word j to the left side."""
        self.passed += 1
        self.behind[j >> SHIFT] |= bit(j)

    def _count_ahead(self):
        count = 0
        for w in range(self.standing_words):
            self.ahead[w] = count
            count += ones(self.standing[w]) - 2 * ones(self.behind[w])

    def _crossed(self, j):
        """The number of links from the left that end after reference word j, or from the right that end before it."""
        w = j >> SHIFT
        before = bit(j) - 1
        return self.passed + self.ahead[w] + ones(self.standing[w] & before) - 2 * ones(self.behind[w] & before)

    def _bound(self, t):
        """Compute lower bounds of the cost of this class's words from t on, by index in its list of reference words."""
        c = self.lay_class[t]
        e = self.lay_edge[t]
        best = 0
        if self.class_partial[c]:
            for d in range(self.lay_width[t]):
                best = min(best, self.edge_cost[e + d])
            self.edge_rest[e] = best
            return
        for d in range(self.lay_width[t] - 1, -1, -1):
            self.edge_taken[e + d] = self._cost_after(t, self.lay_first[t] + d + 1)
            self.edge_left[e + d] = self.infinity
            best = self.edge_cost[e + d] + self.edge_taken[e + d]
            if self.class_refs[c] > self.class_hyps[c]:
                if d + 1 < self.lay_width[t]:
                    best = min(best, self.edge_rest[e + d + 1])
            elif self.class_hyps[c] - self.lay_rank[t] > self.class_refs[c] - self.lay_first[t] - d:
                # Enough words follow for all copies from this one on.
                self.edge_left[e + d] = self._cost_after(t, self.lay_first[t] + d)
                best = min(best, self.edge_left[e + d])
            self.edge_rest[e + d] = best

    def _cost_after(self, t, copy):
        """A lower bound of the cost of later words of open word t's plain class, if `copy` is its first free one."""
        u = self.lay_next[t]
        if u < 0 or copy == self.class_refs[self.lay_class[t]]:
            return 0
        return self.edge_rest[self.lay_edge[u] + copy - self.lay_first[u]]

    # Local improvement, class by class: with the links of all other classes fixed, the best links of one word's copies
    # are found exactly, in turns until no class gains.

    def improve(self) -> int:
        """Let each class in turn take its best links among those of all others; return the cost of the answer."""
        with cython.nogil:
            self._note_standing()
            self._improve_classes()
            self._price(-1)
            cost = self._answer_cost()
        return int(cost)

    def _improve_classes(self):
        turns = 0
        gained: cython.bint = True
        for t in range(self.layers):
            self._toggle(t, True)
        while gained and turns < 4:
            gained = False
            turns += 1
            for c in range(self.classes):
                if self.class_partial[c] == 0 and self._move_class(c):
                    gained = True
        for t in range(self.layers):
            self._toggle(t, False)

    def _toggle(self, t, on):
        """Make the answer's link of open word t stand, or no longer."""
        if self.answer[t] >= 0:
            j = self.ref_pos[self.answer[t]]
            self.standing[j >> SHIFT] ^= bit(j)
            self.links[self.h0 + self.lay_hyp[t]] = j if on else -1
            self.taken[self.r0 + j] = on

    def _move_class(self, c):
        """Answer with the best links of plain class c while all others are fixed; return whether they are better."""
        t = self.class_layer[c]
        while t >= 0:
            self._toggle(t, False)
            t = self.lay_next[t]
        self._price(c)
        self._choose_cheapest(c)
        better: cython.bint = self._class_cost(c, self.trial) < self._class_cost(c, self.answer)
        t = self.class_layer[c]
        while t >= 0:
            if better:
                self.answer[t] = self.trial[t]
            self._toggle(t, True)
            t = self.lay_next[t]
        return better

    def _choose_cheapest(self, c):
        """Take the choices that led to the lower bound of plain class c, each word alone."""
        t = self.class_layer[c]
        copy = 0
        while t >= 0:
            self.trial[t] = -1
            if copy < self.class_refs[c]:
                e = self.lay_edge[t] + copy - self.lay_first[t]
                if self.class_refs[c] > self.class_hyps[c]:
                    while self.edge_cost[e] + self.edge_taken[e] != self.edge_rest[e]:
                        copy += 1
                        e += 1
                if self.edge_cost[e] + self.edge_taken[e] == self.edge_rest[e]:
                    self.trial[t] = self.edge_ref[e]
                    copy += 1
            t = self.lay_next[t]

    def _class_cost(self, c, picks):
        """The cost of the links of plain class c while all others are fixed."""
        t = self.class_layer[c]
        total = 0
        while t >= 0:
            total += self._pick_cost(t, picks)
            t = self.lay_next[t]
        return total

    def _pick_cost(self, t, picks):
        """The cost of the link picked for open word t: crossings of fixed links, and chunks."""
        a = picks[t]
        e = self.lay_edge[t]
        if a < 0:
            return 0
        if self.class_partial[self.lay_class[t]]:
            while self.edge_ref[e] != a:
                e += 1
        else:
            e += self.ref_rank[a] - self.lay_first[t]
        return self.edge_cost[e] + (self.edge_joins[e] != 0 and picks[t - 1] != a - 1)

    def _answer_cost(self):
        """The cost of the whole answer, as a search counts it. All links are fixed now: each crossing counts twice."""
        total = 0
        crossed = 0
        self._forget_behind()
        for t in range(self.standing_words):
            self.standing[t] = 0
        for t in range(self.layers):
            a = self.answer[t]
            if a >= 0:
                self.standing[a >> SHIFT] |= bit(a)
        for t in range(self.layers):
            a = self.answer[t]
            if a >= 0:
                self._count_ahead()
                total += self._pick_cost(t, self.answer)
                crossed += self._crossed(a)
                self._pass(a)
        return total + self.scale * (crossed >> 1)

    # The search from left to right, layer by layer.

    def search(self, width: cython.Py_ssize_t, ceiling: cython.longlong, patient: cython.bint) -> tuple[bool, int]:
        """Answer with the cheapest choice of at most `ceiling`; return whether it is proven optimal, and the work done.

        Unless patient, the search gives up when its work passes the limit or a state is lost that could have become
        cheaper than the ceiling, if there is one.
        """
        with cython.nogil:
            self._search(width, ceiling, patient)
        return bool(self.exact), self.work

    def _search(self, width, ceiling, patient):
        size = 1
        nodes = 0
        best = -1
        capped: cython.bint = ceiling != self.infinity
        self.exact = False
        self._start(width, ceiling)
        for t in range(self.layers):
            if not patient and (self.work > self.limit or (t > 0 and capped and self.least_dropped[t - 1] < ceiling)):
                return
            self._begin_layer(t)
            for s in range(size):
                if self.alive[self.current + s]:
                    self._expand(self.current + s, t)
            nodes = self._end_layer(nodes)
            size = self.next_size
        for s in range(self.current, self.current + size):
            if self.alive[s] and (best < 0 or self.cost[s] < self.cost[best]):
                best = s
        if best >= 0:
            self._trace(best)

    def _start(self, width, ceiling):
        """Write the one state before the first open word."""
        self.width = width
        self.ceiling = ceiling
        self.work = 0
        self.current = 0
        self.low = 0
        self.high = -1
        self.cost[0] = self.rest[0] = self.certain_crossings[0] = 0
        self.chunk_end[0] = self.node[0] = -1
        self.alive[0] = self.next_size = 1
        for t in range(self.layers):
            c = self.lay_class[t]
            if self.class_partial[c] or self.class_layer[c] == t:
                self.rest[0] += self.edge_rest[self.lay_edge[t]]
        self.least[0] = self.rest[0]
        for t in range((self.open >> SHIFT) + 1):
            self.always_linked[t] = 0
        for c in range(self.classes):
            if self.class_partial[c] == 0:
                for t in range(max(0, self.class_refs[c] - self.class_hyps[c]), self.class_refs[c]):
                    a = self.member[self.class_at[c] + t]
                    self.always_linked[a >> SHIFT] |= bit(a)

    def _begin_layer(self, t):
        """Begin an empty generation for the states after open word t."""
        c = self.lay_class[t]
        a = self.edge_ref[self.lay_edge[t] + self.lay_width[t] - 1]
        self.layer = t
        self.cutoff = self.ceiling
        self.least_dropped[t] = self.infinity
        while self.high < a >> SHIFT:
            self.high += 1
            for s in range(self.current, self.current + self.next_size):
                self.free[s * self.span + self.high] = self.full
                self.linked[s * self.span + self.high] = 0
        self.next = self.room - self.current
        self.next_size = 0
        self.next_low = self.high + 1
        if self.class_partial[c] == 0 and self.class_refs[c] > self.class_hyps[c]:
            self.always_linked[a >> SHIFT] &= self.full ^ bit(a)

    def _end_layer(self, nodes):
        """Give the new states their nodes, smallest list of links first, and make them the present ones."""
        if self.next_size > self.width:
            self._prune()
        for s in range(self.next, self.next + self.next_size):
            self.table[self.slot[s]] = -1
            if self.alive[s]:
                self.node_up[nodes] = self.node[s]
                self.node_choice[nodes] = self.choice[s]
                self.node_least[nodes] = self.least[s]
                self.node[s] = nodes
                nodes += 1
        self.current = self.next
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
            self.answer[t] = self.node_choice[node]
            if self.least_dropped[t] < self.cost[best]:
                self.exact = False
            if self.least_dropped[t] == self.cost[best] and self.node_least[node] != self.cost[best]:
                self.exact = False
            node = self.node_up[node]

    # One state and what follows it.

    def _expand(self, s, t):
        """Enter the successors of state s for open word t, in the order of the lists of links: left to right, then no
        link."""
        c = self.lay_class[t]
        e = self.lay_edge[t]
        end = e + self.lay_width[t]
        d = e
        rest = self.rest[s]
        self._count_sides(s)
        self.crossed = 0
        if self.class_partial[c]:
            rest -= self.edge_rest[e]
            need = self._most_links(c, t, s, -1)
            for d in range(e, end):
                if (
                    self._is_free(s, self.edge_ref[d])
                    and self._most_links(c, self.lay_next[t], s, self.edge_ref[d]) >= need - 1
                ):
                    self._child(s, t, d, rest)
            if self._most_links(c, self.lay_next[t], s, -1) >= need:
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
            self.crossed = self._links_crossed(s, self.edge_ref[end - 1])
            for k in range(d, end):
                self._child(s, t, k, rest + self.edge_taken[k])
            return
        self.crossed = self._links_crossed(s, self.edge_ref[d])
        self._child(s, t, d, rest + self.edge_taken[d])
        if self.edge_left[d] < self.infinity:
            self._child(s, t, -1, rest + self.edge_left[d])

    def _child(self, s, t, e, rest):
        """The state after open word t takes link e (none, if e < 0) from state s, unless it cannot win.

        Links made so far will be crossed, whatever comes, by those to words that every answer links, and by one of a
        class with copies to spare no less than its rightmost choice says.
        """
        a = -1
        total = self.cost[s]
        certain_crossings = self.certain_crossings[s]
        if e >= 0:
            a = self.edge_ref[e]
            total += self.edge_cost[e] + self.scale * self._links_crossed(s, a)
            if self.edge_joins[e] and self.chunk_end[s] != a - 1:
                total += 1
            # The free words left of a that every answer links.
            w = a >> SHIFT
            free = self.free[s * self.span + w] & self.always_linked[w] & (bit(a) - 1)
            certain_crossings += self.left[w] + ones(free) - self.crossed
        least = max(self.least[s], total + rest + self.scale * certain_crossings)
        self.work += 1
        if least <= self.cutoff and self.next_size == 2 * self.width:
            self._prune()
        if least > self.cutoff:
            self.least_dropped[t] = min(self.least_dropped[t], least)
            return
        x = self.next + self.next_size
        self.chunk_end[x] = a if e >= 0 and self.edge_leads[e] else -1
        self.cost[x] = total
        self.rest[x] = rest
        self.certain_crossings[x] = certain_crossings
        self.least[x] = least
        self.node[x] = self.node[s]
        self.choice[x] = a
        self.alive[x] = 1
        self._write(s * self.span, x * self.span, t, e)
        if self._insert(x):
            self.next_size += 1

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
            count += ones(self.linked[row + w])
        count = 0
        for w in range(self.low, self.high + 1):
            self.left[w] = count
            count += ones(self.free[row + w] & self.always_linked[w])
        self.work += 4 + (self.open >> 6)

    def _links_crossed(self, s, a):
        """The number of links of state s that a link to reference word a crosses."""
        return self.right[a >> SHIFT] + ones((self.linked[s * self.span + (a >> SHIFT)] >> (a & INNER)) >> 1)

    # The bits of a state.

    def _write(self, old, row, t, e):
        """Copy a state's bits, with link e made; words that can no longer be linked are no longer free."""
        code = 0
        end = self.lay_edge[t] + self.lay_width[t]
        for w in range(self.low, self.high + 1):
            self.free[row + w] = self.free[old + w]
            self.linked[row + w] = self.linked[old + w]
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
            code = hash((self.free[row], self.linked[row])) & 0x7FFFFFFFFFFFFFFF
        for w in range(self.high, self.low - 1, -1):
            if self.free[row + w]:
                self.next_low = min(self.next_low, w)
            if cython.compiled:
                code = (code * 1000003 + self.free[row + w] + 7919 * self.linked[row + w]) & self.full
        self.code[self.next + self.next_size] = code
        self.work += 8 + 2 * (self.open >> 6)

    def _use_up(self, row, a, is_linked):
        """Reference word a is free no more: the links noted after it join those after the free word before it."""
        w = a >> SHIFT
        count = self._run_length(row, a + 1)
        self._note_links(row, a + 1, count, False)
        self.free[row + w] &= self.full ^ bit(a)
        bits = self.free[row + w] & (bit(a) - 1)
        while bits == 0 and w > self.low:
            w -= 1
            bits = self.free[row + w]
        if bits and count + is_linked > 0:
            a = (w << SHIFT) + highest(bits) + 1
            self._note_links(row, a + self._run_length(row, a), count + is_linked, True)

    def _run_length(self, row, a):
        """The number of links recorded from position a on without a gap."""
        w = a >> SHIFT
        if w > self.high:
            return 0
        none = (self.full ^ self.linked[row + w]) >> (a & INNER) << (a & INNER)
        while none == 0 and w < self.high:
            w += 1
            none = self.full ^ self.linked[row + w]
        if none == 0:
            return ((w + 1) << SHIFT) - a
        return (w << SHIFT) + ones((none & (self.full ^ (none - 1))) - 1) - a

    def _note_links(self, row, a, count, on):
        """Record `count` links from position a on, or erase them."""
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
                self.linked[row + w] |= bits
            else:
                self.linked[row + w] &= self.full ^ bits

    # Merging and pruning of states.

    def _insert(self, x):
        """Enter state x in the table unless an equal one is as cheap: that one came first, so its links are smaller."""
        slot = self.code[x] + self.chunk_end[x] + 1
        slot = (slot ^ (slot >> 17) ^ (slot >> 41)) & self.mask
        while self.table[slot] >= 0:
            y = self.table[slot]
            if self.code[y] == self.code[x] and self._same(x, y):
                if self.cost[y] <= self.cost[x]:
                    return False
                self.alive[y] = 0
                break
            slot = (slot + 1) & self.mask
        self.table[slot] = x
        self.slot[x] = slot
        return True

    def _same(self, x, y):
        """Whether two new states are equal for the rest of the search."""
        if self.chunk_end[x] != self.chunk_end[y]:
            return False
        for w in range(self.low, self.high + 1):
            if self.free[x * self.span + w] != self.free[y * self.span + w]:
                return False
            if self.linked[x * self.span + w] != self.linked[y * self.span + w]:
                return False
        return True

    def _pruning_bound(self):
        """The smallest bound that is not exceeded by as many new states as may stay."""
        low = self.infinity
        high = -low
        if not cython.compiled:
            bounds = sorted(self.least[x] for x in range(self.next, self.next + self.next_size) if self.alive[x])
            return bounds[min(self.width, len(bounds)) - 1]
        for x in range(self.next, self.next + self.next_size):
            if self.alive[x]:
                low = min(low, self.least[x])
                high = max(high, self.least[x])
        while low < high:
            middle = low + ((high - low) >> 1)
            below = 0
            for x in range(self.next, self.next + self.next_size):
                if self.alive[x] and self.least[x] <= middle:
                    below += 1
            if below >= self.width:
                high = middle
            else:
                low = middle + 1
        return low

    def _prune(self):
        """Keep as many new states as may stay: those with the lowest bounds, on ties those with the smaller links."""
        y = self.next
        equal = self.width
        living = 0
        worst = self._pruning_bound()
        for x in range(self.next, self.next + self.next_size):
            self.table[self.slot[x]] = -1
            living += self.alive[x]
            if self.alive[x] and self.least[x] < worst:
                equal -= 1
        if living >= self.width:
            self.cutoff = min(self.cutoff, worst - 1)
        for x in range(self.next, self.next + self.next_size):
            if self.alive[x] == 0:
                continue
            if self.least[x] == worst:
                equal -= 1
            if self.least[x] > worst or (self.least[x] == worst and equal < 0):
                self.least_dropped[self.layer] = min(self.least_dropped[self.layer], self.least[x])
                continue
            self._move(x, y)
            y += 1
        self.next_size = y - self.next
        for x in range(self.next, y):
            self._insert(x)

    def _move(self, x, y):
        """Move new state x to index y."""
        if x == y:
            return
        for w in range(self.low, self.high + 1):
            self.free[y * self.span + w] = self.free[x * self.span + w]
            self.linked[y * self.span + w] = self.linked[x * self.span + w]
        self.cost[y], self.rest[y] = self.cost[x], self.rest[x]
        self.least[y], self.certain_crossings[y] = self.least[x], self.certain_crossings[x]
        self.chunk_end[y], self.node[y] = self.chunk_end[x], self.node[x]
        self.choice[y], self.code[y] = self.choice[x], self.code[x]
        self.alive[y] = 1

    # Partial classes: the most links there can be, by augmenting paths.

    def _most_links(self, c, t, s, except_ref):
        """The most links partial class c can still get from open word t on."""
        links = 0
        for i in range(self.class_at[c], self.class_at[c + 1]):
            self.hyp_match[self.member[i]] = -1
        while t >= 0:
            self.ref_match[t] = -1
            if self._augment(t, s, except_ref):
                links += 1
            t = self.lay_next[t]
        return links

    def _augment(self, first, s, except_ref):
        """Find open word `first` a partner among those state s leaves (all, if s < 0) but one; others may move."""
        head = 0
        tail = 1
        self.visit += 1
        self.queue[0] = first
        while head < tail:
            t = self.queue[head]
            head += 1
            for e in range(self.lay_edge[t], self.lay_edge[t] + self.lay_width[t]):
                a = self.edge_ref[e]
                self.work += 1
                if a == except_ref or self.visited[a] == self.visit or (s >= 0 and not self._is_free(s, a)):
                    continue
                self.visited[a] = self.visit
                self.reached_from[a] = t
                if self.hyp_match[a] >= 0:
                    self.queue[tail] = self.hyp_match[a]
                    tail += 1
                    continue
                while a >= 0:
                    t = self.reached_from[a]
                    freed = self.ref_match[t]
                    self.hyp_match[a] = t
                    self.ref_match[t] = a
                    a = freed if t != first else -1
                return True
        return False
