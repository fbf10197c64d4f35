"""The search in a table of phrase pairs, which is a tree of word ids, as METEOR's paraphrase module needs it.

`bolide.text.words.paraphrase` makes the tree. Node 0 is the root and the children of node n are
child_at[n]:child_at[n + 1], sorted by their word; every phrase of either side is a node. Phrase n may be replaced by
the phrases rows[row_at[n]:row_at[n + 1]], in the order of the table. Word ids count from 1; 0 parts phrases.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import memory, new_key

if not cython.compiled:
    from bolide.kernels._common import mix_hash

_KEY = cython.declare(cython.ulonglong, new_key())


class DamagedTree(ValueError):
    """The tree points outside itself."""


class PhraseFinder:
    """Finds the table's phrase pairs in sentence pairs; not to be shared between threads."""

    def __init__(
        self, tree: tuple[memoryview, memoryview, memoryview, memoryview], vocabulary: int, longest: int
    ) -> None:
        self.words, self.child_at, self.row_at, self.rows = tree
        self.first = memory(vocabulary + 1)  # the root's child by word, or 0
        self.longest = longest
        self.damaged = False  # whether the tree points outside itself, as one from a damaged file may
        nodes: cython.Py_ssize_t = len(self.words)
        if longest < 0 or nodes < 1 or len(self.child_at) != nodes + 1 or len(self.row_at) != nodes + 1:
            raise DamagedTree
        if self.child_at[1] < 1 or self.child_at[1] > nodes:
            raise DamagedTree
        for node in range(1, self.child_at[1]):
            if self.words[node] < 0 or self.words[node] > vocabulary:
                raise DamagedTree
            self.first[self.words[node]] = node

    def find(self, tokens: memoryview, spans: memoryview, at: memoryview) -> memoryview:
        """The phrase matches of each pair, in METEOR 1.5's order, as its aligner takes them.

        `tokens` ('i') are the table's word ids, 0 for words it lacks; `spans` are those of the aligner. Pair p's
        matches are the rows at[p]:at[p + 1] ('q', filled here) of the result.
        """
        longest: cython.Py_ssize_t = max((b - a for a, b in zip(spans[::2], spans[1::2], strict=True)), default=0)
        size: cython.Py_ssize_t = longest * self.longest
        slots: cython.Py_ssize_t = 1 << max(6, (4 * size - 1).bit_length())
        self.mask = slots - 1
        # Phrases of each side that stand in the tree: node, start, words; chained by node through a table.
        self.hyp, self.hyp_next, self.hyp_table = memory(3 * size), memory(size + 1), memory(slots)
        self.ref, self.ref_next, self.ref_table = memory(3 * size), memory(size + 1), memory(slots)
        self.count = 0
        self.room = 64 * (len(spans) // 4) + 64
        self.matches = memory(4 * self.room)  # ref start, ref words, hyp start, hyp words
        self._find_all(tokens, spans, at)
        if self.damaged:
            raise DamagedTree
        return memoryview(self.matches)[: 4 * self.count]

    def _find_all(self, tokens: cython.int[::1], spans: cython.longlong[::1], at: cython.longlong[::1]) -> cython.void:
        p: cython.Py_ssize_t = 0
        pairs: cython.Py_ssize_t = spans.shape[0] // 4
        begun: cython.Py_ssize_t = 0
        while p < pairs:
            with cython.nogil:
                while p < pairs:
                    at[p] = begun = self.count
                    self.hyp_count = self._list(tokens, spans[4 * p], spans[4 * p + 1], self.hyp)
                    self.ref_count = self._list(tokens, spans[4 * p + 2], spans[4 * p + 3], self.ref)
                    self._chain(self.hyp, self.hyp_count, self.hyp_table, self.hyp_next)
                    self._chain(self.ref, self.ref_count, self.ref_table, self.ref_next)
                    self._replace(self.ref, self.ref_count, self.hyp, self.hyp_table, self.hyp_next, False)
                    self._replace(self.hyp, self.hyp_count, self.ref, self.ref_table, self.ref_next, True)
                    self._unchain(self.hyp, self.hyp_count, self.hyp_table)
                    self._unchain(self.ref, self.ref_count, self.ref_table)
                    if self.count > self.room:
                        break
                    p += 1
            if self.count > self.room:
                self.room = 2 * self.count
                self.count = begun
                larger = memory(4 * self.room)
                larger[: len(self.matches)] = memoryview(self.matches)
                self.matches = larger
        at[pairs] = self.count

    def _child(self, node: cython.int, word: cython.int) -> cython.int:
        if node == 0:
            return self.first[word]
        low: cython.int = self.child_at[node]
        high: cython.int = self.child_at[node + 1]
        if low < 0 or high > len(self.words):
            self.damaged = True
            return 0
        while low < high:
            middle: cython.int = (low + high) >> 1
            if self.words[middle] < word:
                low = middle + 1
            else:
                high = middle
        return low if low < self.child_at[node + 1] and self.words[low] == word else 0

    def _list(
        self, tokens: cython.int[::1], first: cython.longlong, end: cython.longlong, into: cython.int[::1]
    ) -> cython.Py_ssize_t:
        """The nodes met from every position on, shorter phrases first; say how many."""
        count: cython.Py_ssize_t = 0
        for i in range(first, end):
            node: cython.int = 0
            for k in range(i, min(end, i + self.longest)):
                if tokens[k] == 0:
                    break
                node = self._child(node, tokens[k])
                if node == 0:
                    break
                into[3 * count] = node
                into[3 * count + 1] = i - first
                into[3 * count + 2] = k - i + 1
                count += 1
        return count

    def _slot(self, node: cython.int, listed: cython.int[::1], table: cython.int[::1]) -> cython.int:
        """Where the table has the node's first phrase, counted from 1, or room for it."""
        slot: cython.int = mix_hash(node, _KEY) & self.mask
        while table[slot] != 0 and listed[3 * (table[slot] - 1)] != node:
            slot = (slot + 1) & self.mask
        return slot

    def _chain(
        self, listed: cython.int[::1], count: cython.Py_ssize_t, table: cython.int[::1], following: cython.int[::1]
    ) -> cython.void:
        for k in range(count, 0, -1):
            slot: cython.int = self._slot(listed[3 * (k - 1)], listed, table)
            following[k] = table[slot]
            table[slot] = k

    def _unchain(self, listed: cython.int[::1], count: cython.Py_ssize_t, table: cython.int[::1]) -> cython.void:
        for k in range(count):
            slot: cython.int = mix_hash(listed[3 * k], _KEY) & self.mask
            while table[slot] != 0:
                table[slot] = 0
                slot = (slot + 1) & self.mask

    def _replace(
        self,
        side: cython.int[::1],
        count: cython.Py_ssize_t,
        other: cython.int[::1],
        table: cython.int[::1],
        following: cython.int[::1],
        swapped: cython.bint,
    ) -> cython.void:
        """For each phrase of one side, for each phrase that may replace it, where that stands on the other side."""
        for k in range(count):
            node: cython.int = side[3 * k]
            if self.row_at[node] < 0 or self.row_at[node + 1] > len(self.rows):
                self.damaged = True
                continue
            for row in range(self.row_at[node], self.row_at[node + 1]):
                at: cython.int = table[self._slot(self.rows[row], other, table)]
                while at != 0:
                    if self.count < self.room:
                        here: cython.Py_ssize_t = 4 * self.count + (2 if swapped else 0)
                        there: cython.Py_ssize_t = 4 * self.count + (0 if swapped else 2)
                        self.matches[here] = side[3 * k + 1]
                        self.matches[here + 1] = side[3 * k + 2]
                        self.matches[there] = other[3 * (at - 1) + 1]
                        self.matches[there + 1] = other[3 * (at - 1) + 2]
                    self.count += 1
                    at = following[at]
