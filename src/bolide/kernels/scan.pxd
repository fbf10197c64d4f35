cpdef Py_ssize_t most_tokens(
    const unsigned int[::1] points, Py_ssize_t texts, const unsigned char[::1] kinds, int beyond
) except? -1
cpdef Py_ssize_t scan(
    const unsigned int[::1] points, long long[::1] starts, const unsigned char[::1] kinds, int beyond, bint padded,
    int[::1] table, int[::1] words, int[::1] ids, long long[::1] token_starts
) except? -1
