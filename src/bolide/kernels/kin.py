"""Which free words of a pair synonyms connect.

A word may share a meaning with many others, and they with more: all words so connected get one key. Where every
hypothesis word of a key matches every reference word of it, the key is as good as a common stem; where not, it is odd,
and whoever links its words has to look at the meanings again.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._pairs import Pairs, Progress, Words

COMPILED = cython.compiled


@cython.cfunc
def _ints(size: cython.Py_ssize_t, value: cython.int) -> object:
    return memoryview(array("i", [value]) * max(size, 1))


@cython.cclass
class Kin:
    """The scratch of one thread, with room for the longest pair of a block."""

    hyps: cython.int[::1]
    refs: cython.int[::1]
    hyp_at: cython.longlong[::1]
    ref_at: cython.longlong[::1]
    hyp_groups_at: cython.longlong[::1]
    ref_groups_at: cython.longlong[::1]
    hyp_groups: cython.int[::1]
    ref_groups: cython.int[::1]
    links: cython.int[::1]
    taken: cython.int[::1]
    # Distinct free words ("types"), first the hypothesis's, then the reference's; each knows the type it is led by.
    types: cython.int
    hyp_types: cython.int
    slot: cython.int[::1]
    type_word: cython.int[::1]
    leader: cython.int[::1]
    degree: cython.int[::1]
    hyp_size: cython.int[::1]
    ref_size: cython.int[::1]
    matches: cython.int[::1]
    # For every group, the reference's types that have it.
    group_head: cython.int[::1]
    node_type: cython.int[::1]
    node_after: cython.int[::1]
    stamp: cython.int[::1]
    stamped: cython.int

    def __init__(self, pairs: Pairs, words: Words) -> None:
        p: cython.Py_ssize_t
        j: cython.Py_ssize_t
        nodes: cython.Py_ssize_t = 0
        most: cython.Py_ssize_t = 0
        total: cython.Py_ssize_t
        self.hyps, self.hyp_at, self.refs, self.ref_at = pairs
        self.hyp_groups_at, self.ref_groups_at = words.hyp_groups_at, words.ref_groups_at
        self.hyp_groups, self.ref_groups = words.hyp_groups, words.ref_groups
        for p in range(self.hyp_at.shape[0] - 1):
            most = max(most, self.hyp_at[p + 1] - self.hyp_at[p] + self.ref_at[p + 1] - self.ref_at[p])
            total = 0
            for j in range(self.ref_at[p], self.ref_at[p + 1]):
                total += self.ref_groups_at[self.refs[j] + 1] - self.ref_groups_at[self.refs[j]]
            nodes = max(nodes, total)
        self.slot = _ints(words.size, -1)
        self.type_word, self.leader, self.degree = _ints(most, 0), _ints(most, 0), _ints(most, 0)
        self.hyp_size, self.ref_size, self.matches = _ints(most, 0), _ints(most, 0), _ints(most, 0)
        self.group_head = _ints(words.groups, -1)
        self.node_type, self.node_after = _ints(nodes, 0), _ints(nodes, 0)
        self.stamp = _ints(most, 0)
        self.stamped = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pair(
        self, p: cython.Py_ssize_t, hyp_key: cython.int[::1], ref_key: cython.int[::1], odd: cython.int[::1]
    ) -> cython.void:
        """Write the keys of pair p's words, -1 for one that is linked already or has no kin."""
        x: cython.int
        y: cython.int
        i: cython.Py_ssize_t
        self._types(p, hyp_key, ref_key)
        self._list_groups()
        for x in range(self.types):
            self.leader[x] = x
            self.hyp_size[x] = self.ref_size[x] = self.matches[x] = 0
        for x in range(self.hyp_types):
            self.degree[x] = self._mark(self.type_word[x])
            if self.degree[x] > 0:
                for y in range(self.hyp_types, self.types):
                    if self.stamp[y] == self.stamped:
                        self.leader[self._lead(y)] = self._lead(x)
        for x in range(self.types):
            y = self._lead(x)
            if x >= self.hyp_types:
                self.ref_size[y] += 1
            elif self.degree[x] > 0:
                self.hyp_size[y] += 1
                self.matches[y] += self.degree[x]
        for i in range(self.hyp_at[p], self.hyp_at[p + 1]):
            x = hyp_key[i]
            hyp_key[i] = self._lead(x) if x >= 0 and self.degree[x] > 0 else -1
        for i in range(self.ref_at[p], self.ref_at[p + 1]):
            if ref_key[i] >= 0:
                y = self._lead(ref_key[i])
                ref_key[i] = y if self.hyp_size[y] > 0 else -1
                odd[i] = self.matches[y] != self.hyp_size[y] * self.ref_size[y]
        self._forget_groups()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lead(self, x: cython.int) -> cython.int:
        while self.leader[x] != x:
            self.leader[x] = self.leader[self.leader[x]]
            x = self.leader[x]
        return x

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _types(self, p: cython.Py_ssize_t, hyp_key: cython.int[::1], ref_key: cython.int[::1]) -> cython.void:
        """Number the distinct free words; for now, a word's key is its type."""
        i: cython.Py_ssize_t
        self.types = 0
        for i in range(self.hyp_at[p], self.hyp_at[p + 1]):
            hyp_key[i] = self._type(self.hyps[i]) if self.links[i] < 0 else -1
        for i in range(self.types):
            self.slot[self.type_word[i]] = -1
        self.hyp_types = self.types
        for i in range(self.ref_at[p], self.ref_at[p + 1]):
            ref_key[i] = self._type(self.refs[i]) if self.taken[i] == 0 else -1
        for i in range(self.hyp_types, self.types):
            self.slot[self.type_word[i]] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _type(self, word: cython.int) -> cython.int:
        if self.slot[word] < 0:
            self.slot[word] = self.types
            self.type_word[self.types] = word
            self.types += 1
        return self.slot[word]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_groups(self) -> cython.void:
        y: cython.int
        w: cython.int
        node: cython.int = 0
        g: cython.Py_ssize_t
        for y in range(self.hyp_types, self.types):
            w = self.type_word[y]
            for g in range(self.ref_groups_at[w], self.ref_groups_at[w + 1]):
                self.node_type[node] = y
                self.node_after[node] = self.group_head[self.ref_groups[g]]
                self.group_head[self.ref_groups[g]] = node
                node += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget_groups(self) -> cython.void:
        y: cython.int
        g: cython.Py_ssize_t
        for y in range(self.hyp_types, self.types):
            for g in range(self.ref_groups_at[self.type_word[y]], self.ref_groups_at[self.type_word[y] + 1]):
                self.group_head[self.ref_groups[g]] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark(self, word: cython.Py_ssize_t) -> cython.int:
        """Stamp the reference's types that share a group with a hypothesis word, and count them."""
        g: cython.Py_ssize_t
        node: cython.int
        marked: cython.int = 0
        self.stamped += 1
        for g in range(self.hyp_groups_at[word], self.hyp_groups_at[word + 1]):
            node = self.group_head[self.hyp_groups[g]]
            while node >= 0:
                if self.stamp[self.node_type[node]] != self.stamped:
                    self.stamp[self.node_type[node]] = self.stamped
                    marked += 1
                node = self.node_after[node]
        return marked


def kin(pairs: Pairs, words: Words, block: Progress) -> None:
    """Give every free word of every pair its key, and say of each reference word whether that key is odd."""
    family: Kin = Kin(pairs, words)
    p: cython.Py_ssize_t
    hyp_key: cython.int[::1] = block.hyp_key
    ref_key: cython.int[::1] = block.ref_key
    odd: cython.int[::1] = block.odd
    family.links, family.taken = block.links, block.taken
    with cython.nogil:
        for p in range(family.hyp_at.shape[0] - 1):
            family.pair(p, hyp_key, ref_key, odd)
