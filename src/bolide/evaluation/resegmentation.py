"""Re-segmentation: split an output into the lines of its reference with the fewest edits (Matusov et al. 2005).

However the output is split, the edits of all lines are at least those between the whole output and the whole reference,
since the alignments of the lines form one of the whole. A cheapest alignment of the whole, split where it passes from
one reference line to the next, has exactly that many. So it suffices to align the whole output once.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, ClassVar

from bolide.corpus import exact_texts
from bolide.data.results import Result
from bolide.kernels.edits.error_rates import operations
from bolide.system.errors import InputError, known_name
from bolide.text.tokens import TokenIds

_MATCH, _SUBSTITUTION, _INSERTION, _DELETION = range(4)
_BREAK = re.compile(r"[^\S\n\r]*[\n\r]\s*")


# The pattern of each unit of editing, and what replaces a line break of the output inside a line. White space separates
# words, and is not among the characters.
UNITS = {"word": (re.compile(r"\S+"), " "), "char": (re.compile(r"\S"), "")}


@dataclass(frozen=True)
class ResegmentedLine:
    """The part of the output aligned to one line of the reference, and its edits."""

    text: str
    hits: int
    substitutions: int
    insertions: int
    deletions: int

    derived: ClassVar[tuple[str, ...]] = ("edits", "ref_len")

    @property
    def edits(self) -> int:
        """The number of edits between it and the reference line."""
        return self.substitutions + self.insertions + self.deletions

    @property
    def ref_len(self) -> int:
        """The number of words or characters of the reference line."""
        return self.hits + self.substitutions + self.deletions


@dataclass(frozen=True)
class Resegmented(Result):
    """An output split into the lines of its reference."""

    lines: tuple[ResegmentedLine, ...]
    unit: str = "word"
    lowercase: bool = False

    derived = ("total", *Result.derived)

    def blocks(self, width: int = 1, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.texts import resegmented_blocks

        return resegmented_blocks(self, width)

    @property
    def total(self) -> ResegmentedLine:
        """The edits of all lines."""
        return ResegmentedLine("", *(sum(getattr(line, name) for line in self.lines) for name in _COUNTS))


_COUNTS = ("hits", "substitutions", "insertions", "deletions")


def resegment(
    output: str | Iterable[str], refs: Iterable[str], *, unit: str = "word", lowercase: bool = False
) -> Resegmented:
    """Cut an output, one text or several, into the lines of its reference, with as few edits as possible.

    Extra words between two lines go to the earlier one. Line breaks in the output count as spaces or, with
    `unit="char"`, as nothing. `lowercase` ignores case in the comparison, and leaves the output as it is.

    >>> import bolide
    >>> result = bolide.resegment(["hello world it is", "raining today"], ["hello world", "it rains today"])
    >>> [line.text for line in result.lines]
    ['hello world', 'it is raining today']
    """
    output = output if isinstance(output, str) else "\n".join(exact_texts(output, "output"))
    references = exact_texts(refs, "refs")
    if not references:
        raise InputError("There is no reference; the output is split to match its lines.")
    known_name("unit", unit, UNITS)
    pattern, between = UNITS[unit]
    key: Callable[[str], str] = str.lower if lowercase else str
    spans = [match.span() for match in pattern.finditer(output)]
    numbers = TokenIds()
    ids = array("i", (numbers[key(output[start:end])] for start, end in spans))
    sizes = []
    for ref in references:
        before = len(ids)
        ids.extend(numbers[key(word)] for word in pattern.findall(ref))
        sizes.append(len(ids) - before)
    starts = array("q", [0, len(spans), len(ids)])
    steps = operations(memoryview(ids), memoryview(starts))
    cut = list(_lines(steps, sizes))
    ends = list(accumulate((hits + subs + ins for hits, subs, ins, _ in cut), initial=0))
    lines = []
    for (first, last), counts in zip(pairwise(ends), cut, strict=True):
        text = output[spans[first][0] : spans[last - 1][1]] if first < last else ""
        lines.append(ResegmentedLine(_BREAK.sub(between, text), *counts))
    return Resegmented(tuple(lines), unit, lowercase)


def _lines(steps: Sequence[int], sizes: Sequence[int]) -> Iterator[list[int]]:
    """The number of each operation in each line; insertions after the last word of a line belong to it."""
    at = 0
    for number, size in enumerate(sizes):
        counts = [0, 0, 0, 0]
        left = size
        while at < len(steps) and (left or steps[at] == _INSERTION or number == len(sizes) - 1):
            counts[steps[at]] += 1
            left -= steps[at] != _INSERTION
            at += 1
        yield counts
