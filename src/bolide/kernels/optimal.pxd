from bolide.kernels.beam cimport Beam


cdef class Aligner(Beam):
    cdef Py_ssize_t widest, nodes
