"""The normaliser of METEOR 1.5 (its `-norm`) as a chain of substitutions: the definition that the kernel is held to.

It is a chain of single left-to-right passes whose context characters are consumed, so `a,b,c` becomes `a , b,c`: odd,
but part of the scores METEOR 1.5 has reported since 2014.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from bolide.text.tokenize.meteor_normalize import LETTERS, abbreviations, split

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


def normalizer(language: str = "en", *, punctuation: bool = True) -> Callable[[str], str]:
    """A function that normalises one line; tokens are separated by single spaces, letter case is kept.

    If `punctuation` is false, every character that is neither a letter of METEOR's ranges nor a digit becomes a space.
    """

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
