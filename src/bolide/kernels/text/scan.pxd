cimport cython

from bolide.kernels.common cimport mix_hash, rolling_hash, uninitialised

@cython.final
cdef class SegmentTokens:
    cdef bint scans, padded
    cdef const unsigned char[::1] kinds
    cdef unsigned char beyond
    cdef unsigned int[::1] points
    cdef long long[::1] point_starts, starts
    cdef int[::1] table, ids, words
    cdef long long[:, ::1] rows
    cdef Py_ssize_t texts, known

    cpdef bint read(self, list texts) except? -1
    cpdef bint read_short(self, list texts, Py_ssize_t width) except? -1
    cdef bint _tokenize(self, list texts) except? -1
    cdef bint _number(self, list texts) except? -1
