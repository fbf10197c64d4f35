"""The frequent words of a language, punctuation included, that METEOR 1.5 counts for less than content words."""

from functools import cache

LANGUAGES = ("en", "cz", "fr", "es", "de", "ru")  # those METEOR 1.5 has lists for, and can normalise


@cache
def function_words(language: str) -> frozenset[str]:
    """The list of one language, lowercase; empty for a language METEOR 1.5 has no list for.

    The 1.5 tool itself uses the English list for every language unless told otherwise.
    """
    if language not in LANGUAGES:
        return frozenset()
    from importlib.resources import files

    name = f"function_words.{language}.txt"
    return frozenset((files("bolide.text") / "meteor_data" / name).read_text("utf-8").split())
