"""How many pairs of two rankings agree, less those that disagree: Kendall's count, in n log n steps."""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

COMPILED = cython.compiled


@cython.ccall
def concordance(
    keys: cython.longlong[:, ::1], bits: cython.int, tree: cython.longlong[::1], found: cython.longlong[:, ::1]
) -> cython.int:
    """For each row of sorted keys, found[row] = concordant less discordant pairs, tied pairs and distinct values.

    A key is one ranking's value above the last `bits` bits, which are the place in the other ranking, from 1 to below
    tree.shape[0]. Ties and distinct values are those of the first ranking; `tree` is room to work in.
    """
    size: cython.Py_ssize_t = keys.shape[1]
    places: cython.longlong = tree.shape[0]
    one: cython.longlong = 1
    mask: cython.longlong = (one << bits) - 1
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    at: cython.longlong
    place: cython.longlong
    value: cython.longlong
    below: cython.longlong
    upto: cython.longlong
    balance: cython.longlong
    ties: cython.longlong
    distinct: cython.longlong
    with cython.nogil:
        for row in range(keys.shape[0]):
            for i in range(places):
                tree[i] = 0
            balance = ties = distinct = 0
            first = 0
            while first < size:
                value = keys[row, first] >> bits
                end = first
                while end < size and keys[row, end] >> bits == value:
                    place = keys[row, end] & mask
                    below = upto = 0
                    at = place - 1
                    while at > 0:  # a Fenwick tree: places below `place` that came before
                        below += tree[at]
                        at &= at - 1
                    at = place
                    while at > 0:
                        upto += tree[at]
                        at &= at - 1
                    balance += below - (first - upto)
                    end += 1
                for i in range(first, end):
                    at = keys[row, i] & mask
                    while at < places:
                        tree[at] += 1
                        at += at & -at
                ties += (end - first) * (end - first - 1) // 2
                distinct += 1
                first = end
            found[row, 0] = balance
            found[row, 1] = ties
            found[row, 2] = distinct
    return 0
