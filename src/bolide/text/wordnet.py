"""Synonyms and meanings of English words: WordNet 3.0 with NLTK's morphology.

`nltk_synonyms` is what METEOR's `nltk` variant compares, `synsets` what its `2005` variant shares, both asked once per
distinct word. METEOR 1.5 has rules of its own: `bolide.text.wordnet15`.
"""

from collections.abc import Iterator
from functools import lru_cache

from bolide.text import wordnet_table as table

# Regular endings per part of speech and what replaces them (WordNet's morphy, with the rule for -ves NLTK adds).
_ENDINGS: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    (),
)

# Bounded, so that a server scoring for months cannot grow without end; 131,072 distinct words are more than any test
# set has, and one that falls out is only looked up again.
_REMEMBERED = 2**17


@lru_cache(maxsize=_REMEMBERED)
def nltk_synonyms(word: str) -> frozenset[str]:
    """Give the word itself and every one-word name of its meanings: what NLTK's METEOR lets it match.

    Names keep WordNet's capitals, so Paris is never matched by a lowered paris.
    """
    found = {word}
    for synset in synsets(word):
        found.update(_single_names(synset))
    return frozenset(found)


@lru_cache(maxsize=_REMEMBERED)
def synsets(word: str) -> frozenset[int]:
    """Give the meanings of a word, whatever its inflection and case; words that share a number are synonyms.

    The numbers are this table's own, one for each part of speech and offset of WordNet.
    """
    return frozenset(_meanings(word.lower()))


def _single_names(synset: int) -> Iterator[str]:
    return (name for name in table.names(synset) if "_" not in name)


def _meanings(word: str) -> Iterator[int]:
    """Yield the meanings of the word and of its base forms, each base form only in the part of speech it serves."""
    irregular = table.irregular(word)
    for pos, endings in enumerate(_ENDINGS):
        bases = irregular.bases[pos] if irregular else ()
        if not bases:
            bases = tuple(word[: -len(old)] + new for old, new in endings if word.endswith(old))
        for form in (word, *bases):
            yield from (synset for synset in _own_meanings(form) if table.part_of_speech(synset) == pos)


@lru_cache(maxsize=1024)  # one word asks for the same few forms once a part of speech
def _own_meanings(form: str) -> tuple[int, ...]:
    number = table.word_number(form)
    return tuple(table.synsets_of(number)) if number >= 0 else ()
