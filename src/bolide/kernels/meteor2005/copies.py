"""Links that need no search: the k-th copy of a word to the k-th.

A word that both texts have equally often is linked so in every optimal alignment: swapping two crossing links of one
word removes a crossing and adds none. If there are surplus copies, the first ones are the smallest list of links, and
optimal if nothing crosses and no chunk can be saved.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import memory
from bolide.kernels.meteor2005._alignment_block import Progress, SentencePairs


class Copies:
    """The scratch of one thread, with room for the longest pair of a block."""

    def __init__(self, pairs: SentencePairs, keys: cython.Py_ssize_t) -> None:
        n, m = pairs.longest()
        self.hyp_at, self.ref_at = pairs.hyp_at, pairs.ref_at
        keys = max(keys, n + m)
        self.hyp_count, self.ref_count, self.head = memory(keys), memory(keys), memory(keys, -1)
        self.settled, self.after, self.trial = memory(keys, -1), memory(m, -1), memory(n, -1)

    def pair(self, p, stage):
        """Link what needs no search in pair p, clear the keys of settled words; return whether any are undecided."""
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

    def _count(self):
        """Count the free copies of every key, and list the reference's."""
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

    def _strike(self):
        """Remove the keys of words that the other text lacks."""
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

    def _try(self):
        """Try the k-th copy to the k-th; return whether that may be optimal with surplus copies: no key is partial."""
        spare = False
        plain = True
        for i in range(self.h0, self.h1):
            k = self.hyp_key[i]
            self.trial[i - self.h0] = -1
            if k < 0:
                continue
            if self.head[k] >= 0 and self.partial[self.r0 + self.head[k]]:
                plain = False
                self.hyp_count[k] = -1  # as often as no reference word: left undecided
            spare = spare or self.hyp_count[k] != self.ref_count[k]
            if self.head[k] >= 0:
                self.trial[i - self.h0] = self.head[k]
                self.head[k] = self.after[self.head[k]]
        return spare and plain

    def _chunks(self):
        """The chunks of the tried and the fixed links together; more than there are words if links cross."""
        last = -1
        follows = -1
        chunks = 0
        for i in range(self.h0, self.h1):
            j = max(self.links[i], self.trial[i - self.h0])
            if j >= 0:
                if j < last:
                    return self.h1 - self.h0 + 1
                chunks += i != follows or j != last + 1
                last = j
                follows = i + 1
        return chunks

    def _least_chunks(self):
        """A lower bound on the chunks: a word certain to be linked begins one if the word before cannot be linked."""
        least = 0
        others = 0
        before = False
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

    def _forget(self, p):
        """Clear the counts and the keys of words settled in pair p; return whether keys are left."""
        some = False
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
    pairs: SentencePairs, keys: cython.Py_ssize_t, block: Progress, stage: cython.int, undecided: cython.int[::1]
) -> bool:
    """Link what needs no search in every pair; mark the undecided ones and return whether there are any.

    A key is below `keys` or below the number of words of its pair. Only undecided words keep theirs.
    """
    linker: Copies = Copies(pairs, keys)
    p: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(pairs.hyp_at) - 1
    some: cython.bint = False
    linker.hyp_key, linker.ref_key, linker.partial, linker.links, linker.stages, linker.taken = block
    with cython.nogil:
        for p in range(count):
            undecided[p] = linker.pair(p, stage)
            some = some or undecided[p] != 0
    return bool(some)
