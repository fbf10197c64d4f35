cdef class Matches:
    cdef int[::1] words, equal, synsets, modules, tokens, phrases, word_head, stem_head, synset_head, phrase_head
    cdef int[::1] word_next, stem_next, synset_next, synset_word, phrase_next, last_ref, no_synonym, table, starts
    cdef Py_ssize_t stages, longest_list, count, room
    cdef long long hyp_at, hyp_len, ref_at, ref_len, first_phrase, end_phrase, chained_at, chained_len
    cdef int chained

    cdef void set_pair(self, long long hyp_at, long long hyp_end, long long ref_at, long long ref_end) noexcept nogil
    cdef bint find(self) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void _index(self) noexcept nogil
    cdef bint _add(self, Py_ssize_t ref, int ref_words, Py_ssize_t hyp, int hyp_words, Py_ssize_t stage, int gain) noexcept nogil
    cdef bint _add_synonyms(self, Py_ssize_t ref, int word, Py_ssize_t stage) noexcept nogil
