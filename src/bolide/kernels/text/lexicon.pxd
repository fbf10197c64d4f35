cdef class Lexicon:
    cdef int[::1] facts, lists, letters, met, slots
    cdef Py_ssize_t count, listed, met_count, spelled
    cdef long long[::1] stem_mark, group_mark
    cdef long long next_mark

    cdef void _enter(self, Py_ssize_t entry) noexcept
    cdef void _check(self, const unsigned int[::1] points, int[::1] words, Py_ssize_t first, Py_ssize_t end) except *
    cdef void _stems(self, int[::1] numbers, int[::1] out, Py_ssize_t at, Py_ssize_t step) noexcept nogil
    cdef void _lists(self, int[::1] numbers, Py_ssize_t side, long long first, bint only, long long[::1] starts, int[::1] lists) noexcept nogil
