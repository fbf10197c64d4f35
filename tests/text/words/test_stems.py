"""Stemmers: English and German against snowballstemmer 2.2.0, which stems 113,260 English types exactly as METEOR 1.5
does."""

import gzip
import importlib.metadata
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bolide import METEOR
from bolide.text.words import stems
from bolide.text.words.stems import english_stem as stem
from tests.tables import table

GOLDEN = Path(__file__).parents[2] / "oracles" / "meteor-golden"
ENDINGS = table(__file__, "endings.toml")


@pytest.fixture(scope="module")
def snowball() -> object:
    module = pytest.importorskip("snowballstemmer.english_stemmer")
    if not importlib.metadata.version("snowballstemmer").startswith("2."):
        pytest.skip("another generation of snowballstemmer is installed")
    return module.EnglishStemmer()


@given(
    st.text("aeiouybcdlstmnrwxYgh'", max_size=6) | st.sampled_from(["gener", "commun", "arsen", "'gener"]),
    st.lists(st.sampled_from(ENDINGS["english"].split()), max_size=3),
)
def test_made_up_words(snowball, start: str, endings: list[str]) -> None:
    word = start + "".join(endings)
    assert stem(word) == snowball.stemWord(word)


def test_golden_words(snowball) -> None:
    files = (GOLDEN / "align.hyp.gz", GOLDEN / "norm.in.gz")
    text = "".join(gzip.decompress(file.read_bytes()).decode("utf-8") for file in files)
    words = {*text.split(), *re.findall(r"[\w']+", text.lower())}
    assert [w for w in sorted(words) if stem(w) != snowball.stemWord(w)] == []


def test_german() -> None:
    stem = stems.stemmer("de")
    assert stem("häuser") == "haus"
    # METEOR's jar (-l de -m stem -ssOut, a word a line) matches the words of a line here, not those of two lines.
    assert stem("ergebnisse") == stem("ergebnissen") == stem("ergebniss") == "ergebniss"
    assert stem("ergebnis") == stem("ergebnises") == "ergebnis"


@pytest.mark.usefixtures("snowball")
def test_threads_take_turns_at_a_stemmer_that_keeps_its_word_in_itself() -> None:
    french = ["parler", "parlons", "continuellement", "continuer", "abandonnées", "abandonner"]
    texts = [f"{french[k % 6]} {french[-k % 6]} {k}{french[k % 5]} {k}{french[k % 4]}" for k in range(1500)]
    metric = METEOR(language="fr", modules=("exact", "stem"))
    expected = metric.measure(texts, texts[::-1])
    stems._snowball.cache_clear()  # words that are known are not stemmed again
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        assert METEOR(language="fr", modules=("exact", "stem")).measure(texts, texts[::-1], jobs=4) == expected
    finally:
        sys.setswitchinterval(interval)
