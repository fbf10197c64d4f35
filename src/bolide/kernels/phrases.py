"""A table of phrase pairs as a tree of word ids: made once from the pairs, then searched by METEOR's paraphrase module.

In the finished tree node 0 is the root and the children of node n are child_at[n]:child_at[n + 1], sorted by their
word; every phrase of either side is a node. Phrase n may be replaced by the phrases rows[row_at[n]:row_at[n + 1]], in
the order of the table. Word ids count from 1; 0 parts phrases.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

COMPILED = cython.compiled


def _ints(size: int) -> memoryview:
    return memoryview(array("i", bytes(4 * max(size, 1))))


def _longer(old: memoryview, size: int) -> memoryview:
    new = _ints(size)
    new[: len(old)] = old
    return new


@cython.cclass
class TreeMaker:
    """Takes in phrase pairs and lays out their tree."""

    parent: cython.int[::1]
    word: cython.int[::1]
    table: cython.int[::1]
    mask: cython.longlong
    count: cython.Py_ssize_t
    left: cython.int[::1]
    right: cython.int[::1]
    pairs: cython.Py_ssize_t
    # The finished tree.
    words: cython.int[::1]
    child_at: cython.int[::1]
    row_at: cython.int[::1]
    rows: cython.int[::1]

    def __init__(self) -> None:
        self.count = 1
        self.pairs = 0
        self.mask = 1023
        self.parent = _ints(512)
        self.word = _ints(512)
        self.table = _ints(1024)
        self.left = _ints(512)
        self.right = _ints(512)

    def add(self, left: memoryview, right: memoryview) -> None:
        """More pairs: the words ('i') of all left phrases, a 0 after each, and of all right phrases likewise."""
        size: cython.Py_ssize_t = self.count + len(left) + len(right)
        places: cython.Py_ssize_t = self.mask + 1
        if size > len(self.parent):
            size += size >> 2
            self.parent = _longer(memoryview(self.parent), size)
            self.word = _longer(memoryview(self.word), size)
        while 2 * self.count + len(left) + len(right) > places:
            places *= 2
        if places > self.mask + 1:
            self.table = _ints(places)
            self.mask = places - 1
            self._fill()
        size = self.pairs + len(left)
        if size > len(self.left):
            size += size >> 2
            self.left = _longer(memoryview(self.left), size)
            self.right = _longer(memoryview(self.right), size)
        self._take_in(left, self.left)
        self.pairs += self._take_in(right, self.right)

    @cython.cfunc
    def _fill(self) -> cython.bint:
        node: cython.Py_ssize_t
        with cython.nogil:
            for node in range(1, self.count):
                self.table[self._place(self.parent[node], self.word[node])] = node
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, parent: cython.longlong, word: cython.longlong) -> cython.longlong:
        """Where the table holds the child, or has room for it."""
        code: cython.longlong = parent * 2654435 + word * 40503
        place: cython.longlong = (code ^ (code >> 15)) & self.mask
        node: cython.int = self.table[place]
        while node != 0 and (self.parent[node] != parent or self.word[node] != word):
            place = (place + 1) & self.mask
            node = self.table[place]
        return place

    @cython.cfunc
    def _take_in(self, words: cython.int[::1], ends: cython.int[::1]) -> cython.Py_ssize_t:
        """Note the node of each phrase, making those that are new; say how many phrases there were."""
        k: cython.Py_ssize_t
        place: cython.longlong
        node: cython.int = 0
        taken: cython.Py_ssize_t = 0
        with cython.nogil:
            for k in range(words.shape[0]):
                if words[k] == 0:
                    ends[self.pairs + taken] = node
                    taken += 1
                    node = 0
                    continue
                place = self._place(node, words[k])
                if self.table[place] == 0:
                    self.table[place] = self.count
                    self.parent[self.count] = node
                    self.word[self.count] = words[k]
                    self.count += 1
                node = self.table[place]
        return taken

    def finish(self, vocabulary: int) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """The tree's words, child_at, row_at and rows ('i'), for words up to `vocabulary`; no pairs can follow."""
        self.table = _ints(1)
        size: cython.Py_ssize_t = self.count
        by_word: cython.int[::1] = _ints(size)
        begin: cython.int[::1] = _ints(max(size, vocabulary + 1) + 1)
        children: cython.int[::1] = _ints(size)
        self.words = _ints(size)
        self.child_at = _ints(size + 1)
        self._sort(self.word, begin, vocabulary + 1, by_word, by_word, False)
        self._sort(self.parent, begin, size, by_word, children, True)
        place: cython.int[::1] = by_word
        self._number(begin, children, place)
        self.parent = self.word = _ints(1)
        begin = children = _ints(1)
        self.row_at = _ints(size + 1)
        self.rows = _ints(self.pairs)
        self._lay_rows(place)
        return memoryview(self.words), memoryview(self.child_at), memoryview(self.row_at), memoryview(self.rows)

    @cython.cfunc
    def _sort(
        self,
        keys: cython.int[::1],
        begin: cython.int[::1],
        key_count: cython.Py_ssize_t,
        source: cython.int[::1],
        target: cython.int[::1],
        sourced: cython.bint,
    ) -> cython.bint:
        """Nodes but the root by key, stable, into target[0:]; key k's nodes then begin at begin[k]."""
        k: cython.Py_ssize_t
        node: cython.int
        with cython.nogil:
            for k in range(key_count + 1):
                begin[k] = 0
            for k in range(1, self.count):
                begin[keys[k] + 1] += 1
            for k in range(key_count):
                begin[k + 1] += begin[k]
            for k in range(1, self.count):
                node = source[k - 1] if sourced else k
                target[begin[keys[node]]] = node
                begin[keys[node]] += 1
            for k in range(key_count, 0, -1):
                begin[k] = begin[k - 1]
            begin[0] = 0
        return True

    @cython.cfunc
    def _number(self, begin: cython.int[::1], children: cython.int[::1], place: cython.int[::1]) -> cython.bint:
        """Number nodes breadth first: the children of each, by word, side by side. place[old] becomes the new id."""
        order: cython.int[::1] = _ints(self.count)
        k: cython.Py_ssize_t
        new: cython.Py_ssize_t
        old: cython.int
        following: cython.int = 1
        with cython.nogil:
            place[0] = 0
            for new in range(self.count):
                old = order[new]
                self.words[new] = self.word[old]
                self.child_at[new] = following
                for k in range(begin[old], begin[old + 1]):
                    order[following] = children[k]
                    following += 1
            self.child_at[self.count] = following
            for new in range(self.count):
                place[order[new]] = new
        return True

    @cython.cfunc
    def _lay_rows(self, place: cython.int[::1]) -> cython.bint:
        k: cython.Py_ssize_t
        node: cython.int
        with cython.nogil:
            for k in range(self.pairs):
                self.row_at[place[self.left[k]] + 1] += 1
            for k in range(self.count):
                self.row_at[k + 1] += self.row_at[k]
            for k in range(self.pairs):
                node = place[self.left[k]]
                self.rows[self.row_at[node]] = place[self.right[k]]
                self.row_at[node] += 1
            for k in range(self.count, 0, -1):
                self.row_at[k] = self.row_at[k - 1]
            self.row_at[0] = 0
        return True


@cython.cclass
class PhraseFinder:
    """Finds the table's phrase pairs in sentence pairs; not to be shared between threads."""

    words: cython.int[::1]
    child_at: cython.int[::1]
    row_at: cython.int[::1]
    rows: cython.int[::1]
    first: cython.int[::1]  # the root's child by word, or 0
    # Phrases of each side that stand in the tree: node, start, words; chained by node through a table.
    hyp: cython.int[::1]
    ref: cython.int[::1]
    hyp_next: cython.int[::1]
    ref_next: cython.int[::1]
    hyp_table: cython.int[::1]
    ref_table: cython.int[::1]
    hyp_count: cython.Py_ssize_t
    ref_count: cython.Py_ssize_t
    mask: cython.int
    longest: cython.Py_ssize_t
    # What was found: ref start, ref words, hyp start, hyp words.
    found: cython.int[::1]
    count: cython.Py_ssize_t
    room: cython.Py_ssize_t

    def __init__(
        self, tree: tuple[memoryview, memoryview, memoryview, memoryview], vocabulary: int, longest: int
    ) -> None:
        self.words, self.child_at, self.row_at, self.rows = tree
        self.first = _ints(vocabulary + 1)
        self.longest = longest
        node: cython.Py_ssize_t
        for node in range(1, self.child_at[1]):
            self.first[self.words[node]] = node

    def find(self, tokens: memoryview, spans: memoryview, at: memoryview) -> memoryview:
        """The phrase matches of each pair, in METEOR 1.5's order, as its aligner takes them.

        `tokens` ('i') are the table's word ids, 0 for words it lacks; `spans` are those of the aligner. Pair p's
        matches are the rows at[p]:at[p + 1] ('q', filled here) of the result.
        """
        longest: cython.Py_ssize_t = max((b - a for a, b in zip(spans[::2], spans[1::2], strict=True)), default=0)
        size: cython.Py_ssize_t = longest * self.longest
        places: cython.Py_ssize_t = 64
        while places < 4 * size:
            places *= 2
        self.mask = places - 1
        self.hyp = _ints(3 * size)
        self.ref = _ints(3 * size)
        self.hyp_next = _ints(size + 1)
        self.ref_next = _ints(size + 1)
        self.hyp_table = _ints(places)
        self.ref_table = _ints(places)
        self.count = 0
        self.room = 64 * (len(spans) // 4) + 64
        self.found = _ints(4 * self.room)
        self._find_all(tokens, spans, at)
        return memoryview(self.found)[: 4 * self.count]

    @cython.cfunc
    def _find_all(self, tokens: cython.int[::1], spans: cython.longlong[::1], at: cython.longlong[::1]) -> cython.bint:
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
                self.found = _longer(memoryview(self.found), 4 * self.room)
        at[pairs] = self.count
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _child(self, node: cython.int, word: cython.int) -> cython.int:
        low: cython.int
        high: cython.int
        middle: cython.int
        if node == 0:
            return self.first[word]
        low = self.child_at[node]
        high = self.child_at[node + 1]
        while low < high:
            middle = (low + high) >> 1
            if self.words[middle] < word:
                low = middle + 1
            else:
                high = middle
        return low if low < self.child_at[node + 1] and self.words[low] == word else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list(
        self, tokens: cython.int[::1], first: cython.longlong, end: cython.longlong, into: cython.int[::1]
    ) -> cython.Py_ssize_t:
        """The nodes met from every position on, shorter phrases first; say how many."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        node: cython.int
        count: cython.Py_ssize_t = 0
        for i in range(first, end):
            node = 0
            for k in range(i, end):
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

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _slot(self, node: cython.int, listed: cython.int[::1], table: cython.int[::1]) -> cython.int:
        """Where the table has the node's first phrase, counted from 1, or room for it."""
        slot: cython.int = (node ^ (node >> 11)) & self.mask
        while table[slot] != 0 and listed[3 * (table[slot] - 1)] != node:
            slot = (slot + 1) & self.mask
        return slot

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _chain(
        self, listed: cython.int[::1], count: cython.Py_ssize_t, table: cython.int[::1], following: cython.int[::1]
    ) -> cython.bint:
        k: cython.Py_ssize_t
        slot: cython.int
        for k in range(count, 0, -1):
            slot = self._slot(listed[3 * (k - 1)], listed, table)
            following[k] = table[slot]
            table[slot] = k
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _unchain(self, listed: cython.int[::1], count: cython.Py_ssize_t, table: cython.int[::1]) -> cython.bint:
        k: cython.Py_ssize_t
        slot: cython.int
        for k in range(count):
            slot = (listed[3 * k] ^ (listed[3 * k] >> 11)) & self.mask
            while table[slot] != 0:
                table[slot] = 0
                slot = (slot + 1) & self.mask
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _replace(
        self,
        side: cython.int[::1],
        count: cython.Py_ssize_t,
        other: cython.int[::1],
        table: cython.int[::1],
        following: cython.int[::1],
        swapped: cython.bint,
    ) -> cython.bint:
        """For each phrase of one side, for each phrase that may replace it, where that stands on the other side."""
        k: cython.Py_ssize_t
        row: cython.Py_ssize_t
        here: cython.Py_ssize_t
        there: cython.Py_ssize_t
        node: cython.int
        at: cython.int
        for k in range(count):
            node = side[3 * k]
            for row in range(self.row_at[node], self.row_at[node + 1]):
                at = table[self._slot(self.rows[row], other, table)]
                while at != 0:
                    if self.count < self.room:
                        here = 4 * self.count + (2 if swapped else 0)
                        there = 4 * self.count + (0 if swapped else 2)
                        self.found[here] = side[3 * k + 1]
                        self.found[here + 1] = side[3 * k + 2]
                        self.found[there] = other[3 * (at - 1) + 1]
                        self.found[there + 1] = other[3 * (at - 1) + 2]
                    self.count += 1
                    at = following[at]
        return True
