# Rows of bits are cut into words: bit a is bit a & INNER of word a >> SHIFT. Compiled, a word has 64 bits.
cdef enum:
    SHIFT = 6
    INNER = 63


cdef inline unsigned long long bit(Py_ssize_t a) noexcept nogil:
    """The mask of bit a in its word."""
    return 1ULL << (a & INNER)


cdef inline int ones(unsigned long long bits) noexcept nogil:
    """The number of bits set."""
    bits = bits - ((bits >> 1) & 0x5555555555555555ULL)
    bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL
    return (bits * 0x0101010101010101ULL) >> 56


cdef inline int highest(unsigned long long bits) noexcept nogil:
    """The index of the highest bit set; `bits` is not 0."""
    bits = bits | (bits >> 1)
    bits = bits | (bits >> 2)
    bits = bits | (bits >> 4)
    bits = bits | (bits >> 8)
    bits = bits | (bits >> 16)
    bits = bits | (bits >> 32)
    return ones(bits) - 1
