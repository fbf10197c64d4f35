# Where things lie in tables of places. What is laid out there is chosen by strangers (words, characters, n-grams), so the
# key is drawn anew in every process: nobody can choose texts that all fall on one place. Results do not depend on it.

cdef inline unsigned long long spread(unsigned long long number, unsigned long long key) noexcept nogil:
    """A number of 64 bits, each of which depends on all bits of the one given and of the key."""
    number = (number ^ key) * 0x9E3779B97F4A7C15ULL
    number = (number ^ (number >> 32)) * 0xD6E8FEB86659FD93ULL
    return number ^ (number >> 32)


cdef inline unsigned long long stirred(
    unsigned long long code, unsigned long long point, unsigned long long key
) noexcept nogil:
    """The code of a longer text: that of its beginning, with one more character. The first code is the key."""
    return (code ^ point) * (key | 1)
