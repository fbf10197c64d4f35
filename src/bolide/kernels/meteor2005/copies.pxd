cimport cython


cdef class Copies:
    cdef long long[::1] hyp_at, ref_at
    # Of the whole block; a key of -1 takes no part.
    cdef int[::1] hyp_key, ref_key, partial, links, stages, taken
    # By key: how many copies the current pair has, the reference's as a list, and in which pair the key was settled.
    cdef int[::1] hyp_count, ref_count, head, after, settled
    # The pair at hand, with the k-th copy of every key to the k-th.
    cdef Py_ssize_t h0, h1, r0, r1
    cdef int[::1] trial

    @cython.locals(i=cython.Py_ssize_t, k=cython.int, plain=cython.bint)
    cdef bint pair(self, Py_ssize_t p, int stage) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, k=cython.int)
    cdef void _count(self) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, k=cython.int)
    cdef void _strike(self) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, k=cython.int, spare=cython.bint, plain=cython.bint)
    cdef bint _try(self) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t, last=cython.Py_ssize_t, follows=cython.Py_ssize_t, chunks=cython.Py_ssize_t)
    cdef Py_ssize_t _chunks(self) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, k=cython.int, least=cython.Py_ssize_t, others=cython.Py_ssize_t, before=cython.bint)
    cdef Py_ssize_t _least_chunks(self) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, k=cython.int, some=cython.bint)
    cdef bint _forget(self, Py_ssize_t p) noexcept nogil
