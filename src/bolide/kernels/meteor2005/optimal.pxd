from bolide.kernels.meteor2005.beam cimport Beam


cdef class Aligner(Beam):
    cdef Py_ssize_t widest, nodes
