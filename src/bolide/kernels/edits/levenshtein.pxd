cimport cython


@cython.final
cdef class EditAligner:
    # The pair without its common prefix and suffix: tokens as types of the reference from 1 on, 0 for one it lacks.
    cdef Py_ssize_t n, m, before, behind
    cdef int[::1] type_of
    cdef int types
    cdef int[::1] hyp, ref
    # Where the reference has each type: a chain of positions, and bits if there is room for all of them.
    cdef int[::1] head, below
    cdef Py_ssize_t blocks
    cdef bint dense
    cdef unsigned long long[::1] positions
    # Rows of bits: those at every stride, and those of the current stretch.
    cdef Py_ssize_t stride
    cdef unsigned long long[::1] corner_rises, corner_falls, rises, falls
    # The position of the backtrace, and the operations, last one first, without common prefix and suffix.
    cdef Py_ssize_t i, j
    cdef int[::1] operations
    cdef Py_ssize_t steps

    cdef void _load(self, int[::1] ids, Py_ssize_t hyp_at, Py_ssize_t hyp_end, Py_ssize_t ref_at, Py_ssize_t ref_end) noexcept nogil
    cdef void _step(self, int word, Py_ssize_t row, Py_ssize_t new) noexcept nogil
    cdef void _begin(self) noexcept nogil
    cdef void _keep_corners(self) noexcept nogil
    cdef void pair(self, int[::1] ids, Py_ssize_t hyp_at, Py_ssize_t hyp_end, Py_ssize_t ref_at, Py_ssize_t ref_end) noexcept nogil
    cdef void _back(self, Py_ssize_t first) noexcept nogil
    cdef void _note(self, int operation) noexcept nogil
    cdef void write(self, long long[:, ::1] rows, Py_ssize_t r) noexcept nogil
