# N-grams in a table of mask + 1 places. The key of an n-gram is (what stands for its first n - 1 tokens) << 32, plus the
# id of its last token, plus 1; what stands for no token at all is 0, and so is the key of an empty place.
from bolide.kernels.hashing cimport spread


cdef inline long long find(
    long long key, long long[::1] keys, long long mask, unsigned long long secret
) noexcept nogil:
    """The place of the n-gram with this key, or the empty one where it belongs; keys are compared, the hash is never trusted."""
    cdef long long place = spread(key, secret) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place
