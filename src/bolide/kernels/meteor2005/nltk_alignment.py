"""Greedy word alignment: NLTK's METEOR, and the exercise's, which only counts runs.

Both write, for each pair, a row of integers (matches of each stage, then chunks) and for each hypothesis word the index
in its reference of the word it is linked to, or -1.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import ints
from bolide.kernels.meteor2005._alignment_block import UNFIT, MatchKeys, SentencePairs
from bolide.system.errors import InputError


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t, g=cython.longlong)
def _link(
    hyps: cython.int[::1],
    refs: cython.int[::1],
    hyp_groups_at: cython.longlong[::1],
    hyp_groups: cython.int[::1],
    ref_groups_at: cython.longlong[::1],
    ref_groups: cython.int[::1],
    stage: cython.int,
    links: cython.int[::1],
    stages: cython.int[::1],
    head: cython.int[::1],
    below: cython.int[::1],
    word_of: cython.int[::1],
    taken: cython.int[::1],
) -> cython.longlong:
    """Link each hypothesis word, from last to first, to the rightmost free reference word it shares a group with."""
    node: cython.int = 0
    count: cython.longlong = 0
    for j in range(refs.shape[0]):  # list, for every group, its free reference words, the rightmost on top
        if taken[j] == 0:
            for g in range(ref_groups_at[refs[j]], ref_groups_at[refs[j] + 1]):
                word_of[node] = j
                below[node] = head[ref_groups[g]]
                head[ref_groups[g]] = node
                node += 1
    for i in range(hyps.shape[0] - 1, -1, -1):
        if links[i] < 0:
            best: cython.int = -1
            for g in range(hyp_groups_at[hyps[i]], hyp_groups_at[hyps[i] + 1]):
                node = head[hyp_groups[g]]
                while node >= 0 and taken[word_of[node]] != 0:
                    node = below[node]
                head[hyp_groups[g]] = node
                if node >= 0 and word_of[node] > best:
                    best = word_of[node]
            if best >= 0:
                taken[best] = stage + 1
                links[i] = best
                stages[i] = stage
                count += 1
    for j in range(refs.shape[0]):
        if taken[j] == 0 or taken[j] > stage:  # listed above
            for g in range(ref_groups_at[refs[j]], ref_groups_at[refs[j] + 1]):
                head[ref_groups[g]] = -1
    return count


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(p=cython.Py_ssize_t, j=cython.Py_ssize_t)
def _most_groups(
    refs: cython.int[::1], ref_at: cython.longlong[::1], groups_at: cython.longlong[::1]
) -> cython.Py_ssize_t:
    """The largest total number of groups of the reference words of a pair."""
    most: cython.Py_ssize_t = 0
    for p in range(ref_at.shape[0] - 1):
        total: cython.Py_ssize_t = 0
        for j in range(ref_at[p], ref_at[p + 1]):
            total += groups_at[refs[j] + 1] - groups_at[refs[j]]
        most = max(most, total)
    return most


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _chunks(links: cython.int[::1], h0: cython.Py_ssize_t, h1: cython.Py_ssize_t) -> cython.longlong:
    """The number of chunks: runs of links that are adjacent in both texts."""
    i: cython.Py_ssize_t
    last: cython.int = -2
    count: cython.longlong = 0
    for i in range(h0, h1):
        if links[i] < 0:
            last = -2
        else:
            if links[i] != last + 1:
                count += 1
            last = links[i]
    return count


def nltk(
    pairs: SentencePairs, words: MatchKeys, rows: cython.longlong[::1], links: cython.int[::1], stages: cython.int[::1]
) -> None:
    """Align as NLTK does: every stage visits the free words from last to first and takes the rightmost match."""
    p: cython.Py_ssize_t
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    words.check()
    pairs.check(words.size, links if len(links) < len(stages) else stages, len(rows) // (words.stages() + 1))
    hyps: cython.int[::1] = pairs.hyps
    refs: cython.int[::1] = pairs.refs
    hyp_at: cython.longlong[::1] = pairs.hyp_at
    ref_at: cython.longlong[::1] = pairs.ref_at
    keys: cython.int[::1] = words.keys
    hyp_groups_at: cython.longlong[::1] = words.hyp_groups_at
    ref_groups_at: cython.longlong[::1] = words.ref_groups_at
    hyp_groups: cython.int[::1] = words.hyp_groups
    ref_groups: cython.int[::1] = words.ref_groups
    count: cython.Py_ssize_t = words.size
    groups: cython.Py_ssize_t = words.groups
    columns: cython.Py_ssize_t = words.stages()
    each: cython.longlong[::1] = memoryview(array("q", range(count + 1)))  # a key is the one group of its word
    longest: cython.Py_ssize_t = pairs.longest()[1]
    nodes: cython.Py_ssize_t = max(longest, _most_groups(refs, ref_at, ref_groups_at) if groups else 0)
    head: cython.int[::1] = ints(cython.compiled, max(count, groups), -1)
    below: cython.int[::1] = ints(cython.compiled, nodes)
    word_of: cython.int[::1] = ints(cython.compiled, nodes)
    taken: cython.int[::1] = ints(cython.compiled, longest)
    with cython.nogil:
        for p in range(hyp_at.shape[0] - 1):
            h0: cython.Py_ssize_t = hyp_at[p]
            h1: cython.Py_ssize_t = hyp_at[p + 1]
            r0: cython.Py_ssize_t = ref_at[p]
            r1: cython.Py_ssize_t = ref_at[p + 1]
            for i in range(h0, h1):
                links[i] = -1
                stages[i] = -1
            for j in range(r1 - r0):
                taken[j] = 0
            for s in range(columns):
                if groups and s == columns - 1:
                    rows[p * (columns + 1) + s] = _link(
                        hyps[h0:h1], refs[r0:r1], hyp_groups_at, hyp_groups, ref_groups_at, ref_groups, s,
                        links[h0:h1], stages[h0:h1], head, below, word_of, taken,
                    )  # fmt: skip
                else:
                    rows[p * (columns + 1) + s] = _link(
                        hyps[h0:h1], refs[r0:r1], each, keys[s * count :], each, keys[s * count :], s,
                        links[h0:h1], stages[h0:h1], head, below, word_of, taken,
                    )  # fmt: skip
            rows[p * (columns + 1) + columns] = _chunks(links, h0, h1)


def runs(
    pairs: SentencePairs,
    count: cython.Py_ssize_t,
    rows: cython.longlong[::1],
    links: cython.int[::1],
    stages: cython.int[::1],
) -> None:
    """Align as the exercise does: from left to right, a word matches while the reference has a copy left.

    Word ids are below `count`. A row is matches and runs of matched hypothesis words; the k-th match of a word is
    linked to its k-th copy.
    """
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    pairs.check(count, links if len(links) < len(stages) else stages, len(rows) // 2)
    hyps: cython.int[::1] = pairs.hyps
    refs: cython.int[::1] = pairs.refs
    hyp_at: cython.longlong[::1] = pairs.hyp_at
    ref_at: cython.longlong[::1] = pairs.ref_at
    head: cython.int[::1] = ints(cython.compiled, count, -1)
    after: cython.int[::1] = ints(cython.compiled, pairs.longest()[1])
    with cython.nogil:
        for p in range(hyp_at.shape[0] - 1):
            rows[2 * p] = 0
            rows[2 * p + 1] = 0
            for j in range(ref_at[p + 1] - ref_at[p] - 1, -1, -1):
                after[j] = head[refs[ref_at[p] + j]]
                head[refs[ref_at[p] + j]] = j
            before: cython.bint = False
            for i in range(hyp_at[p], hyp_at[p + 1]):
                links[i] = head[hyps[i]]
                stages[i] = 0 if links[i] >= 0 else -1
                if links[i] >= 0:
                    head[hyps[i]] = after[links[i]]
                    rows[2 * p] += 1
                    if not before:
                        rows[2 * p + 1] += 1
                before = links[i] >= 0
            for j in range(ref_at[p], ref_at[p + 1]):
                head[refs[j]] = -1


def with_lengths(pairs: SentencePairs, counted: cython.longlong[::1], rows: cython.longlong[::1]) -> None:
    """Write rows of 1, the lengths of both texts, and the counts of each pair."""
    p: cython.Py_ssize_t
    k: cython.Py_ssize_t
    hyp_at: cython.longlong[::1] = pairs.hyp_at
    ref_at: cython.longlong[::1] = pairs.ref_at
    size: cython.Py_ssize_t = hyp_at.shape[0] - 1
    width: cython.Py_ssize_t = rows.shape[0] // max(size, 1)
    if (
        ref_at.shape[0] != size + 1
        or width < 3
        or rows.shape[0] != size * width
        or counted.shape[0] < size * (width - 3)
    ):
        raise InputError(UNFIT)
    with cython.nogil:
        for p in range(size):
            rows[p * width] = 1
            rows[p * width + 1] = hyp_at[p + 1] - hyp_at[p]
            rows[p * width + 2] = ref_at[p + 1] - ref_at[p]
            for k in range(width - 3):
                rows[p * width + 3 + k] = counted[p * (width - 3) + k]
