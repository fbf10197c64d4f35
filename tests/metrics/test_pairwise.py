"""What `pairwise` gives: one type for every metric, which indexes, slices, iterates and goes to numpy."""

from array import array
from math import fsum

import numpy as np
import pytest

from bolide import BLEU, InputError, PairwiseScores
from tests.errors import raises

TABLE = PairwiseScores(array("d", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]), (2, 3))


def test_indexing_and_slicing() -> None:
    assert TABLE[0] == (0.1, 0.2, 0.3)
    assert TABLE[-1] == TABLE[1] == (0.4, 0.5, 0.6)
    assert TABLE[1, 2] == TABLE[-1, -1] == 0.6
    assert TABLE[:, 1] == (0.2, 0.5)
    assert TABLE[1, 1:] == (0.5, 0.6)
    assert TABLE[1:] == PairwiseScores(array("d", [0.4, 0.5, 0.6]), (1, 3))
    assert TABLE[:, ::2].tolist() == [[0.1, 0.3], [0.4, 0.6]]
    assert TABLE[np.int64(1), np.int64(0)] == 0.4
    assert list(TABLE) == [(0.1, 0.2, 0.3), (0.4, 0.5, 0.6)]
    assert len(TABLE) == 2
    assert len(TABLE[5:]) == 0


@pytest.mark.parametrize("place", [2, -3, (0, 3), (0, -4)])
def test_what_is_not_there_is_refused(place: int) -> None:
    with pytest.raises(IndexError, match=r"There is no (candidate|reference)"):
        TABLE[place]


def test_what_is_no_table_is_refused() -> None:
    raises(InputError, "cannot fill a table of 2 × 1", PairwiseScores, array("d", [1.0]), (2, 1))
    raises(InputError, "must be an array of doubles", PairwiseScores, array("q", [1]), (1, 1))
    raises(InputError, "at least one candidate and one reference", BLEU().pairwise, [], ["abc"])


def test_means() -> None:
    assert TABLE.mean(axis=1) == (fsum([0.1, 0.2, 0.3]) / 3, fsum([0.4, 0.5, 0.6]) / 3)
    assert TABLE.mean(axis=0) == TABLE.mean(axis=-2) == tuple((a + b) / 2 for a, b in zip(*TABLE, strict=True))
    assert TABLE.mean() == fsum([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]) / 6
    with pytest.raises(InputError, match="axis is 2"):
        TABLE.mean(axis=2)
    with pytest.raises(InputError, match="no scores"):
        TABLE[5:].mean()


def test_numpy_looks_at_it_and_cannot_write() -> None:
    seen = np.asarray(TABLE)
    assert seen.tolist() == TABLE.tolist()
    assert seen.shape == TABLE.shape
    with pytest.raises(ValueError, match="read-only"):
        seen[0, 0] = 1.0
    assert np.array(TABLE, dtype=np.float32).dtype == np.float32
    copied = np.array(TABLE)
    copied[0, 0] = 9.0
    assert TABLE[0, 0] == 0.1
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":  # to numpy 1, copy=False is a wish
        with pytest.raises(ValueError, match="is a copy"):
            np.array(TABLE, dtype=np.float32, copy=False)
