"""The bounds of the units of each text, and the best references for precision and for recall."""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import BAD_ARRAYS, is_increasing, is_nondecreasing
from bolide.system.errors import InputError


@cython.ccall
def separate(
    ids: cython.int[::1],
    starts: cython.longlong[::1],
    separator: cython.int,
    units: cython.Py_ssize_t,
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Split each text ids[starts[k]:starts[k+1]] at the separators into `units` pieces; a text without tokens has only
    empty ones. Piece u of text k is ids[firsts[u * texts + k]:ends[u * texts + k]].

    Return the index of the first text with more or fewer pieces, or -1 if there is none.
    """
    texts: cython.Py_ssize_t = starts.shape[0] - 1
    wrong: cython.Py_ssize_t = -1
    fits: cython.bint = units >= 0 and firsts.shape[0] >= units * texts and ends.shape[0] >= units * texts
    if not (fits and is_nondecreasing(starts, ids.shape[0])):
        raise InputError(BAD_ARRAYS)
    with cython.nogil:
        for k in range(texts):
            u: cython.Py_ssize_t = 0
            first: cython.Py_ssize_t = starts[k]
            if first == starts[k + 1]:
                for u in range(units):
                    firsts[u * texts + k] = first
                    ends[u * texts + k] = first
                continue
            for i in range(starts[k], starts[k + 1] + 1):
                if i < starts[k + 1] and ids[i] != separator:
                    continue
                if u < units:
                    firsts[u * texts + k] = first
                    ends[u * texts + k] = i
                u += 1
                first = i + 1
            if u != units:
                wrong = k
                break
    return wrong


@cython.ccall
@cython.locals(most=cython.longlong, match=cython.longlong)
def choose(
    pairs: cython.longlong[:, ::1], ref_starts: cython.longlong[::1], rows: cython.longlong[:, ::1]
) -> cython.void:
    """Compute from one row per reference (groups hyp, ref, match) one per segment (groups match_p, hyp, match_r, ref).

    For each column, match_p comes from the reference with the best precision, match_r and ref from the one with the
    best recall; on ties, from the first.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    group: cython.Py_ssize_t = pairs.shape[1] // 3
    fits: cython.bint = rows.shape[0] >= segments and rows.shape[1] >= 4 * group
    if not (fits and is_increasing(ref_starts, pairs.shape[0])):
        raise InputError(BAD_ARRAYS)
    with cython.nogil:
        for s in range(segments):
            for c in range(group):
                r: cython.Py_ssize_t = ref_starts[s]
                most = match = pairs[r, 2 * group + c]
                size: cython.longlong = pairs[r, group + c]
                for r in range(ref_starts[s] + 1, ref_starts[s + 1]):
                    most = max(most, pairs[r, 2 * group + c])
                    # match / size < m / n, in whole numbers; without n-grams the recall is 0
                    if match * pairs[r, group + c] < pairs[r, 2 * group + c] * size or (
                        size == 0 and pairs[r, 2 * group + c] > 0
                    ):
                        match = pairs[r, 2 * group + c]
                        size = pairs[r, group + c]
                rows[s, c] = most
                rows[s, group + c] = pairs[ref_starts[s], c]
                rows[s, 2 * group + c] = match
                rows[s, 3 * group + c] = size
