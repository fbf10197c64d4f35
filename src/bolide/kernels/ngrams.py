"""N-grams that a hypothesis shares with its references, counted exactly: clipped as in BLEU, or pair by pair.

`_count_shared` goes order by order. An n-gram is identified by the number of its first n-1 tokens and its last token.
An n-gram that the hypothesis or all of its references lack is not part of a longer common one, so each order examines
fewer positions than the one before. Numbers are assigned anew for each order, and are small: prefix and token together
are an index into a table, or, if a text is long, a key of a hash table. Loops have no branches that depend on the text.
"""

from array import array
from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import new_key
from bolide.kernels.bounds_checks import BAD_ARRAYS, is_increasing
from bolide.kernels.text.scan import MOST_IDS
from bolide.system.errors import InputError

if not cython.compiled:
    from bolide.kernels._common import COUNT, CREDITED, FIELDS, HERE, SLOT, find
    from bolide.kernels.text.scan import SegmentTokens

_KEY = cython.declare(cython.ulonglong, new_key())
MOST_GRAMS = 1 << 29  # of one text: tables have twice as many slots, numbered with 31 bits
TOO_LONG = f"A text has more than {MOST_GRAMS:,} n-grams, which is more than can be counted; split it."


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_up(
    tokens: cython.int[::1],
    after: cython.int[::1],
    grams_left: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    width: cython.longlong,
    keys: cython.ulonglong[::1],
    mask: cython.longlong,
    adding: cython.bint,
) -> cython.void:
    """Replace the number grams_left[i] of an n-gram by the slot of it extended by the token after[i]: an index of its
    own if `mask` is 0, otherwise one of the mask + 1 slots of a hash table, filled if `adding`."""
    if mask == 0:
        for i in range(first, end):
            grams_left[i] = grams_left[i] * width + tokens[after[i]]
        return
    for i in range(first, end):
        key: cython.ulonglong = grams_left[i]
        key = (key << 32) + tokens[after[i]] + 1
        slot: cython.longlong = find(key, keys, mask, _KEY)
        if adding:
            keys[slot] = key
        grams_left[i] = slot


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lay_out(
    grams_left: cython.int[::1], end: cython.Py_ssize_t, table: cython.int[::1], grams: cython.int[::1]
) -> cython.longlong:
    """Number and count the hypothesis's n-grams, whose slots are in `grams_left`, and return how many there are."""
    distinct: cython.longlong = 0
    for i in range(end):  # without branches, which would be taken at random
        slot: cython.longlong = grams_left[i]
        gram: cython.longlong = table[slot]
        new: cython.longlong = gram == 0
        distinct += new
        gram += -new & distinct
        table[slot] = gram
        grams_left[i] = gram
        grams[FIELDS * gram + SLOT] = slot
        grams[FIELDS * gram + COUNT] += 1
    return distinct


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk_along(
    after: cython.int[::1],
    grams_left: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    table: cython.int[::1],
    grams: cython.int[::1],
) -> cython.Py_ssize_t:
    """Count those n-grams of a reference, whose slots are in `grams_left`, that the hypothesis has. Keep only these,
    with the token after each, up to the end that is returned."""
    new_end: cython.Py_ssize_t = first
    for i in range(first, end):
        gram: cython.longlong = table[grams_left[i]]
        grams[FIELDS * gram + HERE] += 1
        grams_left[new_end] = gram
        after[new_end] = after[i] + 1
        new_end += gram > 0
    return new_end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _thin_out(
    after: cython.int[::1], grams_left: cython.int[::1], end: cython.Py_ssize_t, grams: cython.int[::1]
) -> cython.Py_ssize_t:
    """Keep only those n-grams of the hypothesis that some reference has, up to the end that is returned."""
    new_end: cython.Py_ssize_t = 0
    for i in range(end):
        gram: cython.longlong = grams_left[i]
        grams_left[new_end] = gram
        after[new_end] = after[i] + 1
        new_end += grams[FIELDS * gram + CREDITED] > 0
    return new_end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _credit(distinct: cython.longlong, clip_over_refs: cython.bint, grams: cython.int[::1]) -> cython.longlong:
    """The number of n-grams that hypothesis and reference share, minus those credited for earlier references if these
    count `clip_over_refs`; the reference's counts are reset."""
    total: cython.longlong = 0
    for gram in range(1, distinct + 1):
        shared: cython.int = min(grams[FIELDS * gram + COUNT], grams[FIELDS * gram + HERE])
        credited: cython.int = grams[FIELDS * gram + CREDITED]
        grams[FIELDS * gram + CREDITED] = max(shared, credited)
        grams[FIELDS * gram + HERE] = 0
        total += max(shared - credited, 0) if clip_over_refs else shared
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_shared(
    grams_left: cython.int[::1],
    ends: cython.int[::1],
    texts: cython.Py_ssize_t,
    highest: cython.longlong,
    max_order: cython.Py_ssize_t,
    clip_over_refs: cython.bint,
    table: cython.int[::1],
    keys: cython.ulonglong[::1],
    grams: cython.int[::1],
    room: cython.int[::1],
    rows: cython.longlong[:, ::1],
    row: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
) -> cython.void:
    """Count the n-grams that a hypothesis shares with its references, from a column on, in a row for each reference; in
    one row the clipped counts if the references count `clip_over_refs`.

    The texts are `grams_left`, one after the other, the hypothesis first, and end at ends[0] … ends[texts - 1]; they
    are written over. No token is below 0 or above `highest`. `table`, `keys` and `grams` (FIELDS for each token of the
    hypothesis and one more) are zeros, before and after; `fill_matches` says how large they are, and `room`.
    """
    size: cython.Py_ssize_t = ends[texts - 1]
    after: cython.int[::1] = room[:size]  # the place of the token after each n-gram that is left
    tokens: cython.int[::1] = room[size : 2 * size]
    alive: cython.int[::1] = room[2 * size : 2 * size + texts]  # the end of what is left of each text
    width: cython.longlong = highest + 1
    distinct: cython.longlong = 0
    for i in range(size):
        after[i] = i
    for k in range(texts):
        alive[k] = ends[k]
    for k in range(1 if clip_over_refs else texts - 1):
        for n in range(max_order):
            rows[row + k, column + n] = 0
    for n in range(max_order):
        mask: cython.longlong = 0
        if (distinct + 1) * width > table.shape[0]:
            mask = _power(2 * alive[0]) - 1
        if n == 0 and mask != 0:
            for i in range(size):
                tokens[i] = grams_left[i]
                grams_left[i] = 0
        if n > 0 or mask != 0:
            for k in range(texts):
                first: cython.Py_ssize_t = ends[k - 1] if k > 0 else 0
                if alive[k] > first and after[alive[k] - 1] == ends[k]:  # nothing follows the last one
                    alive[k] -= 1
                _look_up(tokens, after, grams_left, first, alive[k], width, keys, mask, k == 0)
        distinct = _lay_out(grams_left, alive[0], table, grams)
        if n == 0:  # from now on a token is the number of its unigram
            width = distinct + 1
            for i in range(ends[0]):
                tokens[i] = grams_left[i]
            for i in range(ends[0], size):
                tokens[i] = table[grams_left[i]]
        for k in range(1, texts):
            alive[k] = _walk_along(after, grams_left, ends[k - 1], alive[k], table, grams)
            rows[row if clip_over_refs else row + k - 1, column + n] += _credit(distinct, clip_over_refs, grams)
        alive[0] = _thin_out(after, grams_left, alive[0], grams)
        for gram in range(1, distinct + 1):
            table[grams[FIELDS * gram + SLOT]] = 0
            grams[FIELDS * gram + COUNT] = 0
            grams[FIELDS * gram + CREDITED] = 0
            if mask != 0:
                keys[grams[FIELDS * gram + SLOT]] = 0
        if alive[0] == 0:
            break


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _power(least: cython.longlong) -> cython.longlong:
    """The smallest power of two that is at least `least` and 16."""
    power: cython.longlong = 16
    while power < least:
        power *= 2
    return power


def fill_matches(ids, firsts, ends, ref_starts, max_order, clip_over_refs, rows, column):
    """Fill in the n-grams that hypotheses share with their references, from a column on: in a row for each
    reference, or in one for each segment if references count `clip_over_refs`.

    Text k is ids[firsts[k]:ends[k]]: first the hypotheses, then all references, of which ref_starts[s]:ref_starts[s+1]
    belong to segment s.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    texts: cython.Py_ssize_t = firsts.shape[0]
    longest: cython.longlong = 0  # hypothesis
    widest: cython.longlong = 0  # segment
    most: cython.longlong = 1  # texts of a segment
    used: cython.int = 0  # all bits that the tokens of a segment have
    # Checked here once: nothing below checks bounds.
    fits: cython.bint = segments >= 0 and ends.shape[0] == texts and max_order > 0 and column >= 0
    fits = fits and column + max_order <= rows.shape[1] and is_increasing(ref_starts, texts - segments)
    fits = fits and (segments if clip_over_refs else texts - segments) <= rows.shape[0]
    if fits:
        for k in range(texts):
            fits &= 0 <= firsts[k] <= ends[k] <= ids.shape[0]
    if not fits:
        raise InputError(BAD_ARRAYS)
    for s in range(segments):
        size = ends[s] - firsts[s]
        longest = max(longest, size)
        for r in range(segments + ref_starts[s], segments + ref_starts[s + 1]):
            size += ends[r] - firsts[r]
        widest = max(widest, size)
        most = max(most, 1 + ref_starts[s + 1] - ref_starts[s])
    if longest > MOST_GRAMS // max_order or widest > 2 * MOST_GRAMS:
        raise InputError(TOO_LONG)
    # If hypotheses are short, the table has a slot for every token after every n-gram, as long as it fits into the
    # fastest cache; in any case twice as many as there are tokens. If n-grams are too many for it, they are hashed.
    # One allocation for all integers: it takes longer than counting a short sentence.
    slots: cython.longlong = _power(max(2 * longest, min(64 * longest, 1 << 15)))
    fields: cython.longlong = FIELDS * (longest + 1)
    wanted: cython.longlong = slots + fields + 2 * most + 3 * widest
    scratch: cython.int[::1] = memoryview(bytearray(4 * wanted)).cast("i")
    table: cython.int[::1] = scratch[:slots]
    grams: cython.int[::1] = scratch[slots : slots + fields]
    bounds: cython.int[::1] = scratch[slots + fields : slots + fields + most]
    tokens: cython.int[::1] = scratch[slots + fields + most : slots + fields + most + widest]
    room: cython.int[::1] = scratch[slots + fields + most + widest :]
    keys: cython.ulonglong[::1] = memoryview(bytearray(8 * _power(2 * longest))).cast("Q")
    with cython.nogil:
        for s in range(segments):
            texts = 1 + ref_starts[s + 1] - ref_starts[s]
            size = 0
            used = 0
            for k in range(texts):
                r = s if k == 0 else segments + ref_starts[s] + k - 1
                for i in range(firsts[r], ends[r]):
                    used |= ids[i]
                    tokens[size] = ids[i]
                    size += 1
                bounds[k] = size
            if used < 0:
                break
            r = s if clip_over_refs else ref_starts[s]
            _count_shared(
                tokens,
                bounds,
                texts,
                used,
                max_order,
                clip_over_refs,
                table,
                keys,
                grams,
                room,
                rows,
                r,
                column,
            )
    if used < 0:
        raise InputError(BAD_ARRAYS)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _closer(size: cython.longlong, first: cython.longlong, second: cython.longlong) -> cython.longlong:
    """That of two lengths (the first may be -1: none) which is closer to `size`; on ties, the shorter."""
    gap: cython.longlong = abs(second - size) - abs(first - size)
    return second if first < 0 or gap < 0 or (gap == 0 and second < first) else first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_lengths(
    rows: cython.longlong[:, ::1],
    s: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    size: cython.longlong,
    closest: cython.longlong,
) -> cython.void:
    """Fill in all of BLEU's row but the matches."""
    rows[s, 0] = 1
    rows[s, 1] = size
    rows[s, 2] = closest
    for n in range(max_order):
        rows[s, 3 + max_order + n] = max(0, size - n)
        rows[s, 3 + 2 * max_order + n] = size <= n


@cython.ccall
def clipped(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    max_order: cython.Py_ssize_t,
    apart: cython.bint,
    rows: cython.longlong[:, ::1],
) -> cython.void:
    """Fill a row for each segment, or for each reference by itself if `apart`, with BLEU's columns,
        segments, hyp_len, ref_len, match_1..N, total_1..N, short_1..N
    where short_n says that the hypothesis has no n-gram of order n. Text k is ids[firsts[k]:ends[k]]: first the
    hypotheses, then all references, of which ref_starts[s]:ref_starts[s+1] belong to segment s.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    if max_order <= 0 or rows.shape[1] < 3 + 3 * max_order:
        raise InputError(BAD_ARRAYS)
    fill_matches(ids, firsts, ends, ref_starts, max_order, not apart, rows, 3)
    with cython.nogil:
        for s in range(segments):
            size: cython.longlong = ends[s] - firsts[s]
            closest: cython.longlong = -1
            for r in range(ref_starts[s], ref_starts[s + 1]):
                ref_size: cython.longlong = ends[segments + r] - firsts[segments + r]
                if apart:
                    _note_lengths(rows, r, max_order, size, ref_size)
                closest = _closer(size, closest, ref_size)
            if not apart:
                _note_lengths(rows, s, max_order, size, closest)


@cython.ccall
def count_pairs(
    ids: cython.int[::1],
    firsts: cython.longlong[::1],
    ends: cython.longlong[::1],
    ref_starts: cython.longlong[::1],
    max_order: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
    need_both_sides: cython.bint,
    rows: cython.longlong[:, ::1],
) -> cython.void:
    """Fill a row for every reference, with as many columns in each of three groups as there are n-grams to count,
        hyp…, ref…, match…
    from column `column` of each group on. Text k is ids[firsts[k]:ends[k]]: first the hypotheses, then all references,
    of which ref_starts[s]:ref_starts[s+1] belong to segment s.

    If `need_both_sides`, the hypothesis's n-grams of an order count only if the reference has some, too.
    """
    segments: cython.Py_ssize_t = ref_starts.shape[0] - 1
    group: cython.Py_ssize_t = rows.shape[1] // 3
    if column < 0 or column + max_order > group:
        raise InputError(BAD_ARRAYS)
    fill_matches(ids, firsts, ends, ref_starts, max_order, False, rows, 2 * group + column)
    with cython.nogil:
        for s in range(segments):
            size: cython.longlong = ends[s] - firsts[s]
            for r in range(ref_starts[s], ref_starts[s + 1]):
                ref_size: cython.longlong = ends[segments + r] - firsts[segments + r]
                _note_sizes(rows, r, group, column, max_order, size, ref_size, need_both_sides)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_sizes(
    rows: cython.longlong[:, ::1],
    r: cython.Py_ssize_t,
    group: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
    max_order: cython.Py_ssize_t,
    size: cython.longlong,
    ref_size: cython.longlong,
    need_both_sides: cython.bint,
) -> cython.void:
    """Fill in the numbers of n-grams on need_both_sides sides."""
    for n in range(max_order):
        rows[r, column + n] = 0 if need_both_sides and ref_size <= n else max(0, size - n)
        rows[r, group + column + n] = max(0, ref_size - n)


@cython.ccall
@cython.locals(most=cython.longlong, match=cython.longlong)
def choose_references(
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


# Room for the n-grams of one segment at a time; the GIL, which is not released while one is counted, guards it.
_SEGMENT_SLOTS = cython.declare(cython.int[::1], memoryview(array("i", bytes(4 << 15))))
_SEGMENT_GRAMS = cython.declare(cython.int[::1], memoryview(array("i", bytes(4 * 4 * (MOST_IDS + 1)))))
_SEGMENT_KEYS = cython.declare(cython.ulonglong[::1], memoryview(array("Q", bytes(8 << 12))))
_SEGMENT_ROOM = cython.declare(cython.int[::1], memoryview(array("i", bytes(4 * (2 * MOST_IDS + 8)))))
_SEGMENT_ENDS = cython.declare(cython.int[::1], memoryview(array("i", bytes(4 * 8))))


def count_segment(segment, texts, max_order, clip_over_refs, column):
    """Read the texts of one segment, the hypothesis first, and count in its rows, from a column on, the n-grams that
    they share; return False if the segment cannot take them."""
    if max_order <= 0 or column < 0 or column + max_order > segment.rows.shape[1]:
        raise InputError(BAD_ARRAYS)
    if not segment.read(texts):
        return False
    for k in range(segment.texts):
        _SEGMENT_ENDS[k] = segment.starts[k + 1]
    _count_shared(
        segment.ids,
        _SEGMENT_ENDS,
        segment.texts,
        segment.known,
        max_order,
        clip_over_refs,
        _SEGMENT_SLOTS,
        _SEGMENT_KEYS,
        _SEGMENT_GRAMS,
        _SEGMENT_ROOM,
        segment.rows,
        0,
        column,
    )
    return True


def clipped_row(segment: SegmentTokens, texts: list[Any], max_order: cython.Py_ssize_t) -> tuple[int, ...] | None:
    """BLEU's row of one segment, the hypothesis first; None if the segment cannot take these texts."""
    closest: cython.longlong = -1
    if segment.rows.shape[1] < 3 + 3 * max_order:  # type: ignore[index]
        raise InputError(BAD_ARRAYS)
    if not count_segment(segment, texts, max_order, True, 3):
        return None
    size: cython.longlong = segment.starts[1] - segment.starts[0]
    for k in range(1, segment.texts):
        closest = _closer(size, closest, segment.starts[k + 1] - segment.starts[k])
    _note_lengths(segment.rows, 0, max_order, size, closest)
    return tuple([segment.rows[0, k] for k in range(3 + 3 * max_order)])


def pair_rows(
    segment: SegmentTokens, texts: list[Any], max_order: cython.Py_ssize_t, need_both_sides: cython.bint
) -> list[tuple[int, ...]] | None:
    """The rows of one segment, the hypothesis first; None if the segment cannot take these texts."""
    if segment.rows.shape[1] < 3 * max_order:  # type: ignore[index]
        raise InputError(BAD_ARRAYS)
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
            need_both_sides,
        )
    return [tuple([segment.rows[r, k] for k in range(3 * max_order)]) for r in range(segment.texts - 1)]
