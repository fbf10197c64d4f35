"""WordNet 3.0 in one file, read where it lies: words, their meanings, capitals and irregular forms.

A word is found by bisection among groups of 32 blocks, then among blocks of 128 sorted words: only the groups asked for
are ever unpacked, and only the blocks asked for are ever spelled out. Words and meanings (synsets) are numbered.
scripts/make_wordnet.py, which writes the file, describes its layout.
"""

import pkgutil
import re
import sys
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from bolide.kernels.text.lexicon import chain_borrowers

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
_DROP = re.compile("([\0-%])")  # below every letter: how many letters to drop from the word just read
_DROP_ALL = "%"
_KEPT = {chr(letters): slice(-letters or None) for letters in range(ord(_DROP_ALL))} | {_DROP_ALL: slice(0)}
_RARE = 255
_REMEMBERED = 2**17  # more words than a test set has; a stream of text must not fill the memory

# Everything cached here is a part of the table itself, so no cache outgrows it: with every block spelled out 12 MB.


class Irregular(NamedTuple):
    """One irregular form: its base forms by part of speech, and those that only METEOR 1.5 still reads."""

    bases: tuple[tuple[str, ...], ...]
    replaced: tuple[str, ...]


class _Counts(NamedTuple):
    """How many meanings each word owns and borrows, and the sums of both before each block."""

    owned: bytes
    borrowed: bytes
    owned_before: list[int]
    borrowed_before: list[int]


@cache
def _file() -> bytes:
    data = pkgutil.get_data("bolide.text.words", "wordnet.bin")
    if data is None or not data.startswith(_MAGIC):
        raise FileNotFoundError("bolide/text/words/wordnet.bin is missing or damaged; reinstall bolide")
    return data


@cache
def _places() -> dict[str, slice]:
    """Where each section lies in the file."""
    sizes_end = len(_MAGIC) + 4 * len(_SECTIONS)
    sizes = array("I", _file()[len(_MAGIC) : sizes_end])
    if sys.byteorder == "big":
        sizes.byteswap()
    ends = accumulate(sizes, initial=sizes_end)
    return {name: slice(start, end) for name, (start, end) in zip(_SECTIONS, pairwise(ends), strict=True)}


def _section(name: str) -> bytes:
    return zlib.decompress(_file()[_places()[name]])


def _numbers(name: str) -> "array[int]":
    """Put three sections together: the lowest bytes of all numbers, the middle ones, the highest."""
    low, middle, high = (_section(f"{name} {plane}") for plane in _PLANES)
    quads = bytearray(4 * len(low))
    quads[::4], quads[1::4], quads[2::4] = low, middle, high
    numbers = array("I", bytes(quads))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


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
    sums = array("H", _section("sums"))
    if sys.byteorder == "big":
        sums.byteswap()
    owned_before, borrowed_before = (list(accumulate(sums[column::2], initial=0)) for column in (0, 1))
    return _Counts(owned, borrowed, owned_before, borrowed_before)


def _count_column(rows: bytes, pairs: bytes, column: int) -> bytes:
    """Look up each word's row in the table of common rows, then fill in the rare words' own rows."""
    counts = bytearray(rows.translate(pairs[column : 2 * _RARE : 2] + b"\0"))
    at = -1
    for count in pairs[2 * _RARE + column :: 2]:
        at = rows.index(_RARE, at + 1)
        counts[at] = count
    return bytes(counts)


@cache
def _borrowed() -> "array[int]":
    return _numbers("borrowed")


@cache
def _borrowers() -> "tuple[memoryview[int], memoryview[int]]":
    """Turn "this word borrows that meaning" round: the last borrower of each meaning, and the one before each.

    Borrowers go by their place among all; -1 ends the chain. Storing it would cost a sixth of the file.
    """
    counts = _counts()
    starts, ends = (memoryview(array("q", places)) for places in (counts.borrowed_before, counts.owned_before[1:]))
    last, before = (memoryview(array("i", [-1]) * len(those)) for those in (_pos(), _borrowed()))
    chain_borrowers(memoryview(_borrowed()), starts, ends, last, before)
    return last, before


@cache
def _pos() -> bytes:
    return _section("pos")


@cache
def _twins() -> dict[int, int]:
    numbers = _numbers("twins")
    return dict(zip(numbers[::2], numbers[1::2], strict=True))


@cache
def _capitals() -> bytes:
    return _section("capitals")


@cache
def _styles() -> list[list[str]]:
    return [line.split() for line in _section("styles").decode("ascii").split("\n")]


@cache
def _changes() -> list[str]:
    return _section("changes").decode("ascii").split("\n")


@lru_cache(maxsize=_REMEMBERED)
def word_number(word: str) -> int:
    """Find a word as it is spelled here, in small letters; -1 if WordNet does not have it."""
    if not word.isascii():
        return -1
    group = bisect_right(_blocks("heads"), word.encode("ascii")) - 1
    place = _place(f"words {group}", word) if group >= 0 else -1
    return group * _GROUP + place if place >= 0 else -1


def _place(section: str, word: str) -> int:
    """Find a word among those of a section; -1 if it is not there."""
    # "&" is above every drop code and below every letter, so a block headed by the word itself sorts before it.
    block = bisect_right(_blocks(section), word.encode("ascii") + b"&") - 1
    if block < 0:
        return -1
    words = _words_in(section, block)
    at = bisect_left(words, word)
    return block * _BLOCK + at if at < len(words) and words[at] == word else -1


def word_at(number: int) -> str:
    """Spell the word of this number."""
    group, place = divmod(number, _GROUP)
    return _words_in(f"words {group}", place // _BLOCK)[place % _BLOCK]


def synsets_of(number: int) -> list[int]:
    """List the meanings of a word: its own, then those of alphabetically earlier words."""
    counts = _counts()
    block = number // _BLOCK
    start = block * _BLOCK
    own = counts.owned_before[block] + sum(counts.owned[start:number])
    at = counts.borrowed_before[block] + sum(counts.borrowed[start:number])
    borrowed = _borrowed()[at : at + counts.borrowed[number]]
    block_end = counts.owned_before[block + 1]
    return [*range(own, own + counts.owned[number]), *(block_end - distance for distance in borrowed)]


def first_at_offset(synset: int) -> int:
    """Give the first meaning at the same offset of WordNet's data files, of whatever part of speech: mostly itself."""
    return _twins().get(synset, synset)


def part_of_speech(synset: int) -> int:
    """Say 0 for a noun's meaning, 1 for a verb's, 2 for an adjective's, 3 for an adverb's."""
    return _pos()[synset]


@cache
def names(synset: int) -> tuple[str, ...]:
    """Spell all words of a meaning, with WordNet's capitals and underscores."""
    return tuple(
        capitalised(word_at(word), style)
        for word, style_row in _members(synset)
        for style in _styles()[_capitals()[style_row]]
    )


def _members(synset: int) -> Iterator[tuple[int, int]]:
    """Yield the words of a meaning, each with the row that gives its capitals."""
    counts = _counts()
    yield _word_holding(synset, counts.owned, counts.owned_before), synset
    last, before = _borrowers()
    place = last[synset]
    while place >= 0:
        yield _word_holding(place, counts.borrowed, counts.borrowed_before), len(last) + place
        place = before[place]


def _word_holding(place: int, counts: bytes, before: list[int]) -> int:
    """Find the word whose share, when all shares are laid end to end, covers this place."""
    block = bisect_right(before, place) - 1
    word = block * _BLOCK
    left = place - before[block] - counts[word]
    while left >= 0:
        word += 1
        left -= counts[word]
    return word


def capitalised(word: str, style: str) -> str:
    """Raise a word's capitals: - none, U all, 101 the first and third initial, @1,2 the letters at 1 and 2."""
    if style == "-":
        return word
    if style == "U":
        return word.upper()
    if style[0] == "@":
        raised = [int(at) for at in style[1:].split(",")]
    else:
        initials = [0, *(at + 1 for at, letter in enumerate(word) if letter in "_-./'")]
        raised = [at for at, flag in zip(initials, style, strict=False) if flag == "1"]
    letters = list(word)
    for at in raised:
        letters[at] = letters[at].upper()
    return "".join(letters)


def irregular(form: str) -> Irregular | None:
    """Look a form up in the lists of irregular ones: went, mice, better."""
    number = _place("forms", form) if form.isascii() else -1
    if number < 0:
        return None
    replaced: list[str] = []
    bases = []
    for group in _changes()[number].split("|"):
        current, *old = group.split(";")
        bases.append(tuple(_changed(form, change) for change in current.split(",") if change))
        replaced += (_changed(form, change) for change in old)
    return Irregular((*bases, *[()] * (4 - len(bases))), tuple(replaced))


def _changed(form: str, change: str) -> str:
    """Apply "2un" to ran: drop two letters, add un."""
    added = change.lstrip("0123456789")
    return form[: len(form) - int(change[: len(change) - len(added)])] + added
