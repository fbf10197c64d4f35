"""N-grams in tables where nothing is compiled; `ngram_table.pxd` has the same for C, and says what all this means."""

from bolide.kernels._hashing import spread

PLACE, COUNT, HERE, CREDITED, FIELDS = range(5)


def find(key: int, keys: memoryview, mask: int, secret: int) -> int:
    """The place of the n-gram with this key, or the empty one where it belongs."""
    place = spread(key, secret) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place
