cimport cython

from bolide.kernels.common cimport INNER, SHIFT, bit, highest, ones


cdef class Search:
    cdef int[::1] hyps, refs, hyp_groups, ref_groups
    cdef long long[::1] hyp_at, ref_at, hyp_groups_at, ref_groups_at
    cdef int[::1] hyp_key, ref_key, partial, links, stages, taken
    cdef Py_ssize_t h0, r0, n, m, longest_hyp, longest_ref
    cdef Py_ssize_t layers, open, classes
    cdef long long scale
    cdef int[::1] lay_hyp, lay_class, lay_rank, lay_next, lay_edge, lay_width, lay_first, answer
    cdef int[::1] ref_pos, ref_class, ref_rank, ref_last
    cdef int[::1] member, class_at, class_hyps, class_refs, class_partial, class_layer
    cdef int[::1] edge_ref, edge_joins, edge_leads
    cdef long long[::1] edge_cost, edge_rest, edge_taken, edge_left
    cdef int[::1] ref_count, class_of
    cdef Py_ssize_t max_edges
    cdef long long most_edges
    cdef int[::1] large
    cdef int[::1] trial
    cdef long long infinity
    cdef Py_ssize_t standing_words
    cdef unsigned long long[::1] standing, behind
    cdef int passed
    cdef int[::1] ahead
    cdef int[::1] hyp_match, ref_match, reached_from, visited, queue
    cdef int visit
    cdef Py_ssize_t room, span
    cdef unsigned long long[::1] free, linked, code
    cdef long long[::1] cost, rest, least, certain_crossings
    cdef int[::1] chunk_end, node, choice, alive, slot, table
    cdef unsigned long long mask, full
    cdef int[::1] right, left
    cdef unsigned long long[::1] always_linked
    cdef long long crossed
    cdef Py_ssize_t from_edge
    cdef int[::1] node_up, node_choice
    cdef long long[::1] node_least, least_dropped
    cdef Py_ssize_t current, next, next_size, layer, width, low, high, next_low
    cdef long long ceiling, cutoff, work, limit
    cdef bint exact
    cdef Py_ssize_t widest, nodes

    @cython.locals(t=cython.int, e=cython.int)
    cdef void _list_partial(self, Py_ssize_t c) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t, k=cython.int, c=cython.int, a=cython.int, t=cython.int)
    cdef void _collect(self) noexcept nogil
    @cython.locals(c=cython.Py_ssize_t, size=cython.longlong, total=cython.longlong, needed=cython.longlong, fits=cython.bint)
    cdef bint _fits(self) noexcept nogil
    @cython.locals(c=cython.int, more=cython.int, rank=cython.int, d=cython.Py_ssize_t)
    cdef int _edges(self, Py_ssize_t t, int e) noexcept nogil
    @cython.locals(c=cython.int, i=cython.Py_ssize_t, a=cython.int)
    cdef int _partial_edges(self, Py_ssize_t t, int e) noexcept nogil
    @cython.locals(x=cython.Py_ssize_t, y=cython.Py_ssize_t)
    cdef bint _have_common_group(self, Py_ssize_t h, Py_ssize_t r) noexcept nogil
    @cython.locals(low=cython.int, high=cython.int, middle=cython.int)
    cdef bint _can_link(self, Py_ssize_t t, int a) noexcept nogil
    @cython.locals(t=cython.int, i=cython.Py_ssize_t)
    cdef void _pair_off(self, Py_ssize_t c) noexcept nogil
    @cython.locals(t=cython.int, u=cython.int, a=cython.int, b=cython.int, turns=cython.int, swapped=cython.bint)
    cdef void _uncross(self, Py_ssize_t c) noexcept nogil
    @cython.locals(t=cython.int, i=cython.Py_ssize_t)
    cdef void _close(self, Py_ssize_t c, int stage) noexcept nogil
    cdef void _link(self, Py_ssize_t i, Py_ssize_t j, int stage) noexcept nogil
    @cython.locals(j=cython.Py_ssize_t)
    cdef void _note_standing(self) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cdef void _price(self, int only) noexcept nogil
    @cython.locals(a=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t, cost=cython.longlong)
    cdef void _price_link(self, Py_ssize_t t, Py_ssize_t e, int only) noexcept nogil
    cdef bint _side_by_side(self, Py_ssize_t t, Py_ssize_t a) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t)
    cdef void _forget_behind(self) noexcept nogil
    cdef void _pass(self, Py_ssize_t j) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, count=cython.int)
    cdef void _count_ahead(self) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, before=cython.ulonglong)
    cdef long long _crossed(self, Py_ssize_t j) noexcept nogil
    @cython.locals(c=cython.int, e=cython.Py_ssize_t, d=cython.Py_ssize_t, best=cython.longlong)
    cdef void _bound(self, Py_ssize_t t) noexcept nogil
    @cython.locals(u=cython.Py_ssize_t)
    cdef long long _cost_after(self, Py_ssize_t t, Py_ssize_t copy) noexcept nogil
    @cython.locals(t=cython.Py_ssize_t, c=cython.int, turns=cython.int, gained=cython.bint)
    cdef void _improve_classes(self) noexcept nogil
    @cython.locals(j=cython.Py_ssize_t)
    cdef void _toggle(self, Py_ssize_t t, bint on) noexcept nogil
    @cython.locals(t=cython.int, better=cython.bint)
    cdef bint _move_class(self, int c) noexcept nogil
    @cython.locals(t=cython.int, copy=cython.Py_ssize_t, e=cython.Py_ssize_t)
    cdef void _choose_cheapest(self, int c) noexcept nogil
    @cython.locals(t=cython.int, total=cython.longlong)
    cdef long long _class_cost(self, int c, int[::1] picks) noexcept nogil
    @cython.locals(a=cython.int, e=cython.Py_ssize_t)
    cdef long long _pick_cost(self, Py_ssize_t t, int[::1] picks) noexcept nogil
    @cython.locals(t=cython.Py_ssize_t, a=cython.Py_ssize_t, total=cython.longlong, crossed=cython.longlong)
    cdef long long _answer_cost(self) noexcept nogil
    @cython.locals(t=cython.int)
    cdef void _link_large_class(self, int c, int stage) noexcept nogil
    @cython.locals(t=cython.Py_ssize_t, s=cython.Py_ssize_t, size=cython.Py_ssize_t, nodes=cython.int, best=cython.Py_ssize_t,
                   capped=cython.bint)
    cdef void _search(self, Py_ssize_t width, long long ceiling, bint patient) noexcept nogil
    @cython.locals(t=cython.Py_ssize_t, c=cython.Py_ssize_t, a=cython.Py_ssize_t)
    cdef void _start(self, Py_ssize_t width, long long ceiling) noexcept nogil
    @cython.locals(c=cython.int, a=cython.Py_ssize_t, s=cython.Py_ssize_t)
    cdef void _begin_layer(self, Py_ssize_t t) noexcept nogil
    @cython.locals(s=cython.Py_ssize_t)
    cdef int _end_layer(self, int nodes) noexcept nogil
    @cython.locals(node=cython.int, t=cython.Py_ssize_t)
    cdef void _trace(self, Py_ssize_t best) noexcept nogil
    @cython.locals(c=cython.int, e=cython.Py_ssize_t, end=cython.Py_ssize_t, d=cython.Py_ssize_t,
                   k=cython.Py_ssize_t, rest=cython.longlong, need=cython.int)
    cdef void _expand(self, Py_ssize_t s, Py_ssize_t t) noexcept nogil
    @cython.locals(a=cython.Py_ssize_t, x=cython.Py_ssize_t, total=cython.longlong, certain_crossings=cython.longlong, least=cython.longlong)
    cdef void _child(self, Py_ssize_t s, Py_ssize_t t, Py_ssize_t e, long long rest) noexcept nogil
    cdef bint _is_free(self, Py_ssize_t s, Py_ssize_t a) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, row=cython.Py_ssize_t, count=cython.int)
    cdef void _count_sides(self, Py_ssize_t s) noexcept nogil
    cdef long long _links_crossed(self, Py_ssize_t s, Py_ssize_t a) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t)
    cdef long long _always_linked_before(self, Py_ssize_t s, Py_ssize_t a) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, d=cython.Py_ssize_t, code=cython.ulonglong, end=cython.Py_ssize_t)
    cdef void _write(self, Py_ssize_t old, Py_ssize_t row, Py_ssize_t t, Py_ssize_t e) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, bits=cython.ulonglong, count=cython.Py_ssize_t)
    cdef void _use_up(self, Py_ssize_t row, Py_ssize_t a, Py_ssize_t is_linked) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, none=cython.ulonglong)
    cdef Py_ssize_t _run_length(self, Py_ssize_t row, Py_ssize_t a) noexcept nogil
    @cython.locals(end=cython.Py_ssize_t, w=cython.Py_ssize_t, bits=cython.ulonglong)
    cdef void _note_links(self, Py_ssize_t row, Py_ssize_t a, Py_ssize_t count, bint on) noexcept nogil
    @cython.locals(slot=cython.ulonglong, y=cython.Py_ssize_t)
    cdef bint _insert(self, Py_ssize_t x) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t)
    cdef bint _same(self, Py_ssize_t x, Py_ssize_t y) noexcept nogil
    @cython.locals(low=cython.longlong, high=cython.longlong, middle=cython.longlong, x=cython.Py_ssize_t, below=cython.Py_ssize_t)
    cdef long long _pruning_bound(self) noexcept nogil
    @cython.locals(x=cython.Py_ssize_t, y=cython.Py_ssize_t, equal=cython.Py_ssize_t, living=cython.Py_ssize_t, worst=cython.longlong)
    cdef void _prune(self) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t)
    cdef void _move(self, Py_ssize_t x, Py_ssize_t y) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, links=cython.int)
    cdef int _most_links(self, int c, int t, Py_ssize_t s, int except_ref) noexcept nogil
    @cython.locals(head=cython.Py_ssize_t, tail=cython.Py_ssize_t, e=cython.Py_ssize_t, t=cython.int, a=cython.int,
                   freed=cython.int)
    cdef bint _augment(self, int first, Py_ssize_t s, int except_ref) noexcept nogil
