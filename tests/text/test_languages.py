"""Languages: their codes, and texts that are clearly in another."""

import pytest

from bolide.text.languages import (
    code_of,
    contradiction,
    known_code,
    language_name,
    two_letters,
)

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
