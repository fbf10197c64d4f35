"""The English Snowball stemmer ("Porter2") of METEOR 1.5, without the changes of 2023.

M. F. Porter, "The English (Porter2) stemming algorithm", snowballstem.org. Written from that description; the regions
R1 and R2 are the parts of the word after the first and second vowel-consonant pair. Words are not lowercased here, and
may be digits or punctuation.
"""

import re

from bolide.text.words.stems import by_last_two_letters, ending_of

ALGORITHM = "english2"

_VOWELS = frozenset("aeiouy")
_short = re.compile("[aeiouy][^aeiouy]|[^aeiouy][aeiouy][^aeiouywxY]")
_region = re.compile("[^aeiouy]*[aeiouy]+[^aeiouy]")
_first_region = re.compile(f"gener|commun|arsen|{_region.pattern}")
_participle = re.compile(r"(?:ing|ed)(?:ly)?\Z")
_DOUBLES = frozenset(("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"))


_WHOLE = {
    "skis": "ski",
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
    **{word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")},
}
_DONE_AFTER_PLURAL = frozenset(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"])
_STEP_2 = by_last_two_letters(
    "tional:tion enci:ence anci:ance abli:able entli:ent izer:ize ization:ize ational:ate ation:ate ator:ate alism:al "
    "aliti:al alli:al fulness:ful ousli:ous ousness:ous iveness:ive iviti:ive biliti:ble bli:ble ogi:og fulli:ful "
    "lessli:less li"
)
_STEP_3 = by_last_two_letters("tional:tion ational:ate alize:al icate:ic iciti:ic ical:ic ful ness ative")
_STEP_4 = by_last_two_letters("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion")
_BEFORE = {"li": frozenset("cdeghkmnrt"), "ogi": frozenset("l"), "ion": frozenset("st")}  # the letters they follow


def _ends_short(word: str) -> bool:
    """Whether the word ends in a short syllable: consonant, vowel, consonant not w, x, Y; or it is vowel, consonant."""
    return bool(_short.fullmatch(word[-3:]))


def _plural(word: str) -> str:
    """Steps 0 and 1a: possessives and plurals."""
    if "'" in word:
        word = re.sub(r"'(?:s'?)?\Z", "", word)
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and not _VOWELS.isdisjoint(word[:-2]):
        return word[:-1]
    return word


def _past(word: str, r1: int) -> str:
    """Steps 1b and 1c: -ed, -ing, and a final y that becomes i."""
    if word.endswith(("eed", "eedly")):
        start = len(word) - (3 if word[-1] == "d" else 5)
        if start >= r1:
            word = word[: start + 2]
    else:
        ending = _participle.search(word)
        if ending and not _VOWELS.isdisjoint(word[: ending.start()]):
            word = _restore(word[: ending.start()], r1)
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    return word


def _restore(stem: str, r1: int) -> str:
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if stem[-2:] in _DOUBLES:
        return stem[:-1]
    return stem + "e" if len(stem) == r1 and _ends_short(stem) else stem


def _derivations(word: str, r1: int, r2: int) -> str:
    """Steps 2, 3 and 4: the longest derivational ending of each."""
    for table, region in ((_STEP_2, r1), (_STEP_3, r1), (_STEP_4, r2)):
        ending, replacement = ending_of(word, table)
        start = len(word) - len(ending)
        allowed = ending not in _BEFORE or word[start - 1 : start] in _BEFORE[ending]
        if ending and allowed and start >= (r2 if ending == "ative" else region):
            word = word[:start] + replacement
    return word


def _final_letter(word: str, r1: int, r2: int) -> str:
    """Step 5: a final e or l."""
    start = len(word) - 1
    if word.endswith("e") and (start >= r2 or (start >= r1 and not _ends_short(word[:-1]))):
        return word[:-1]
    if word.endswith("ll") and start >= r2:
        return word[:-1]
    return word


def stem(word: str) -> str:
    """The stem of a word; words of one or two letters are unchanged."""
    if len(word) < 3:
        return word
    if word in _WHOLE:
        return _WHOLE[word]
    word = word.removeprefix("'")
    plain = word
    if "y" in word:
        word = re.sub("(^|[aeiouy])y", r"\1Y", word)  # a y that is a consonant
    marked = word != plain
    region = _first_region.match(word)
    r1 = region.end() if region else len(word)
    region = _region.match(word, r1)
    r2 = region.end() if region else len(word)
    word = _plural(word)
    if word not in _DONE_AFTER_PLURAL:
        word = _final_letter(_derivations(_past(word, r1), r1, r2), r1, r2)
    return word.replace("Y", "y") if marked else word
