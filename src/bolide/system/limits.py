"""Limits of options and inputs; values beyond them are rejected before anything is allocated."""

import os

from bolide.system.errors import InputError, OptionError, SegmentError, counted

TRIALS = 10_000_000  # of a test, or resamples of an interval: 80 MB of scores for each system and metric
LEAST_RESAMPLES = 20  # of an interval: the 2.5 % quantile of fewer is little more than the lowest of them
SETTINGS = 1_000_000  # that a search tries
FOLDS = 10_000
SEED = 2**63 - 1  # the largest integer that results read back
DIGITS = 50  # after the decimal point; a double has 17
MAX_PORT = 65_535
MAX_LISTED = 100_000_000  # lines, segments or n-grams to list, or the number of one of them
MAX_NGRAM_ORDER = 100  # of n-grams
MAX_BEAM = 10_000
REFERENCES = 10_000
SEGMENTS = 10_000_000  # of a test set; the largest have some tens of thousands
CHARACTERS = 2**31 - 1  # that are compared at a time: offsets into texts have 31 bits
# Pairs of words or characters in one segment, for metrics that compare all pairs; this many take minutes.
COMPARED = {"the edit distance": 10**11, "CDER": 10**10, "METEOR 2005": 4 * 10**8}
CELLS = 10_000_000  # of a table that may be mostly empty
MIN_FILLED_SHARE = 20  # cells for each one that is filled, in larger tables
MAX_DEVICE_BYTES = 1 << 26  # bytes read from a device, such as /dev/zero, which may be endless
MAX_UNPACKED_BYTES = 1 << 26  # bytes up to which a file may unpack, whatever its compression ratio
RATIO = 250  # compression ratio of larger files; that of text is about ten


def check_most(name: str, value: int, most: int) -> int:
    """Return the value; raise OptionError if it is larger than `most`."""
    if value > most:
        number = f"{value:,}" if value < 10**30 else "a number of more than 30 digits"
        raise OptionError(f"{name} is {number}; it can be at most {most:,}.")
    return value


def check_count(name: str, value: object, least: int = 0, most: int | None = None) -> None:
    """Raise OptionError if a parameter is not an integer, or is too small or too large."""
    from numbers import Integral  # an import that most runs do without

    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise OptionError(f"{name} is {value!r:.60}; it must be an integer ≥ {least}.")
    if most is not None:
        check_most(name, int(value), most)


def segment_number(text: str, where: str, what: str = "the segment") -> int:
    """The 1-based number of a segment in a file; it is limited because tables have a row for every segment up to it."""
    if not 0 < _number(text) <= SEGMENTS:
        excerpt = repr(text if len(text) <= 40 else f"{text[:40]}…")
        raise InputError(f"{where}: {what} is {excerpt}; it must be an integer from 1 to {SEGMENTS:,}.")
    return int(text)


def whole_number(text: str, least: int, most: int) -> int:
    """The integer in a text, from `least` to `most`; ValueError if it is anything else."""
    if _number(text) < least:
        raise ValueError(f"{text!r:.80} must be an integer ≥ {least}")
    if _number(text) > most:
        raise ValueError(f"{text:.40}{'…' * (len(text) > 40)} is too large; it can be at most {most:,}")
    return int(text)


def check_compared(name: str, segment: int, sizes: tuple[int, int], unit: str = "word") -> None:
    """Raise SegmentError if a segment is so long that comparing all pairs of it and a reference would take hours."""
    hyp, ref = sizes
    if hyp * ref > COMPARED[name]:
        raise SegmentError(
            segment,
            f"it has {counted(hyp, unit)} and a reference {ref:,}; {name} compares each with each, which is limited to "
            f"{COMPARED[name]:,} pairs. Split the texts into shorter segments.",
        )


def check_filled(where: str, rows: int, columns: int, filled: int, what: tuple[str, str]) -> None:
    """Raise InputError if a large table would be almost empty."""
    if rows * columns > max(CELLS, MIN_FILLED_SHARE * filled):
        raise InputError(
            f"{where} has {counted(rows, what[0])} and {counted(columns, what[1])}, but only {filled:,} of the "
            f"{counted(rows * columns, 'cell')} of such a table are filled. Are the names and numbers right?"
        )


def check_characters(size: int) -> None:
    """Raise InputError if the texts are longer than offsets of 31 bits allow."""
    if size > CHARACTERS:
        raise InputError(
            f"Texts of {counted(size, 'character')} are compared at once; there can be {CHARACTERS:,}. Split them."
        )


def check_unpacked(name: str, size: int, packed: int) -> None:
    """Raise InputError if a packed file has an implausible compression ratio, or its text does not fit into memory."""
    check_ratio(name, size, packed)
    check_memory(name, size)


def check_ratio(name: str, size: int, packed: int, ratio: int = RATIO, small: int | None = None) -> None:
    """Raise InputError if a packed file has an implausible compression ratio, unless it is small."""
    if size > max(MAX_UNPACKED_BYTES if small is None else small, ratio * packed):
        raise InputError(
            f"{name} unpacks to more than {ratio} times its {counted(packed, 'byte')}, as no text does. "
            "If it is what you want to score, unpack it first."
        )


def check_memory(name: str, size: int) -> None:
    """Raise InputError if the text of a file does not fit into memory: its lines take up to four times its bytes."""
    available = memory()
    if available is not None and 4 * size > available:
        raise InputError(
            f"{name} has {_gigabytes(size)} of text or more, for which about "
            f"{_gigabytes(4 * size)} of memory are needed; this machine has {_gigabytes(available)}. Split it."
        )


def memory() -> int | None:
    """The bytes of memory that this machine has, or None if the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"


def _number(text: str) -> int:
    """The value of the digits 0 to 9, a very large number if they are more than Python converts; -1 of other text."""
    if not (text.isascii() and text.isdecimal()):
        return -1
    return int(text) if len(text) < 100 else 10**100
