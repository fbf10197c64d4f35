"""Synonyms and meanings of English words: WordNet 3.0 with NLTK's morphology.

`nltk_synonyms` is what METEOR's `nltk` variant compares, `synsets` what its `2005` variant shares, both asked once per
distinct word. METEOR 1.5 has rules of its own: `bolide.text.words.wordnet15`.
"""

from collections.abc import Iterator
from functools import lru_cache

from bolide.text.words import wordnet_table as table

_NOUN, _VERB, _ADJECTIVE = 0, 1, 2

# Regular endings under their last letter: whose they are, what goes, what comes instead (WordNet's morphy, with the
# rule for -ves that NLTK adds).
_ENDINGS: dict[str, tuple[tuple[int, str, str], ...]] = {
    "s": (
        (_NOUN, "s", ""),
        (_NOUN, "ses", "s"),
        (_NOUN, "ves", "f"),
        (_NOUN, "xes", "x"),
        (_NOUN, "zes", "z"),
        (_NOUN, "ches", "ch"),
        (_NOUN, "shes", "sh"),
        (_NOUN, "ies", "y"),
        (_VERB, "s", ""),
        (_VERB, "ies", "y"),
        (_VERB, "es", "e"),
        (_VERB, "es", ""),
    ),
    "n": ((_NOUN, "men", "man"),),
    "d": ((_VERB, "ed", "e"), (_VERB, "ed", "")),
    "g": ((_VERB, "ing", "e"), (_VERB, "ing", "")),
    "r": ((_ADJECTIVE, "er", ""), (_ADJECTIVE, "er", "e")),
    "t": ((_ADJECTIVE, "est", ""), (_ADJECTIVE, "est", "e")),
}

# Bounded, so that a server scoring for months cannot grow without end; 131,072 distinct words are more than any test
# set has, and one that falls out is only looked up again.
_REMEMBERED = 2**17


@lru_cache(maxsize=_REMEMBERED)
def nltk_synonyms(word: str) -> frozenset[str]:
    """Give the word itself and every one-word name of its meanings: what NLTK's METEOR lets it match.

    Names keep WordNet's capitals, so Paris is never matched by a lowered paris.
    """
    return frozenset((word, *(name for synset in synsets(word) for name in table.names(synset) if "_" not in name)))


@lru_cache(maxsize=_REMEMBERED)
def synsets(word: str) -> frozenset[int]:
    """Give the meanings of a word, whatever its inflection and case; words that share a number are synonyms.

    The numbers are this table's own, one for each part of speech and offset of WordNet.
    """
    word = word.lower()
    found = set(_own_synsets(word))
    for pos, base in _base_forms(word):
        found.update(synset for synset in _own_synsets(base) if table.part_of_speech(synset) == pos)
    return frozenset(found)


def _base_forms(word: str) -> Iterator[tuple[int, str]]:
    """Yield what the word may be an inflection of; an irregular form is not also taken for a regular one."""
    irregular = table.irregular(word)
    listed = irregular.bases if irregular else ((), (), (), ())
    for pos, bases in enumerate(listed):
        yield from ((pos, base) for base in bases)
    for pos, old, new in _ENDINGS.get(word[-1:], ()):
        if word.endswith(old) and not listed[pos]:
            yield pos, word[: -len(old)] + new


def _own_synsets(form: str) -> list[int]:
    number = table.word_number(form)
    return table.synsets_of(number) if number >= 0 else []
