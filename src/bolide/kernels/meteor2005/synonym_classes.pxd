cimport cython


cdef class SynonymClasses:
    cdef int[::1] hyps, refs
    cdef long long[::1] hyp_at, ref_at, hyp_groups_at, ref_groups_at
    cdef int[::1] hyp_groups, ref_groups, links, taken
    # Distinct free words ("types"), first the hypothesis's, then the reference's; each knows the type it is led by.
    cdef int types, hyp_types
    cdef int[::1] slot, type_word, leader, degree, hyp_size, ref_size, matches
    # For every group, the reference's types that have it.
    cdef int[::1] group_head, node_type, node_after, stamp
    cdef int stamped

    @cython.locals(x=cython.int, y=cython.int, i=cython.Py_ssize_t)
    cdef void pair(self, Py_ssize_t p, int[::1] hyp_key, int[::1] ref_key, int[::1] partial) noexcept nogil
    cdef int _lead(self, int x) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t)
    cdef void _types(self, Py_ssize_t p, int[::1] hyp_key, int[::1] ref_key) noexcept nogil
    cdef int _type(self, int word) noexcept nogil
    @cython.locals(y=cython.int, w=cython.int, node=cython.int, g=cython.Py_ssize_t)
    cdef void _list_groups(self) noexcept nogil
    @cython.locals(y=cython.int, g=cython.Py_ssize_t)
    cdef void _forget_groups(self) noexcept nogil
    @cython.locals(g=cython.Py_ssize_t, node=cython.int, marked=cython.int)
    cdef int _mark(self, Py_ssize_t word) noexcept nogil
