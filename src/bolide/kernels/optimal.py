"""The alignment METEOR's first paper defines: most links, then fewest crossings, then fewest chunks.

Banerjee & Lavie 2005. Stages run in order; the links of an earlier stage stand. Within a stage a word that both texts
have equally often is linked copy by copy: swapping two crossing links of one word removes a crossing and adds none.
What is left open is which surplus copies stay unlinked: `candidates` lists the possible links, `prices` says what each
costs and `beam` searches for the cheapest choice. Costs count crossings first and chunks second. A narrow search is
enough for nearly every pair; for the others a wide one tries to prove the best answer, and what it cannot prove is
improved class by class.
"""

from array import array
from itertools import pairwise
from typing import Any, Literal

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels import beam, candidates, prices
from bolide.kernels._pairs import Pairs, Progress, Words
from bolide.kernels._problem import NEVER, Problem
from bolide.kernels.copies import copies
from bolide.kernels.kin import kin

COMPILED = cython.compiled

NARROW = 64


@cython.cfunc
def _shared(size: cython.Py_ssize_t, value: cython.int) -> object:
    return memoryview(array("i", [value]) * max(size, 1))


@cython.cfunc
def _tables(count: cython.int, size: cython.Py_ssize_t, kind: Literal["i", "q", "Q"]) -> list[Any]:
    """The tables of a problem: memory, or where nobody reads them compiled lists, which Python reads faster."""
    if not (cython.compiled or beam.COMPILED or candidates.COMPILED or prices.COMPILED):
        return [[0] * size for _ in range(count)]
    size = max(size, 1)
    room = memoryview(bytearray((4 if kind == "i" else 8) * count * size)).cast(kind)
    return [room[k * size : (k + 1) * size] for k in range(count)]


class Aligner:
    """Room for the longest pair of a block, for so many possible links, and for a search of a given width."""

    def __init__(self, pairs: Pairs, words: Words, block: Progress, edges: int, room: int, limit: int) -> None:
        n = max(b - a for a, b in pairwise(pairs.hyp_at))
        m = max(b - a for a, b in pairwise(pairs.ref_at))
        layers, refs, classes = _tables(7, n, "i"), _tables(5, m, "i"), _tables(5, m + 1, "i")
        ends, costs = _tables(3, edges, "i"), _tables(4, edges, "q")
        self.problem = Problem(*_tables(1, 4, "q"), *layers, *refs, *classes, *ends, *costs, *_tables(1, n, "i"))
        self.widest, self.limit = room // 2, limit
        self.nodes = max(n * NARROW, min(n * room, (limit >> 3) + room))
        self.candidates = candidates.Candidates(pairs, words, block, self.problem)
        self.prices = prices.Prices(pairs, block, self.problem)
        self.beam = beam.Beam(self.problem, room, self.nodes, limit)

    def narrowly(self, p: int, stage: int) -> bool:
        """Link the open words of pair p if a narrow search proves how; say whether it does."""
        if not self.candidates.collect(p):
            return False
        self.prices.price(p)
        proven, _ = self.beam.search(NARROW, NEVER, False)
        if proven:
            self.candidates.link(stage)
        return proven

    def widely(self, p: int, stage: int) -> bool:
        """Link the open words of pair p as well as can be; say whether that is proven to be best."""
        searched = self.candidates.collect(p)
        if not searched:
            self.candidates.settle(self.beam, stage)
            self.candidates.collect(p)
        if self.problem.counts[0] == 0:
            return searched
        self.prices.price(p)
        proven = self._choose(self.problem.counts[0])
        self.candidates.link(stage)
        return searched and proven

    def _choose(self, layers: int) -> bool:
        """Search narrowly for a good answer, widely for a proof, and if work runs out as widely as it can be spread."""
        proven, spent = self.beam.search(NARROW, NEVER, True)
        if proven:
            return True
        best = self.prices.improve()
        kept = list(self.problem.answer[:layers])
        proven, _ = self.beam.search(self.widest, best, False)
        if proven:
            return True
        self._restore(kept)
        wide = min(self.widest, self.nodes // layers, NARROW * self.limit // spent)
        if wide > NARROW:
            proven, _ = self.beam.search(wide, NEVER, True)
            if not proven and self.prices.improve() > best:
                self._restore(kept)
        return proven

    def _restore(self, answer: list[int]) -> None:
        for t, a in enumerate(answer):
            self.problem.answer[t] = a


@cython.cfunc
@cython.exceptval(check=True)
def _count_rows(
    hyp_at: cython.longlong[::1], links: cython.int[::1], stages: cython.int[::1], rows: cython.longlong[::1],
    columns: cython.Py_ssize_t,
) -> cython.void:  # fmt: skip
    """Write matches by stage and chunks into rows of `columns` stages, leaving the last number as it is."""
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t = 0
    last: cython.int
    for p in range(hyp_at.shape[0] - 1):
        for i in range(first, first + columns + 1):
            rows[i] = 0
        last = -2
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
    pairs: Pairs,
    words: Words,
    rows: cython.longlong[::1],
    links: cython.int[::1],
    stages: cython.int[::1],
    limit: cython.longlong = 1000000,
) -> None:
    """Align each pair at its best; a row is matches of each stage, chunks, and whether the alignment is proven best.

    `limit` is the number of steps one stage of one pair may take to prove its answer before a beam has to do.
    """
    columns: cython.Py_ssize_t = words.stages()
    size: cython.Py_ssize_t = words.size
    count: cython.Py_ssize_t = len(pairs.hyp_at) - 1
    keys: cython.int[::1] = words.keys
    hyps: cython.int[::1] = pairs.hyps
    refs: cython.int[::1] = pairs.refs
    undecided: cython.int[::1] = _shared(count, 0)
    taken = _shared(refs.shape[0], 0)
    block = Progress(
        _shared(hyps.shape[0], -1), _shared(refs.shape[0], -1), _shared(refs.shape[0], 0), links, stages, taken
    )
    hyp_key: cython.int[::1] = block.hyp_key
    ref_key: cython.int[::1] = block.ref_key
    s: cython.Py_ssize_t
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    easy = None
    for i in range(hyps.shape[0]):
        links[i] = stages[i] = -1
    for p in range(count):
        rows[p * (columns + 2) + columns + 1] = 1
    for s in range(columns):
        if words.groups and s == columns - 1:
            kin(pairs, words, block)
        else:
            for i in range(hyps.shape[0]):
                hyp_key[i] = keys[s * size + hyps[i]]
            for i in range(refs.shape[0]):
                ref_key[i] = keys[s * size + refs[i]]
        if not copies(pairs, size, block, s, undecided):
            continue
        easy = easy or Aligner(pairs, words, block, 2048, 128, 100000)
        hard = None
        for p in range(count):
            if undecided[p] and easy.narrowly(p, s):
                undecided[p] = 0
        for p in range(count):
            if undecided[p]:
                edges = min(max(2048, easy.candidates.wanted()), 2000000)
                hard = hard or Aligner(pairs, words, block, edges, 8192, limit)
                rows[p * (columns + 2) + columns + 1] &= hard.widely(p, s)
    _count_rows(pairs.hyp_at, links, stages, rows, columns)
