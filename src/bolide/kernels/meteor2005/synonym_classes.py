"""Connected components of the free words of a pair by synonymy.

A word may share a synset with many others, and they with more: all words so connected get one key. If every hypothesis
word of a key matches every reference word of it, the key is used like that of a stem; if not, it is partial, and links
between its words need another look at the synsets.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import memory
from bolide.kernels.meteor2005._alignment_block import MatchKeys, Progress, SentencePairs


class SynonymClasses:
    """The scratch of one thread, with room for the longest pair of a block."""

    def __init__(self, pairs: SentencePairs, words: MatchKeys) -> None:
        p: cython.Py_ssize_t
        j: cython.Py_ssize_t
        nodes: cython.Py_ssize_t = 0
        most: cython.Py_ssize_t = sum(pairs.longest())
        self.hyps, self.hyp_at, self.refs, self.ref_at = pairs
        self.hyp_groups_at, self.ref_groups_at = words.hyp_groups_at, words.ref_groups_at
        self.hyp_groups, self.ref_groups = words.hyp_groups, words.ref_groups
        for p in range(len(pairs.ref_at) - 1):
            total: cython.Py_ssize_t = 0
            for j in range(self.ref_at[p], self.ref_at[p + 1]):
                total += self.ref_groups_at[self.refs[j] + 1] - self.ref_groups_at[self.refs[j]]
            nodes = max(nodes, total)
        self.slot = memory(words.size, -1)
        self.type_word, self.leader, self.degree = memory(most), memory(most), memory(most)
        self.hyp_size, self.ref_size, self.matches = memory(most), memory(most), memory(most)
        self.group_head = memory(words.groups, -1)
        self.node_type, self.node_after = memory(nodes), memory(nodes)
        self.stamp = memory(most)
        self.stamped = 0

    def pair(self, p, hyp_key, ref_key, partial):
        """Write the keys of pair p's words, -1 for one that is linked already or has no synonym."""
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
                partial[i] = self.matches[y] != self.hyp_size[y] * self.ref_size[y]
        self._forget_groups()

    def _lead(self, x):
        while self.leader[x] != x:
            self.leader[x] = self.leader[self.leader[x]]
            x = self.leader[x]
        return x

    def _types(self, p, hyp_key, ref_key):
        """Number the distinct free words; for now, a word's key is its type."""
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

    def _type(self, word):
        if self.slot[word] < 0:
            self.slot[word] = self.types
            self.type_word[self.types] = word
            self.types += 1
        return self.slot[word]

    def _list_groups(self):
        node = 0
        for y in range(self.hyp_types, self.types):
            w = self.type_word[y]
            for g in range(self.ref_groups_at[w], self.ref_groups_at[w + 1]):
                self.node_type[node] = y
                self.node_after[node] = self.group_head[self.ref_groups[g]]
                self.group_head[self.ref_groups[g]] = node
                node += 1

    def _forget_groups(self):
        for y in range(self.hyp_types, self.types):
            for g in range(self.ref_groups_at[self.type_word[y]], self.ref_groups_at[self.type_word[y] + 1]):
                self.group_head[self.ref_groups[g]] = -1

    def _mark(self, word):
        """Stamp the reference's types that share a group with a hypothesis word, and count them."""
        marked = 0
        self.stamped += 1
        for g in range(self.hyp_groups_at[word], self.hyp_groups_at[word + 1]):
            node = self.group_head[self.hyp_groups[g]]
            while node >= 0:
                if self.stamp[self.node_type[node]] != self.stamped:
                    self.stamp[self.node_type[node]] = self.stamped
                    marked += 1
                node = self.node_after[node]
        return marked


def synonym_classes(pairs: SentencePairs, words: MatchKeys, block: Progress) -> None:
    """Write the key of every free word of every pair, and for each reference word whether that key is partial."""
    classes: SynonymClasses = SynonymClasses(pairs, words)
    p: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(pairs.hyp_at) - 1
    hyp_key: cython.int[::1] = block.hyp_key
    ref_key: cython.int[::1] = block.ref_key
    partial: cython.int[::1] = block.partial
    classes.links, classes.taken = block.links, block.taken
    with cython.nogil:
        for p in range(count):
            classes.pair(p, hyp_key, ref_key, partial)
