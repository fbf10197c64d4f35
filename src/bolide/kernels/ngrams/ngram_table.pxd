# Hash tables of n-grams with mask + 1 slots. The key of an n-gram is (the number of its first n - 1 tokens) << 32, plus
# the id of its last token, plus 1; the number of no tokens is 0, and so is the key of an empty slot.
from bolide.kernels.hashing cimport spread

# The fields of an n-gram of one segment: its slot in the table, its counts in the hypothesis and in the current
# reference, and how often it was credited.
cdef enum:
    SLOT = 0
    COUNT = 1
    HERE = 2
    CREDITED = 3
    FIELDS = 4


cdef inline long long find(
    unsigned long long key, unsigned long long[::1] keys, long long mask, unsigned long long secret
) noexcept nogil:
    """The slot of the n-gram with this key, or the empty slot for it; keys are compared, not hashes."""
    cdef long long slot = spread(key, secret) & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot
