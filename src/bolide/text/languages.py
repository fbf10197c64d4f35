"""Language codes, and checks whether texts clearly are not in a language or not suited to a tokenizer.

Languages are recognised by script and by frequent words, for warnings only. languages.tsv has a row for each code of
ISO 639-1: the English name of a language that can be recognised; codes often written instead, of ISO 639-2 and 639-3
and of countries; scripts other than Latin, and whether it is never written in Latin; and frequent words that few other
languages share: articles, pronouns, conjunctions, prepositions, auxiliaries. These were written down by hand, by kind,
and come from no list of frequencies; tests/real/test_languages_real.py counts how often they mislead on WMT's texts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice
from typing import NamedTuple

from bolide.system.errors import OptionError
from bolide.system.files import package_data

ALIASES = {"cz": "cs"}  # METEOR's code for Czech


class Language(NamedTuple):
    """A row of languages.tsv: its cells after the code."""

    name: str
    instead: list[str]
    scripts: list[str]
    never_latin: bool
    frequent: frozenset[str]


@cache
def languages() -> dict[str, Language]:
    """What is known of each language, by its code of ISO 639-1; read when a language is first asked for."""
    rows = (line.split("\t") for line in package_data("text/languages.tsv").decode("utf-8").splitlines()[1:])
    return {
        code: Language(name, instead.split(","), scripts.split(","), latin == "never", frozenset(words.split()))
        for code, name, instead, scripts, latin, words in rows
    }


# The letters of scripts, as ranges of characters. If most letters are of one of these, the text is in no language that
# is written in others; Latin is the script of too many.
LETTERS = {
    "Arabic": "\u0600-\u06ff",
    "Armenian": "\u0531-\u058a",
    "Bengali": "\u0980-\u09ff",
    "Burmese": "\u1000-\u109f",
    "Chinese": "\u4e00-\u9fff",
    "Cyrillic": "\u0400-\u04ff",
    "Devanagari": "\u0900-\u097f",
    "Ethiopic": "\u1200-\u137f",
    "Georgian": "\u10a0-\u10ff",
    "Greek": "\u0370-\u03ff",
    "Gujarati": "\u0a80-\u0aff",
    "Gurmukhi": "\u0a00-\u0a7f",
    "Korean": "\uac00-\ud7af",
    "Hebrew": "\u0590-\u05ff",
    "Japanese": "\u3040-\u30ff",
    "Kannada": "\u0c80-\u0cff",
    "Khmer": "\u1780-\u17ff",
    "Lao": "\u0e80-\u0eff",
    "Latin": "A-Za-z\u00c0-\u024f",
    "Malayalam": "\u0d00-\u0d7f",
    "Sinhala": "\u0d80-\u0dff",
    "Tamil": "\u0b80-\u0bff",
    "Telugu": "\u0c00-\u0c7f",
    "Thai": "\u0e00-\u0e7f",
    "Tibetan": "\u0f00-\u0fff",
}
_WORD = re.compile(r"[^\W\d_]+")
_ADDRESS = re.compile(r"(?:https?://|www\.|@)[!-~]+")  # of whatever language
_SAMPLE = 40_000  # characters examined
_LEAST_LETTERS = 40  # needed to recognise Latin script,
_LEAST_STRANGE = 8  # the same, if some letters have marks and none is of another script,
_LEAST_OTHER = 2  # and any other script
# Needed to recognise a language: this many words, and of the frequent words that only it and not the named language
# has, this many different ones (more in a longer text), this share of the text, and this many times as many as the
# other way round. tests/real/test_languages_real.py counts how often that is wrong.
_LEAST_WORDS, _LEAST_FREQUENT, _FREQUENT_IN_LONG, _LONG = 10, 3, 4, 40
_SHARE = 0.15
_TIMES = 3


def check_code(language: str) -> str:
    """Return the language if it is a code of ISO 639-1 (or `cz`); otherwise raise OptionError, with a suggestion."""
    if language in languages() or language in ALIASES:
        return language
    name = language.lower()
    meant = name if name in languages() else _meant().get(name)
    hint = f" Did you mean {meant}?" if meant else " Use one like en, de or zh, or leave the language out."
    raise OptionError(f"{language!r:.40} is not a language code of two letters (ISO 639-1).{hint}")


def target_language(pair: str) -> str:
    """The target language: the second of a pair, or the only one named."""
    codes = pair.split("-")
    if len(codes) == 2 and codes[1].isupper() and not codes[0].isupper():
        advice = f"write only the language, `language_pair` {codes[0]}"
        raise OptionError(f"`language_pair` {pair} names a country; {advice}.")
    if len(codes) > 2 or not all(codes):
        raise OptionError(f"`language_pair` {pair} is not a language pair; write it like en-de, or just de.")
    try:
        return [check_code(code) for code in codes][-1]
    except OptionError as error:
        raise OptionError(f"`language_pair` {pair}: {error}") from None


@cache
def _meant() -> dict[str, str]:
    """Codes by what is often written instead of them, in lowercase."""
    names = ((name, code) for code, row in languages().items() for name in (row.name.lower(), *row.instead) if name)
    return dict(names)


def two_letters(language: str) -> str | None:
    """The code of ISO 639-1 for a code of two or three letters or an English name; None if there is none here."""
    name = language.lower()
    if len(name) == 2:
        return ALIASES.get(name, name if name in languages() else None)
    return _meant().get(name)


def language_name(code: str) -> str:
    """The English name of a language, or its code if it has none here."""
    row = languages().get(code_of(code))
    return (row and row.name) or code


def code_named(phrase: str) -> str | None:
    """The code of a language named by `contradiction`; None if it is a script."""
    return next((code for code, row in languages().items() if phrase and row.name == phrase), None)


def code_of(language: str) -> str:
    """The code without region and script, METEOR's `cz` as cs: `pt-BR` is pt."""
    code = re.split(r"[-_]", language.lower(), maxsplit=1)[0]
    return ALIASES.get(code, code)


def known_code(language: str) -> str | None:
    """The code without region and script if it is one of ISO 639-1; otherwise None."""
    code = code_of(language)
    return code if code in languages() else None


def contradiction(texts: Iterable[str], language: str) -> str | None:
    """The language or script of the texts ("German", "Cyrillic script") if it clearly is not `language`; else None."""
    text = _ADDRESS.sub("", "\n".join(islice(texts, 1000))[:_SAMPLE].lower())
    code = code_of(language)
    row, script = languages().get(code), _script(text)
    if row is None:
        return None
    if script and script != "Latin" and script not in row.scripts:
        return f"{script} script" if code_named(script) is None else script
    if script == "Latin" and row.never_latin:
        return "Latin script"
    words = _WORD.findall(text)
    if not row.frequent or len(words) < _LEAST_WORDS:
        return None
    other = _language_of(words)
    if other == code:
        return None
    counts, likely = Counter(words), languages()[other]
    theirs, ours = likely.frequent - row.frequent, row.frequent - likely.frequent
    apart = sum(counts[word] for word in theirs)
    enough = _LEAST_FREQUENT if len(words) < _LONG else _FREQUENT_IN_LONG
    is_other = len(theirs & counts.keys()) >= enough and apart >= _SHARE * len(words)
    return likely.name if is_other and apart >= _TIMES * sum(counts[word] for word in ours) else None


def _language_of(words: list[str]) -> str:
    """The language whose frequent words are the most of these."""
    counts = Counter(words)
    sums = {
        code: (sum(counts[word] for word in row.frequent), len(row.frequent & counts.keys()), code)
        for code, row in languages().items()
        if row.frequent
    }
    return max(sums, key=lambda code: sums[code])


def _script(text: str) -> str | None:
    """The script of more than two thirds of the letters, if there are enough of them.

    Japanese is distinguished from Chinese by kana: more than a tenth of the letters.
    """
    letters = sum(map(str.isalpha, text))
    if letters < _LEAST_OTHER:
        return None
    if len(re.findall(f"[{LETTERS['Japanese']}]", text)) > letters / 10:
        return "Japanese"
    for name, ranges in LETTERS.items():
        if len(re.findall(f"[{ranges}]", text)) > 2 * letters / 3:
            marked = not text.isascii() and len(re.findall(f"[{ranges}]", text)) == letters
            return name if name != "Latin" or letters >= (_LEAST_STRANGE if marked else _LEAST_LETTERS) else None
    return None


class Unspaced(NamedTuple):
    """A language whose words no spaces separate, and the tokenizer for it: if more than the share `least` of the
    letters of a text are of these, and pieces between spaces are longer than `word` characters, its words are not
    separated."""

    language: str
    letters: str
    least: float
    word: float
    tokenizer: str


_UNSPACED = (
    Unspaced("Japanese", LETTERS["Japanese"], 0.1, 3.5, "ja-mecab"),
    Unspaced("Chinese", "\u3400-\u9fff", 0.3, 3.5, "zh"),
    *(Unspaced(name, LETTERS[name], 0.3, 8.0, "char") for name in ("Thai", "Khmer", "Lao", "Burmese", "Tibetan")),
)
# The tokenizers by which words are separated, by the codes of these languages.
SEPARATED_BY = {"ja": "ja-mecab", "zh": "zh", **dict.fromkeys(("th", "km", "lo", "my", "bo"), "char")}
_LEAST_SHARE = min(script.least for script in _UNSPACED)


def unspaced(texts: Iterable[str], words: Callable[[str], list[str]] = str.split, sample: int = 200) -> Unspaced | None:
    """The language of the texts if its words are plainly not separated, neither by spaces nor by `words`."""
    some = list(islice((text for text in texts if text.strip()), sample))
    text = "".join(some)[:20_000]
    letters = sum(map(str.isalpha, text)) or 1
    # Each of these letters takes three bytes of UTF-8; if there are too few, no pattern need be compiled.
    if len(text.encode("utf-8", "surrogatepass")) - len(text) <= 2 * _LEAST_SHARE * letters:
        return None
    for script in _UNSPACED:
        if len(re.findall(f"[{script.letters}]", text)) / letters > script.least:
            separated = _is_separated(some, str.split, script) or _is_separated(some, words, script)
            return None if separated else script
    return None


def _is_separated(texts: list[str], words: Callable[[str], list[str]], script: Unspaced) -> bool:
    """Whether texts are cut into more than whole texts, and what has letters of the script is as short as words."""
    letter, pieces = re.compile(f"[{script.letters}]"), [words(text) for text in texts]
    sizes = [len(piece) for text in pieces for piece in text if letter.search(piece)]
    whole = all(len(cut) < 2 for cut in pieces) and any(len(text.strip()) > 1 for text in texts)
    return not whole and sum(sizes) <= script.word * len(sizes)
