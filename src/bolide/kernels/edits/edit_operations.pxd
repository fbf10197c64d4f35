# What becomes of a token on the way from hypothesis to reference. As in speech recognition, an insertion is a token too
# many in the hypothesis, a deletion a token of the reference that is missing.
cdef enum:
    MATCH = 0
    SUBSTITUTION = 1
    INSERTION = 2
    DELETION = 3
