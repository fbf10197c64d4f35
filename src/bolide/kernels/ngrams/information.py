# cython: cdivision=True
"""The information of n-grams that hypotheses share with their references, as in NIST (Doddington 2002).

An n-gram is the number of its first n - 1 tokens and its last token: numbers are hashed faster than tuples of tokens.
"""

from collections.abc import Hashable, Iterable, Sequence

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import UNFIT
from bolide.system.errors import InputError

if cython.compiled:
    from cython.cimports.libc.math import log
else:
    from math import log

LOG_2 = cython.declare(cython.double, log(2.0))


def shared_information(
    list_of_references: Iterable[Iterable[Sequence[Hashable]]],
    hypotheses: Iterable[Sequence[Hashable]],
    orders: cython.Py_ssize_t,
) -> tuple[list[float], int]:
    """For each order, the information in bits of what all hypotheses share with their best reference, each; and the sum
    of these references' lengths, over all orders."""
    gram: cython.Py_ssize_t
    numbers: dict[Hashable, int] = {}  # of tokens
    longer: dict[int, int] = {}  # of n-grams: by 2**32 times the number of the first n - 1 tokens, plus the last one's
    counts: list[int] = [0]  # how often the references have each n-gram; at first, how many tokens they have
    prefixes: list[int] = [0]
    refs_by_order: list[list[list[list[int]]]] = [
        [_number_all(ref, orders, numbers, longer, counts, prefixes) for ref in refs] for refs in list_of_references
    ]
    here: list[int] = [0] * len(counts)  # how often a hypothesis has each n-gram, and how often a reference
    there: list[int] = here.copy()
    gains: list[float] = [0.0] * orders
    lengths: cython.longlong = 0
    hyps: list[Sequence[Hashable]] = list(hypotheses)
    if len(hyps) != len(refs_by_order):
        raise InputError(UNFIT)
    for segment in range(len(hyps)):
        by_order: list[list[int]] = _distinct(hyps[segment], orders, numbers, longer, here)
        for order in range(orders):
            distinct: list[int] = by_order[order]
            best: cython.double = 0.0
            length: cython.Py_ssize_t = 0
            first: cython.bint = True
            for ref in refs_by_order[segment]:
                grams: list[int] = ref[order]
                for gram in grams:
                    there[gram] += 1
                gain: cython.double = 0.0
                for gram in distinct:
                    shared: cython.Py_ssize_t = there[gram]
                    if shared:
                        times: cython.Py_ssize_t = here[gram]
                        shared = min(shared, times)
                        gain += log(1.0 * counts[prefixes[gram]] / counts[gram]) / LOG_2 * shared
                for gram in grams:
                    there[gram] = 0
                size: cython.Py_ssize_t = len(ref[0])
                if first or gain > best or (gain == best and size > length):
                    best = gain
                    length = size
                    first = False
            gains[order] += best
            lengths += length
            for gram in distinct:
                here[gram] = 0
    return gains, lengths


@cython.cfunc
@cython.locals(gram=cython.Py_ssize_t)
def _number_all(
    tokens: Sequence[Hashable],
    orders: cython.Py_ssize_t,
    numbers: dict[Hashable, int],
    longer: dict[int, int],
    counts: list[int],
    prefixes: list[int],
) -> list[list[int]]:
    """The numbers of a reference's n-grams by order, those that are new added to the others; all are counted."""
    words: list[int] = []
    for token in tokens:
        gram = numbers.setdefault(token, len(counts))
        if gram == len(counts):
            counts.append(0)
            prefixes.append(0)
        counts[gram] += 1
        words.append(gram)
    counts[0] += len(words)
    by_order: list[list[int]] = [words]
    grams: list[int] = words
    for order in range(1, orders):
        following: list[int] = []
        for i in range(len(words) - order):
            prefix: cython.longlong = grams[i]
            number: cython.longlong = words[i + order]
            gram = longer.setdefault((prefix << 32) + number, len(counts))
            if gram == len(counts):
                counts.append(0)
                prefixes.append(prefix)
            counts[gram] += 1
            following.append(gram)
        by_order.append(following)
        grams = following
    return by_order


@cython.cfunc
def _distinct(
    tokens: Sequence[Hashable],
    orders: cython.Py_ssize_t,
    numbers: dict[Hashable, int],
    longer: dict[int, int],
    here: list[int],
) -> list[list[int]]:
    """The numbers of a hypothesis's n-grams by order, each once, if a reference has it; they are counted `here`."""
    words: list[int] = [numbers.get(token, 0) for token in tokens]
    by_order: list[list[int]] = []
    grams: list[int] = words
    for order in range(orders):
        distinct: list[int] = []
        following: list[int] = grams if order == 0 else []
        for i in range(len(words) - order):
            if order > 0:
                prefix: cython.longlong = grams[i]
                number: cython.longlong = words[i + order]
                following.append(longer.get((prefix << 32) + number, 0) if prefix and number else 0)
            gram: cython.Py_ssize_t = following[i]
            if gram:
                if not here[gram]:
                    distinct.append(gram)
                here[gram] += 1
        by_order.append(distinct)
        grams = following
    return by_order
