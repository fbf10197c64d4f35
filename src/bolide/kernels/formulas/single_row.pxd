

cdef class SingleRow:
    cdef long long[::1] row
    cdef double[::1] setting, out

    cpdef double value(self, row) except? -1
    cdef void _load(self, row) except *
    cdef void evaluate(self, Py_ssize_t numbers) noexcept nogil
