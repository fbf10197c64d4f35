# cython: cdivision=True
"""METEOR's fragmentation penalty, γ · fragmentation^β, for many rows under many settings.

A power takes longer than all the rest of the formula, and few fractions are different: under many settings, rows with
the same fraction share one power.
"""

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import new_key

if not cython.compiled:
    from bolide.kernels._common import pow, spread

_KEY = cython.declare(cython.ulonglong, new_key())


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def number_fractions(
    above: cython.longlong[::1], below: cython.longlong[::1], table: cython.int[::1], numbers: cython.int[::1],
    first: cython.int[::1],
) -> cython.Py_ssize_t:  # fmt: skip
    """Number the different fractions above[n] / below[n]; return how many there are, −1 if arrays do not fit.

    Row n has the number numbers[n], which row first[number] was the first to have. The size of `table` is a power of 2
    greater than the number of rows.
    """
    mask: cython.longlong = len(table) - 1
    count: cython.Py_ssize_t = 0
    if len(below) < len(above) or len(numbers) < len(above) or len(first) < len(above):
        return -1
    if mask < len(above) or mask & (mask + 1):
        return -1
    for at in range(mask + 1):
        table[at] = -1
    for n in range(above.shape[0]):
        at = spread(above[n] ^ spread(below[n], _KEY), _KEY) & mask
        while table[at] >= 0:
            row: cython.Py_ssize_t = first[table[at]]
            if above[row] == above[n] and below[row] == below[n]:
                break
            at = (at + 1) & mask
        if table[at] < 0:
            table[at] = count
            first[count] = n
            count += 1
        numbers[n] = table[at]
    return count


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def penalties(
    fragmentation: cython.double[::1], count: cython.Py_ssize_t, beta: cython.double, gamma: cython.double,
    out: cython.double[::1],
) -> cython.int:  # fmt: skip
    """Compute the penalties of the first `count` fragmentations; return −1 if there are fewer."""
    if count > len(fragmentation) or count > len(out):
        return -1
    for k in range(count):
        out[k] = gamma * pow(fragmentation[k], beta)
    return 0
