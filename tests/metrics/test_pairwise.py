"""What `pairwise` gives: a read-only table of numpy, in which repeated texts have equal rows and columns."""

import pytest

from bolide import CHRF


def test_repeated_texts() -> None:
    hyps, refs = ["a cat", "the cat", "a cat"], ["the cat", "a dog", "the cat", "a dog"]
    table = CHRF().pairwise(hyps, refs)
    assert table.tolist() == [[CHRF().sentence(hyp, ref).value for ref in refs] for hyp in hyps]
    with pytest.raises(ValueError, match="read-only"):
        table[0, 0] = 1.0
