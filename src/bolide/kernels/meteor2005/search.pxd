from bolide.kernels.common cimport INNER, SHIFT, bit, highest, ones

cdef class Search:
    cdef int[::1] hyps, refs, hyp_groups, ref_groups, hyp_key, ref_key, partial, links, stages, taken, lay_hyp
    cdef int[::1] lay_class, lay_rank, lay_next, lay_edge, lay_width, lay_first, answer, ref_pos, ref_class, ref_rank
    cdef int[::1] ref_last, member, class_at, class_hyps, class_refs, class_partial, class_layer, edge_ref
    cdef int[::1] edge_joins, edge_leads, ref_count, class_of, large, trial, ahead, hyp_match, ref_match
    cdef int[::1] reached_from, visited, queue, chunk_end, node, choice, alive, slot, table, right, left, node_up
    cdef int[::1] node_choice
    cdef long long[::1] hyp_at, ref_at, hyp_groups_at, ref_groups_at, edge_cost, edge_rest, edge_taken, edge_left
    cdef long long[::1] cost, rest, least, certain_crossings, node_least, least_dropped
    cdef Py_ssize_t h0, r0, n, m, layers, open, classes, max_edges, standing_words, room
    cdef Py_ssize_t span, from_edge, current, next, next_size, layer, width, low, high, next_low, widest, nodes
    cdef long long scale, most_edges, infinity, crossed, ceiling, cutoff, work, limit
    cdef unsigned long long[::1] standing, behind, free, linked, code, always_linked
    cdef int passed, visit
    cdef unsigned long long mask, full
    cdef bint exact

    cdef void _collect(self) noexcept nogil
    cdef bint _fits(self) noexcept nogil
    cdef int _edges(self, Py_ssize_t t, int e) noexcept nogil
    cdef int _partial_edges(self, Py_ssize_t t, int e) noexcept nogil
    cdef bint _have_common_group(self, Py_ssize_t h, Py_ssize_t r) noexcept nogil
    cdef bint _can_link(self, Py_ssize_t t, int a) noexcept nogil
    cdef void _uncross(self, Py_ssize_t c) noexcept nogil
    cdef void _close(self, Py_ssize_t c, int stage) noexcept nogil
    cdef void _link(self, Py_ssize_t i, Py_ssize_t j, int stage) noexcept nogil
    cdef void _note_standing(self) noexcept nogil
    cdef void _price(self, int only) noexcept nogil
    cdef void _price_link(self, Py_ssize_t t, Py_ssize_t e, int only) noexcept nogil
    cdef bint _side_by_side(self, Py_ssize_t t, Py_ssize_t a) noexcept nogil
    cdef void _forget_behind(self) noexcept nogil
    cdef void _pass(self, Py_ssize_t j) noexcept nogil
    cdef void _count_ahead(self) noexcept nogil
    cdef long long _crossed(self, Py_ssize_t j) noexcept nogil
    cdef void _bound(self, Py_ssize_t t) noexcept nogil
    cdef long long _cost_after(self, Py_ssize_t t, Py_ssize_t copy) noexcept nogil
    cdef void _improve_classes(self) noexcept nogil
    cdef void _toggle(self, Py_ssize_t t, bint on) noexcept nogil
    cdef bint _move_class(self, int c) noexcept nogil
    cdef void _choose_cheapest(self, int c) noexcept nogil
    cdef long long _class_cost(self, int c, int[::1] picks) noexcept nogil
    cdef long long _pick_cost(self, Py_ssize_t t, int[::1] picks) noexcept nogil
    cdef long long _answer_cost(self) noexcept nogil
    cdef void _link_large_class(self, int c, int stage) noexcept nogil
    cdef void _search(self, Py_ssize_t width, long long ceiling, bint patient) noexcept nogil
    cdef void _start(self, Py_ssize_t width, long long ceiling) noexcept nogil
    cdef void _begin_layer(self, Py_ssize_t t) noexcept nogil
    cdef int _end_layer(self, int nodes) noexcept nogil
    cdef void _trace(self, Py_ssize_t best) noexcept nogil
    cdef void _expand(self, Py_ssize_t s, Py_ssize_t t) noexcept nogil
    cdef void _child(self, Py_ssize_t s, Py_ssize_t t, Py_ssize_t e, long long rest) noexcept nogil
    cdef bint _is_free(self, Py_ssize_t s, Py_ssize_t a) noexcept nogil
    cdef void _count_sides(self, Py_ssize_t s) noexcept nogil
    cdef long long _links_crossed(self, Py_ssize_t s, Py_ssize_t a) noexcept nogil
    cdef void _write(self, Py_ssize_t old, Py_ssize_t row, Py_ssize_t t, Py_ssize_t e) noexcept nogil
    cdef void _use_up(self, Py_ssize_t row, Py_ssize_t a, Py_ssize_t is_linked) noexcept nogil
    cdef Py_ssize_t _run_length(self, Py_ssize_t row, Py_ssize_t a) noexcept nogil
    cdef void _note_links(self, Py_ssize_t row, Py_ssize_t a, Py_ssize_t count, bint on) noexcept nogil
    cdef bint _insert(self, Py_ssize_t x) noexcept nogil
    cdef bint _same(self, Py_ssize_t x, Py_ssize_t y) noexcept nogil
    cdef long long _pruning_bound(self) noexcept nogil
    cdef void _prune(self) noexcept nogil
    cdef void _move(self, Py_ssize_t x, Py_ssize_t y) noexcept nogil
    cdef int _most_links(self, int c, int t, Py_ssize_t s, int except_ref) noexcept nogil
    cdef bint _augment(self, int first, Py_ssize_t s, int except_ref) noexcept nogil
