from bolide.kernels.common cimport mix_hash

cdef class PhraseFinder:
    cdef int[::1] words, child_at, row_at, rows, first, hyp, ref, hyp_next, ref_next, hyp_table, ref_table, matches
    cdef Py_ssize_t hyp_count, ref_count, longest, count, room
    cdef int mask
    cdef bint damaged

    cdef void _find_all(self, int[::1] tokens, long long[::1] spans, long long[::1] at) except *
    cdef int _child(self, int node, int word) noexcept nogil
    cdef Py_ssize_t _list(self, int[::1] tokens, long long first, long long end, int[::1] into) noexcept nogil
    cdef int _slot(self, int node, int[::1] listed, int[::1] table) noexcept nogil
    cdef void _chain(self, int[::1] listed, Py_ssize_t count, int[::1] table, int[::1] following) noexcept nogil
    cdef void _unchain(self, int[::1] listed, Py_ssize_t count, int[::1] table) noexcept nogil
    cdef void _replace(self, int[::1] side, Py_ssize_t count, int[::1] other, int[::1] table, int[::1] following, bint swapped) noexcept nogil
