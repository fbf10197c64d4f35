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


cdef inline unsigned long long eight(const unsigned char[::1] data, Py_ssize_t first, Py_ssize_t size) noexcept nogil:
    """Up to eight bytes as one number, the first of them lowest; compilers read them at once where they can."""
    cdef unsigned long long found = 0
    cdef Py_ssize_t k
    if first + 8 <= data.shape[0]:
        found = (
            <unsigned long long>data[first] | <unsigned long long>data[first + 1] << 8
            | <unsigned long long>data[first + 2] << 16 | <unsigned long long>data[first + 3] << 24
            | <unsigned long long>data[first + 4] << 32 | <unsigned long long>data[first + 5] << 40
            | <unsigned long long>data[first + 6] << 48 | <unsigned long long>data[first + 7] << 56
        )
        return found if size == 8 else found & ((<unsigned long long>1 << (8 * size)) - 1)
    for k in range(size):
        found |= <unsigned long long>data[first + k] << (8 * k)
    return found
