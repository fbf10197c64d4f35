# Edit operations from hypothesis to reference. As in speech recognition, an insertion is a superfluous token of the
# hypothesis, a deletion a missing token of the reference.
cdef enum:
    MATCH = 0
    SUBSTITUTION = 1
    INSERTION = 2
    DELETION = 3
