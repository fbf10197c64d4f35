"""Errors of words and characters, counted in four ways: WER and CER, PER (Tillmann et al. 1997), CDER (Leusch et al.
2006).

For WER and CER the edit distance and its operations have the counts of jiwer 4 and rapidfuzz 3. The table has a row for
each hypothesis token and a column for each reference token. Neighbouring cells differ by at most one, so a row is
stored as bits (where it rises, where it falls) and a step from row to row is Myers' (1999) in Hyyrö's (2003) form. Of
equally cheap alignments the counts are rapidfuzz's: common prefixes and suffixes are matches; from the end backwards a
reference token is deleted if that is cheapest, else a hypothesis token is inserted if the row above falls at this
column, else the two tokens are aligned. If all rows would take too much memory, some are stored and those between them
computed again. (rapidfuzz halves such texts instead, from some 2,000 × 2,000 tokens on, and may then count fewer
substitutions and more insertions and deletions, or the reverse, among as many edits.)
"""

from array import array
from threading import local
from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import tables
from bolide.kernels.bounds_checks import check_pair, check_spans
from bolide.kernels.text.scan import MOST_OF_TEXT

if not cython.compiled:
    from bolide.kernels._common import DELETION, INNER, INSERTION, MATCH, SHIFT, SUBSTITUTION
    from bolide.kernels.text.scan import SegmentTokens

COLUMNS = ("segments", "edits", "ref_len", "hyp_len", "substitutions", "insertions", "deletions")
JUMP_COLUMNS = ("segments", "edits", "ref_len", "hyp_len")

# The most words of bits for all rows, or for the positions of all reference tokens, at once: 8 MB.
_ROOM = cython.declare(cython.Py_ssize_t, 1 << 20)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _stride(rows: cython.Py_ssize_t, blocks: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The number of rows stored together: all if there is room, else the square root of their number."""
    stride: cython.Py_ssize_t = 1
    if 2 * (rows + 1) * blocks <= _ROOM:
        return rows
    while stride * stride < rows:
        stride += 1
    return stride


class EditAligner:
    """The scratch of one thread, with room for the longest pair of a block."""

    def __init__(self, sizes: list[tuple[int, int]], words: int) -> None:
        """Room for pairs of these sizes and for `words` distinct ids."""
        most_rows: int = max((n for n, _ in sizes), default=0)
        most_columns: int = max((m for _, m in sizes), default=0)
        corners: int = 0
        rows: int = 0
        for n, m in sizes:
            blocks = (m >> SHIFT) + 1
            stride = _stride(n, blocks)
            rows = max(rows, (stride + 1) * blocks)
            if stride < n:
                corners = max(corners, (n // stride + 1) * blocks)
                rows = max(rows, _ROOM)
        blocks = (most_columns >> SHIFT) + 1
        spots: int = max(blocks, min(_ROOM, (most_columns + 1) * blocks))
        # Two allocations for everything: they take longer than aligning a short sentence.
        used: int = words + most_rows + 2 * most_columns
        ints: cython.int[::1] = tables(cython.compiled, 1, used + 2 * most_columns + most_rows + 1, "i")[0]
        bits: cython.ulonglong[::1] = tables(cython.compiled, 1, spots + 2 * rows + 2 * corners, "Q")[0]
        # The pair without its common prefix and suffix (`before` and `behind` tokens): n and m tokens, as types of the
        # reference from 1 on, 0 for one it lacks.
        self.type_of, self.hyp = ints[:words], ints[words : words + most_rows]
        self.ref = ints[words + most_rows : used - most_columns]
        # Where the reference has each type: a chain of positions, and bits if there is room for all of them (`dense`).
        self.below = ints[used - most_columns : used]
        self.head = ints[used : used + most_columns + 1]
        # The operations, last one first, without common prefix and suffix; the backtrace stands at i and j.
        self.operations = ints[used + most_columns + 1 :]
        self.positions = bits[:spots]
        # Rows of bits: those of the current stretch, and those at every stride.
        self.rises, self.falls = bits[spots : spots + rows], bits[spots + rows : spots + 2 * rows]
        self.corner_rises = bits[spots + 2 * rows : spots + 2 * rows + corners]
        self.corner_falls = bits[spots + 2 * rows + corners :]

    def _load(
        self,
        ids: cython.int[::1],
        hyp_at: cython.Py_ssize_t,
        hyp_end: cython.Py_ssize_t,
        ref_at: cython.Py_ssize_t,
        ref_end: cython.Py_ssize_t,
    ) -> cython.void:
        """Strip the common prefix and suffix, and record where the rest of the reference has each token."""
        one: cython.ulonglong = 1
        self.before = 0
        while hyp_at < hyp_end and ref_at < ref_end and ids[hyp_at] == ids[ref_at]:
            hyp_at += 1
            ref_at += 1
            self.before += 1
        self.behind = 0
        while hyp_at < hyp_end and ref_at < ref_end and ids[hyp_end - 1] == ids[ref_end - 1]:
            hyp_end -= 1
            ref_end -= 1
            self.behind += 1
        self.n, self.m = hyp_end - hyp_at, ref_end - ref_at
        self.types = 0
        for i in range(self.m):
            k: cython.int = self.type_of[ids[ref_at + i]]
            if k == 0:
                self.types += 1
                k = self.types
                self.type_of[ids[ref_at + i]] = k
                self.head[k] = -1
            self.ref[i] = k
            self.below[i] = self.head[k]
            self.head[k] = i
        for i in range(self.n):
            self.hyp[i] = self.type_of[ids[hyp_at + i]]
        for i in range(self.m):
            self.type_of[ids[ref_at + i]] = 0
        self.blocks = ((self.m - 1) >> SHIFT) + 1
        self.dense = not cython.compiled or (self.types + 1) * self.blocks <= _ROOM
        for i in range((self.types + 1) * self.blocks if self.dense else self.blocks):
            self.positions[i] = 0
        if self.dense:
            for i in range(self.m):
                self.positions[self.ref[i] * self.blocks + (i >> SHIFT)] |= one << (i & INNER)

    def _step(self, word: cython.int, row: cython.Py_ssize_t, new: cython.Py_ssize_t) -> cython.void:
        """Compute from the row of bits that begins at `row` the next one, which is written at `new`."""
        at: cython.Py_ssize_t = word * self.blocks if self.dense else 0
        one: cython.ulonglong = 1
        every: cython.ulonglong = ~(one - one) if cython.compiled else (one << self.m) - 1
        up_in: cython.ulonglong = 1
        down_in: cython.ulonglong = 0
        if not self.dense and word > 0:
            i = self.head[word]
            while i >= 0:
                self.positions[i >> SHIFT] |= one << (i & INNER)
                i = self.below[i]
        for b in range(self.blocks):
            rises: cython.ulonglong = self.rises[row + b]
            falls: cython.ulonglong = self.falls[row + b]
            equal: cython.ulonglong = self.positions[at + b] | down_in
            same: cython.ulonglong = (equal & rises) + rises
            if not cython.compiled:
                same &= every
            same = (same ^ rises) | equal | falls
            up: cython.ulonglong = falls | (every ^ (same | rises))
            down: cython.ulonglong = same & rises
            if cython.compiled:
                equal = up >> 63
                up = (up << 1) | up_in
                up_in = equal
                equal = down >> 63
                down = (down << 1) | down_in
                down_in = equal
            else:
                up = ((up << 1) | 1) & every
                down = (down << 1) & every
            self.rises[new + b] = down | (every ^ (same | up))
            self.falls[new + b] = up & same
        if not self.dense and word > 0:
            i = self.head[word]
            while i >= 0:
                self.positions[i >> SHIFT] = 0
                i = self.below[i]

    def pair(
        self,
        ids: cython.int[::1],
        hyp_at: cython.Py_ssize_t,
        hyp_end: cython.Py_ssize_t,
        ref_at: cython.Py_ssize_t,
        ref_end: cython.Py_ssize_t,
    ) -> cython.void:
        """Compute the operations of one pair."""
        one: cython.ulonglong = 1
        self._load(ids, hyp_at, hyp_end, ref_at, ref_end)
        self.steps = 0
        self.i = self.n
        self.j = self.m
        if self.n > 0 and self.m > 0:
            self.stride = _stride(self.n, self.blocks)
            for b in range(self.blocks):  # the row above the first token rises everywhere
                self.rises[b] = ~(one - one) if cython.compiled else (one << self.m) - 1
                self.falls[b] = 0
            if self.stride < self.n:
                for i in range(self.n):  # all rows once, of which those at every stride are stored
                    if i % self.stride == 0:
                        for b in range(self.blocks):
                            self.corner_rises[i // self.stride * self.blocks + b] = self.rises[b]
                            self.corner_falls[i // self.stride * self.blocks + b] = self.falls[b]
                    self._step(self.hyp[i], 0, 0)
            first: cython.Py_ssize_t = (self.n - 1) // self.stride * self.stride
            while self.i > 0 and self.j > 0:
                if self.stride < self.n:
                    for b in range(self.blocks):
                        self.rises[b] = self.corner_rises[first // self.stride * self.blocks + b]
                        self.falls[b] = self.corner_falls[first // self.stride * self.blocks + b]
                for b in range(self.i - first):
                    self._step(self.hyp[first + b], b * self.blocks, (b + 1) * self.blocks)
                self._back(first)
                first -= self.stride
        while self.j > 0:
            self._note(DELETION)
            self.j -= 1
        while self.i > 0:
            self._note(INSERTION)
            self.i -= 1

    def _back(self, first: cython.Py_ssize_t) -> cython.void:
        """Trace back through the current rows, to row `first` or to the first column."""
        one: cython.ulonglong = 1
        while self.i > first and self.j > 0:
            bit: cython.Py_ssize_t = (self.j - 1) & INNER
            at: cython.Py_ssize_t = (self.i - first) * self.blocks + ((self.j - 1) >> SHIFT)
            if (self.rises[at] >> bit) & one:
                self._note(DELETION)
                self.j -= 1
                continue
            self.i -= 1
            if (self.falls[at - self.blocks] >> bit) & one:
                self._note(INSERTION)
                continue
            self.j -= 1
            self._note(MATCH if self.hyp[self.i] == self.ref[self.j] else SUBSTITUTION)

    def _note(self, operation: cython.int) -> cython.void:
        self.operations[self.steps] = operation
        self.steps += 1

    def write(self, rows: cython.longlong[:, ::1], r: cython.Py_ssize_t) -> cython.void:
        """Write the row of the current pair."""
        rows[r, 0] = 1
        rows[r, 2] = self.m + self.before + self.behind
        rows[r, 3] = self.n + self.before + self.behind
        for k in range(4, 7):
            rows[r, k] = 0
        for k in range(self.steps):
            if self.operations[k] != MATCH:
                rows[r, 3 + self.operations[k]] += 1
        rows[r, 1] = rows[r, 4] + rows[r, 5] + rows[r, 6]


_SCRATCH = local()
_FEW = cython.declare(cython.Py_ssize_t, MOST_OF_TEXT)  # tokens of texts that share the scratch of their thread
_MOST_WORDS = cython.declare(cython.longlong, 8192)


@cython.cfunc
def _scratch() -> EditAligner:
    """The aligner of this thread for short texts."""
    if not hasattr(_SCRATCH, "aligner"):
        _SCRATCH.aligner = EditAligner([(_FEW, _FEW)], _MOST_WORDS)
    return _SCRATCH.aligner


@cython.cfunc
def _aligner(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
) -> EditAligner:
    """An aligner with room for every pair of a block; if all are short, that of the thread."""
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    words: cython.longlong = 0
    longest: cython.longlong = 0
    for k in range(firsts.shape[0]):
        longest = max(longest, ends[k] - firsts[k])
    for i in range(ids.shape[0]):
        words = max(words, ids[i] + 1)
    if longest <= _FEW and words <= _MOST_WORDS:
        return _scratch()
    sizes = []
    for s in range(segments):
        for r in range(segments + ref_starts[s], segments + ref_starts[s + 1]):
            sizes.append((ends[s] - firsts[s], ends[r] - firsts[r]))
    return EditAligner(sizes, words)


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
    check_spans(ids, firsts, ends, ref_starts, rows, 7)
    aligner: EditAligner = _aligner(ids, firsts, ends, ref_starts)
    with cython.nogil:
        for s in range(segments):
            for r in range(ref_starts[s], ref_starts[s + 1]):
                text: cython.Py_ssize_t = segments + r
                aligner.pair(ids, firsts[s], ends[s], firsts[text], ends[text])
                aligner.write(rows, r)


def operations(ids: cython.int[::1], starts: cython.longlong[::1]) -> list[int]:
    """The edit operations from the first of two texts to the second, left to right, with the counts of the rows."""
    check_pair(ids, starts)
    aligner: EditAligner = _aligner(ids, starts[:2], starts[1:], memoryview(array("q", [0, 1])))
    aligner.pair(ids, starts[0], starts[1], starts[1], starts[2])
    between = [aligner.operations[k] for k in range(aligner.steps - 1, -1, -1)]
    return [MATCH] * aligner.before + between + [MATCH] * aligner.behind


# --- without word order, and with jumps ------------------------------------------------------------------------------


@cython.ccall
def per_rows(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    rows: cython.longlong[:, ::1],
) -> cython.void:
    """Fill one row of COLUMNS for every reference. Words that are not common to both
    are paired as substitutions, the rest inserted or deleted. Text k is ids[firsts[k]:ends[k]]: first the
    hypotheses, then all references, of which ref_starts[s]:ref_starts[s+1] belong to segment s.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    words: cython.longlong = 1
    check_spans(ids, firsts, ends, ref_starts, rows, 7)
    for i in range(ids.shape[0]):
        words = max(words, ids[i] + 1)
    left: cython.int[::1] = memoryview(array("i", bytes(4 * words)))
    with cython.nogil:
        for s in range(segments):
            n: cython.longlong = ends[s] - firsts[s]
            for r in range(ref_starts[s], ref_starts[s + 1]):
                text: cython.Py_ssize_t = segments + r
                m: cython.longlong = ends[text] - firsts[text]
                matches: cython.longlong = 0
                for i in range(firsts[text], ends[text]):
                    left[ids[i]] += 1
                for i in range(firsts[s], ends[s]):
                    if left[ids[i]] > 0:
                        left[ids[i]] -= 1
                        matches += 1
                for i in range(firsts[text], ends[text]):
                    left[ids[i]] = 0
                rows[r, 0] = 1
                rows[r, 1] = max(n, m) - matches
                rows[r, 2] = m
                rows[r, 3] = n
                rows[r, 4] = min(n, m) - matches
                rows[r, 5] = max(n - m, 0)
                rows[r, 6] = max(m - n, 0)


@cython.ccall
def cder_rows(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    rows: cython.longlong[:, ::1],
) -> cython.void:
    """Fill one row of JUMP_COLUMNS for every reference, texts laid out as for `per_rows`.

    The edits are the cheapest way to produce the reference from left to right by reading the hypothesis: one for each
    word that is wrong, missing or skipped, and one for each jump to any other position in the hypothesis.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    longest: cython.longlong = 0
    check_spans(ids, firsts, ends, ref_starts, rows, 4)
    for s in range(segments):
        longest = max(longest, ends[s] - firsts[s])
    row: cython.longlong[::1] = memoryview(array("q", bytes(8 * (longest + 1))))
    with cython.nogil:
        for s in range(segments):
            h0: cython.Py_ssize_t = firsts[s]
            n: cython.Py_ssize_t = ends[s] - h0
            for r in range(ref_starts[s], ref_starts[s + 1]):
                text: cython.Py_ssize_t = segments + r
                row[0] = 0
                for i in range(1, n + 1):
                    row[i] = 1
                for j in range(firsts[text], ends[text]):
                    word: cython.int = ids[j]
                    corner: cython.longlong = row[0]
                    row[0] += 1
                    cell: cython.longlong = row[0]
                    least: cython.longlong = cell
                    for i in range(1, n + 1):
                        upper: cython.longlong = row[i]
                        cell = min(cell + 1, upper + 1, corner + (ids[h0 + i - 1] != word))
                        row[i] = cell
                        corner = upper
                        least = min(least, cell)
                    for i in range(n + 1):
                        row[i] = min(row[i], least + 1)
                rows[r, 0] = 1
                rows[r, 1] = row[n]
                rows[r, 2] = ends[text] - firsts[text]
                rows[r, 3] = n


# --- one segment -----------------------------------------------------------------------------------------------------


def edit_rows(segment: SegmentTokens, texts: list[Any]) -> list[tuple[int, ...]] | None:
    """A row for each reference of one segment, the hypothesis first; None if the segment cannot take these texts."""
    if not segment.read_short(texts, 7):
        return None
    aligner: EditAligner = _scratch()
    for r in range(segment.texts - 1):
        aligner.pair(segment.ids, segment.starts[0], segment.starts[1], segment.starts[r + 1], segment.starts[r + 2])
        aligner.write(segment.rows, r)
    return [tuple([segment.rows[r, k] for k in range(7)]) for r in range(segment.texts - 1)]
