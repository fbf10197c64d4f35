cimport cython

from bolide.kernels.common cimport DELETION, INNER, INSERTION, MATCH, SHIFT, SUBSTITUTION, ones
from bolide.kernels.text.scan cimport SegmentTokens

cdef long long wide_cells(long long n, long long m) noexcept nogil

@cython.final
cdef class BandedTable:
    cdef Py_ssize_t n, m, blocks, span, steps
    cdef int types
    cdef int[::1] type_of, hyp, moved, ref, type_at, positions, cursor, low, high, operations, aligned, hyp_wrong
    cdef int[::1] ref_wrong
    cdef unsigned long long[::1] bits, counting, beyond, rises, falls
    cdef bint wide
    cdef long long[::1] base, cells, trial
    cdef long long distance, least

    cdef void load(self, int[::1] ids, Py_ssize_t hyp_at, Py_ssize_t hyp_end, Py_ssize_t ref_at, Py_ssize_t ref_end) noexcept nogil
    cdef void _lay_bits(self) noexcept nogil
    cdef void _lay_band(self) noexcept nogil
    cdef long long measure(self, Py_ssize_t first, Py_ssize_t end, bint keep) noexcept nogil
    cdef long long _distance_by_bits(self, Py_ssize_t first, Py_ssize_t end, bint keep) noexcept nogil
    cdef unsigned long long _matches(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil
    cdef long long _distance_by_cells(self, Py_ssize_t first, Py_ssize_t end, bint keep) noexcept nogil
    cdef long long _above(self, Py_ssize_t i, Py_ssize_t j, Py_ssize_t first, bint keep) noexcept nogil
    cdef void trace(self) noexcept nogil
    cdef long long _cost(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef bint is_exact(self) noexcept nogil

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
