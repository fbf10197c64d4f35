"""compat.nltk's METEOR calls against NLTK's own, on WordNet 3.0 where it can be had."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.api import StemmerI
from nltk.stem.snowball import SnowballStemmer
from nltk.translate import meteor_score as theirs

from bolide import InputError
from bolide.compat import nltk as ours
from tests.real.nltk_meteor import NoWordNet, nltk_meteor

tokens = st.lists(
    st.sampled_from(["the", "The", "cat", "cats", "kitty", "dog", "hound", "runs", "running", "ran", "Paris"]),
    max_size=8,
)
settings = st.fixed_dictionaries(
    {}, optional={"alpha": st.floats(0, 1), "beta": st.floats(0, 5), "gamma": st.floats(0, 1)}
)

# NLTK 3.10's own doctest values.
TEXT = "It is a guide to action which ensures that the military always obeys the commands of the party"
HYP = list(TEXT.split())
REFS = [
    text.split()
    for text in (
        "It is a guide to action that ensures that the military will forever heed Party commands",
        "It is the guiding principle which guarantees the military forces always being under the command of the Party",
        "It is the practical guide for the army always to heed the directions of the party",
    )
]


class FirstLetters(StemmerI):
    def stem(self, token: str) -> str:
        return token[:3]


@pytest.mark.parametrize("name", ["meteor_score", "single_meteor_score"])
def test_signatures_are_nltks(name: str) -> None:
    mine, yours = (inspect.signature(getattr(module, name)).parameters for module in (ours, theirs))
    assert list(mine) == list(yours)
    assert [mine[key].default for key in ("alpha", "beta", "gamma")] == [0.9, 3.0, 0.5]


def test_nltks_doctests() -> None:
    assert round(ours.single_meteor_score(REFS[0], HYP), 4) == 0.6944
    assert round(ours.meteor_score(REFS, HYP), 4) == 0.6944
    assert ours.single_meteor_score(["this", "is", "a", "cat"], ["non", "matching", "hypothesis"]) == 0


@given(refs=st.lists(tokens, min_size=1, max_size=3), hyp=tokens, chosen=settings)
def test_equal_to_nltk(refs: list[list[str]], hyp: list[str], chosen: dict[str, float]) -> None:
    nltk_meteor()
    assert ours.meteor_score(refs, hyp, **chosen) == theirs.meteor_score(refs, hyp, **chosen)  # type: ignore[arg-type]


@given(ref=tokens, hyp=tokens)
@pytest.mark.parametrize("stemmer", [FirstLetters(), SnowballStemmer("english")], ids=["letters", "snowball"])
@pytest.mark.parametrize("preprocess", [str.upper, str], ids=["upper", "as is"])
def test_own_words_are_used(preprocess: type[str], stemmer: StemmerI, ref: list[str], hyp: list[str]) -> None:
    nltk_meteor()
    for wordnet in ({}, {"wordnet": NoWordNet()}):
        mine = ours.single_meteor_score(ref, hyp, preprocess, stemmer, **wordnet)
        assert mine == theirs.single_meteor_score(ref, hyp, preprocess, stemmer, **wordnet)


def test_bad_input() -> None:
    with pytest.raises(TypeError, match="tokens"):
        ours.single_meteor_score("the cat", ["the"])
    with pytest.raises(TypeError, match="tokens"):
        ours.meteor_score([["the"]], "the cat")
    with pytest.raises(TypeError, match="tokens"):
        ours.meteor_score(["the cat"], ["the"])
    with pytest.raises(InputError, match="at least one reference"):
        ours.meteor_score([], ["the"])
    assert ours.meteor_score([[]], []) == 0
