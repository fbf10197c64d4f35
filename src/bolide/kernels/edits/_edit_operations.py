"""What becomes of a token on the way from hypothesis to reference; `edit_operations.pxd` has the same for C.

As in speech recognition, an insertion is a token too many in the hypothesis, a deletion a token of the reference that
is missing.
"""

MATCH, SUBSTITUTION, INSERTION, DELETION = range(4)
