"""What METEOR 1.5's jar takes for the same word: its hashes, and its stems."""

from pathlib import Path

import pytest

from bolide.text.words.jar_words import equal_words, jar_stemmer, java_hash

WORDS = ["", "a", "le", "n'", "ёлка", "𝟎x", "a" * 50, "\ud800", "~" * 999, "~" * 1000, "\x7f" * 20, "\0\0", "~le"]


@pytest.mark.parametrize("word", WORDS)
def test_the_hash_is_a_polynomial_of_utf16_units(word: str) -> None:
    """Java's documentation of String.hashCode: s[0]·31^(n−1) + s[1]·31^(n−2) + … + s[n−1], in 32 bits."""
    packed = word.encode("utf-16-be", "surrogatepass")
    units = [int.from_bytes(packed[k : k + 2], "big") for k in range(0, len(packed), 2)]
    assert java_hash(word) == sum(unit * 31**power for power, unit in enumerate(reversed(units))) % 2**32


def test_words_with_one_hash_are_equal() -> None:
    assert equal_words(["le", "chat", "n'", "or", "q4", "le"]).tolist() == [0, 1, 0, 3, 3, 0]


# Each language with words and their stems, by the jar.
STEMS = [line.split("\t") for line in Path(__file__).with_name("jar_stems.tsv").read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize(("language", "words", "expected"), STEMS, ids=[case[0] for case in STEMS])
def test_stems_are_those_of_the_jar(language: str, words: str, expected: str) -> None:
    pytest.importorskip("snowballstemmer")
    stem = jar_stemmer(language)
    assert " ".join(stem(word) for word in words.split()) == expected


def test_arabic_stems_come_from_an_installed_jar() -> None:
    """java -cp meteor-1.5.jar Stemmer ar-bw-red, a word a line."""
    pytest.importorskip("pycocoevalcap")
    stem = jar_stemmer("ar-bw-red")
    words = ["$Ard", "$AHn", "$Ahd", "Alntyjtyn", "74,6", "AlmtjAwrAn", "1685.16"]
    stems = ["$AsiE", "$AHin", "$Ahid", "natiyjap", "74,6", "mutajAwir", "1685.16"]
    assert [stem(word) for word in words] == stems
