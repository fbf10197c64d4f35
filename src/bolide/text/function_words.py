"""The frequent words of a language, punctuation included, that METEOR 1.5 counts for less than content words."""

from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "cz", "fr", "es", "de", "ru")


@cache
def function_words(language: str) -> frozenset[str]:
    """The list of one language, lowercase; empty for a language METEOR 1.5 has no list for.

    The 1.5 tool itself uses the English list for every language unless told otherwise.
    """
    if language not in LANGUAGES:
        return frozenset()
    name = f"function_words.{language}.txt"
    return frozenset((files("bolide.text") / "meteor_data" / name).read_text("utf-8").split())
