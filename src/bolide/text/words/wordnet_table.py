"""WordNet 3.0 in one file: words, synsets, capitals and irregular forms.

A word is found by bisection among groups of 32 blocks, then among blocks of 128 sorted words: only groups that are
needed are unpacked, and only blocks that are needed are decoded. Words and synsets are numbered. The layout is
described in scripts/make_wordnet.py, which writes the file.
"""

import re
import sys
import zlib
from array import array
from bisect import bisect_left, bisect_right
from functools import cache, lru_cache
from itertools import accumulate, chain, count, pairwise, repeat
from typing import NamedTuple

from bolide.system.files import package_data

_MAGIC = b"bolide-wordnet-5"
_BLOCK = 128
_GROUP = 32 * _BLOCK
_GROUPS = 36
_PLANES = ("low", "middle", "high")
_SECTIONS = (
    *("heads", *(f"words {group}" for group in range(_GROUPS))),
    *("counts", "pairs", "sums", *(f"borrowed {plane}" for plane in _PLANES)),
    *("pos", *(f"twins {plane}" for plane in _PLANES), "capitals", "styles", "forms", "changes"),
)
_DROP = re.compile("([\0-%])")  # below every letter: how many letters to drop from the previous word
_DROP_ALL = "%"
_KEPT = {chr(letters): slice(-letters or None) for letters in range(ord(_DROP_ALL))} | {_DROP_ALL: slice(0)}
_RARE = 255
_REMEMBERED = 2**17  # words; bounded, so that a stream of text does not fill the memory

# Everything cached here is a part of the table itself, so no cache outgrows it: 12 MB with every block decoded.


class Irregular(NamedTuple):
    """An irregular form: its base forms by part of speech, and those that only METEOR 1.5 reads."""

    bases: tuple[tuple[str, ...], ...]
    replaced: tuple[str, ...]


class _Counts(NamedTuple):
    """The number of synsets that each word owns and borrows, and the sums of both before each block."""

    owned: bytes
    borrowed: bytes
    owned_before: list[int]
    borrowed_before: list[int]


@cache
def _file() -> bytes:
    data = package_data("text/words/wordnet.bin")
    if not data.startswith(_MAGIC):
        raise FileNotFoundError("bolide/text/words/wordnet.bin is damaged; reinstall bolide")
    return data


def _little_endian(kind: str, data: bytes) -> "array[int]":
    numbers = array(kind, data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


@cache
def _slices() -> dict[str, slice]:
    """The slice of the file that holds each section."""
    sizes_end = len(_MAGIC) + 4 * len(_SECTIONS)
    ends = accumulate(_little_endian("I", _file()[len(_MAGIC) : sizes_end]), initial=sizes_end)
    return {name: slice(start, end) for name, (start, end) in zip(_SECTIONS, pairwise(ends), strict=True)}


@cache
def _section(name: str) -> bytes:
    return zlib.decompress(_file()[_slices()[name]])


@cache
def _numbers(name: str) -> "array[int]":
    """Combine three sections into numbers: their lowest bytes, the middle ones, the highest."""
    low, middle, high = (_section(f"{name} {plane}") for plane in _PLANES)
    quads = bytearray(4 * len(low))
    quads[::4], quads[1::4], quads[2::4] = low, middle, high
    return _little_endian("I", bytes(quads))


@cache
def _blocks(section: str) -> list[bytes]:
    return _section(section).split(b"\xff")


@cache
def _words_in(section: str, block: int) -> list[str]:
    word, *changes = _DROP.split(_blocks(section)[block].decode("ascii"))
    words = [word]
    for drop, added in zip(changes[::2], changes[1::2], strict=True):
        word = word[_KEPT[drop]] + added
        words.append(word)
    return words


@cache
def _counts() -> _Counts:
    rows, pairs = _section("counts"), _section("pairs")
    owned, borrowed = (_count_column(rows, pairs, column) for column in (0, 1))
    sums = _little_endian("H", _section("sums"))
    owned_before, borrowed_before = (list(accumulate(sums[column::2], initial=0)) for column in (0, 1))
    return _Counts(owned, borrowed, owned_before, borrowed_before)


def _count_column(rows: bytes, pairs: bytes, column: int) -> bytes:
    """Look up each word's row in the table of common rows, then fill in the rare ones."""
    counts = bytearray(rows.translate(pairs[column : 2 * _RARE : 2] + b"\0"))
    at = -1
    for rare in pairs[2 * _RARE + column :: 2]:
        at = rows.index(_RARE, at + 1)
        counts[at] = rare
    return bytes(counts)


@cache
def _holders() -> list[list[tuple[int, int]]]:
    """For each synset the word that owns it and those that borrow it, each with the row of its capitals.

    Storing this would cost a sixth of the file.
    """
    counts, rows = _counts(), iter(_section("capitals"))
    owners, borrowers = (chain.from_iterable(map(repeat, count(), column)) for column in counts[:2])
    holders = [[holder] for holder in zip(owners, rows, strict=False)]
    for word, distance, row in zip(borrowers, _numbers("borrowed"), rows, strict=True):
        holders[counts.owned_before[word // _BLOCK + 1] - distance].append((word, row))
    return holders


@cache
def _twins() -> dict[int, int]:
    numbers = _numbers("twins")
    return dict(zip(numbers[::2], numbers[1::2], strict=True))


@cache
def _lines(section: str) -> list[str]:
    return _section(section).decode("ascii").split("\n")


@lru_cache(maxsize=_REMEMBERED)
def word_number(word: str) -> int:
    """The number of a word, spelled in lowercase; -1 if WordNet does not have it."""
    if not word.isascii():
        return -1
    group = bisect_right(_blocks("heads"), word.encode("ascii")) - 1
    index = _index_of(f"words {group}", word) if group >= 0 else -1
    return group * _GROUP + index if index >= 0 else -1


def _index_of(section: str, word: str) -> int:
    """The index of a word in a section; -1 if it is not there."""
    # "&" is above every drop code and below every letter, so a block headed by the word itself sorts before it.
    block = bisect_right(_blocks(section), word.encode("ascii") + b"&") - 1
    if block < 0:
        return -1
    words = _words_in(section, block)
    at = bisect_left(words, word)
    return block * _BLOCK + at if at < len(words) and words[at] == word else -1


def word_at(number: int) -> str:
    """The word with this number."""
    group, index = divmod(number, _GROUP)
    return _words_in(f"words {group}", index // _BLOCK)[index % _BLOCK]


def synsets_of(number: int) -> list[int]:
    """The synsets of a word: those it owns, then those of alphabetically earlier words."""
    owned, borrowed = _entries(number)
    block_end = _counts().owned_before[number // _BLOCK + 1]
    return [*owned, *(block_end - distance for distance in _numbers("borrowed")[borrowed.start : borrowed.stop])]


def _entries(number: int) -> tuple[range, range]:
    """The indices of what a word owns, and of what it borrows, among the entries of all words."""
    counts = _counts()
    block = number // _BLOCK
    start = block * _BLOCK
    first = counts.owned_before[block] + sum(counts.owned[start:number])
    at = counts.borrowed_before[block] + sum(counts.borrowed[start:number])
    return range(first, first + counts.owned[number]), range(at, at + counts.borrowed[number])


def synsets_spelled(word: str) -> list[int]:
    """The synsets of which a lemma is spelled like this, capitals included."""
    lower = word.lower()
    number = word_number(lower)
    if number < 0:
        return []
    owned, borrowed = _entries(number)
    first, rows = len(_section("pos")), _section("capitals")
    spelled = rows[owned.start : owned.stop] + rows[first + borrowed.start : first + borrowed.stop]
    return [
        synset
        for synset, row in zip(synsets_of(number), spelled, strict=True)
        if any(capitalised(lower, style) == word for style in _lines("styles")[row].split())
    ]


def first_at_offset(synset: int) -> int:
    """The first synset at the same offset of WordNet's data files, of any part of speech: usually itself."""
    return _twins().get(synset, synset)


def part_of_speech(synset: int) -> int:
    """The part of speech of a synset: 0 noun, 1 verb, 2 adjective, 3 adverb."""
    return _section("pos")[synset]


@cache
def names(synset: int) -> tuple[str, ...]:
    """The lemmas of a synset, with WordNet's capitals and underscores."""
    return tuple(
        capitalised(word_at(word), style) for word, row in _holders()[synset] for style in _lines("styles")[row].split()
    )


def capitalised(word: str, style: str) -> str:
    """The word with capitals: - none, U all, 101 the first and third initial, @1,2 the letters at 1 and 2."""
    if style == "-":
        return word
    if style == "U":
        return word.upper()
    if style[0] == "@":
        raised = [int(at) for at in style[1:].split(",")]
    else:
        initials = [0, *(at + 1 for at, letter in enumerate(word) if letter in "_-./'")]
        raised = [at for at, flag in zip(initials, style, strict=False) if flag == "1"]
    return "".join(letter.upper() if at in raised else letter for at, letter in enumerate(word))


def irregular(form: str) -> Irregular | None:
    """Look a form up in the lists of irregular ones: went, mice, better."""
    number = _index_of("forms", form) if form.isascii() else -1
    if number < 0:
        return None
    replaced: list[str] = []
    bases = []
    for group in _lines("changes")[number].split("|"):
        current, *old = group.split(";")
        bases.append(tuple(_changed(form, change) for change in current.split(",") if change))
        replaced += (_changed(form, change) for change in old)
    return Irregular((*bases, *[()] * (4 - len(bases))), tuple(replaced))


def _changed(form: str, change: str) -> str:
    """Apply "2un" to ran: drop two letters, add un."""
    added = change.lstrip("0123456789")
    return form[: len(form) - int(change[: len(change) - len(added)])] + added
