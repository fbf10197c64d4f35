"""The stemmers of METEOR: Porter's, and those of METEOR 1.5 by language: English and German here, the others from the
package `snowballstemmer` below 3.

English ("Porter2") and German are without the changes of 2023, which made niss of the German Ergebnisse into nis. They
are written from the descriptions by M. F. Porter on snowballstem.org. The regions R1 and R2 are the parts of the word
after the first and second vowel-consonant pair, but the German R1 never begins before the fourth letter. Words are not
lowercased here, and may be digits or punctuation.
"""

import re
import sys
from _thread import allocate_lock  # `threading` would be imported with every metric
from collections.abc import Callable
from functools import cache, lru_cache
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


# --- Porter's, as NLTK extends it: the stems that NLTK's METEOR and the first definition compare ---------------------

# The rules are Porter 1980, "An algorithm for suffix stripping", with the changes NLTK 3.10 makes in its default mode.
# Each step is a table of endings; at most one ending matches a word in each step, the longest.
_PORTER_VOWEL = re.compile("[aeiou]")
_PORTER_LIKE_HOP = re.compile("[aeiou][^aeiou]|[^aeiou][aeiou][^aeiouwxy]")
_PORTER_VOWEL_THEN_CONSONANT = re.compile("[aeiou][^aeiou]")

# Words whose rules would go wrong (NLTK's list): dying would be "dy", news would be "new".
_PORTER_IRREGULAR = {
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

_PORTER_STEP_2 = by_last_two_letters(
    "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize"
    " ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble fulli:ful logi:log"
)
_PORTER_STEP_3 = by_last_two_letters("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:")
_PORTER_STEP_4 = by_last_two_letters(
    "al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ion: ou: ism: ate: iti: ous: ive: ize:"
)
# Each with the least measure of what stands before an ending.
_PORTER_STEPS = (_PORTER_STEP_2, 1), (_PORTER_STEP_3, 1), (_PORTER_STEP_4, 2)


# One entry per distinct word, 0.2 kB each; bounded so that a server that runs for months does not grow without end.
@lru_cache(maxsize=2**17)
def porter_stem(word: str) -> str:
    """Reduce an English word to its stem, lowercased: running, runs and run all give run."""
    stem = word.lower()
    irregular = _PORTER_IRREGULAR.get(stem)
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
    for table, least in _PORTER_STEPS:
        ending, replacement = ending_of(stem, table)
        if ending:
            stem = _replaced(stem, ending, replacement, least)
    return _tidy(stem)


def _vocalic(text: str) -> str:
    """Write every y that is a vowel (one after a consonant) as i, so that each letter is a vowel or a consonant."""
    return re.sub("([^aeiou])y", r"\1i", text) if "y" in text else text


def _measure(text: str) -> int:
    """Count how often a vowel gives way to a consonant: Porter's m, roughly the syllables before the ending."""
    return len(_PORTER_VOWEL_THEN_CONSONANT.findall(_vocalic(text)))


def _ends_in_consonant(text: str) -> bool:
    return _vocalic(text)[-1] not in "aeiou"


def _ends_like_hop(text: str) -> bool:
    """Whether the text ends in consonant, vowel, consonant, as hop does; NLTK adds two-letter words such as at."""
    return bool(_PORTER_LIKE_HOP.fullmatch(_vocalic(text)[-3:]))


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
    return _restored(stem) if _PORTER_VOWEL.search(_vocalic(stem)) else word


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
