"""Word error rates without word order: bags of words (PER, Tillmann et al. 1997), jumps (CDER, Leusch et al. 2006)."""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import check_spans

JUMP_COLUMNS = ("segments", "edits", "ref_len", "hyp_len")


@cython.ccall
def per_rows(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    rows: cython.longlong[:, ::1],
) -> cython.void:
    """Fill one row of `levenshtein.COLUMNS` for every reference. Words that are not common to both
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
