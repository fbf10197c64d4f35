"""Languages: their codes, and texts that are clearly in another."""

import pytest

from bolide import OptionError
from bolide.text.languages import (
    code_of,
    contradiction,
    known_code,
    language_name,
    target_language,
    two_letters,
    unspaced,
)
from tests.errors import raises

GERMAN = "der hund und die katze sind nicht in dem haus das ist ein haus und es ist mit der katze"
ENGLISH = "the dog and the cat are not in the house and it is a house with the cat of the people"


def test_codes() -> None:
    assert [two_letters(text) for text in ("de", "GER", "deu", "German", "cz", "ces", "xx", "klingon")] == [
        *["de"] * 4,
        *["cs"] * 2,
        *[None] * 2,
    ]
    assert [code_of(text) for text in ("pt-BR", "zh_Hans", "cz", "DE")] == ["pt", "zh", "cs", "de"]
    assert [known_code(text) for text in ("pt-BR", "cz", "xx")] == ["pt", "cs", None]
    assert [language_name(code) for code in ("de", "cz", "xx")] == ["German", "Czech", "xx"]


def test_the_target_is_the_last_of_a_pair() -> None:
    assert [target_language(pair) for pair in ("en-de", "de", "en-cz")] == ["de", "de", "cz"]
    for pair, words in {
        "pt-BR": "names a country; write only the language, `language_pair` pt",
        "en-de-fr": "is not a language pair",
        "en-": "is not a language pair",
        "en-german": "Did you mean de",
        "en-qq": "is not a language code",
    }.items():
        raises(OptionError, words, target_language, pair)


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        (GERMAN, "en", "German"),
        (GERMAN, "de", None),
        (ENGLISH, "de-AT", "English"),
        (ENGLISH, "en", None),
        (" ".join(GERMAN.split()[:9]), "en", None),  # too few words
        (ENGLISH, "zh", "Latin script"),
        (ENGLISH, "xx", None),
        ("Привет, мир", "en", "Cyrillic script"),
        ("Привет, мир", "ru", None),
        ("Привет abcd", "en", None),  # six letters of ten are not two thirds
        ("Привет abc", "en", None),  # nor are six of nine more than that
        ("Приветы abc", "en", "Cyrillic script"),
        ("日本語です", "zh", "Japanese"),
        ("日本語日本語日本語の", "zh", None),  # a tenth is not more than that
        ("日本語", "ja", None),
        ("中文", "ru", "Chinese"),
        ("中", "en", None),  # too few letters
    ],
)
def test_texts_that_are_clearly_in_another_language(text: str, language: str, found: str | None) -> None:
    assert contradiction([text], language) == found


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["今日は天気がいいです", "明日も"], "Japanese"),
        (["今日 は 天気 が いい です"], None),  # spaces separate these
        (["今天天气很好我们去公园", ""], "Chinese"),
        (["今天 天气 很好 我们 去 公园"], None),
        (["今天天气很好", "中"], "Chinese"),
        (["วันนี้อากาศดีมากเราไปสวนกัน"], "Thai"),
        (["the dog", "der Hund", "Пёс спит"], None),
        (["今天 is what they say and more"], None),  # two letters of 26
        (["今天天气 is"], "Chinese"),  # four letters of six, in a piece that is longer than words are
        ([" ", ""], None),
    ],
)
def test_texts_whose_words_are_not_separated(texts: list[str], found: str | None) -> None:
    script = unspaced(texts)
    assert (script and script.language) == found
    assert unspaced(texts, list) is None  # each character by itself
