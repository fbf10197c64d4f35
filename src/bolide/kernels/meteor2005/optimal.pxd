cdef class Copies:
    cdef long long[::1] hyp_at, ref_at
    cdef int[::1] hyp_key, ref_key, partial, links, stages, taken, hyp_count, ref_count, head, after, settled, trial
    cdef Py_ssize_t h0, h1, r0, r1

    cdef bint pair(self, Py_ssize_t p, int stage) noexcept nogil
    cdef void _count(self) noexcept nogil
    cdef void _strike(self) noexcept nogil
    cdef bint _try(self) noexcept nogil
    cdef Py_ssize_t _chunks(self) noexcept nogil
    cdef Py_ssize_t _least_chunks(self) noexcept nogil
    cdef bint _forget(self, Py_ssize_t p) noexcept nogil

cdef class SynonymClasses:
    cdef int[::1] hyps, refs, hyp_groups, ref_groups, links, taken, slot, type_word, leader, degree, hyp_size
    cdef int[::1] ref_size, matches, group_head, node_type, node_after, stamp
    cdef long long[::1] hyp_at, ref_at, hyp_groups_at, ref_groups_at
    cdef int types, hyp_types, stamped

    cdef void pair(self, Py_ssize_t p, int[::1] hyp_key, int[::1] ref_key, int[::1] partial) noexcept nogil
    cdef int _lead(self, int x) noexcept nogil
    cdef void _types(self, Py_ssize_t p, int[::1] hyp_key, int[::1] ref_key) noexcept nogil
    cdef int _type(self, int word) noexcept nogil
    cdef void _list_groups(self) noexcept nogil
    cdef int _mark(self, Py_ssize_t word) noexcept nogil
