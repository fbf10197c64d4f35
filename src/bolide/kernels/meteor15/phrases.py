"""A table of phrase pairs as a tree of word ids: made once from the pairs, then searched by METEOR's paraphrase module.

In the finished tree node 0 is the root and the children of node n are child_at[n]:child_at[n + 1], sorted by their
word; every phrase of either side is a node. Phrase n may be replaced by the phrases rows[row_at[n]:row_at[n + 1]], in
the order of the table. Word ids count from 1; 0 parts phrases.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import memory, new_key

if not cython.compiled:
    from bolide.kernels._common import spread, stirred

_KEY = cython.declare(cython.ulonglong, new_key())


def _longer(old: memoryview, size: int) -> memoryview:
    new = memory(size)
    new[: len(old)] = old
    return new


def _power_of_two(least: int) -> int:
    return 1 << max(6, (least - 1).bit_length())


class TreeMaker:
    """Reads the text of a table and lays out its tree."""

    def __init__(self) -> None:
        # Words: their bytes, each ended by a line feed; word w begins at word_at[w]. Nodes in the order they were met.
        # Pairs of phrases (left, right), and which of a record's three lines comes next (line).
        self.names = memoryview(bytearray(1))
        self.word_at, self.word_table, self.parent = memory(2), memory(1), memory(1)
        self.word, self.table, self.left, self.right = memory(1), memory(1), memory(1), memory(1)
        self.word_mask = self.word_count = self.longest = self.mask = self.pairs = self.line = 0
        self.count = 1

    def vocabulary(self) -> bytes:
        """The words in the order of their ids, each ended by a line feed."""
        return bytes(self.names[: self.word_at[self.word_count + 1]])

    def state(self) -> tuple[int, int, int]:
        """How many records were read, how many lines of an unfinished one, and the words of the longest phrase."""
        return self.pairs, self.line, self.longest

    def read(self, text: memoryview) -> bool:
        """More of the table: bytes of whole lines. False if they are not records; the state then says where."""
        self._make_room(len(text) // 2 + 1)
        return bool(self._read(text))

    def _make_room(self, words: int) -> None:
        """Room for that many more words, all of them new."""
        if self.word_at[self.word_count + 1] + 2 * words > len(self.names):
            self.names = memoryview(bytearray(self.names) + bytearray(4 * words))
        if self.word_count + words + 2 > len(self.word_at):
            self.word_at = _longer(memoryview(self.word_at), self.word_count + 2 * words + 2)
        if 2 * (self.word_count + words) > len(self.word_table):
            self.word_table = memory(_power_of_two(4 * (self.word_count + words)))
            self.word_mask = len(self.word_table) - 1
            with cython.nogil:
                for w in range(1, self.word_count + 1):
                    self.word_table[self._word_slot(self.names, self.word_at[w], self.word_at[w + 1] - 1)] = w
        if self.count + words > len(self.parent):
            size: cython.Py_ssize_t = self.count + words + (self.count >> 2)
            self.parent = _longer(memoryview(self.parent), size)
            self.word = _longer(memoryview(self.word), size)
        if 3 * (self.count + words) > 2 * len(self.table):
            self.table = memory(1)
            self.table = memory(_power_of_two(2 * (self.count + words)))
            self.mask = len(self.table) - 1
            with cython.nogil:
                for node in range(1, self.count):
                    self.table[self._slot(self.parent[node], self.word[node])] = node
        if self.pairs + words > len(self.left):
            size = self.pairs + words + (self.pairs >> 2)
            self.left = _longer(memoryview(self.left), size)
            self.right = _longer(memoryview(self.right), size)

    def _word_slot(self, text: cython.uchar[::1], first: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.longlong:
        """Where the table of words holds the word text[first:end], or has room for it."""
        stirring: cython.ulonglong = _KEY
        for k in range(first, end):
            stirring = stirred(stirring, text[k], _KEY)
        code: cython.longlong = spread(stirring, _KEY) & self.word_mask
        known: cython.int = self.word_table[code]
        while known != 0:
            at: cython.Py_ssize_t = self.word_at[known]
            k = first
            if self.word_at[known + 1] - 1 - at == end - first:
                while k < end and self.names[at] == text[k]:
                    at += 1
                    k += 1
                if k == end:
                    break
            code = (code + 1) & self.word_mask
            known = self.word_table[code]
        return code

    def _word_id(self, text: cython.uchar[::1], first: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        slot: cython.longlong = self._word_slot(text, first, end)
        if self.word_table[slot] == 0:
            self.word_count += 1
            self.word_table[slot] = self.word_count
            at: cython.Py_ssize_t = self.word_at[self.word_count]
            for k in range(first, end):
                self.names[at] = text[k]
                at += 1
            self.names[at] = 10
            self.word_at[self.word_count + 1] = at + 1
        return self.word_table[slot]

    def _slot(self, parent: cython.longlong, word: cython.longlong) -> cython.longlong:
        """Where the table of nodes holds the child, or has room for it."""
        slot: cython.longlong = spread((parent << 32) ^ word, _KEY) & self.mask
        node: cython.int = self.table[slot]
        while node != 0 and (self.parent[node] != parent or self.word[node] != word):
            slot = (slot + 1) & self.mask
            node = self.table[slot]
        return slot

    def _child(self, parent: cython.int, word: cython.int) -> cython.int:
        slot: cython.longlong = self._slot(parent, word)
        if self.table[slot] == 0:
            self.table[slot] = self.count
            self.parent[self.count] = parent
            self.word[self.count] = word
            self.count += 1
        return self.table[slot]

    def _read(self, text: cython.uchar[::1]) -> cython.bint:
        at: cython.Py_ssize_t = 0
        size: cython.Py_ssize_t = text.shape[0]
        good: cython.bint = True
        with cython.nogil:
            while at < size and good:
                if self.line == 0:  # a probability, which METEOR 1.5 does not use
                    good = 48 <= text[at] <= 57 or text[at] == 46
                    while text[at] != 10:
                        at += 1
                    at += 1
                    self.line = 1 if good else 0
                else:
                    at = self._read_phrase(text, at)
                    good = at >= 0
        return good

    def _read_phrase(self, text: cython.uchar[::1], at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Take in the phrase of a line; say where the next line begins, or -1 if there is no phrase."""
        node: cython.int = 0
        length: cython.int = 0
        while text[at] != 10:
            if text[at] == 32 or text[at] == 9 or text[at] == 13:
                at += 1
                continue
            first: cython.Py_ssize_t = at
            while text[at] != 10 and text[at] != 32 and text[at] != 9 and text[at] != 13:
                at += 1
            node = self._child(node, self._word_id(text, first, at))
            length += 1
        if length > self.longest:
            self.longest = length
        if length == 0:
            return -1
        if self.line == 1:
            self.left[self.pairs] = node
            self.line = 2
        else:
            self.right[self.pairs] = node
            self.pairs += 1
            self.line = 0
        return at + 1

    def finish(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """The tree's words, child_at, row_at and rows ('i'); nothing more can be read."""
        vocabulary: cython.Py_ssize_t = self.word_count
        self.table = self.word_table = memory(1)
        size: cython.Py_ssize_t = self.count
        by_word: cython.int[::1] = memory(size)
        begin: cython.int[::1] = memory(max(size, vocabulary + 1) + 1)
        children: cython.int[::1] = memory(size)
        self.words = memory(size)
        self.child_at = memory(size + 1)
        self._sort(self.word, begin, vocabulary + 1, by_word, by_word, False)
        self._sort(self.parent, begin, size, by_word, children, True)
        new_ids: cython.int[::1] = by_word
        self._number(begin, children, new_ids)
        self.parent = self.word = memory(1)
        begin = children = memory(1)
        self.row_at = memory(size + 1)
        self.rows = memory(self.pairs)
        self._lay_rows(new_ids)
        return memoryview(self.words), memoryview(self.child_at), memoryview(self.row_at), memoryview(self.rows)

    def _sort(
        self,
        keys: cython.int[::1],
        begin: cython.int[::1],
        key_count: cython.Py_ssize_t,
        source: cython.int[::1],
        target: cython.int[::1],
        sourced: cython.bint,
    ) -> cython.void:
        """Nodes but the root by key, stable, into target[0:]; key k's nodes then begin at begin[k]."""
        with cython.nogil:
            for k in range(key_count + 1):
                begin[k] = 0
            for k in range(1, self.count):
                begin[keys[k] + 1] += 1
            for k in range(key_count):
                begin[k + 1] += begin[k]
            for k in range(1, self.count):
                node: cython.int = source[k - 1] if sourced else k
                target[begin[keys[node]]] = node
                begin[keys[node]] += 1
            for k in range(key_count, 0, -1):
                begin[k] = begin[k - 1]
            begin[0] = 0

    def _number(self, begin: cython.int[::1], children: cython.int[::1], new_ids: cython.int[::1]) -> cython.void:
        """Number nodes breadth first: the children of each, by word, side by side. new_ids[old] becomes the new id."""
        order: cython.int[::1] = memory(self.count)
        following: cython.int = 1
        with cython.nogil:
            new_ids[0] = 0
            for new in range(self.count):
                old: cython.int = order[new]
                self.words[new] = self.word[old]
                self.child_at[new] = following
                for k in range(begin[old], begin[old + 1]):
                    order[following] = children[k]
                    following += 1
            self.child_at[self.count] = following
            for new in range(self.count):
                new_ids[order[new]] = new

    def _lay_rows(self, new_ids: cython.int[::1]) -> cython.void:
        with cython.nogil:
            for k in range(self.pairs):
                self.row_at[new_ids[self.left[k]] + 1] += 1
            for k in range(self.count):
                self.row_at[k + 1] += self.row_at[k]
            for k in range(self.pairs):
                node: cython.int = new_ids[self.left[k]]
                self.rows[self.row_at[node]] = new_ids[self.right[k]]
                self.row_at[node] += 1
            for k in range(self.count, 0, -1):
                self.row_at[k] = self.row_at[k - 1]
            self.row_at[0] = 0


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
        slots: cython.Py_ssize_t = _power_of_two(4 * size)
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
                self.matches = _longer(memoryview(self.matches), 4 * self.room)
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
        slot: cython.int = spread(node, _KEY) & self.mask
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
            slot: cython.int = spread(listed[3 * k], _KEY) & self.mask
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
