cimport cython

from bolide.kernels.common cimport DELETION, INNER, INSERTION, MATCH, SHIFT, SUBSTITUTION
from bolide.kernels.text.scan cimport SegmentTokens

@cython.final
cdef class EditAligner:
    cdef Py_ssize_t n, m, before, behind, blocks, stride, i, j, steps
    cdef int[::1] type_of, hyp, ref, head, below, operations
    cdef int types
    cdef bint dense
    cdef unsigned long long[::1] positions, corner_rises, corner_falls, rises, falls

    cdef void _load(self, int[::1] ids, Py_ssize_t hyp_at, Py_ssize_t hyp_end, Py_ssize_t ref_at, Py_ssize_t ref_end) noexcept nogil
    cdef void _step(self, int word, Py_ssize_t row, Py_ssize_t new) noexcept nogil
    cdef void pair(self, int[::1] ids, Py_ssize_t hyp_at, Py_ssize_t hyp_end, Py_ssize_t ref_at, Py_ssize_t ref_end) noexcept nogil
    cdef void _back(self, Py_ssize_t first) noexcept nogil
    cdef void _note(self, int operation) noexcept nogil
    cdef void write(self, long long[:, ::1] rows, Py_ssize_t r) noexcept nogil
