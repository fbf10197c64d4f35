cimport cython
from bolide.kernels.meteor2005.candidates cimport Candidates


cdef class Prices(Candidates):
    cdef int[::1] trial
    cdef long long never
    # A bit for each reference word linked at all, and for each linked from the left of the word at hand; how many there
    # are of the latter, and for each word of bits how many more links from the right than from the left end before it.
    cdef Py_ssize_t standing_words
    cdef unsigned long long[::1] standing, behind
    cdef int passed
    cdef int[::1] ahead

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
    cdef long long _later(self, Py_ssize_t t, Py_ssize_t copy) noexcept nogil
    @cython.locals(t=cython.Py_ssize_t, c=cython.int, turns=cython.int, gained=cython.bint)
    cdef void _take_turns(self) noexcept nogil
    @cython.locals(j=cython.Py_ssize_t)
    cdef void _put(self, Py_ssize_t t, bint on) noexcept nogil
    @cython.locals(t=cython.int, better=cython.bint)
    cdef bint _move_class(self, int c) noexcept nogil
    @cython.locals(t=cython.int, copy=cython.Py_ssize_t, e=cython.Py_ssize_t)
    cdef void _follow(self, int c) noexcept nogil
    @cython.locals(t=cython.int, total=cython.longlong)
    cdef long long _class_cost(self, int c, int[::1] picks) noexcept nogil
    @cython.locals(a=cython.int, e=cython.Py_ssize_t)
    cdef long long _pick_cost(self, Py_ssize_t t, int[::1] picks) noexcept nogil
    @cython.locals(t=cython.Py_ssize_t, a=cython.Py_ssize_t, total=cython.longlong, crossed=cython.longlong)
    cdef long long _answer_cost(self) noexcept nogil
