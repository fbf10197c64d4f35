cimport cython


@cython.final
cdef class Lexicon:
    # Six numbers per word: its stem, whether it is a function word, its weight, and the starts in `lists` of its groups
    # and of those it has in a reference, and the end of these.
    cdef int[::1] facts, lists
    cdef Py_ssize_t count, listed
    # Words met in texts, four numbers each: the start of their code points in `letters`, how many there are, the
    # scanner's hash of them, the number of the word; and a hash table of slots: 0, or one more than the index of such.
    cdef int[::1] letters, met, slots
    cdef Py_ssize_t met_count, spelled
    # The number last assigned to each stem and group. None is assigned twice: those of one call are consecutive.
    cdef long long[::1] stem_mark, group_mark
    cdef long long next_mark

    cdef int _enter(self, Py_ssize_t entry) noexcept
    cdef int _check(self, const unsigned int[::1] points, int[::1] words, Py_ssize_t first, Py_ssize_t end) except -1
    cdef void _stems(self, int[::1] numbers, int[::1] out, Py_ssize_t at, Py_ssize_t step) noexcept nogil
    cdef void _lists(self, int[::1] numbers, Py_ssize_t side, long long first, bint only, long long[::1] starts, int[::1] lists) noexcept nogil
