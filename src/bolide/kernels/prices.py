"""What each possible link costs against those that stand, and a better answer by these prices, class by class.

With the links of all other classes fixed, the best places of one word's copies are found exactly; turns are taken until
nobody gains.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._pairs import Pairs, Progress
from bolide.kernels._problem import NEVER, Problem

COMPILED = cython.compiled


# Rows of bits are cut into words: bit a is bit a & _INNER of word a >> _SHIFT. Compiled, a word has 64 bits; Python's
# integers are as long as they need to be, so that interpreted a row is a single word.

_SHIFT = cython.declare(cython.int, 6 if cython.compiled else 60)
_INNER = cython.declare(cython.Py_ssize_t, (1 << _SHIFT) - 1)


@cython.cfunc
def _words(size: cython.Py_ssize_t) -> object:
    return memoryview(bytearray(8 * max(size, 1))).cast("Q") if cython.compiled else [0] * size


@cython.cfunc
def _ints(size: cython.Py_ssize_t) -> object:
    return memoryview(array("i", [0]) * max(size, 1)) if cython.compiled else [0] * size


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


@cython.cclass
class Prices:
    """Fills the prices of a problem's edges, and improves its answer."""

    hyp_at: cython.longlong[::1]
    ref_at: cython.longlong[::1]
    links: cython.int[::1]
    taken: cython.int[::1]
    # The pair at hand.
    h0: cython.Py_ssize_t
    r0: cython.Py_ssize_t
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    # The problem.
    counts: cython.longlong[::1]
    scale: cython.longlong
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
    trial: cython.int[::1]
    never: cython.longlong
    # A bit for each reference word linked at all, and for each linked from the left of the word at hand; how many there
    # are of the latter, and for each word of bits how many more links from the right than from the left end before it.
    span: cython.Py_ssize_t
    standing: cython.ulonglong[::1]
    past: cython.ulonglong[::1]
    passed: cython.int
    ahead: cython.int[::1]

    def __init__(self, pairs: Pairs, block: Progress, problem: Problem) -> None:
        span: cython.Py_ssize_t = (len(problem.ref_pos) >> _SHIFT) + 1
        self.hyp_at, self.ref_at, self.links, self.taken = pairs.hyp_at, pairs.ref_at, block.links, block.taken
        self.counts, self.answer, self.trial = problem.counts, problem.answer, _ints(len(problem.lay_hyp))
        self.lay_hyp, self.lay_class, self.lay_rank = problem.lay_hyp, problem.lay_class, problem.lay_rank
        self.lay_next, self.lay_edge, self.lay_width = problem.lay_next, problem.lay_edge, problem.lay_width
        self.lay_first, self.class_layer, self.class_odd = problem.lay_first, problem.class_layer, problem.class_odd
        self.ref_pos, self.ref_class, self.ref_rank = problem.ref_pos, problem.ref_class, problem.ref_rank
        self.class_hyps, self.class_refs = problem.class_hyps, problem.class_refs
        self.edge_ref, self.edge_joins, self.edge_leads = problem.edge_ref, problem.edge_joins, problem.edge_leads
        self.edge_cost, self.edge_rest = problem.edge_cost, problem.edge_rest
        self.edge_taken, self.edge_left, self.never = problem.edge_taken, problem.edge_left, NEVER
        self.standing, self.past, self.ahead = _words(span), _words(span), _ints(span)

    def price(self, p: cython.Py_ssize_t) -> None:
        """Price all edges of pair p."""
        with cython.nogil:
            self.h0, self.r0 = self.hyp_at[p], self.ref_at[p]
            self.n, self.m = self.hyp_at[p + 1] - self.h0, self.ref_at[p + 1] - self.r0
            self.span = (self.m >> _SHIFT) + 1
            self.scale = self.counts[3]
            self._note_standing()
            self._price(-1)

    def improve(self) -> int:
        """Let each class in turn take its best places among the links of all others; say what the answer costs."""
        cost: cython.longlong
        with cython.nogil:
            self._note_standing()
            self._take_turns()
            self._price(-1)
            cost = self._answer_cost()
        return int(cost)

    # Prices.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note_standing(self) -> cython.void:
        j: cython.Py_ssize_t
        one: cython.ulonglong = 1
        for j in range(self.span):
            self.standing[j] = 0
        for j in range(self.m):
            if self.taken[self.r0 + j]:
                self.standing[j >> _SHIFT] |= one << (j & _INNER)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _price(self, only: cython.int) -> cython.void:
        """Count, for each possible link (of only one class, if told), standing links it crosses and chunks it makes."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        t: cython.Py_ssize_t = 0
        self._forget_past()
        for i in range(self.n):
            j = self.links[self.h0 + i]
            if j >= 0:
                self._pass(j)
            if t < self.counts[0] and self.lay_hyp[t] == i:
                if only < 0 or only == self.lay_class[t]:
                    self._count()
                    for j in range(self.lay_edge[t], self.lay_edge[t] + self.lay_width[t]):
                        self._price_link(t, j, only)
                t += 1
        for t in range(self.counts[0] - 1, -1, -1):
            if only < 0 or only == self.lay_class[t]:
                self._bound(t)

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
        self.edge_leads[e] = self._side_by_side(t, a)
        self.edge_joins[e] = self._side_by_side(t - 1, a - 1) and (only < 0 or only == self.lay_class[t - 1])
        self.edge_cost[e] = cost - self.edge_joins[e] + self.scale * self._crossed(j)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _side_by_side(self, t: cython.Py_ssize_t, a: cython.Py_ssize_t) -> cython.bint:
        """Whether open words t and t + 1 and their matches a and a + 1 could be one chunk."""
        return (
            t >= 0 and a >= 0 and t + 1 < self.counts[0] and a + 1 < self.counts[1]
            and self.lay_hyp[t] + 1 == self.lay_hyp[t + 1] and self.ref_pos[a] + 1 == self.ref_pos[a + 1]
            and self.lay_class[t] == self.ref_class[a] and self.lay_class[t + 1] == self.ref_class[a + 1]
        )  # fmt: skip

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget_past(self) -> cython.void:
        w: cython.Py_ssize_t
        self.passed = 0
        for w in range(self.span):
            self.past[w] = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _pass(self, j: cython.Py_ssize_t) -> cython.void:
        """From now on, the link to reference word j is on the left."""
        one: cython.ulonglong = 1
        self.passed += 1
        self.past[j >> _SHIFT] |= one << (j & _INNER)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self) -> cython.void:
        w: cython.Py_ssize_t
        count: cython.int = 0
        for w in range(self.span):
            self.ahead[w] = count
            count += _ones(self.standing[w]) - 2 * _ones(self.past[w])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _crossed(self, j: cython.Py_ssize_t) -> cython.longlong:
        """How many links from the left end after reference word j, or from the right before it."""
        w: cython.Py_ssize_t = j >> _SHIFT
        one: cython.ulonglong = 1
        before: cython.ulonglong = (one << (j & _INNER)) - 1
        return self.passed + self.ahead[w] + _ones(self.standing[w] & before) - 2 * _ones(self.past[w] & before)

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
            self.edge_taken[e + d] = self._later(t, self.lay_first[t] + d + 1)
            self.edge_left[e + d] = self.never
            best = self.edge_cost[e + d] + self.edge_taken[e + d]
            if self.class_refs[c] > self.class_hyps[c]:
                if d + 1 < self.lay_width[t]:
                    best = min(best, self.edge_rest[e + d + 1])
            elif self.class_hyps[c] - self.lay_rank[t] > self.class_refs[c] - self.lay_first[t] - d:
                # Words enough come after this one for all copies from this on.
                self.edge_left[e + d] = self._later(t, self.lay_first[t] + d)
                best = min(best, self.edge_left[e + d])
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

    # From a good answer to a better one.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_turns(self) -> cython.void:
        t: cython.Py_ssize_t
        c: cython.int
        turns: cython.int = 0
        gained: cython.bint = True
        for t in range(self.counts[0]):
            self._put(t, True)
        while gained and turns < 4:
            gained = False
            turns += 1
            for c in range(self.counts[2]):
                if self.class_odd[c] == 0 and self._move_class(c):
                    gained = True
        for t in range(self.counts[0]):
            self._put(t, False)

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
                    while self.edge_cost[e] + self.edge_taken[e] != self.edge_rest[e]:
                        copy += 1
                        e += 1
                if self.edge_cost[e] + self.edge_taken[e] == self.edge_rest[e]:
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
        """What the whole answer costs, as a search counts. Its links are all that stands now: each crossing is two."""
        t: cython.Py_ssize_t
        a: cython.Py_ssize_t
        one: cython.ulonglong = 1
        total: cython.longlong = 0
        crossed: cython.longlong = 0
        self._forget_past()
        for t in range(self.span):
            self.standing[t] = 0
        for t in range(self.counts[0]):
            a = self.answer[t]
            if a >= 0:
                self.standing[a >> _SHIFT] |= one << (a & _INNER)
        for t in range(self.counts[0]):
            a = self.answer[t]
            if a >= 0:
                self._count()
                total += self._pick_cost(t, self.answer)
                crossed += self._crossed(a)
                self._pass(a)
        return total + self.scale * (crossed >> 1)
