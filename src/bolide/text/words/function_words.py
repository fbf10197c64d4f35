"""Function words, punctuation included, which weigh less than content words in METEOR 1.5."""

from functools import cache

from bolide.system.files import package_data

LANGUAGES = ("en", "cz", "fr", "es", "de", "ru")  # the languages with lists and a normaliser in METEOR 1.5


@cache
def function_words(language: str) -> frozenset[str]:
    """The function words of a language, lowercase; empty if METEOR 1.5 has no list.

    The 1.5 tool itself uses the English list for every language by default.
    """
    if language not in LANGUAGES:
        return frozenset()
    return frozenset(package_data(f"text/meteor_data/function_words.{language}.txt").decode("utf-8").split())
