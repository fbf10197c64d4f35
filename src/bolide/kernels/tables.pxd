from cpython.bytearray cimport PyByteArray_FromStringAndSize


cdef inline list tables(bint compiled, Py_ssize_t count, Py_ssize_t size, str kind):
    """`count` tables of zeros ('i', 'q' or 'Q'), side by side in memory; `_tables.py` has the same for both cores."""
    cdef Py_ssize_t k
    size = max(size, 1)
    room = memoryview(bytearray((4 if kind == "i" else 8) * count * size)).cast(kind)
    return [room[k * size : (k + 1) * size] for k in range(count)]


cdef inline bytearray unset(Py_ssize_t size):
    """Memory with anything in it: to clear that of a block takes a twentieth of the time of its BLEU."""
    return PyByteArray_FromStringAndSize(NULL, size)
