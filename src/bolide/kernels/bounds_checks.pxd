cpdef bint climbing(long long[::1] starts, long long end) except? -1
cpdef bint rising(long long[::1] starts, long long end) except? -1
