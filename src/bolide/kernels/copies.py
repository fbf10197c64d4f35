"""Links that need no search: the k-th copy of a word to the k-th.

A word that both texts have equally often is linked so in every best alignment: swapping two crossing links of one word
removes a crossing and adds none. Where there are copies to spare, the first ones are the smallest list of links, and
plainly the best if nothing crosses and no chunk can be saved.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._pairs import Pairs, Progress

COMPILED = cython.compiled


@cython.cfunc
def _ints(size: cython.Py_ssize_t, value: cython.int) -> object:
    return memoryview(array("i", [value]) * max(size, 1))


@cython.cclass
class Copies:
    """The scratch of one thread, with room for the longest pair of a block."""

    hyp_at: cython.longlong[::1]
    ref_at: cython.longlong[::1]
    # Of the whole block; a key of -1 takes no part.
    hyp_key: cython.int[::1]
    ref_key: cython.int[::1]
    odd: cython.int[::1]
    links: cython.int[::1]
    stages: cython.int[::1]
    taken: cython.int[::1]
    # By key: how many copies the pair at hand has, the reference's as a list, and in which pair the key was settled.
    hyp_count: cython.int[::1]
    ref_count: cython.int[::1]
    head: cython.int[::1]
    after: cython.int[::1]
    settled: cython.int[::1]
    # The pair at hand, with the k-th copy of every key to the k-th.
    h0: cython.Py_ssize_t
    h1: cython.Py_ssize_t
    r0: cython.Py_ssize_t
    r1: cython.Py_ssize_t
    trial: cython.int[::1]

    def __init__(self, pairs: Pairs, keys: cython.Py_ssize_t) -> None:
        p: cython.Py_ssize_t
        n: cython.Py_ssize_t = 0
        m: cython.Py_ssize_t = 0
        self.hyp_at, self.ref_at = pairs.hyp_at, pairs.ref_at
        for p in range(self.hyp_at.shape[0] - 1):
            n = max(n, self.hyp_at[p + 1] - self.hyp_at[p])
            m = max(m, self.ref_at[p + 1] - self.ref_at[p])
        keys = max(keys, n + m)
        self.hyp_count, self.ref_count, self.head = _ints(keys, 0), _ints(keys, 0), _ints(keys, -1)
        self.settled, self.after, self.trial = _ints(keys, -1), _ints(m, -1), _ints(n, -1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pair(self, p: cython.Py_ssize_t, stage: cython.int) -> cython.bint:
        """Link what needs no search in pair p, leave only undecided words their keys, and say whether there are any."""
        i: cython.Py_ssize_t
        k: cython.int
        plain: cython.bint
        self.h0, self.h1 = self.hyp_at[p], self.hyp_at[p + 1]
        self.r0, self.r1 = self.ref_at[p], self.ref_at[p + 1]
        self._count()
        self._strike()
        plain = self._try() and self._chunks() <= self._least_chunks()
        for i in range(self.h0, self.h1):
            k = self.hyp_key[i]
            if k >= 0 and (plain or self.hyp_count[k] == self.ref_count[k]):
                self.settled[k] = p
                if self.trial[i - self.h0] >= 0:
                    self.links[i] = self.trial[i - self.h0]
                    self.stages[i] = stage
                    self.taken[self.r0 + self.links[i]] = 1
        return self._forget(p)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self) -> cython.void:
        """Count the free copies of every key, and list the reference's."""
        i: cython.Py_ssize_t
        k: cython.int
        for i in range(self.r1 - 1, self.r0 - 1, -1):
            k = self.ref_key[i]
            if self.taken[i]:
                self.ref_key[i] = -1
            elif k >= 0:
                self.ref_count[k] += 1
                self.after[i - self.r0] = self.head[k]
                self.head[k] = i - self.r0
        for i in range(self.h0, self.h1):
            if self.links[i] >= 0:
                self.hyp_key[i] = -1
            elif self.hyp_key[i] >= 0:
                self.hyp_count[self.hyp_key[i]] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _strike(self) -> cython.void:
        """Words that the other text has not take no part."""
        i: cython.Py_ssize_t
        k: cython.int
        for i in range(self.h0, self.h1):
            k = self.hyp_key[i]
            if k >= 0 and self.ref_count[k] == 0:
                self.hyp_count[k] = 0
                self.hyp_key[i] = -1
        for i in range(self.r0, self.r1):
            k = self.ref_key[i]
            if k >= 0 and self.hyp_count[k] == 0:
                self.ref_count[k] = 0
                self.head[k] = -1
                self.ref_key[i] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try(self) -> cython.bint:
        """Try the k-th copy to the k-th; say whether it may be best where there are copies to spare: no key is odd."""
        i: cython.Py_ssize_t
        k: cython.int
        spare: cython.bint = False
        plain: cython.bint = True
        for i in range(self.h0, self.h1):
            k = self.hyp_key[i]
            self.trial[i - self.h0] = -1
            if k < 0:
                continue
            if self.head[k] >= 0 and self.odd[self.r0 + self.head[k]]:
                plain = False
                self.hyp_count[k] = -1  # as often as no reference word: left undecided
            spare = spare or self.hyp_count[k] != self.ref_count[k]
            if self.head[k] >= 0:
                self.trial[i - self.h0] = self.head[k]
                self.head[k] = self.after[self.head[k]]
        return spare and plain

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _chunks(self) -> cython.Py_ssize_t:
        """The chunks of what was tried with the links that stand; more than there are words, if links cross."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        last: cython.Py_ssize_t = -1
        follows: cython.Py_ssize_t = -1
        chunks: cython.Py_ssize_t = 0
        for i in range(self.h0, self.h1):
            j = max(self.links[i], self.trial[i - self.h0])
            if j >= 0:
                if j < last:
                    return self.h1 - self.h0 + 1
                chunks += i != follows or j != last + 1
                last = j
                follows = i + 1
        return chunks

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _least_chunks(self) -> cython.Py_ssize_t:
        """No fewer chunks than this: a word that surely is linked begins one if the word before it cannot be."""
        i: cython.Py_ssize_t
        k: cython.int
        least: cython.Py_ssize_t = 0
        others: cython.Py_ssize_t = 0
        before: cython.bint = False
        for i in range(self.h0, self.h1):
            k = self.hyp_key[i]
            if self.links[i] >= 0 or (k >= 0 and self.hyp_count[k] <= self.ref_count[k]):
                least += not before
            before = self.links[i] >= 0 or k >= 0
        before = False
        for i in range(self.r0, self.r1):
            k = self.ref_key[i]
            if self.taken[i] or (k >= 0 and self.ref_count[k] <= self.hyp_count[k]):
                others += not before
            before = self.taken[i] != 0 or k >= 0
        return max(least, others)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget(self, p: cython.Py_ssize_t) -> cython.bint:
        """Clear the counts and the keys of words settled in pair p; say whether keys are left."""
        i: cython.Py_ssize_t
        k: cython.int
        some: cython.bint = False
        for i in range(self.r0, self.r1):
            k = self.ref_key[i]
            if k >= 0:
                self.ref_count[k] = 0
                self.head[k] = -1
                if self.settled[k] == p:
                    self.ref_key[i] = -1
        for i in range(self.h0, self.h1):
            k = self.hyp_key[i]
            if k >= 0:
                self.hyp_count[k] = 0
                if self.settled[k] == p:
                    self.hyp_key[i] = -1
                else:
                    some = True
        return some


def copies(
    pairs: Pairs, keys: cython.Py_ssize_t, block: Progress, stage: cython.int, undecided: cython.int[::1]
) -> bool:
    """Link what needs no search in every pair; mark the undecided ones and say whether there are any.

    A key is below `keys` or below the number of words of its pair. Only undecided words keep theirs.
    """
    linker: Copies = Copies(pairs, keys)
    p: cython.Py_ssize_t
    some: cython.bint = False
    linker.hyp_key, linker.ref_key, linker.odd, linker.links, linker.stages, linker.taken = block
    with cython.nogil:
        for p in range(linker.hyp_at.shape[0] - 1):
            undecided[p] = linker.pair(p, stage)
            some = some or undecided[p] != 0
    return bool(some)
