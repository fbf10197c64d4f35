cdef long long places_for(long long longest) noexcept nogil
cdef long long keys_for(long long longest) noexcept nogil
cdef long long room_for(long long size, long long texts) noexcept nogil
cdef int count_shared(
    int[::1] held, int[::1] ends, Py_ssize_t texts, long long highest, Py_ssize_t max_order, bint together,
    int[::1] table, unsigned long long[::1] keys, int[::1] grams, int[::1] room, long long[:, ::1] rows, Py_ssize_t row,
    Py_ssize_t column
) noexcept nogil
cpdef int fill_matches(
    int[::1] ids, long long[::1] firsts, long long[::1] ends, long long[::1] ref_starts, Py_ssize_t max_order,
    bint together, long long[:, ::1] rows, Py_ssize_t at
) except? -1
cdef long long closer(long long size, long long one, long long other) noexcept nogil
cdef int note_lengths(
    long long[:, ::1] rows, Py_ssize_t s, Py_ssize_t max_order, long long size, long long closest
) noexcept nogil
