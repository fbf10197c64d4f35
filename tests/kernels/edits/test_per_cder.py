"""PER and CDER: compiled = interpreted = their definitions = the known values."""

from collections import Counter

from tests import drawn as st
from tests.drawn import given
from tests.kernels.blocks import rows_of
from tests.kernels.both import Core, cores

core = cores("edits.error_rates")
Text = list[int]
text = st.lists(st.integers(0, 3), max_size=7)
segments_ = st.lists(st.tuples(text, st.lists(text, max_size=3)), max_size=3)


def cheapest_reading(hyp: Text, ref: Text) -> int:
    """Read off the reference while standing between hypothesis words, from the very beginning to the very end.

    A word costs nothing if it is the one passed, else 1 whether passed or not; passing one for nothing costs 1, and so
    does a jump to any place: a shortest path, found step by step.
    """
    steps, found = 0, {(0, 0)}
    while True:
        found = freely(found, hyp, ref)
        if (len(ref), len(hyp)) in found:
            return steps
        steps += 1
        for read, place in list(found):
            found.update((read, to) for to in range(len(hyp) + 1))
            found.update((min(read + 1, len(ref)), to) for to in (place, min(place + 1, len(hyp))))


def freely(found: set[tuple[int, int]], hyp: Text, ref: Text) -> set[tuple[int, int]]:
    """What can be reached without a mistake from what was."""
    reached = set(found)
    for read, place in found:
        while read < len(ref) and place < len(hyp) and ref[read] == hyp[place]:
            read, place = read + 1, place + 1
            reached.add((read, place))
    return reached


@core
@given(segments=segments_)
def test_bags(core: Core, segments: list[tuple[Text, list[Text]]]) -> None:
    """Three ways to write PER are one number: this, Tillmann's, and Popović and Ney's."""
    rows = rows_of(core.per_rows, segments, 7)
    pairs = [(hyp, ref) for hyp, refs in segments for ref in refs]
    for (hyp, ref), (one, edits, ref_len, hyp_len, *kinds) in zip(pairs, rows, strict=True):
        mine, other = Counter(hyp), Counter(ref)
        assert (one, hyp_len, ref_len) == (1, len(hyp), len(ref))
        matches = (mine & other).total()
        left = (mine - other).total(), (other - mine).total()
        assert kinds == [min(left), max(left[0] - left[1], 0), max(left[1] - left[0], 0)]
        assert edits == ref_len - (matches - max(0, hyp_len - ref_len))
        apart = sum(abs(mine[word] - other[word]) for word in mine | other)
        assert 2 * edits == abs(hyp_len - ref_len) + apart


@core
@given(segments=segments_)
def test_jumps(core: Core, segments: list[tuple[Text, list[Text]]]) -> None:
    rows = rows_of(core.cder_rows, segments, 4)
    pairs = [(hyp, ref) for hyp, refs in segments for ref in refs]
    assert rows == [[1, cheapest_reading(hyp, ref), len(ref), len(hyp)] for hyp, ref in pairs]
