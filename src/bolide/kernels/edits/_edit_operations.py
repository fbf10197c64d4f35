"""Edit operations from hypothesis to reference; `edit_operations.pxd` has the same for C.

As in speech recognition, an insertion is a superfluous token of the hypothesis, a deletion a missing token of the
reference.
"""

MATCH, SUBSTITUTION, INSERTION, DELETION = range(4)
