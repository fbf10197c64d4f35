"""Code points for chrF: without white space, or with a space between a word and its punctuation."""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import BAD_ARRAYS, is_nondecreasing
from bolide.system.errors import InputError

if cython.compiled:
    from cython.cimports.bolide.kernels.common import uninitialised
else:
    from bolide.kernels._common import uninitialised


@cython.cfunc
def _room(
    points: cython.const[cython.uint][::1], starts: cython.longlong[::1], times: cython.Py_ssize_t
) -> tuple[memoryview, memoryview]:
    """Tables for `times` as many code points and for the texts' starts; InputError if those are out of bounds."""
    if not is_nondecreasing(starts, points.shape[0]):
        raise InputError(BAD_ARRAYS)
    return memoryview(uninitialised(4 * times * points.shape[0])).cast("I"), memoryview(
        uninitialised(8 * starts.shape[0])
    ).cast("q")


def squeeze(
    points: cython.const[cython.uint][::1], starts: cython.longlong[::1], kinds: cython.const[cython.uchar][::1]
) -> tuple[memoryview, memoryview]:
    """The texts, of which text k is points[starts[k]:starts[k+1]], without white space; and their starts."""
    SPACE: cython.int = 0x10  # as in bolide.text.tokenize.character_classes
    limit: cython.uint = kinds.shape[0]
    count: cython.Py_ssize_t = 0
    room, bounds = _room(points, starts, 1)
    letters: cython.uint[::1] = room
    letter_starts: cython.longlong[::1] = bounds
    with cython.nogil:
        letter_starts[0] = 0
        for text in range(starts.shape[0] - 1):
            for i in range(starts[text], starts[text + 1]):
                point: cython.uint = points[i]
                letters[count] = point  # overwritten by the next one if it is white space
                count += not (point < limit and kinds[point] == SPACE)
            letter_starts[text + 1] = count
    return room[:count], bounds


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is(kind: cython.int, point: cython.uint, kinds: cython.const[cython.uchar][::1]) -> cython.bint:
    """Whether a code point is of this class."""
    return point < cython.cast(cython.uint, kinds.shape[0]) and kinds[point] == kind


def part(
    points: cython.const[cython.uint][::1], starts: cython.longlong[::1], kinds: cython.const[cython.uchar][::1]
) -> tuple[memoryview, memoryview]:
    """The texts with a space between a word and a punctuation mark at its end, or, if there is none, at its beginning;
    and their starts."""
    SPACE: cython.int = 0x10  # as in bolide.text.tokenize.character_classes; PUNCTUATION is called ALONE there
    PUNCTUATION: cython.int = 0x20
    BLANK: cython.uint = 32
    count: cython.Py_ssize_t = 0
    room, bounds = _room(points, starts, 2)
    parted: cython.uint[::1] = room
    parted_starts: cython.longlong[::1] = bounds
    with cython.nogil:
        parted_starts[0] = 0
        for text in range(starts.shape[0] - 1):
            end: cython.Py_ssize_t = starts[text + 1]
            for i in range(starts[text], end):
                parted[count] = points[i]
                if _is(PUNCTUATION, points[i], kinds):
                    begins: cython.bint = i == starts[text] or _is(SPACE, points[i - 1], kinds)
                    last: cython.Py_ssize_t = i
                    while last + 1 < end and (begins or last == i) and not _is(SPACE, points[last + 1], kinds):
                        last += 1
                    if last == i and not begins:
                        parted[count] = BLANK
                        count += 1
                        parted[count] = points[i]
                    elif last > i and begins and not _is(PUNCTUATION, points[last], kinds):
                        count += 1
                        parted[count] = BLANK
                count += 1
            parted_starts[text + 1] = count
    return room[:count], bounds
