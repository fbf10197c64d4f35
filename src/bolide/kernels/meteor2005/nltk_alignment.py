"""Greedy word alignment: NLTK's METEOR, and the exercise's, which only counts runs.

Both write, for each pair, a row of integers (1, both lengths, matches of each stage, chunks) and for each hypothesis
word the index in its reference of the word it is linked to, or -1, and the stage.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import ints
from bolide.kernels.meteor2005._alignment_block import MatchKeys, SentencePairs


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
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
) -> cython.void:
    """Link each hypothesis word, from last to first, to the rightmost free reference word it shares a group with."""
    node: cython.int = 0
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
    for j in range(refs.shape[0]):
        if taken[j] == 0 or taken[j] > stage:  # listed above
            for g in range(ref_groups_at[refs[j]], ref_groups_at[refs[j] + 1]):
                head[ref_groups[g]] = -1


def most_groups(pairs: SentencePairs, words: MatchKeys) -> int:
    """The largest total number of groups of the reference words of a pair."""
    refs: cython.int[::1] = pairs.refs
    ref_at: cython.longlong[::1] = pairs.ref_at
    groups_at: cython.longlong[::1] = words.ref_groups_at
    most: cython.Py_ssize_t = 0
    for p in range(ref_at.shape[0] - 1):
        total: cython.Py_ssize_t = 0
        for j in range(ref_at[p], ref_at[p + 1]):
            total += groups_at[refs[j] + 1] - groups_at[refs[j]]
        most = max(most, total)
    return most


def count_rows(
    pairs: SentencePairs,
    links: cython.int[::1],
    stages: cython.int[::1],
    rows: cython.longlong[::1],
    columns: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    by_runs: cython.bint,
) -> None:
    """Write 1, both lengths, the matches of each of `columns` stages and the chunks into rows of `width` numbers.

    A chunk is a run of links that are adjacent in both texts, or, if `by_runs`, a run of matched hypothesis words.
    """
    hyp_at: cython.longlong[::1] = pairs.hyp_at
    ref_at: cython.longlong[::1] = pairs.ref_at
    with cython.nogil:
        for p in range(hyp_at.shape[0] - 1):
            row: cython.Py_ssize_t = p * width
            last: cython.int = -1
            rows[row] = 1
            rows[row + 1] = hyp_at[p + 1] - hyp_at[p]
            rows[row + 2] = ref_at[p + 1] - ref_at[p]
            for i in range(row + 3, row + columns + 4):
                rows[i] = 0
            for i in range(hyp_at[p], hyp_at[p + 1]):
                if links[i] >= 0:
                    rows[row + 3 + stages[i]] += 1
                    if last < 0 or (links[i] != last + 1 and not by_runs):
                        rows[row + 3 + columns] += 1
                last = links[i]


def nltk(
    pairs: SentencePairs, words: MatchKeys, rows: cython.longlong[::1], links: cython.int[::1], stages: cython.int[::1]
) -> None:
    """Align as NLTK does: every stage visits the free words from last to first and takes the rightmost match."""
    words.check()
    pairs.check(words.size, links if len(links) < len(stages) else stages, len(rows) // (words.stages() + 4))
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
    nodes: cython.Py_ssize_t = max(longest, most_groups(pairs, words) if groups else 0)
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
                    _link(
                        hyps[h0:h1],
                        refs[r0:r1],
                        hyp_groups_at,
                        hyp_groups,
                        ref_groups_at,
                        ref_groups,
                        s,
                        links[h0:h1],
                        stages[h0:h1],
                        head,
                        below,
                        word_of,
                        taken,
                    )
                else:
                    _link(
                        hyps[h0:h1],
                        refs[r0:r1],
                        each,
                        keys[s * count :],
                        each,
                        keys[s * count :],
                        s,
                        links[h0:h1],
                        stages[h0:h1],
                        head,
                        below,
                        word_of,
                        taken,
                    )
    count_rows(pairs, links, stages, rows, columns, columns + 4, False)


def runs(
    pairs: SentencePairs,
    count: cython.Py_ssize_t,
    rows: cython.longlong[::1],
    links: cython.int[::1],
    stages: cython.int[::1],
) -> None:
    """Align as the exercise does: from left to right, a word matches while the reference has a copy left.

    Word ids are below `count`. The k-th match of a word is linked to its k-th copy.
    """
    pairs.check(count, links if len(links) < len(stages) else stages, len(rows) // 5)
    hyps: cython.int[::1] = pairs.hyps
    refs: cython.int[::1] = pairs.refs
    hyp_at: cython.longlong[::1] = pairs.hyp_at
    ref_at: cython.longlong[::1] = pairs.ref_at
    head: cython.int[::1] = ints(cython.compiled, count, -1)
    after: cython.int[::1] = ints(cython.compiled, pairs.longest()[1])
    with cython.nogil:
        for p in range(hyp_at.shape[0] - 1):
            for j in range(ref_at[p + 1] - ref_at[p] - 1, -1, -1):
                after[j] = head[refs[ref_at[p] + j]]
                head[refs[ref_at[p] + j]] = j
            for i in range(hyp_at[p], hyp_at[p + 1]):
                links[i] = head[hyps[i]]
                stages[i] = 0 if links[i] >= 0 else -1
                if links[i] >= 0:
                    head[hyps[i]] = after[links[i]]
            for j in range(ref_at[p], ref_at[p + 1]):
                head[refs[j]] = -1
    count_rows(pairs, links, stages, rows, 1, 5, True)
