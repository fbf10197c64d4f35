"""The optimal alignment of METEOR's first paper: most links, then fewest crossings, then fewest chunks.

Banerjee & Lavie 2005. Stages run in order; the links of an earlier stage are fixed. Within a stage a word that both
texts have equally often is linked copy by copy: swapping two crossing links of one word removes a crossing and adds
none. It remains open which surplus copies stay unlinked: `search` lists the possible links and their costs and looks
for the cheapest choice. Costs count crossings first and chunks second. A narrow search is enough for nearly every pair;
for the others a wide one tries to prove the optimum, and an answer without a proof is improved class by class.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import memory
from bolide.kernels.meteor2005._alignment_block import MatchKeys, Progress, SentencePairs
from bolide.kernels.meteor2005.nltk_alignment import count_rows, most_groups
from bolide.kernels.meteor2005.search import Search


class Copies:
    """Links that need no search, the k-th copy of a word to the k-th, in the scratch of one thread.

    A word that both texts have equally often is linked so in every optimal alignment. If there are surplus copies, the
    first ones are the smallest list of links, and optimal if nothing crosses and no chunk can be saved.
    """

    def __init__(self, pairs: SentencePairs, keys: cython.Py_ssize_t, block: Progress) -> None:
        """Keys are below `keys` or below the number of words of their pair; only undecided words keep theirs."""
        n, m = pairs.longest()
        self.hyp_at, self.ref_at = pairs.hyp_at, pairs.ref_at
        self.hyp_key, self.ref_key, self.partial, self.links, self.stages, self.taken = block
        keys = max(keys, n + m)
        # By key: how many copies the current pair has, the reference's as a list, and in which pair it was settled. And
        # the trial of linking the k-th copy of every key to the k-th.
        self.hyp_count, self.ref_count, self.head = memory(keys), memory(keys), memory(keys, -1)
        self.settled, self.after, self.trial = memory(keys, -1), memory(m, -1), memory(n, -1)

    def pair(self, p, stage):
        """Link what needs no search in pair p, clear the keys of settled words; return whether any are undecided."""
        self.h0, self.h1 = self.hyp_at[p], self.hyp_at[p + 1]
        self.r0, self.r1 = self.ref_at[p], self.ref_at[p + 1]
        self._count()
        self._strike()
        plain: cython.bint = self._try() and self._chunks() <= self._least_chunks()
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
        spare: cython.bint = False
        plain: cython.bint = True
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

    def _least_chunks(self):
        """A lower bound on the chunks: a word certain to be linked begins one if the word before cannot be linked."""
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

    def _forget(self, p):
        """Clear the counts and the keys of words settled in pair p; return whether keys are left."""
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


class SynonymClasses:
    """Connected components of the free words of a pair by synonymy, in the scratch of one thread.

    A word may share a synset with many others, and they with more: all words so connected get one key. If every
    hypothesis word of a key matches every reference word of it, the key is used like that of a stem; if not, it is
    partial, and links between its words need another look at the synsets.
    """

    def __init__(self, pairs: SentencePairs, words: MatchKeys) -> None:
        most: cython.Py_ssize_t = sum(pairs.longest())
        nodes: cython.Py_ssize_t = most_groups(pairs, words)
        self.hyps, self.hyp_at, self.refs, self.ref_at = pairs
        self.hyp_groups_at, self.ref_groups_at = words.hyp_groups_at, words.ref_groups_at
        self.hyp_groups, self.ref_groups = words.hyp_groups, words.ref_groups
        # Distinct free words ("types"), first the hypothesis's, then the reference's, each with the type that leads it.
        self.slot = memory(words.size, -1)
        self.type_word, self.leader, self.degree = memory(most), memory(most), memory(most)
        self.hyp_size, self.ref_size, self.matches = memory(most), memory(most), memory(most)
        # For every group, the reference's types that have it.
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
        for y in range(self.hyp_types, self.types):
            for g in range(self.ref_groups_at[self.type_word[y]], self.ref_groups_at[self.type_word[y] + 1]):
                self.group_head[self.ref_groups[g]] = -1

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
    count: cython.Py_ssize_t = len(pairs.hyp_at) - 1
    hyp_key: cython.int[::1] = block.hyp_key
    ref_key: cython.int[::1] = block.ref_key
    partial: cython.int[::1] = block.partial
    classes.links, classes.taken = block.links, block.taken
    with cython.nogil:
        for p in range(count):
            classes.pair(p, hyp_key, ref_key, partial)


def optimal(
    pairs: SentencePairs,
    words: MatchKeys,
    rows: cython.longlong[::1],
    links: cython.int[::1],
    stages: cython.int[::1],
    limit: cython.longlong = 1000000,
) -> None:
    """Align each pair optimally; a row is that of NLTK's alignment, then whether this one is proven optimal.

    `limit` is the number of steps one stage of one pair may take to prove its answer before a beam search is used.
    """
    words.check()
    pairs.check(words.size, links if len(links) < len(stages) else stages, len(rows) // (words.stages() + 5))
    columns: cython.Py_ssize_t = words.stages()
    width: cython.Py_ssize_t = columns + 5
    size: cython.Py_ssize_t = words.size
    count: cython.Py_ssize_t = len(pairs.hyp_at) - 1
    keys: cython.int[::1] = words.keys
    hyps: cython.int[::1] = pairs.hyps
    refs: cython.int[::1] = pairs.refs
    undecided: cython.int[::1] = memory(count)
    taken = memory(refs.shape[0])
    block = Progress(memory(hyps.shape[0], -1), memory(refs.shape[0], -1), memory(refs.shape[0]), links, stages, taken)
    hyp_key: cython.int[::1] = block.hyp_key
    ref_key: cython.int[::1] = block.ref_key
    easy = None
    for i in range(hyps.shape[0]):
        links[i] = stages[i] = -1
    for p in range(count):
        rows[p * width + width - 1] = 1
    for s in range(columns):
        if words.groups and s == columns - 1:
            synonym_classes(pairs, words, block)
        else:
            for i in range(hyps.shape[0]):
                hyp_key[i] = keys[s * size + hyps[i]]
            for i in range(refs.shape[0]):
                ref_key[i] = keys[s * size + refs[i]]
        copies: Copies = Copies(pairs, size, block)
        some: cython.bint = False
        with cython.nogil:
            for p in range(count):
                undecided[p] = copies.pair(p, s)
                some = some or undecided[p] != 0
        if not some:
            continue
        easy = easy or Search(pairs, words, block, 2048, 128, 100000)
        hard = None
        for p in range(count):
            if undecided[p] and easy.link_if_easy(p, s):
                undecided[p] = 0
        for p in range(count):
            if undecided[p]:
                edges = min(max(2048, easy.edges_needed()), 2000000)
                hard = hard or Search(pairs, words, block, edges, 8192, limit)
                rows[p * width + width - 1] &= hard.link_at_best(p, s)
    count_rows(pairs, links, stages, rows, columns, width, False)
