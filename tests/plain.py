"""Plain ways of counting that several tests hold against the kernels' clever ones."""

from collections import Counter
from collections.abc import Hashable, Sequence


def edit_distance(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """The fewest edits, by the textbook."""
    row = list(range(len(other) + 1))
    for item in one:
        above, row = row, [row[0] + 1]
        for k, facing in enumerate(other):
            row.append(min(above[k] + (item != facing), above[k + 1] + 1, row[k] + 1))
    return row[-1]


def grams(tokens: Sequence[Hashable], n: int) -> Counter[tuple[Hashable, ...]]:
    """How often each n-gram occurs."""
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))
