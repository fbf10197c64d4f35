"""The open words of a pair, their classes, and what each may be linked to.

A class too large to search is settled at once: copy by copy, or if not all of its words match, with as many links as
can be and none crossing that could be swapped.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._pairs import Pairs, Progress, Words
from bolide.kernels._problem import Problem
from bolide.kernels.beam import Beam

COMPILED = cython.compiled


@cython.cfunc
def _ints(size: cython.Py_ssize_t, value: cython.int) -> object:
    return memoryview(array("i", [value]) * max(size, 1)) if cython.compiled else [value] * size


@cython.cclass
class Candidates:
    """Fills the tables of a problem, and links words when they are answered."""

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
    # By key: how many open reference words, and the class.
    ref_count: cython.int[::1]
    class_of: cython.int[::1]
    # The problem.
    counts: cython.longlong[::1]
    lay_hyp: cython.int[::1]
    lay_class: cython.int[::1]
    lay_rank: cython.int[::1]
    lay_next: cython.int[::1]
    lay_edge: cython.int[::1]
    lay_width: cython.int[::1]
    lay_first: cython.int[::1]
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
    edge_ref: cython.int[::1]
    answer: cython.int[::1]
    # How many edges there may be, how many a pair would have had at most, and which classes have too many.
    max_edges: cython.Py_ssize_t
    most_edges: cython.longlong
    large: cython.int[::1]

    def __init__(self, pairs: Pairs, words: Words, block: Progress, problem: Problem) -> None:
        keys: cython.Py_ssize_t = max(words.size, len(problem.lay_hyp) + len(problem.ref_pos))
        self.hyps, self.hyp_at, self.refs, self.ref_at = pairs
        self.hyp_groups_at, self.ref_groups_at = words.hyp_groups_at, words.ref_groups_at
        self.hyp_groups, self.ref_groups = words.hyp_groups, words.ref_groups
        self.hyp_key, self.ref_key, self.odd, self.links, self.stages, self.taken = block
        self.ref_count, self.class_of = _ints(keys, 0), _ints(keys, -1)
        self.large = _ints(len(problem.ref_pos), 0)
        self.max_edges, self.most_edges = len(problem.edge_ref), 0
        self.counts, self.edge_ref, self.answer = problem.counts, problem.edge_ref, problem.answer
        self.lay_hyp, self.lay_class, self.lay_rank = problem.lay_hyp, problem.lay_class, problem.lay_rank
        self.lay_next, self.lay_edge, self.lay_width = problem.lay_next, problem.lay_edge, problem.lay_width
        self.lay_first, self.ref_rank, self.ref_last = problem.lay_first, problem.ref_rank, problem.ref_last
        self.ref_pos, self.ref_class, self.member = problem.ref_pos, problem.ref_class, problem.member
        self.class_at, self.class_hyps, self.class_refs = problem.class_at, problem.class_hyps, problem.class_refs
        self.class_odd, self.class_layer = problem.class_odd, problem.class_layer

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
                for t in range(self.counts[0]):
                    e = self._edges(t, e)
        return bool(fits)

    def wanted(self) -> int:
        """How many edges would have been enough for every pair so far."""
        return int(self.most_edges)

    def link(self, stage: cython.int) -> None:
        """Make the links of the answer."""
        t: cython.Py_ssize_t
        with cython.nogil:
            for t in range(self.counts[0]):
                if self.answer[t] >= 0:
                    self._link(self.lay_hyp[t], self.ref_pos[self.answer[t]], stage)

    def settle(self, beam: Beam, stage: cython.int) -> None:
        """Link the words of the classes that are too large; they are open no more."""
        c: cython.Py_ssize_t
        t: cython.int
        e: cython.int
        for c in range(self.classes):
            if self.large[c] == 0:
                continue
            t = self.class_layer[c]
            if self.class_odd[c]:
                with cython.nogil:
                    e = 0
                    while t >= 0:
                        e = self._odd_edges(t, e)
                        t = self.lay_next[t]
                beam.match(c)
                with cython.nogil:
                    self._uncross(c)
            else:
                self._pair_off(c)
            self._close(c, stage)

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
        self.counts[1] = a
        for i in range(self.n):
            k = self.hyp_key[self.h0 + i]
            if k >= 0:
                c = self.class_of[k]
                self.lay_hyp[t] = i
                self.lay_class[t] = c
                self.lay_rank[t] = self.class_hyps[c]
                self.class_hyps[c] += 1
                t += 1
        self.counts[0], self.counts[2], self.counts[3] = t, self.classes, self.n + 1
        for j in range(self.counts[1]):
            k = self.ref_key[self.r0 + self.ref_pos[j]]
            self.class_of[k] = -1
            self.ref_count[k] = 0
        for t in range(self.counts[0] - 1, -1, -1):
            self.lay_next[t] = self.class_layer[self.lay_class[t]]
            self.class_layer[self.lay_class[t]] = t

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fits(self) -> cython.bint:
        """Find the classes that are too large for the room there is; say whether there is none."""
        c: cython.Py_ssize_t
        size: cython.longlong
        total: cython.longlong = 0
        wanted: cython.longlong = 0
        fits: cython.bint = True
        for c in range(self.classes):
            size = self.class_hyps[c]
            if self.class_odd[c]:
                size *= self.class_refs[c]
            else:
                size *= min(self.class_refs[c], abs(self.class_hyps[c] - self.class_refs[c]) + 1)
            wanted += size
            self.large[c] = total + size > self.max_edges or (self.class_odd[c] != 0 and size > 256)
            if self.large[c]:
                fits = False
            else:
                total += size
        self.most_edges = max(self.most_edges, wanted)
        return fits

    # What a word may be linked to.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _edges(self, t: cython.Py_ssize_t, e: cython.int) -> cython.int:
        """List what open word t may be linked to: of a plain class, as many copies as are in surplus, and one more.

        Say where the list ends.
        """
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
        return e + self.lay_width[t]

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

    # Classes too large to search.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pair_off(self, c: cython.Py_ssize_t) -> cython.void:
        """Answer with the k-th copy to the k-th."""
        t: cython.int = self.class_layer[c]
        i: cython.Py_ssize_t = self.class_at[c]
        while t >= 0:
            self.answer[t] = self.member[i] if i < self.class_at[c + 1] else -1
            i += 1
            t = self.lay_next[t]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _uncross(self, c: cython.Py_ssize_t) -> cython.void:
        """Swap crossing links of odd class c where both may, three times over at most."""
        t: cython.int
        u: cython.int
        a: cython.int
        turns: cython.int = 0
        swapped: cython.bint = True
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close(self, c: cython.Py_ssize_t, stage: cython.int) -> cython.void:
        """Make the links of class c; its words are open no more."""
        t: cython.int = self.class_layer[c]
        i: cython.Py_ssize_t
        while t >= 0:
            if self.answer[t] >= 0:
                self._link(self.lay_hyp[t], self.ref_pos[self.answer[t]], stage)
            self.hyp_key[self.h0 + self.lay_hyp[t]] = -1
            t = self.lay_next[t]
        for i in range(self.class_at[c], self.class_at[c + 1]):
            self.ref_key[self.r0 + self.ref_pos[self.member[i]]] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _link(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t, stage: cython.int) -> cython.void:
        self.links[self.h0 + i] = j
        self.stages[self.h0 + i] = stage
        self.taken[self.r0 + j] = 1
