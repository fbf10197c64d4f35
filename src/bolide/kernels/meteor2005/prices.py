"""What each possible link costs against those that stand, and a better answer by these prices, class by class.

With the links of all other classes fixed, the best places of one word's copies are found exactly; turns are taken until
no class gains.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._tables import ints, tables
from bolide.kernels.meteor2005._alignment_block import Pairs, Progress, Words

if cython.compiled:
    from cython.cimports.bolide.kernels.bits import SHIFT, bit, ones
    from cython.cimports.bolide.kernels.meteor2005.candidates import Candidates
else:
    from bolide.kernels._bits import SHIFT, bit, ones
    from bolide.kernels.meteor2005.candidates import Candidates

COMPILED = cython.compiled

NEVER = 1000000000000000000


class Prices(Candidates):
    """Fills the prices of a problem's edges, and improves its answer."""

    def __init__(self, pairs: Pairs, words: Words, block: Progress, edges: cython.Py_ssize_t) -> None:
        super().__init__(pairs, words, block, edges)
        span: cython.Py_ssize_t = (self.longest_ref >> SHIFT) + 1
        self.never = NEVER
        self.trial, self.ahead = ints(cython.compiled, self.longest_hyp), ints(cython.compiled, span)
        self.standing, self.behind = tables(cython.compiled, 2, span, "Q")

    def price(self) -> None:
        """Price all edges of the pair at hand."""
        with cython.nogil:
            self.standing_words = (self.m >> SHIFT) + 1
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
            t >= 0 and a >= 0 and t + 1 < self.layers and a + 1 < self.open
            and self.lay_hyp[t] + 1 == self.lay_hyp[t + 1] and self.ref_pos[a] + 1 == self.ref_pos[a + 1]
            and self.lay_class[t] == self.ref_class[a] and self.lay_class[t + 1] == self.ref_class[a + 1]
        )  # fmt: skip

    def _forget_behind(self):
        self.passed = 0
        for w in range(self.standing_words):
            self.behind[w] = 0

    def _pass(self, j):
        """From now on, the link to reference word j is on the left."""
        self.passed += 1
        self.behind[j >> SHIFT] |= bit(j)

    def _count_ahead(self):
        count = 0
        for w in range(self.standing_words):
            self.ahead[w] = count
            count += ones(self.standing[w]) - 2 * ones(self.behind[w])

    def _crossed(self, j):
        """How many links from the left end after reference word j, or from the right before it."""
        w = j >> SHIFT
        before = bit(j) - 1
        return self.passed + self.ahead[w] + ones(self.standing[w] & before) - 2 * ones(self.behind[w] & before)

    def _bound(self, t):
        """The least that this class's words from t on can cost, from each place in its list of reference words."""
        c = self.lay_class[t]
        e = self.lay_edge[t]
        best = 0
        if self.class_partial[c]:
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

    def _later(self, t, copy):
        """The least that the words of plain open word t's class after it can cost, if `copy` is its first free one."""
        u = self.lay_next[t]
        if u < 0 or copy == self.class_refs[self.lay_class[t]]:
            return 0
        return self.edge_rest[self.lay_edge[u] + copy - self.lay_first[u]]

    # From a good answer to a better one.

    def _take_turns(self):
        turns = 0
        gained = True
        for t in range(self.layers):
            self._put(t, True)
        while gained and turns < 4:
            gained = False
            turns += 1
            for c in range(self.classes):
                if self.class_partial[c] == 0 and self._move_class(c):
                    gained = True
        for t in range(self.layers):
            self._put(t, False)

    def _put(self, t, on):
        """Make the answer's link of open word t stand, or no longer."""
        if self.answer[t] >= 0:
            j = self.ref_pos[self.answer[t]]
            self.standing[j >> SHIFT] ^= bit(j)
            self.links[self.h0 + self.lay_hyp[t]] = j if on else -1
            self.taken[self.r0 + j] = on

    def _move_class(self, c):
        """Answer with the best links of plain class c while all others stand; say whether they are better."""
        t = self.class_layer[c]
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

    def _follow(self, c):
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
        """What links of plain class c cost while all others stand."""
        t = self.class_layer[c]
        total = 0
        while t >= 0:
            total += self._pick_cost(t, picks)
            t = self.lay_next[t]
        return total

    def _pick_cost(self, t, picks):
        """What the link picked for open word t costs against those that stand, and as to chunks."""
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
        """What the whole answer costs, as a search counts. Its links are all that stands now: each crossing is two."""
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
