from bolide.kernels.common cimport spread
from libc.math cimport pow

cdef Py_ssize_t number_fractions(long long[::1] above, long long[::1] below, int[::1] table, int[::1] numbers, int[::1] first) noexcept nogil
cdef void penalties(double[::1] fragmentation, Py_ssize_t count, double beta, double gamma, double[::1] out) noexcept nogil
