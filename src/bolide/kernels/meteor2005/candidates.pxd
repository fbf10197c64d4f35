cimport cython


cdef class Candidates:
    # The block: its pairs, the groups of its words, and how far their alignment is.
    cdef int[::1] hyps, refs, hyp_groups, ref_groups
    cdef long long[::1] hyp_at, ref_at, hyp_groups_at, ref_groups_at
    cdef int[::1] hyp_key, ref_key, partial, links, stages, taken
    # The pair at hand: where its words begin and how many there are; and the longest of the block.
    cdef Py_ssize_t h0, r0, n, m, longest_hyp, longest_ref
    # Words that match one another are a class; if not all of them match, it is partial. An edge is a possible link. A
    # link costs `scale` for each link it crosses and one for a chunk it begins.
    cdef Py_ssize_t layers, open, classes
    cdef long long scale
    # Open hypothesis words, in order (the layers of the search): place in the text, class, which copy of it, the next
    # copy's layer or -1, first edge, number of edges, and which copy of the reference's the first edge leads to; and
    # the open reference word it is linked to, or -1.
    cdef int[::1] lay_hyp, lay_class, lay_rank, lay_next, lay_edge, lay_width, lay_first, answer
    # Open reference words, in order: place in the text, class, which copy of it, and the last layer with an edge to it.
    cdef int[::1] ref_pos, ref_class, ref_rank, ref_last
    # Classes: members, all open reference words, begin at `class_at`; words in either text, whether it is partial, and
    # the first layer.
    cdef int[::1] member, class_at, class_hyps, class_refs, class_partial, class_layer
    # Edges: the open reference word, whether a link of the open word before may begin the same chunk, whether one of
    # the open word after may go on with it, and the cost against links that stand. Then the least that a class can
    # cost: from this word on if the copies before this edge are gone, and after this word if it takes this edge or none
    # (NEVER where it must take one).
    cdef int[::1] edge_ref, edge_joins, edge_leads
    cdef long long[::1] edge_cost, edge_rest, edge_taken, edge_left
    # By key: how many open reference words, and the class.
    cdef int[::1] ref_count, class_of
    # How many edges there may be, how many a pair would have had at most, and which classes have too many.
    cdef Py_ssize_t max_edges
    cdef long long most_edges
    cdef int[::1] large

    @cython.locals(t=cython.int, e=cython.int)
    cdef void _list_partial(self, Py_ssize_t c) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t, k=cython.int, c=cython.int, a=cython.int, t=cython.int)
    cdef void _collect(self) noexcept nogil
    @cython.locals(c=cython.Py_ssize_t, size=cython.longlong, total=cython.longlong, wanted=cython.longlong, fits=cython.bint)
    cdef bint _fits(self) noexcept nogil
    @cython.locals(c=cython.int, more=cython.int, rank=cython.int, d=cython.Py_ssize_t)
    cdef int _edges(self, Py_ssize_t t, int e) noexcept nogil
    @cython.locals(c=cython.int, i=cython.Py_ssize_t, a=cython.int)
    cdef int _partial_edges(self, Py_ssize_t t, int e) noexcept nogil
    @cython.locals(x=cython.Py_ssize_t, y=cython.Py_ssize_t)
    cdef bint _share(self, Py_ssize_t h, Py_ssize_t r) noexcept nogil
    @cython.locals(low=cython.int, high=cython.int, middle=cython.int)
    cdef bint _may(self, Py_ssize_t t, int a) noexcept nogil
    @cython.locals(t=cython.int, i=cython.Py_ssize_t)
    cdef void _pair_off(self, Py_ssize_t c) noexcept nogil
    @cython.locals(t=cython.int, u=cython.int, a=cython.int, turns=cython.int, swapped=cython.bint)
    cdef void _uncross(self, Py_ssize_t c) noexcept nogil
    @cython.locals(t=cython.int, i=cython.Py_ssize_t)
    cdef void _close(self, Py_ssize_t c, int stage) noexcept nogil
    cdef void _link(self, Py_ssize_t i, Py_ssize_t j, int stage) noexcept nogil
