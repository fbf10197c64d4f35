"""The open words of a pair, their classes, and what each may be linked to.

A class too large to search is settled at once: copy by copy, or if not all of its words match, with as many links as
can be and none crossing that could be swapped.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._tables import ints, tables
from bolide.kernels.meteor2005._alignment_block import Pairs, Progress, Words

COMPILED = cython.compiled


class Candidates:
    """The tables of a problem, with room for the longest pair of a block and for `edges` possible links.

    They are explained in `candidates.pxd`. Here they are filled, and words are linked when they are answered.
    """

    def __init__(self, pairs: Pairs, words: Words, block: Progress, edges: cython.Py_ssize_t) -> None:
        c: cython.bint = cython.compiled
        n, m = pairs.longest()
        keys: cython.Py_ssize_t = max(words.size, n + m)
        self.hyps, self.hyp_at, self.refs, self.ref_at = pairs
        self.hyp_groups_at, self.ref_groups_at = words.hyp_groups_at, words.ref_groups_at
        self.hyp_groups, self.ref_groups = words.hyp_groups, words.ref_groups
        self.hyp_key, self.ref_key, self.partial, self.links, self.stages, self.taken = block
        self.longest_hyp, self.longest_ref, self.max_edges, self.most_edges = n, m, edges, 0
        self.ref_count, self.class_of, self.large = ints(c, keys), ints(c, keys, -1), ints(c, m)
        self.lay_hyp, self.lay_class, self.lay_rank, self.lay_next = tables(c, 4, n, "i")
        self.lay_edge, self.lay_width, self.lay_first, self.answer = tables(c, 4, n, "i")
        self.ref_pos, self.ref_class, self.ref_rank, self.ref_last, self.member = tables(c, 5, m, "i")
        self.class_at, self.class_hyps, self.class_refs, self.class_partial, self.class_layer = tables(c, 5, m + 1, "i")
        self.edge_ref, self.edge_joins, self.edge_leads = tables(c, 3, edges, "i")
        self.edge_cost, self.edge_rest, self.edge_taken, self.edge_left = tables(c, 4, edges, "q")

    def collect(self, p: cython.Py_ssize_t) -> bool:
        """List the open words of pair p; if no class is too large, also what may be linked, and say so."""
        fits: cython.bint
        t: cython.Py_ssize_t
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

    def wanted(self) -> int:
        """How many edges would have been enough for every pair so far."""
        return int(self.most_edges)

    def link(self, stage: cython.int) -> None:
        """Make the links of the answer."""
        t: cython.Py_ssize_t
        with cython.nogil:
            for t in range(self.layers):
                if self.answer[t] >= 0:
                    self._link(self.lay_hyp[t], self.ref_pos[self.answer[t]], stage)

    def _list_partial(self, c):
        """List what the words of partial class c may be linked to."""
        t, e = self.class_layer[c], 0
        while t >= 0:
            e = self._partial_edges(t, e)
            t = self.lay_next[t]

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
        """Find the classes that are too large for the room there is; say whether there is none."""
        total = 0
        wanted = 0
        fits = True
        for c in range(self.classes):
            size = self.class_hyps[c]
            if self.class_partial[c]:
                size *= self.class_refs[c]
            else:
                size *= min(self.class_refs[c], abs(self.class_hyps[c] - self.class_refs[c]) + 1)
            wanted += size
            self.large[c] = total + size > self.max_edges or (self.class_partial[c] != 0 and size > 256)
            if self.large[c]:
                fits = False
            else:
                total += size
        self.most_edges = max(self.most_edges, wanted)
        return fits

    # What a word may be linked to.

    def _edges(self, t, e):
        """List what open word t may be linked to: of a plain class, as many copies as are in surplus, and one more.

        Say where the list ends.
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
        """List what open word t, of a partial class, may be linked to; say where the list ends."""
        c = self.lay_class[t]
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

    def _share(self, h, r):
        """Whether hypothesis word h and reference word r have a group in common."""
        for x in range(self.hyp_groups_at[h], self.hyp_groups_at[h + 1]):
            for y in range(self.ref_groups_at[r], self.ref_groups_at[r + 1]):
                if self.hyp_groups[x] == self.ref_groups[y]:
                    return True
        return False

    def _may(self, t, a):
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

    # Classes too large to search.

    def _pair_off(self, c):
        """Answer with the k-th copy to the k-th."""
        t = self.class_layer[c]
        i = self.class_at[c]
        while t >= 0:
            self.answer[t] = self.member[i] if i < self.class_at[c + 1] else -1
            i += 1
            t = self.lay_next[t]

    def _uncross(self, c):
        """Swap crossing links of partial class c where both may, three times over at most."""
        turns = 0
        swapped = True
        while swapped and turns < 3:
            swapped = False
            turns += 1
            t = self.class_layer[c]
            while t >= 0:
                u = self.lay_next[t]
                while u >= 0:
                    a = self.answer[t]
                    if self.answer[u] >= 0 and a > self.answer[u] and self._may(t, self.answer[u]) and self._may(u, a):
                        self.answer[t] = self.answer[u]
                        self.answer[u] = a
                        swapped = True
                    u = self.lay_next[u]
                t = self.lay_next[t]

    def _close(self, c, stage):
        """Make the links of class c; its words are open no more."""
        t = self.class_layer[c]
        while t >= 0:
            if self.answer[t] >= 0:
                self._link(self.lay_hyp[t], self.ref_pos[self.answer[t]], stage)
            self.hyp_key[self.h0 + self.lay_hyp[t]] = -1
            t = self.lay_next[t]
        for i in range(self.class_at[c], self.class_at[c + 1]):
            self.ref_key[self.r0 + self.ref_pos[self.member[i]]] = -1

    def _link(self, i, j, stage):
        self.links[self.h0 + i] = j
        self.stages[self.h0 + i] = stage
        self.taken[self.r0 + j] = 1
