"""The normaliser of METEOR 1.5 (its `-norm`): punctuation, abbreviations and clitics made into tokens.

Six languages: en cz fr es de ru. It is a chain of single left-to-right passes whose context characters are consumed,
so `a,b,c` becomes `a , b,c`: odd, but part of the scores METEOR 1.5 has reported since 2014. Letters outside its Latin
and Cyrillic ranges (Greek, Arabic, CJK, ș and ț) count as punctuation and are separated one by one. `normalizer` is the
definition; a compiled kernel does the same for many texts at once.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

from bolide.kernels import use_kernels
from bolide.kernels.meteor15.normalize import ALL, BLANK, DIGIT, ENGLISH, FRENCH, LETTER, MARK, normalize
from bolide.kernels.text.scan import lower
from bolide.system.files import package_data
from bolide.text.tokenize.character_classes import SPACE, WORD, Kinds, lowercase_table
from bolide.text.tokens import Tokens, encode_spaced, encode_tokens, joined, scanned
from bolide.text.words.function_words import LANGUAGES

SEPARATORS = " \t\n\r\f"

# The letters: first and last code point of each range.
LETTERS = (
    *((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x17E), (0x400, 0x527)),
    *((0x1D00, 0x1D7F), (0xA640, 0xA66E), (0xA67E, 0xA697)),
)
_ALPHA = "".join(f"{chr(first)}-{chr(last)}" for first, last in LETTERS)
_ALNUM = _ALPHA + "0-9"
_TRIMMED = "".join(map(chr, range(0x21)))  # the characters that Java's trim() removes

_isolated = re.compile(f"([^{_ALNUM} \\t\\n\\x0b\\f\\r.'`,\u2018\u2019-])")
_dot_run = re.compile(r"\.{2,}")
_SHIELD = "(?<!DOT)((?:DOT)++)MULTI"  # looked for where a run of DOTs begins, and not at every DOT in it
_double_quote = re.compile("''|[\u201c\u201d]")
_inner_hyphen = re.compile(f"([{_ALNUM}.])-([{_ALNUM}])")
_digit_s = re.compile("([0-9])'(s)")
_alpha = re.compile(f"[{_ALPHA}]")
_not_alnum = re.compile(f"[^{_ALNUM}]")
_spaces = re.compile("[ \u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_blank = re.compile(f"[{SEPARATORS}]+")

# A pass: the neighbours that a mark must have (a letter, 0 digit, . anything else), and its replacement.
_Pass = tuple[frozenset[str], str]


def _pass(lefts: str, rights: str, spaced: str) -> _Pass:
    return frozenset(left + right for left in lefts for right in rights), spaced


_COMMAS = (_pass("a.", "a.", " , "), _pass("0", "a.", " , "), _pass("a.", "0", " , "))
_APOSTROPHES = {
    "en": (_pass("0.", "0.", " ' "), _pass(".", "a", " ' "), _pass("a", "0.", " ' "), _pass("a", "a", " '")),
    "fr": (_pass("0.", "0.", " ' "), _pass("0.", "a", " ' "), _pass("a", "0.", " ' "), _pass("a", "a", "' ")),
}


@cache
def _kind(character: str) -> str:
    return "0" if "0" <= character <= "9" else "a" if _alpha.match(character) else "."


def _apply(passes: tuple[_Pass, ...], mark: str, text: str) -> str:
    """Apply each pass once from left to right; a mark whose left neighbour was the right one of the last is skipped."""
    for contexts, spaced in passes:
        pieces: list[str] = []
        done = free = 0
        at = text.find(mark)
        while at >= 0:
            if at - 1 >= free and _kind(text[at - 1]) + _kind(text[at + 1]) in contexts:
                pieces += (text[done:at], spaced)
                done, free = at + 1, at + 2
            at = text.find(mark, at + 1)
        if pieces:
            text = "".join(pieces) + text[done:]
    return text


@cache
def abbreviations(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Abbreviations, whose full stop is not split off: those for any context, and those before a number only."""
    if language == "cz":
        return frozenset(), frozenset()  # METEOR's Czech list is empty
    lines = package_data(f"text/meteor_data/nonbreaking.{language}.txt").decode("utf-8").splitlines()
    numeric = frozenset(line.split()[0] for line in lines if line.endswith(" #NUMERIC_ONLY#"))
    return frozenset(lines) - {f"{word} #NUMERIC_ONLY#" for word in numeric}, numeric


def _split_full_stops(tokens: list[str], language: str) -> list[str]:
    always, numeric = abbreviations(language)
    split_tokens = []
    for token, after in zip(tokens, [*tokens[1:], "\0"], strict=False):
        before, following = token[:-1], after[0]
        if token[-1] != "." or not before:
            split_tokens.append(token)
        elif "." in before and _alpha.search(before):
            split_tokens.append(token.replace(".", ""))
        elif before in always or "a" <= following <= "z" or (before in numeric and "0" <= following <= "9"):
            split_tokens.append(token)
        else:
            split_tokens += (before, ".")
    return split_tokens


def _shield_dots(run: re.Match[str]) -> str:
    return f" {'DOT' * len(run[0])}MULTI "


def _separate(text: str, language: str) -> str:
    """Put spaces around all punctuation but the single full stop."""
    text = _isolated.sub(r" \1 ", f" {text} ")
    if ".." in text or "MULTI." in text:
        text = _dot_run.sub(_shield_dots, text)
        text = re.sub(rf"{_SHIELD}\.", r" \1DOTMULTI ", text)
    text = _apply(_COMMAS, ",", text)
    text = text.replace("`", "'").replace("\u2018", "'").replace("\u2019", "'")
    if "''" in text or not text.isascii():
        text = _double_quote.sub(' " ', text).replace("\u2013", "-")
    if "-" in text:
        text = _inner_hyphen.sub(r"\1 \2", text.replace("--", "-"))
    if "'" not in text:
        return text
    if language not in _APOSTROPHES:
        return text.replace("'", " ' ")
    text = _apply(_APOSTROPHES[language], "'", text)
    return _digit_s.sub(r"\1 '\2", text) if language == "en" and "'s" in text else text


def split(text: str) -> list[str]:
    """Split at space, tab, line feed, carriage return and form feed, the only separators of METEOR 1.5."""
    if text.isascii() and text.isprintable():
        return text.split()
    return [token for token in _blank.split(text) if token]


def normalizer(language: str = "en", *, punctuation: bool = True) -> Callable[[str], str]:
    """A function that normalises one line; tokens are separated by single spaces, letter case is kept.

    If `punctuation` is false, every character that is neither a letter of METEOR's ranges nor a digit becomes a space.
    """
    if language not in LANGUAGES:
        raise ValueError(
            f"METEOR 1.5 normalises {', '.join(LANGUAGES)}, not {language!r}; "
            "score text that is already tokenized, without normalisation."
        )

    def normalize(text: str) -> str:
        text = " ".join(_split_full_stops(split(_separate(text, language)), language))
        if "MULTI" in text:
            text = re.sub(_SHIELD, lambda run: "." * (len(run[1]) // 3), text)
        if not punctuation:
            text = _not_alnum.sub(" ", text)
        if not punctuation or not text.isascii():
            text = _spaces.sub(" ", text)
        return text.strip(_TRIMMED)

    return normalize


_KERNEL_APOSTROPHES = {"en": ENGLISH, "fr": FRENCH}


def encode_meteor(texts: Sequence[str], lowercase: bool) -> Tokens:
    """The ids of the words of texts that are tokenized already, split as in METEOR 1.5."""
    return encode_spaced(texts, separators(), split, lowercase)


def encode_normalized(texts: Sequence[str], language: str, punctuation: bool = True) -> Tokens:
    """The ids of the words of texts, normalised and lowercased."""
    if use_kernels():
        return scanned(*normalized(texts, language, punctuation), separators())
    return encode_tokens(map(split, _one_by_one(texts, language, punctuation)))


def normalized(texts: Sequence[str], language: str, punctuation: bool) -> tuple[memoryview[int], memoryview[int]]:
    """The code points of normalised, lowercased texts, and the start of each text, followed by the end."""
    if "DOTMULTI" in "\n".join(texts).replace(".", ""):  # the tool's placeholder for full stops
        return joined(_one_by_one(texts, language, punctuation))
    points, starts = joined(texts)
    out = memoryview(bytearray(8 * (len(points) + len(texts)))).cast("I")
    out_starts = memoryview(array("q", bytes(8 * len(starts))))
    marks = _KERNEL_APOSTROPHES.get(language, ALL)
    normalize(points, starts, _kinds(), _listed(language), marks, punctuation, out, out_starts)
    out = out[: out_starts[-1]]
    if lower(out, lowercase_table()):
        return out, out_starts
    text = str(out, "utf-32-le", "surrogatepass")
    return joined([text[start:end].lower() for start, end in pairwise(out_starts)])


def _one_by_one(texts: Sequence[str], language: str, punctuation: bool) -> list[str]:
    done = normalizer(language, punctuation=punctuation)
    return [done(text).lower() for text in texts]


@cache
def separators() -> Kinds:
    """The scanner's table of separators."""
    return Kinds(bytes(SPACE if chr(point) in SEPARATORS else WORD for point in range(0x21)))


@cache
def _kinds() -> memoryview:
    table = bytearray(LETTERS[-1][1] + 1)
    for first, last in LETTERS:
        table[first : last + 1] = bytes([LETTER]) * (last + 1 - first)
    for kind, characters in ((DIGIT, "0123456789"), (BLANK, " \t\n\x0b\f\r"), (MARK, ".'`,\u2018\u2019-")):
        for character in characters:
            table[ord(character)] = kind
    return memoryview(bytes(table))


@cache
def _listed(language: str) -> memoryview[int]:
    """The abbreviations in the kernel's layout."""
    always, numeric = abbreviations(language)
    entries = array("i")
    for word in sorted(always | numeric):
        entries.extend((len(word), (word in always) + 2 * (word in numeric), *map(ord, word)))
    return memoryview(entries)
