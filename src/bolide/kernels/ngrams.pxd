cdef int _grow(
    int[::1] ids, Py_ssize_t first, Py_ssize_t end, Py_ssize_t max_order, long long[::1] keys, int[::1] nodes,
    long long mask, int[::1] orders, int[::1] counts, int[::1] held, long long[::1] sizes
) noexcept nogil
cdef int _walk(
    int[::1] ids, Py_ssize_t first, Py_ssize_t end, Py_ssize_t max_order, long long[::1] keys, int[::1] nodes,
    long long mask, int[::1] counts
) noexcept nogil
