# Keyed hashing for hash tables. Their contents (words, characters, n-grams) come from untrusted input, so the key is
# random in every process: nobody can craft texts whose hashes all collide. Results do not depend on it.

cdef inline unsigned long long spread(unsigned long long number, unsigned long long key) noexcept nogil:
    """A hash of 64 bits, each of which depends on all bits of the number and of the key."""
    number = (number ^ key) * 0x9E3779B97F4A7C15ULL
    number = (number ^ (number >> 32)) * 0xD6E8FEB86659FD93ULL
    return number ^ (number >> 32)


cdef inline unsigned long long stirred(
    unsigned long long code, unsigned long long point, unsigned long long key
) noexcept nogil:
    """The rolling hash of a text with one more character; that of the empty text is the key."""
    return (code ^ point) * (key | 1)
