cimport cython


@cython.final
cdef class TreeMaker:
    # Words: their bytes, each ended by a line feed; word w begins at word_at[w].
    cdef unsigned char[::1] names
    cdef int[::1] word_at, word_table
    cdef long long word_mask
    cdef int word_count, longest
    # Nodes in the order they were met.
    cdef int[::1] parent, word, table
    cdef long long mask
    cdef int count
    # Pairs of phrases, and which of a record's three lines comes next.
    cdef int[::1] left, right
    cdef Py_ssize_t pairs
    cdef int line
    # The finished tree.
    cdef int[::1] words, child_at, row_at, rows

    cdef bint _fill(self) except? -1
    cdef bint _fill_words(self) except? -1
    cdef long long _word_slot(self, unsigned char[::1] text, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef int _word_id(self, unsigned char[::1] text, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef long long _slot(self, long long parent, long long word) noexcept nogil
    cdef int _child(self, int parent, int word) noexcept nogil
    cdef bint _read(self, unsigned char[::1] text) except? -1
    cdef Py_ssize_t _read_phrase(self, unsigned char[::1] text, Py_ssize_t at) noexcept nogil
    cdef bint _sort(self, int[::1] keys, int[::1] begin, Py_ssize_t key_count, int[::1] source, int[::1] target, bint sourced) except? -1
    cdef bint _number(self, int[::1] begin, int[::1] children, int[::1] new_ids) except? -1
    cdef bint _lay_rows(self, int[::1] new_ids) except? -1


@cython.final
cdef class PhraseFinder:
    cdef int[::1] words, child_at, row_at, rows
    cdef int[::1] first  # the root's child by word, or 0
    # Phrases of each side that stand in the tree: node, start, words; chained by node through a table.
    cdef int[::1] hyp, ref, hyp_next, ref_next, hyp_table, ref_table
    cdef Py_ssize_t hyp_count, ref_count
    cdef int mask
    cdef Py_ssize_t longest
    cdef bint damaged  # whether the tree points outside itself, as one from a damaged file may
    # Matches: ref start, ref words, hyp start, hyp words.
    cdef int[::1] matches
    cdef Py_ssize_t count, room

    cdef bint _find_all(self, int[::1] tokens, long long[::1] spans, long long[::1] at) except? -1
    cdef int _child(self, int node, int word) noexcept nogil
    cdef Py_ssize_t _list(self, int[::1] tokens, long long first, long long end, int[::1] into) noexcept nogil
    cdef int _slot(self, int node, int[::1] listed, int[::1] table) noexcept nogil
    cdef bint _chain(self, int[::1] listed, Py_ssize_t count, int[::1] table, int[::1] following) noexcept nogil
    cdef bint _unchain(self, int[::1] listed, Py_ssize_t count, int[::1] table) noexcept nogil
    cdef bint _replace(self, int[::1] side, Py_ssize_t count, int[::1] other, int[::1] table, int[::1] following, bint swapped) noexcept nogil
