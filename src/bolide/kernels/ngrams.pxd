from bolide.kernels.common cimport COUNT, CREDITED, FIELDS, HERE, SLOT, find
from bolide.kernels.text.scan cimport SegmentTokens

cpdef void fill_matches(int[::1] ids, long long[::1] firsts, long long[::1] ends, long long[::1] ref_starts, Py_ssize_t max_order, bint clip_over_refs, long long[:, ::1] rows, Py_ssize_t column) except *
cpdef bint count_segment(SegmentTokens segment, list texts, Py_ssize_t max_order, bint clip_over_refs, Py_ssize_t column) except? -1
