"""The stemmers of METEOR 1.5, by language: English and German here, the others from the package `snowballstemmer` below
3.

English ("Porter2") and German are without the changes of 2023, which made niss of the German Ergebnisse into nis. They
are written from the descriptions by M. F. Porter on snowballstem.org. The regions R1 and R2 are the parts of the word
after the first and second vowel-consonant pair, but the German R1 never begins before the fourth letter. Words are not
lowercased here, and may be digits or punctuation.
"""

import re
import sys
from _thread import allocate_lock  # `threading` would be imported with every metric
from collections.abc import Callable
from functools import cache
from importlib import import_module

SNOWBALL = {
    "fr": "french",
    "es": "spanish",
    "ru": "russian",
    "pt": "portuguese",
    "da": "danish",
    "ro": "romanian",
    "hu": "hungarian",
    "tr": "turkish",
    "fi": "finnish",
    "nl": "dutch",
    "it": "italian",
    "no": "norwegian",
    "se": "swedish",
}

# Words whose stem differs from the 1.5 tool's own, of the 26,000 to 30,000 most frequent types (fr: of 311,000), with
# snowballstemmer 1.2.1 and 2.x. fi: 238 and 277, in -den, -tten, -siin, -seen, which the Java tool misses. With 2.x
# only: da 1, fr 168, hu 355, pt 13, ru 153 (with ё). `jar_words` has the tool's own, but for fi and da.


_INSTALL = "install it with: pip install 'bolide[stems]' (that is, 'snowballstemmer<3')"
_IN_A_BROWSER = (
    "in a browser only English and German have stems: leave stem out of modules, or score on the command line"
)


def stemmer(language: str) -> Callable[[str], str]:
    """The stemming function of METEOR 1.5 for a language."""
    if language in BUILT_IN:
        return BUILT_IN[language][1]
    if language not in SNOWBALL:
        raise ValueError(f"no stemmer for language {language!r}; there is one for {', '.join((*BUILT_IN, *SNOWBALL))}.")
    from importlib.metadata import PackageNotFoundError, version  # takes 20 ms, not needed for the built-in stemmers

    wanted = _IN_A_BROWSER if sys.platform == "emscripten" else _INSTALL
    try:
        installed = version("snowballstemmer")
    except PackageNotFoundError:
        raise ImportError(f"stems for {language!r} need the package snowballstemmer; {wanted}.") from None
    if int(installed.split(".")[0]) >= 3:
        raise ImportError(f"snowballstemmer {installed} stems differently from METEOR 1.5; {wanted}.")
    return _snowball(SNOWBALL[language])


@cache  # the same function each time, so that what is known of its words is shared
def _snowball(name: str) -> Callable[[str], str]:
    """The package's stemmer. It keeps the word it is at in itself, so that threads must take turns."""
    # Its own entry point would use PyStemmer, of any version, if that is installed.
    module = import_module(f"snowballstemmer.{name}_stemmer")
    stem_word: Callable[[str], str] = getattr(module, f"{name.capitalize()}Stemmer")().stemWord
    turn = allocate_lock()

    def stem(word: str) -> str:
        with turn:
            return stem_word(word)

    return stem


def algorithm(language: str) -> str | None:
    """The name of a built-in stemmer's algorithm; None if the package has the stemmer."""
    return BUILT_IN[language][0] if language in BUILT_IN else None


# --- endings of words, as stemmers here look for them ------------------------------------------------------------

Endings = dict[str, list[tuple[str, str]]]


def by_last_two_letters(table: str) -> Endings:
    """Group "ending:replacement" pairs under their last two letters, longest first, so that few are ever tried."""
    groups: Endings = {}
    pairs = (pair.partition(":") for pair in table.split())
    for ending, _, replacement in sorted(pairs, key=lambda pair: -len(pair[0])):
        groups.setdefault(ending[-2:], []).append((ending, replacement))
    return groups


def ending_of(word: str, table: Endings) -> tuple[str, str]:
    """The longest of these endings that a word has, and its replacement; empty if it has none."""
    for ending, replacement in table.get(word[-2:], ()):
        if word.endswith(ending):
            return ending, replacement
    return "", ""


# --- English --------------------------------------------------------------------------------------------------------

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


def english_stem(word: str) -> str:
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


# --- German ---------------------------------------------------------------------------------------------------------

_between_vowels = re.compile("([aeiouyäöü])([uy])(?=[aeiouyäöü])")
_german_region = re.compile("[^aeiouyäöü]*[aeiouyäöü]+[^aeiouyäöü]")
# Endings: s and st only after some consonants, st only after at least three letters before one.
_inflected = re.compile(r"(?:e[mn]|ern|er|es?|s(?<=[bdfghklmnrt]s))\Z")
_compared = re.compile(r"(?:e[nr]|est|st(?<=.{3}[bdfghklmnt]st))\Z", re.DOTALL)
_derived = re.compile(r"(?:(end|ung)|(i[gk]|isch)|(lich|heit)|keit)\Z")
_PLAIN = str.maketrans("UYäöü", "uyaou")


def german_stem(word: str) -> str:
    """The stem of a word."""
    word = word.replace("ß", "ss")
    if "u" in word or "y" in word:
        word = _between_vowels.sub(lambda match: match[1] + match[2].upper(), word)
    r1, r2 = _regions(word)
    word = _without(_compared, _without(_inflected, word, r1), r1)
    return _without_derivation(word, r1, r2).translate(_PLAIN)


def _regions(word: str) -> tuple[int, int]:
    """The starts of R1 and R2."""
    size = len(word)
    first = _german_region.match(word) if size >= 3 else None
    if first is None:
        return size, size
    second = _german_region.match(word, first.end())
    return max(3, first.end()), second.end() if second else size


def _without(ending: re.Pattern[str], word: str, region: int) -> str:
    """Remove an ending, if it lies in a region."""
    match = ending.search(word)
    return word[: match.start()] if match and match.start() >= region else word


def _without_derivation(word: str, r1: int, r2: int) -> str:
    """Remove end, ung, ig, ik, isch, lich, heit and keit, with ig, er, en or lich before some of them."""
    suffix = _derived.search(word)
    if suffix is None or suffix.start() < r2:
        return word
    short = word[: suffix.start()]
    if suffix[2]:
        return word if short.endswith("e") else short
    if suffix[3]:
        return _without(re.compile(r"e[rn]\Z"), short, r1)
    return _without(re.compile(r"(?<!e)ig\Z" if suffix[1] else r"(?:lich|ig)\Z"), short, r2)


# The stemmers here: the name of the algorithm and the function. More need a line each.
BUILT_IN: dict[str, tuple[str, Callable[[str], str]]] = {
    "en": ("english2", english_stem),
    "de": ("german", german_stem),
}
