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


def number_fractions(above, below, table, numbers, first):
    """Number the different fractions above[n] / below[n]; return how many there are.

    Row n has the number numbers[n], which row first[number] was the first to have. The size of `table` is a power of 2
    greater than the number of rows.
    """
    mask: cython.longlong = len(table) - 1
    count: cython.Py_ssize_t = 0
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


def penalties(fragmentation, count, beta, gamma, out):
    """Compute the penalties of the first `count` fragmentations."""
    for k in range(count):
        out[k] = gamma * pow(fragmentation[k], beta)
