from bolide.kernels.meteor15.beam cimport Beam
from bolide.kernels.meteor15.matches cimport Matches

cdef class Aligner:
    cdef Matches matches
    cdef Beam beam

    cdef void _check_pairs(self, int[::1] tokens, long long[::1] spans, int[::1] phrases, long long[::1] phrase_at, Py_ssize_t room) except *
    cdef void _block(self, long long[::1] spans, long long[::1] phrase_at, long long[::1] out, int[::1] links) except *
    cdef void _count(self, long long[::1] out, Py_ssize_t row) noexcept nogil
    cdef void _link(self, int[::1] links, Py_ssize_t at) noexcept nogil
