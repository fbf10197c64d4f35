from bolide.kernels.meteor15.matches cimport Matches

cdef class Beam:
    cdef Matches matches
    cdef Py_ssize_t beam, count, half, width, steps, merged, paths_at, merged_at, added_at, free_at
    cdef int[::1] table, starts, ref_cover, hyp_cover, bit, alignment
    cdef long long[::1] taken, state, used, lists, choices
    cdef long long worst_key, worst_rank

    cdef void search(self) noexcept nogil
    cdef void _cover(self) noexcept nogil
    cdef void _pin(self) noexcept nogil
    cdef void _prepare(self, Py_ssize_t match) noexcept nogil
    cdef void _start(self) noexcept nogil
    cdef bint _go_on(self, Py_ssize_t cur, Py_ssize_t pin) noexcept nogil
    cdef void _choose(self, Py_ssize_t cur) noexcept nogil
    cdef void _take(self, Py_ssize_t cur, Py_ssize_t match, Py_ssize_t count) noexcept nogil
    cdef void _pass(self, Py_ssize_t cur) noexcept nogil
    cdef Py_ssize_t _sort(self, Py_ssize_t end, Py_ssize_t match) noexcept nogil
    cdef void _merge(self, Py_ssize_t b_end) noexcept nogil
    cdef void _advance(self, Py_ssize_t cur) noexcept nogil
    cdef void _settle(self) noexcept nogil
