"""N-grams that two texts share, counted without reuse: one row per pair of hypothesis and reference.

A hypothesis is laid out as a tree of its n-grams in a table of places; the place of an n-gram is found from the place
of its first n-1 tokens and its last token; keys are compared, the hash is never trusted. A reference walks the tree and
takes away what it finds. A row has three groups of as many columns as there are n-grams to count:
    hyp…, ref…, match…
and each call fills the columns `at` … `at + max_order - 1` of each group.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.errors import InputError
from bolide.kernels._hashing import new_key
from bolide.kernels.ngrams import MOST_GRAMS, TOO_LONG

if cython.compiled:
    from cython.cimports.bolide.kernels.ngram_table import find
else:
    from bolide.kernels._ngram_table import find

COMPILED = cython.compiled
_KEY = cython.declare(cython.ulonglong, new_key())
UNFIT = "The texts' bounds, the references' starts and the table of rows do not fit each other."


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow(
    ids: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    keys: cython.longlong[::1],
    mask: cython.longlong,
    counts: cython.int[::1],
) -> cython.int:
    """Lay out and count every n-gram of ids[first:end] in an empty table."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    last: cython.Py_ssize_t
    key: cython.longlong
    place: cython.longlong
    prefix: cython.longlong
    for i in range(first, end):
        prefix = 0
        last = min(max_order, end - i)
        for n in range(last):
            key = (prefix << 32) + ids[i + n] + 1
            place = find(key, keys, mask, _KEY)
            if keys[place] == 0:
                keys[place] = key
                counts[place] = 0
            counts[place] += 1
            prefix = place + 1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk(
    ids: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    keys: cython.longlong[::1],
    mask: cython.longlong,
    left: cython.int[::1],
    matches: cython.longlong[::1],
) -> cython.int:
    """Take each n-gram of ids[first:end] out of what is left of the hypothesis, and count what could be taken."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    last: cython.Py_ssize_t
    place: cython.longlong
    prefix: cython.longlong
    for i in range(first, end):
        prefix = 0
        last = min(max_order, end - i)
        for n in range(last):
            place = find((prefix << 32) + ids[i + n] + 1, keys, mask, _KEY)
            if keys[place] == 0:
                break  # an n-gram that the hypothesis lacks has no longer one that it holds
            if left[place] > 0:
                left[place] -= 1
                matches[n] += 1
            prefix = place + 1
    return 0


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
) -> cython.int:
    """Fill a row for every reference. Text k is ids[firsts[k]:ends[k]]: first the hypotheses, then all references,
    of which ref_starts[s]:ref_starts[s+1] belong to segment s.

    With `both`, the hypothesis' n-grams of an order count only where the reference has some too.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    group: cython.Py_ssize_t = rows.shape[1] // 3
    texts: cython.Py_ssize_t = firsts.shape[0]
    s: cython.Py_ssize_t
    longest: cython.longlong = 1
    # Checked here once: nothing below asks whether a start lies inside.
    fits: cython.bint = segments >= 0 and ends.shape[0] == texts and max_order > 0 and at >= 0
    fits = fits and at + max_order <= group and ref_starts[0] == 0
    fits = fits and ref_starts[segments] == texts - segments and ref_starts[segments] <= rows.shape[0]
    if fits:
        for s in range(texts):
            fits &= 0 <= firsts[s] <= ends[s] <= ids.shape[0]
        for s in range(segments):
            fits &= ref_starts[s] < ref_starts[s + 1]
            longest = max(longest, ends[s] - firsts[s])
    if not fits:
        raise InputError(UNFIT)
    if longest > MOST_GRAMS // max_order:
        raise InputError(TOO_LONG)
    places: cython.longlong = 16
    while places < 2 * longest * max_order:
        places *= 2
    keys: cython.longlong[::1] = memoryview(bytearray(8 * places)).cast("q")
    counts: cython.int[::1] = memoryview(bytearray(4 * places)).cast("i")
    left: cython.int[::1] = memoryview(bytearray(4 * places)).cast("i")
    matches: cython.longlong[::1] = memoryview(bytearray(8 * max_order)).cast("q")
    size: cython.longlong
    ref_size: cython.longlong
    mask: cython.longlong
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    n: cython.Py_ssize_t
    text: cython.Py_ssize_t
    with cython.nogil:
        for s in range(segments):
            size = ends[s] - firsts[s]
            mask = 16
            while mask < 2 * size * max_order:
                mask *= 2
            mask -= 1
            for i in range(mask + 1):
                keys[i] = 0
            _grow(ids, firsts[s], ends[s], max_order, keys, mask, counts)
            for r in range(ref_starts[s], ref_starts[s + 1]):
                text = segments + r
                for i in range(mask + 1):
                    left[i] = counts[i]
                for n in range(max_order):
                    matches[n] = 0
                _walk(ids, firsts[text], ends[text], max_order, keys, mask, left, matches)
                ref_size = ends[text] - firsts[text]
                for n in range(max_order):
                    rows[r, at + n] = 0 if both and ref_size <= n else max(0, size - n)
                    rows[r, group + at + n] = max(0, ref_size - n)
                    rows[r, 2 * group + at + n] = matches[n]
    return 0


if not cython.compiled:
    from collections import Counter

    from bolide.kernels.starts import rising

    # Interpreted, tables are slow and dictionaries fast; the tests hold both to the same rows.
    count_by_table = count

    def _counters(raw: bytes, width: int, max_order: int) -> list[Counter[bytes]]:
        """The n-grams of each order, cut out of the bytes of the ids."""
        cuts = (range(0, len(raw) - n * width + 1, width) for n in range(1, max_order + 1))
        return [Counter([raw[i : i + n * width] for i in places]) for n, places in enumerate(cuts, 1)]

    def count(
        ids: memoryview,
        firsts: memoryview,
        ends: memoryview,
        ref_starts: memoryview,
        max_order: int,
        at: int,
        both: bool,
        rows: memoryview,
    ) -> int:
        """The same rows by counting n-grams in dictionaries."""
        height, width = rows.shape or (0, 0)
        segments, group = len(ref_starts) - 1, width // 3
        if not (
            segments >= 0
            and max_order > 0
            and 0 <= at <= group - max_order
            and len(firsts) == len(ends)
            and rising(ref_starts, len(firsts) - segments)
            and ref_starts[-1] <= height
            and all(0 <= first <= end <= len(ids) for first, end in zip(firsts, ends, strict=True))
        ):
            raise InputError(UNFIT)
        for s in range(segments):
            mine = _counters(ids[firsts[s] : ends[s]].tobytes(), ids.itemsize, max_order)
            size = ends[s] - firsts[s]
            for r in range(ref_starts[s], ref_starts[s + 1]):
                first, end = firsts[segments + r], ends[segments + r]
                theirs = _counters(ids[first:end].tobytes(), ids.itemsize, max_order)
                for n, (hyp, ref) in enumerate(zip(mine, theirs, strict=True)):
                    rows[r, at + n] = 0 if both and not ref else max(0, size - n)
                    rows[r, group + at + n] = max(0, end - first - n)
                    rows[r, 2 * group + at + n] = sum(
                        min(ref[gram], times) for gram, times in hyp.items() if gram in ref
                    )
        return 0
