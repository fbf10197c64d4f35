cimport cython

from bolide.kernels.edits.banded_table cimport BandedTable

@cython.final
cdef class ShiftSearch:
    cdef BandedTable table
    cdef bint thorough
    cdef Py_ssize_t tried, listed, shifts
    cdef int[::1] can_start, can_target, can_next, head, tail, start, length, target, gain

    cdef void pair(self, int[::1] ids, Py_ssize_t hyp_at, Py_ssize_t hyp_end, Py_ssize_t ref_at, Py_ssize_t ref_end) noexcept nogil
    cdef bint _list_candidates(self) noexcept nogil
    cdef void _list_targets(self, Py_ssize_t s, Py_ssize_t q, Py_ssize_t length) noexcept nogil
    cdef bint _find_best(self) noexcept nogil
    cdef Py_ssize_t apply(self, Py_ssize_t k, int[::1] words) noexcept nogil
