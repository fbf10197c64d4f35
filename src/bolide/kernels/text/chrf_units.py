"""Code points for chrF: without white space, or with a space between a word and its punctuation."""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import climbing
from bolide.system.errors import InputError

COMPILED = cython.compiled
UNFIT = "The texts' starts and the tables for their characters do not fit each other."


@cython.cfunc
def _check(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    into: cython.int[::1],
    into_starts: cython.longlong[::1],
    times: cython.Py_ssize_t,
) -> cython.int:
    """Raise InputError if the arrays do not fit: `into` must hold `times` as many code points."""
    size: cython.Py_ssize_t = points.shape[0]
    fits: cython.bint = climbing(starts, size) and into.shape[0] >= times * size
    if not (fits and into_starts.shape[0] >= starts.shape[0]):
        raise InputError(UNFIT)
    return 0


@cython.ccall
def squeeze(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    letters: cython.int[::1],
    letter_starts: cython.longlong[::1],
) -> cython.int:
    """Copy each text points[starts[k]:starts[k+1]] without white space."""
    SPACE: cython.int = 0x10  # as in bolide.text.tokenize.character_classes
    limit: cython.uint = kinds.shape[0]
    count: cython.Py_ssize_t = 0
    text: cython.Py_ssize_t
    i: cython.Py_ssize_t
    point: cython.uint
    _check(points, starts, letters, letter_starts, 1)
    with cython.nogil:
        letter_starts[0] = 0
        for text in range(starts.shape[0] - 1):
            for i in range(starts[text], starts[text + 1]):
                point = points[i]
                letters[count] = point  # overwritten by the next one if it is white space
                count += not (point < limit and kinds[point] == SPACE)
            letter_starts[text + 1] = count
    return 0


@cython.ccall
def part(
    points: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    kinds: cython.const[cython.uchar][::1],
    parted: cython.int[::1],
    parted_starts: cython.longlong[::1],
) -> cython.int:
    """Copy each text with a space after every word, and one between a word and a punctuation mark at its end, or, if
    there is none, at its beginning.

    `parted` must hold twice as many code points.
    """
    SPACE: cython.int = 0x10  # as in bolide.text.tokenize.character_classes; PUNCTUATION is called ALONE there
    PUNCTUATION: cython.int = 0x20
    limit: cython.uint = kinds.shape[0]
    blank: cython.int = 32
    count: cython.Py_ssize_t = 0
    text: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    end: cython.Py_ssize_t
    first: cython.Py_ssize_t
    cut: cython.Py_ssize_t  # how many code points of the word come before the space
    _check(points, starts, parted, parted_starts, 2)
    with cython.nogil:
        parted_starts[0] = 0
        for text in range(starts.shape[0] - 1):
            end = starts[text + 1]
            first = starts[text]
            for i in range(starts[text], end + 1):
                if i < end and (points[i] >= limit or kinds[points[i]] != SPACE):
                    continue
                cut = 0
                if i - first > 1:
                    if points[i - 1] < limit and kinds[points[i - 1]] == PUNCTUATION:
                        cut = i - first - 1
                    elif points[first] < limit and kinds[points[first]] == PUNCTUATION:
                        cut = 1
                for k in range(first, i):
                    parted[count] = points[k]
                    count += 1
                    if k - first == cut - 1:
                        parted[count] = blank
                        count += 1
                if i > first:
                    parted[count] = blank
                    count += 1
                first = i + 1
            parted_starts[text + 1] = count
    return 0
