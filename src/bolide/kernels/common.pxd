from cpython.bytearray cimport PyByteArray_FromStringAndSize

# What these are for stands in `_common.py`.

cdef inline bytearray uninitialised(Py_ssize_t size):
    return PyByteArray_FromStringAndSize(NULL, size)

cdef inline unsigned long long mix_hash(unsigned long long number, unsigned long long key) noexcept nogil:
    number = (number ^ key) * 0x9E3779B97F4A7C15ULL
    number = (number ^ (number >> 32)) * 0xD6E8FEB86659FD93ULL
    return number ^ (number >> 32)

cdef inline unsigned long long rolling_hash(unsigned long long code, unsigned long long point, unsigned long long key) noexcept nogil:
    return (code ^ point) * (key | 1)

cdef enum: SHIFT = 6, INNER = 63

cdef inline unsigned long long bit(Py_ssize_t a) noexcept nogil:
    return 1ULL << (a & INNER)

cdef inline int ones(unsigned long long bits) noexcept nogil:
    bits = bits - ((bits >> 1) & 0x5555555555555555ULL)
    bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL
    return (bits * 0x0101010101010101ULL) >> 56

cdef inline int highest(unsigned long long bits) noexcept nogil:
    cdef int shift = 1
    while shift < 64:
        bits = bits | (bits >> shift)
        shift *= 2
    return ones(bits) - 1

cdef enum: MATCH, SUBSTITUTION, INSERTION, DELETION

cdef enum: SLOT, COUNT, HERE, CREDITED, FIELDS

cdef inline long long find(unsigned long long key, unsigned long long[::1] keys, long long mask, unsigned long long secret) noexcept nogil:
    cdef long long slot = mix_hash(key, secret) & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot
