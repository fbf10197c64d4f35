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
from bolide.kernels.meteor2005.copies import copies
from bolide.kernels.meteor2005.search import Search
from bolide.kernels.meteor2005.synonym_classes import synonym_classes


@cython.cfunc
@cython.exceptval(check=True)
@cython.locals(p=cython.Py_ssize_t, i=cython.Py_ssize_t)
def _count_rows(
    hyp_at: cython.longlong[::1], links: cython.int[::1], stages: cython.int[::1], rows: cython.longlong[::1],
    columns: cython.Py_ssize_t,
) -> cython.void:  # fmt: skip
    """Write matches by stage and chunks into rows of `columns` stages, leaving the last number as it is."""
    first: cython.Py_ssize_t = 0
    for p in range(hyp_at.shape[0] - 1):
        for i in range(first, first + columns + 1):
            rows[i] = 0
        last: cython.int = -2
        for i in range(hyp_at[p], hyp_at[p + 1]):
            if links[i] < 0:
                last = -2
                continue
            rows[first + stages[i]] += 1
            if links[i] != last + 1:
                rows[first + columns] += 1
            last = links[i]
        first += columns + 2


def optimal(
    pairs: SentencePairs,
    words: MatchKeys,
    rows: cython.longlong[::1],
    links: cython.int[::1],
    stages: cython.int[::1],
    limit: cython.longlong = 1000000,
) -> None:
    """Align each pair optimally; a row is matches of each stage, chunks, and whether the alignment is proven optimal.

    `limit` is the number of steps one stage of one pair may take to prove its answer before a beam search is used.
    """
    s: cython.Py_ssize_t
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    words.check()
    pairs.check(words.size, links if len(links) < len(stages) else stages, len(rows) // (words.stages() + 2))
    columns: cython.Py_ssize_t = words.stages()
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
        rows[p * (columns + 2) + columns + 1] = 1
    for s in range(columns):
        if words.groups and s == columns - 1:
            synonym_classes(pairs, words, block)
        else:
            for i in range(hyps.shape[0]):
                hyp_key[i] = keys[s * size + hyps[i]]
            for i in range(refs.shape[0]):
                ref_key[i] = keys[s * size + refs[i]]
        if not copies(pairs, size, block, s, undecided):
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
                rows[p * (columns + 2) + columns + 1] &= hard.link_at_best(p, s)
    _count_rows(pairs.hyp_at, links, stages, rows, columns)
