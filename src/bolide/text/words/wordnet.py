"""Synonyms and synsets of English words in WordNet 3.0, as each definition of METEOR looks them up.

METEOR's `nltk` variant compares `nltk_synonyms`, its `2005` variant `synsets`, both with NLTK's morphology. METEOR 1.5
uses byte offsets without part of speech, and its own morphology: two synsets of different parts of speech at the same
offset count as one. There are 282 such offsets, so `administration` and `undervalue` are synonyms in the 1.5 tool. Its
tokens are looked up unchanged; the dictionary is in lowercase.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

from bolide.text.words import wordnet_table as table

_NOUN, _VERB, _ADJECTIVE = 0, 1, 2

# Regular endings by their last letter: part of speech, ending, replacement (WordNet's morphy, with NLTK's rule for
# -ves).
_ENDINGS: dict[str, tuple[tuple[int, str, str], ...]] = {
    "s": (
        *((_NOUN, "s", ""), (_NOUN, "ses", "s"), (_NOUN, "ves", "f"), (_NOUN, "xes", "x"), (_NOUN, "zes", "z")),
        *((_NOUN, "ches", "ch"), (_NOUN, "shes", "sh"), (_NOUN, "ies", "y")),
        *((_VERB, "s", ""), (_VERB, "ies", "y"), (_VERB, "es", "e"), (_VERB, "es", "")),
    ),
    "n": ((_NOUN, "men", "man"),),
    "d": ((_VERB, "ed", "e"), (_VERB, "ed", "")),
    "g": ((_VERB, "ing", "e"), (_VERB, "ing", "")),
    "r": ((_ADJECTIVE, "er", ""), (_ADJECTIVE, "er", "e")),
    "t": ((_ADJECTIVE, "est", ""), (_ADJECTIVE, "est", "e")),
}

# Bounded, so that a server that runs for months does not grow without end; no test set has more distinct words.
_REMEMBERED = 2**17


@lru_cache(maxsize=_REMEMBERED)
def nltk_synonyms(word: str) -> frozenset[str]:
    """The word itself and all one-word lemmas of its synsets: the words it matches in NLTK's METEOR.

    Lemmas keep WordNet's capitals, so that Paris does not match a lowercased paris.
    """
    return frozenset((word, *(name for synset in synsets(word) for name in table.names(synset) if "_" not in name)))


def spelled_synsets(word: str) -> list[int]:
    """The synsets that have the word as a one-word lemma, capitals included: `nltk_synonyms` of another word has this
    one if they share one of its `synsets`."""
    return [] if "_" in word else table.synsets_spelled(word)


@lru_cache(maxsize=_REMEMBERED)
def synsets(word: str) -> frozenset[int]:
    """The synsets of a word, whatever its inflection and case; words that share one are synonyms.

    Their numbers are this table's, one for each part of speech and offset of WordNet.
    """
    word = word.lower()
    meanings = set(_synsets_of_form(word))
    for pos, base in _base_forms(word):
        meanings.update(synset for synset in _synsets_of_form(base) if table.part_of_speech(synset) == pos)
    return frozenset(meanings)


def _base_forms(word: str) -> Iterator[tuple[int, str]]:
    """Yield possible base forms of the word; an irregular form is not also taken for a regular one."""
    irregular = table.irregular(word)
    listed = irregular.bases if irregular else ((), (), (), ())
    for pos, bases in enumerate(listed):
        yield from ((pos, base) for base in bases)
    for pos, old, new in _ENDINGS.get(word[-1:], ()):
        if word.endswith(old) and not listed[pos]:
            yield pos, word[: -len(old)] + new


def _synsets_of_form(form: str) -> list[int]:
    number = table.word_number(form)
    return table.synsets_of(number) if number >= 0 else []


# WordNet's, in the tool's order, without repetitions: the first result that is a dictionary word wins. By last letter,
# because endings that differ there never compete.
_METEOR_ENDINGS = {
    last: [change for change in dict.fromkeys((old, new) for _, old, new in endings) if change != ("ves", "f")]
    for last, endings in _ENDINGS.items()
}


def meteor15_synsets(token: str) -> frozenset[int]:
    """The synset ids of a token in METEOR 1.5: two different tokens that share one are synonyms."""
    return frozenset().union(*map(ids, looked_up(token, base_forms, is_word)))


def synsets_by_part_of_speech(token: str) -> frozenset[int]:
    """The synsets of a token by METEOR 1.5's morphology, with parts of speech distinguished."""
    return frozenset().union(*map(_synsets_of_form, looked_up(token, base_forms, is_word)))


def looked_up(
    token: str, base_forms: Callable[[str], tuple[str, ...]], is_word: Callable[[str], bool]
) -> tuple[str, ...]:
    """The forms whose synsets a token has: itself, and its irregular base forms or else its regular one."""
    bases = base_forms(token)
    if not bases and (regular := morph(token, is_word)) is not None:
        bases = (regular,)
    return (token, *bases)


def ids(word: str) -> frozenset[int]:
    """An id for each WordNet 3.0 offset of a word as spelled, parts of speech not distinguished."""
    return frozenset(map(table.first_at_offset, _synsets_of_form(word)))


def is_word(word: str) -> bool:
    """Whether WordNet has the word as spelled; ice_cream is spelled with an underscore."""
    return table.word_number(word) >= 0


def base_forms(form: str) -> tuple[str, ...]:
    """All base forms of an irregular form, of every part of speech: good and well for better."""
    irregular = table.irregular(form)
    if irregular is None:
        return ()
    return tuple(sorted({base for group in (*irregular.bases, irregular.replaced) for base in group}))


def morph(word: str, is_word: Callable[[str], bool] = is_word) -> str | None:
    """Remove a regular ending, if that leaves a dictionary word; words in -ss and of one or two letters stay."""
    if word.endswith("ss") or len(word) <= 2:
        return word
    candidates = (word[: -len(old)] + new for old, new in _METEOR_ENDINGS.get(word[-1], ()) if word.endswith(old))
    return next((candidate for candidate in candidates if is_word(candidate)), None)
