"""Porter's stemmer as NLTK extends it: the stems METEOR compares.

The rules are Porter 1980, "An algorithm for suffix stripping", with the changes NLTK 3.10 makes in its default mode.
Each step is a table of endings; at most one ending matches a word in each step, the longest.
"""

import re
from functools import lru_cache

from bolide.text.words.stems import by_last_two_letters, ending_of

_VOWEL = re.compile("[aeiou]")
_LIKE_HOP = re.compile("[aeiou][^aeiou]|[^aeiou][aeiou][^aeiouwxy]")
_VOWEL_THEN_CONSONANT = re.compile("[aeiou][^aeiou]")

# Words whose rules would go wrong (NLTK's list): dying would be "dy", news would be "new".
_IRREGULAR = {
    "sky": "sky",
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "news": "news",
    "inning": "inning",
    "innings": "inning",
    "outing": "outing",
    "outings": "outing",
    "canning": "canning",
    "cannings": "canning",
    "howe": "howe",
    "proceed": "proceed",
    "exceed": "exceed",
    "succeed": "succeed",
}

_STEP_2 = by_last_two_letters(
    "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize"
    " ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble fulli:ful logi:log"
)
_STEP_3 = by_last_two_letters("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:")
_STEP_4 = by_last_two_letters(
    "al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ion: ou: ism: ate: iti: ous: ive: ize:"
)
_STEPS = (_STEP_2, 1), (_STEP_3, 1), (_STEP_4, 2)  # each with the least measure of what stands before an ending


# One entry per distinct word, 0.2 kB each; bounded so that a server that runs for months does not grow without end.
@lru_cache(maxsize=2**17)
def porter_stem(word: str) -> str:
    """Reduce an English word to its stem, lowercased: running, runs and run all give run."""
    stem = word.lower()
    irregular = _IRREGULAR.get(stem)
    if irregular is not None:
        return irregular
    if len(word) <= 2:  # of the word as written: a letter that lowers to two code points still counts once
        return stem
    stem = _without_plural(stem)
    if stem[-1] in "dg":
        stem = _without_past_or_ing(stem)
    if stem[-1:] == "y" and len(stem) > 2 and _ends_in_consonant(stem[:-1]):
        stem = stem[:-1] + "i"  # happy and happily meet in happi; enjoy stays
    if stem.endswith("alli"):
        stem = _replaced(stem, "alli", "al", 1)  # rationally: -ational is still to go
    for table, least in _STEPS:
        ending, replacement = ending_of(stem, table)
        if ending:
            stem = _replaced(stem, ending, replacement, least)
    return _tidy(stem)


def _vocalic(text: str) -> str:
    """Write every y that is a vowel (one after a consonant) as i, so that each letter is a vowel or a consonant."""
    return re.sub("([^aeiou])y", r"\1i", text) if "y" in text else text


def _measure(text: str) -> int:
    """Count how often a vowel gives way to a consonant: Porter's m, roughly the syllables before the ending."""
    return len(_VOWEL_THEN_CONSONANT.findall(_vocalic(text)))


def _ends_in_consonant(text: str) -> bool:
    return _vocalic(text)[-1] not in "aeiou"


def _ends_like_hop(text: str) -> bool:
    """Whether the text ends in consonant, vowel, consonant, as hop does; NLTK adds two-letter words such as at."""
    return bool(_LIKE_HOP.fullmatch(_vocalic(text)[-3:]))


def _without_plural(word: str) -> str:
    if word[-1] != "s" or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]  # dies keeps its e, ponies does not
    return word[:-2] if word.endswith("sses") else word[:-1]


def _without_past_or_ing(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    if word.endswith("ed"):
        stem = word[:-2]
    elif word.endswith("ing"):
        stem = word[:-3]
    else:
        return word
    return _restored(stem) if _VOWEL.search(_vocalic(stem)) else word


def _restored(stem: str) -> str:
    """Undo the changes before -ed or -ing: conflat(ed) gets its e, hopp(ing) its single p, fil(ing) its e."""
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if stem[-1] == stem[-2:-1] and _ends_in_consonant(stem):
        return stem if stem[-1] in "lsz" else stem[:-1]
    if stem.endswith("*d"):
        return stem[:-2] + "d"  # NLTK writes "double consonant" as *d in its rules and also takes it literally
    return stem + "e" if _measure(stem) == 1 and _ends_like_hop(stem) else stem


def _replaced(word: str, ending: str, replacement: str, least: int) -> str:
    """Replace the ending of a word, if the measure of what stands before it is at least `least`."""
    before = word[: -len(ending)]
    # The l of -logi counts with what stands before it, so that geology is treated like philology.
    measured = f"{before}l" if ending == "logi" else before
    return word if _measure(measured) < least or (ending == "ion" and before[-1] not in "st") else before + replacement


def _tidy(word: str) -> str:
    if word[-1:] == "e":
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _ends_like_hop(word[:-1])):
            word = word[:-1]
    if word.endswith("ll") and _measure(word[:-1]) > 1:
        word = word[:-1]
    return word
