"""Characters and words as chrF sees them: the scanner, interpreted or not, equals plain string handling."""

import string
from array import array
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, strategies as st
from sacrebleu.metrics import CHRF as PeerCHRF

from bolide.kernels.text import scan as kernel
from bolide.text.chrf_units import PUNCTUATION, _chrf_kinds, tokenize_chrf
from tests.kernels.both import interpreted

plain = interpreted("text.scan")
KERNELS = {"installed": kernel, "interpreted": plain}
SPACES = "".join(filter(str.isspace, map(chr, range(0x110000))))
texts = st.text(st.one_of(st.sampled_from("ab .,(Ä中\U0001f600\n" + SPACES), st.characters()), max_size=20)


def test_punctuation_is_pythons() -> None:
    assert frozenset(string.punctuation) == PUNCTUATION


@given(text=texts)
def test_words_are_sacrebleus(text: str) -> None:
    assert tokenize_chrf(text) == PeerCHRF()._remove_punctuation(text)


@pytest.mark.parametrize("which", KERNELS)
@given(many=st.lists(texts, min_size=1, max_size=3))
def test_kernels_both_ways(which: str, many: list[str]) -> None:
    points = memoryview(array("I", [ord(c) for text in many for c in text]))
    starts = memoryview(array("q", accumulate(map(len, many), initial=0)))
    kinds = memoryview(_chrf_kinds())
    squeezed, parted = (
        ["".join(map(chr, out[first:end])) for first, end in pairwise(ends)]
        for out, ends in (getattr(KERNELS[which], name)(points, starts, kinds) for name in ("squeeze", "part"))
    )
    assert squeezed == ["".join(text.split()) for text in many]
    assert [text.split() for text in parted] == [tokenize_chrf(text) for text in many]
    assert ["".join(text.split()) for text in parted] == squeezed
