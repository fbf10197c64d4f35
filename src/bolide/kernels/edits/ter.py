"""Translation edit rate: the rows of pairs and segments, and the edits of one pair.

`block_shifts` searches for shifts; `banded_table` computes the edits of an order of the words.
"""

from array import array
from threading import local
from typing import Any, NamedTuple

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import UNFIT, check_pair, check_spans, climbing
from bolide.kernels.text.scan import MOST_OF_TEXT
from bolide.system.errors import InputError

if cython.compiled:
    from cython.cimports.bolide.kernels.common import MATCH
    from cython.cimports.bolide.kernels.edits.banded_table import BandedTable, wide_cells
    from cython.cimports.bolide.kernels.edits.block_shifts import ShiftSearch
    from cython.cimports.bolide.kernels.text.scan import SegmentTokens
else:
    from bolide.kernels._common import MATCH
    from bolide.kernels.edits.banded_table import BandedTable, wide_cells
    from bolide.kernels.edits.block_shifts import ShiftSearch
    from bolide.kernels.text.scan import SegmentTokens


# A row for a pair: edits = substitutions + insertions + deletions + shifts. As in tercom and in speech recognition, an
# insertion is a superfluous word of the hypothesis, a deletion a missing word of the reference.
COLUMNS = (
    "edits",
    "substitutions",
    "insertions",
    "deletions",
    "shifts",
    "shifted_words",
    "hyp_len",
    "ref_len",
)
# A row for a segment; ref_len, the mean length of up to 16 references, is an integer number of 720,720ths.
SEGMENT_COLUMNS = (
    "segments",
    "edits",
    "ref_len",
    "hyp_len",
    "substitutions",
    "insertions",
    "deletions",
    "shifts",
    "shifted_words",
)
REF_SCALE = 720720


class BlockShift(NamedTuple):
    """A shift of `length` words from `start` on to before the word at `target`, which saved `gain` edits.

    `order` is the sentence afterwards: the index of the hypothesis word at each position.
    """

    start: int
    length: int
    target: int
    gain: int
    order: list[int]


class Edits(NamedTuple):
    """The edits of a pair: the shifts in order, the operations after the last shift, the number of shifts tried.

    Operations are MATCH, SUBSTITUTION, INSERTION, DELETION from left to right. The search ends at 1,000 tries.
    """

    row: list[int]
    shifts: list[BlockShift]
    operations: list[int]
    tried: int


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write(search: ShiftSearch, rows: cython.longlong[:, ::1], r: cython.Py_ssize_t) -> cython.void:
    """Write the row of the current pair."""
    for k in range(6):
        rows[r, k] = 0
    for k in range(search.table.steps):
        if search.table.operations[k] != MATCH:
            rows[r, search.table.operations[k]] += 1
    rows[r, 0] = search.table.distance + search.shifts
    rows[r, 4] = search.shifts
    for k in range(search.shifts):
        rows[r, 5] += search.length[k]
    rows[r, 6] = search.table.n
    rows[r, 7] = search.table.m


_SCRATCH = local()
_FEW = cython.declare(cython.Py_ssize_t, MOST_OF_TEXT)  # words of texts that share the scratch of their thread
_MOST_WORDS = cython.declare(cython.longlong, 8192)


@cython.cfunc
def _scratch() -> ShiftSearch:
    """The search of this thread for short texts."""
    if not hasattr(_SCRATCH, "search"):
        cells = max([wide_cells(n, _FEW) for n in range(_FEW + 1)])
        _SCRATCH.search = ShiftSearch(BandedTable(_FEW, _FEW, cells, _MOST_WORDS))
    return _SCRATCH.search


@cython.cfunc
def _search_for(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
) -> ShiftSearch:
    """A search with room for every pair of a block; if all are short, that of the thread."""
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    hyp_size: cython.longlong = 0
    ref_size: cython.longlong = 0
    cells: cython.longlong = 0
    words: cython.longlong = 0
    for s in range(segments):
        n: cython.longlong = ends[s] - firsts[s]
        hyp_size = max(hyp_size, n)
        for r in range(segments + ref_starts[s], segments + ref_starts[s + 1]):
            m: cython.longlong = ends[r] - firsts[r]
            ref_size = max(ref_size, m)
            cells = max(cells, wide_cells(n, m))
    for r in range(ids.shape[0]):
        words = max(words, ids[r] + 1)
    if hyp_size <= _FEW and ref_size <= _FEW and words <= _MOST_WORDS:
        return _scratch()
    return ShiftSearch(BandedTable(hyp_size, ref_size, cells, words))


@cython.ccall
def edits(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    rows: cython.longlong[:, ::1],
) -> cython.void:
    """Fill one row of COLUMNS for every reference. Text k is ids[firsts[k]:ends[k]]: first the hypotheses, then all
    references, of which ref_starts[s]:ref_starts[s+1] belong to segment s.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    check_spans(ids, firsts, ends, ref_starts, rows, 8)
    search: ShiftSearch = _search_for(ids, firsts, ends, ref_starts)
    search.thorough = False
    with cython.nogil:
        for s in range(segments):
            for r in range(ref_starts[s], ref_starts[s + 1]):
                text: cython.Py_ssize_t = segments + r
                search.pair(ids, firsts[s], ends[s], firsts[text], ends[text])
                _write(search, rows, r)


@cython.ccall
def fewest(
    pairs: cython.longlong[:, ::1], ref_starts: cython.longlong[::1], rows: cython.longlong[:, ::1]
) -> cython.void:
    """Fill one row of SEGMENT_COLUMNS for every segment from the rows of its pairs, at least one and at most 16.

    The first reference with the fewest edits counts; the length is the mean of all references' lengths.
    """
    scale: cython.longlong = 720720
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    fits: cython.bint = rows.shape[0] >= segments >= 0 and rows.shape[1] >= 9 and pairs.shape[1] >= 8
    if not (fits and climbing(ref_starts, pairs.shape[0])):
        raise InputError(UNFIT)
    for s in range(segments):
        count: cython.longlong = ref_starts[s + 1] - ref_starts[s]
        if count < 1 or count > 16:
            raise ValueError(f"segment {s + 1} has {count} references; TER takes 1 to 16")
        best: cython.Py_ssize_t = ref_starts[s]
        total: cython.longlong = 0
        for r in range(ref_starts[s], ref_starts[s + 1]):
            total += pairs[r, 7]
            if pairs[r, 0] < pairs[best, 0]:
                best = r
        rows[s, 0] = 1
        rows[s, 1] = pairs[best, 0]
        rows[s, 2] = total * (scale // count)
        rows[s, 3] = pairs[best, 6]
        for r in range(5):
            rows[s, 4 + r] = pairs[best, 1 + r]


def segment_row(segment: SegmentTokens, texts: list[Any]) -> tuple[int, ...] | None:
    """The row of one segment, the hypothesis first; None if the segment cannot take these texts."""
    best: cython.Py_ssize_t = 0
    total: cython.longlong = 0
    scale: cython.longlong = 720720
    rows: cython.longlong[:, ::1] = segment.rows
    search: ShiftSearch = _scratch()
    search.thorough = False
    if not segment.read_short(texts, 8):
        return None
    for r in range(segment.texts - 1):
        search.pair(segment.ids, segment.starts[0], segment.starts[1], segment.starts[r + 1], segment.starts[r + 2])
        _write(search, rows, r)
        total += rows[r, 7]
        if rows[r, 0] < rows[best, 0]:
            best = r
    return (
        1,
        rows[best, 0],
        total * (scale // (segment.texts - 1)),
        rows[best, 6],
        rows[best, 1],
        rows[best, 2],
        rows[best, 3],
        rows[best, 4],
        rows[best, 5],
    )


def explain(ids: cython.int[::1], starts: cython.longlong[::1]) -> Edits:
    """The shifts and edits from the first of two texts to the second, by the same search that fills the rows."""
    check_pair(ids, starts)
    search: ShiftSearch = _search_for(ids, starts[:2], starts[1:], memoryview(array("q", [0, 1])))
    rows: cython.longlong[:, ::1] = memoryview(bytearray(64)).cast("q", (1, 8))
    search.thorough = True
    search.pair(ids, starts[0], starts[1], starts[1], starts[2])
    _write(search, rows, 0)
    shifts = []
    order: cython.int[::1] = memoryview(array("i", range(max(search.table.n, 1))))
    for k in range(search.shifts):
        search.apply(k, order)
        words = [order[i] for i in range(search.table.n)]
        shifts.append(BlockShift(search.start[k], search.length[k], search.target[k], search.gain[k], words))
    operations = [search.table.operations[i] for i in range(search.table.steps - 1, -1, -1)]
    return Edits([rows[0, i] for i in range(8)], shifts, operations, search.tried)
