"""Text for messages: plurals, and quoted text without control characters or line breaks."""

import sys
import warnings
from collections.abc import Sequence


def counted(number: int, noun: str, many: str = "") -> str:
    """A number and its noun: 1 line, 2 lines, 1,000 lines. `many` is the plural if it is not `noun` with an s."""
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"


def are(number: int) -> str:
    """The verb that agrees with a number: "is" for 1, "are" for any other."""
    return "is" if number == 1 else "are"


def few(items: Sequence[str], most: int) -> str:
    """The first items, and how many more there are: `a, b and 1,000 more`."""
    return ", ".join(items[:most]) + (f" and {len(items) - most:,} more" if len(items) > most else "")


def listed(names: Sequence[str]) -> str:
    """Names as an enumeration in a sentence."""
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} and {names[-1]}"


LONGEST = 300  # characters of a word in a message; longer words are cut


def visible(text: str) -> str:
    """Escape control characters and lone surrogates, so that they have no effect on a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def one_line(text: str) -> str:
    """The text in one line for a message: control characters and line breaks are escaped, very long words are cut."""
    line = visible(text).replace("\n", "\\n")
    return line if len(line) <= LONGEST else " ".join(map(_cut, line.split(" ")))


def _cut(word: str) -> str:
    return word if len(word) <= LONGEST else f"{word[:60]}… ({counted(len(word), 'character')})"


class BolideWarning(UserWarning):
    """What a user should know of texts and scores; results have it among their notes."""


def warn_caller(message: str) -> None:
    """Warn with the line that called Bolide, wherever in the package this is found out."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "bolide":
        level, frame = level + 1, frame.f_back
    warnings.warn(message, BolideWarning, stacklevel=level)
