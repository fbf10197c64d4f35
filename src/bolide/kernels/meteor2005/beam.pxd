cimport cython
from bolide.kernels.meteor2005.prices cimport Prices


cdef class Beam(Prices):
    # Matching within one partial class.
    cdef int[::1] mate, via, seen, got, queue
    cdef int seen_mark
    # Two generations of states. A bit for each open reference word says whether it is free; of the links made, there
    # are as many bits right after a free word as links lie between it and the next free one.
    cdef Py_ssize_t room, span
    cdef unsigned long long[::1] free, made, code
    cdef long long[::1] cost, rest, least, sure
    cdef int[::1] before, node, pick, alive, spot, table
    cdef unsigned long long mask, full
    # The state being continued: links right of each word of bits, sure words left of it, where its class goes on.
    cdef int[::1] right, left
    cdef unsigned long long[::1] surely
    cdef long long crossed
    cdef Py_ssize_t from_edge
    # The search as a whole.
    cdef int[::1] node_up, node_pick
    cdef long long[::1] node_least, lost
    cdef Py_ssize_t now, new, fresh, layer, width, low, high, next_low
    cdef long long ceiling, cut, work, limit
    cdef bint exact

    @cython.locals(t=cython.int)
    cdef void _settle(self, int c, int stage) noexcept nogil
    @cython.locals(t=cython.Py_ssize_t, s=cython.Py_ssize_t, size=cython.Py_ssize_t, nodes=cython.int, best=cython.Py_ssize_t,
                   capped=cython.bint)
    cdef void _search(self, Py_ssize_t width, long long ceiling, bint patient) noexcept nogil
    @cython.locals(t=cython.Py_ssize_t, c=cython.Py_ssize_t, a=cython.Py_ssize_t)
    cdef void _start(self, Py_ssize_t width, long long ceiling) noexcept nogil
    @cython.locals(c=cython.int, a=cython.Py_ssize_t, s=cython.Py_ssize_t)
    cdef void _begin(self, Py_ssize_t t) noexcept nogil
    @cython.locals(s=cython.Py_ssize_t)
    cdef int _commit(self, int nodes) noexcept nogil
    @cython.locals(node=cython.int, t=cython.Py_ssize_t)
    cdef void _trace(self, Py_ssize_t best) noexcept nogil
    @cython.locals(c=cython.int, e=cython.Py_ssize_t, end=cython.Py_ssize_t, d=cython.Py_ssize_t,
                   k=cython.Py_ssize_t, rest=cython.longlong, need=cython.int)
    cdef void _expand(self, Py_ssize_t s, Py_ssize_t t) noexcept nogil
    @cython.locals(a=cython.Py_ssize_t, x=cython.Py_ssize_t, total=cython.longlong, sure=cython.longlong, least=cython.longlong)
    cdef void _child(self, Py_ssize_t s, Py_ssize_t t, Py_ssize_t e, long long rest) noexcept nogil
    cdef bint _is_free(self, Py_ssize_t s, Py_ssize_t a) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, row=cython.Py_ssize_t, count=cython.int)
    cdef void _count_sides(self, Py_ssize_t s) noexcept nogil
    cdef long long _over(self, Py_ssize_t s, Py_ssize_t a) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t)
    cdef long long _under(self, Py_ssize_t s, Py_ssize_t a) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, d=cython.Py_ssize_t, code=cython.ulonglong, end=cython.Py_ssize_t)
    cdef void _write(self, Py_ssize_t old, Py_ssize_t row, Py_ssize_t t, Py_ssize_t e) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, bits=cython.ulonglong, count=cython.Py_ssize_t)
    cdef void _use_up(self, Py_ssize_t row, Py_ssize_t a, Py_ssize_t linked) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t, none=cython.ulonglong)
    cdef Py_ssize_t _run(self, Py_ssize_t row, Py_ssize_t a) noexcept nogil
    @cython.locals(end=cython.Py_ssize_t, w=cython.Py_ssize_t, bits=cython.ulonglong)
    cdef void _fill(self, Py_ssize_t row, Py_ssize_t a, Py_ssize_t count, bint on) noexcept nogil
    @cython.locals(place=cython.ulonglong, y=cython.Py_ssize_t)
    cdef bint _admit(self, Py_ssize_t x) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t)
    cdef bint _same(self, Py_ssize_t x, Py_ssize_t y) noexcept nogil
    @cython.locals(low=cython.longlong, high=cython.longlong, middle=cython.longlong, x=cython.Py_ssize_t, below=cython.Py_ssize_t)
    cdef long long _worst_kept(self) noexcept nogil
    @cython.locals(x=cython.Py_ssize_t, y=cython.Py_ssize_t, equal=cython.Py_ssize_t, living=cython.Py_ssize_t, worst=cython.longlong)
    cdef void _shrink(self) noexcept nogil
    @cython.locals(w=cython.Py_ssize_t)
    cdef void _move(self, Py_ssize_t x, Py_ssize_t y) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, found=cython.int)
    cdef int _most(self, int c, int t, Py_ssize_t s, int but) noexcept nogil
    @cython.locals(head=cython.Py_ssize_t, tail=cython.Py_ssize_t, e=cython.Py_ssize_t, t=cython.int, a=cython.int,
                   freed=cython.int)
    cdef bint _augment(self, int first, Py_ssize_t s, int but) noexcept nogil
