"""N-grams that two texts share, counted without reuse: one row per pair of hypothesis and reference.

A row has three groups of as many columns as there are n-grams to count:
    hyp…, ref…, match…
and each call fills the columns `at` … `at + max_order - 1` of each group.
"""

from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import UNFIT
from bolide.system.errors import InputError

if cython.compiled:
    from cython.cimports.bolide.kernels.ngrams.matches import count_segment, fill_matches
    from cython.cimports.bolide.kernels.text.scan import SegmentTokens
else:
    from bolide.kernels.ngrams.matches import count_segment, fill_matches
    from bolide.kernels.text.scan import SegmentTokens


@cython.ccall
def count(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    max_order: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    both: cython.bint,
    rows: cython.longlong[:, ::1],
) -> cython.void:
    """Fill a row for every reference. Text k is ids[firsts[k]:ends[k]]: first the hypotheses, then all references,
    of which ref_starts[s]:ref_starts[s+1] belong to segment s.

    If `both`, the hypothesis's n-grams of an order count only if the reference has some, too.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    group: cython.Py_ssize_t = rows.shape[1] // 3
    if at < 0 or at + max_order > group:
        raise InputError(UNFIT)
    fill_matches(ids, firsts, ends, ref_starts, max_order, False, rows, 2 * group + at)
    with cython.nogil:
        for s in range(segments):
            size: cython.longlong = ends[s] - firsts[s]
            for r in range(ref_starts[s], ref_starts[s + 1]):
                ref_size: cython.longlong = ends[segments + r] - firsts[segments + r]
                _note_sizes(rows, r, group, at, max_order, size, ref_size, both)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_sizes(
    rows: cython.longlong[:, ::1],
    r: cython.Py_ssize_t,
    group: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    size: cython.longlong,
    ref_size: cython.longlong,
    both: cython.bint,
) -> cython.void:
    """Fill in the numbers of n-grams on both sides."""
    for n in range(max_order):
        rows[r, at + n] = 0 if both and ref_size <= n else max(0, size - n)
        rows[r, group + at + n] = max(0, ref_size - n)


def pair_rows(
    segment: SegmentTokens, texts: list[Any], max_order: cython.Py_ssize_t, both: cython.bint
) -> list[tuple[int, ...]] | None:
    """The rows of one segment, the hypothesis first; None if the segment cannot take these texts."""
    if segment.rows.shape[1] < 3 * max_order:
        raise InputError(UNFIT)
    if not count_segment(segment, texts, max_order, False, 2 * max_order):
        return None
    for r in range(segment.texts - 1):
        _note_sizes(
            segment.rows,
            r,
            max_order,
            0,
            max_order,
            segment.starts[1],
            segment.starts[r + 2] - segment.starts[r + 1],
            both,
        )
    return [tuple([segment.rows[r, k] for k in range(3 * max_order)]) for r in range(segment.texts - 1)]
