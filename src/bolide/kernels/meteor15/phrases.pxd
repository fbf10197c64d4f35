from bolide.kernels.common cimport spread, stirred

cdef class TreeMaker:
    cdef unsigned char[::1] names
    cdef int[::1] word_at, word_table, parent, word, table, left, right, words, child_at, row_at, rows
    cdef long long word_mask, mask
    cdef int word_count, longest, count, line
    cdef Py_ssize_t pairs

    cdef long long _word_slot(self, unsigned char[::1] text, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef int _word_id(self, unsigned char[::1] text, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef long long _slot(self, long long parent, long long word) noexcept nogil
    cdef int _child(self, int parent, int word) noexcept nogil
    cdef bint _read(self, unsigned char[::1] text) except? -1
    cdef Py_ssize_t _read_phrase(self, unsigned char[::1] text, Py_ssize_t at) noexcept nogil
    cdef void _sort(self, int[::1] keys, int[::1] begin, Py_ssize_t key_count, int[::1] source, int[::1] target, bint sourced) except *
    cdef void _number(self, int[::1] begin, int[::1] children, int[::1] new_ids) except *
    cdef void _lay_rows(self, int[::1] new_ids) except *

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
