"""METEOR's variants nltk, 2005 and runs: options, edges, corpus scores, explanations, awkward input."""

import math

import pytest

from bolide import METEOR, InputError, OptionError, meteor_score
from tests import drawn as st
from tests.drawn import given
from tests.kernels.alignments import best

SIX = "the cat is on the mat"
words = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=7)


def test_several_references_keep_the_best_row_and_the_first_of_equals() -> None:
    metric = METEOR(variant="nltk", stages=("exact",))
    stats = metric.measure(["a b c"], [["x", "a b", "b c", "a"]])
    assert stats[0] == metric.measure(["a b c"], ["a b"])[0]
    assert metric.measure(["a"], [["x y", "x"]])[0] == metric.measure(["a"], ["x y"])[0]
    assert metric.explain("a b c", ["x", "a b", "b c"]).marks[1].reference == 1


@given(hyp=words, ref=words)
def test_2005_is_the_best_alignment(hyp: list[str], ref: list[str]) -> None:
    row = METEOR(variant="2005", stages=("exact",)).measure([" ".join(hyp)], [" ".join(ref)])[0]
    ids = [["abcd".index(word) for word in text] for text in (hyp, ref)]
    counts, _ = best(*ids, [lambda a, b: a == b])
    assert row == (1, len(hyp), len(ref), *counts, 1)


def test_the_exercise() -> None:
    assert meteor_score("Rain falls gently from the sky", "Gentle rain drops from the sky") == 0.625
    assert meteor_score("", "a") == meteor_score("a", "") == meteor_score("a", "b") == 0
    assert meteor_score(SIX, SIX) == 0.998
    assert meteor_score("a b c d", "a c b d") == meteor_score("a b c d", "a b c d")  # chunks look at one side
    assert meteor_score("a b c d", "a x b y") < meteor_score("a b c d", "a b x y")
    assert meteor_score("a b", "a b", alpha=0.5, beta=1, gamma=1) == 0.5
    with pytest.raises(InputError, match="as one text"):
        meteor_score(["a"], "a")  # type: ignore[arg-type]
    with pytest.raises(OptionError):
        meteor_score("a", "a", alpha=math.nan)
