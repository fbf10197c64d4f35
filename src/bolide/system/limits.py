"""The most of anything that can be meant: more is a slip of the hand, and refused before anything is allocated."""

from __future__ import annotations

import os

from bolide.system.errors import InputError, OptionError, SegmentError
from bolide.system.messages import counted

TRIALS = 10_000_000  # of a test, or resamples of an interval: 80 MB of scores for each system and metric
SETTINGS = 1_000_000  # that a search tries
FOLDS = 10_000
SEED = 2**64 - 1
DIGITS = 50  # behind the point; a double has 17
PORT = 65_535
LISTED = 100_000_000  # lines, segments or n-grams to show, or the number of one
ORDER = 100  # of n-grams
BEAM = 10_000
REFERENCES = 10_000
SEGMENTS = 10_000_000  # of a test set; the largest have some tens of thousands
CHARACTERS = 2**31 - 1  # that are compared at a time: places in texts have 31 bits
# Pairs of words, or of characters, that one segment may have where by definition each is compared with each: minutes.
COMPARED = {"the edit distance": 10**11, "CDER": 10**10, "METEOR 2005": 4 * 10**8}
PLACES = 10_000_000  # of a table that may be mostly empty
SPARSE = 20  # places for each that is filled, in larger ones
DEVICE = 1 << 26  # bytes of a device, such as /dev/zero, that need not end
SMALL = 1 << 26  # bytes up to which a file may unpack to whatever it likes
RATIO = 250  # bytes that one packed byte may become beyond that; text becomes some ten


def check_most(name: str, value: int, most: int) -> int:
    """The value, unless it is more than can be meant."""
    if value > most:
        raise OptionError(f"{name} is {_shown(value)}; it can be at most {most:,}.")
    return value


def segment_number(text: str, where: str, what: str = "the segment") -> int:
    """The number of a segment in a file, from 1; tables have a place for every segment up to the last."""
    if not _is_plain(text) or not 0 < _number(text) <= SEGMENTS:
        shown = repr(text if len(text) <= 40 else f"{text[:40]}…")
        raise InputError(f"{where}: {what} is {shown}; it must be an integer from 1 to {SEGMENTS:,}.")
    return int(text)


def whole_number(text: str, least: int, most: int) -> int:
    """The integer that a text is, between these two; a ValueError in words where it is not."""
    if not _is_plain(text) or _number(text) < least:
        raise ValueError(f"{text!r:.80} must be an integer ≥ {least}")
    if _number(text) > most:
        raise ValueError(f"{text:.40}{'…' * (len(text) > 40)} is too large; it can be at most {most:,}")
    return int(text)


def check_compared(name: str, segment: int, sizes: tuple[int, int], unit: str = "word") -> None:
    """Refuse a segment so long that to compare everything in it with everything in a reference would take hours."""
    hyp, ref = sizes
    if hyp * ref > COMPARED[name]:
        raise SegmentError(
            segment,
            f"it has {counted(hyp, unit)} and a reference {ref:,}; {name} compares each with each, which is limited to "
            f"{COMPARED[name]:,} pairs. Split the texts into shorter segments.",
        )


def check_filled(where: str, rows: int, columns: int, filled: int, what: tuple[str, str]) -> None:
    """Refuse a table that would have a place for everything, where a file fills next to none of them."""
    if rows * columns > max(PLACES, SPARSE * filled):
        raise InputError(
            f"{where} has {counted(rows, what[0])} and {counted(columns, what[1])}, but only {filled:,} of the "
            f"{counted(rows * columns, 'cell')} of such a table are filled. Are the names and numbers right?"
        )


def check_characters(size: int) -> None:
    """Refuse more text than places of 31 bits can tell apart."""
    if size > CHARACTERS:
        raise InputError(
            f"Texts of {counted(size, 'character')} are compared at once; there can be {CHARACTERS:,}. Split them."
        )


def check_unpacked(shown: str, size: int, packed: int) -> None:
    """Refuse a packed file that grows out of all proportion, or beyond the memory there is, while it is unpacked."""
    check_ratio(shown, size, packed)
    check_memory(shown, size)


def check_ratio(shown: str, size: int, packed: int) -> None:
    """Refuse a packed file that grows out of all proportion."""
    if size > max(SMALL, RATIO * packed):
        raise InputError(
            f"{shown} unpacks to more than {RATIO} times its {counted(packed, 'byte')}, as no text does. "
            "If it is what you want to score, unpack it first."
        )


def check_memory(shown: str, size: int) -> None:
    """Refuse a file whose text would not fit into memory: its lines take up to four times its bytes."""
    there = memory()
    if there is not None and 4 * size > there:
        raise InputError(
            f"{shown} has {_gigabytes(size)} of text or more, for which about "
            f"{_gigabytes(4 * size)} of memory are needed; this machine has {_gigabytes(there)}. Split it."
        )


def memory() -> int | None:
    """The bytes of memory that this machine has, where it says so."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"


def _is_plain(text: str) -> bool:
    """Whether it is written in the digits 0 to 9."""
    return text.isascii() and text.isdecimal()


def _number(text: str) -> int:
    """Its value, or, of more digits than Python reads, one that is too large anyway."""
    return int(text) if len(text) < 100 else 10**100


def _shown(value: int) -> str:
    return f"{value:,}" if value < 10**30 else "a number of more than 30 digits"
