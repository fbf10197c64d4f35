# N-grams in tables of places. Where the key of an n-gram is looked for among mask + 1 places, it is (what stands for its
# first n - 1 tokens) << 32, plus the id of its last token, plus 1; what stands for no token at all is 0, and so is the
# key of an empty place.
from bolide.kernels.hashing cimport spread

# What is known of an n-gram of one segment, in so many integers side by side: its place in the table; how often the
# hypothesis has it, how often the reference at hand, and how often it was credited.
cdef enum:
    PLACE = 0
    COUNT = 1
    HERE = 2
    CREDITED = 3
    FIELDS = 4


cdef inline long long find(
    unsigned long long key, unsigned long long[::1] keys, long long mask, unsigned long long secret
) noexcept nogil:
    """The place of the n-gram with this key, or the empty one where it belongs; keys are compared, the hash is never trusted."""
    cdef long long place = spread(key, secret) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place
