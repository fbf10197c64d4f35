"""N-grams in a table where nothing is compiled; `ngram_table.pxd` has the same for C, and says what a key is."""


def find(key: int, keys: memoryview, mask: int) -> int:
    """The place of the n-gram with this key, or the empty one where it belongs."""
    prefix = key >> 32
    code = prefix * 2654435 + (key - (prefix << 32)) * 40503
    place = (code ^ (code >> 13)) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place
