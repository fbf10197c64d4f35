"""Porter's stemmer says what NLTK's says."""

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from bolide.text.words.stems import porter_stem
from tests.tables import table

ORACLE = Path(__file__).parents[2] / "oracles" / "porter.tsv"
ENDINGS = table(__file__, "endings.toml")["porter"].split()

# Words that reach the rules: a short beginning full of vowels and y, then up to three endings.
made_up_words = st.builds(
    lambda start, endings: start + "".join(endings),
    st.text("aeiouybcdlstzwx*É'", max_size=5),
    st.lists(st.sampled_from(ENDINGS), max_size=3),
)


def test_the_frozen_stems_of_nltk() -> None:
    rows = [line.split("\t") for line in ORACLE.read_text("utf-8").split("\n") if line and line[0] != "#"]
    assert len(rows) > 350
    assert [[word, porter_stem(word)] for word, _ in rows] == rows


@settings(deadline=None)  # the first call imports NLTK
@given(made_up_words | st.text(st.characters()))  # the default alphabet takes seconds to set up
def test_any_text_stems_as_in_nltk(word: str) -> None:
    nltk_porter = pytest.importorskip("nltk.stem.porter", reason="NLTK is the oracle and is not installed")
    assert porter_stem(word) == nltk_porter.PorterStemmer().stem(word)
