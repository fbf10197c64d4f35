"""Hash tables of n-grams for the interpreted core; `ngram_table.pxd` has the same for C, with explanations."""

from bolide.kernels._hashing import spread

SLOT, COUNT, HERE, CREDITED, FIELDS = range(5)


def find(key: int, keys: memoryview, mask: int, secret: int) -> int:
    """The slot of the n-gram with this key, or the empty slot for it."""
    slot = spread(key, secret) & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot
