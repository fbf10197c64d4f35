"""An output with other lines than its reference, or none, cut into the reference's lines by the fewest edits.

Wherever the output is cut, the edits of all lines are at least those between the whole output and the whole reference,
for the alignments of the lines make one of the whole. And a cheapest alignment of the whole, cut where it passes from
one reference line to the next, has exactly that many. So one alignment of the whole is all there is to compute (Matusov
et al. 2005, who cut the output of speech translation in this way).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from bolide.corpus import exact_texts
from bolide.data.results import Result
from bolide.kernels.edits.levenshtein import operations
from bolide.system.errors import InputError, OptionError
from bolide.text.vocab import Numbers

_MATCH, _SUBSTITUTION, _INSERTION, _DELETION = range(4)
_BREAK = re.compile(r"[^\S\n\r]*[\n\r]\s*")


@dataclass(frozen=True)
class Unit:
    """What is edited: how to find it in a text, and what a line break of the output is worth inside a line."""

    pattern: re.Pattern[str]
    between: str


# Words are what stands between white space; of characters white space is none.
UNITS = {"word": Unit(re.compile(r"\S+"), " "), "char": Unit(re.compile(r"\S"), "")}


@dataclass(frozen=True)
class RecutLine:
    """The part of the output that belongs to one line of the reference, and its edits."""

    text: str
    hits: int
    substitutions: int
    insertions: int
    deletions: int

    @property
    def edits(self) -> int:
        """How many edits lead from it to the reference's line."""
        return self.substitutions + self.insertions + self.deletions

    @property
    def ref_len(self) -> int:
        """How many words, or characters, the reference's line has."""
        return self.hits + self.substitutions + self.deletions


@dataclass(frozen=True)
class Recut(Result):
    """An output in the lines of its reference."""

    lines: tuple[RecutLine, ...]
    unit: str = "word"
    lowercase: bool = False

    _view = "bolide.reporting.views.resegmented:recut_blocks"

    @property
    def total(self) -> RecutLine:
        """The edits of all lines together."""
        sums = [sum(getattr(line, name) for line in self.lines) for name in _COUNTS]
        return RecutLine("", *sums)

    def data(self) -> dict[str, Any]:
        about = {"unit": self.unit, "lowercase": self.lowercase, "total": _counts(self.total)}
        return {**about, "lines": [{"text": line.text, **_counts(line)} for line in self.lines]}


_COUNTS = ("hits", "substitutions", "insertions", "deletions")


def _counts(line: RecutLine) -> dict[str, int]:
    return {"edits": line.edits, **{name: getattr(line, name) for name in _COUNTS}, "ref_len": line.ref_len}


def recut(output: str, references: Sequence[str], *, unit: str = "word", lowercase: bool = False) -> Recut:
    """Split `output` into as many texts as there are references, with the fewest edits over all of them.

    Extra words between two lines go to the earlier one. Line breaks in the output count as spaces;
    with `unit="char"`, where any character may begin a line, they count as nothing. `lowercase` ignores case in what is
    compared, not in what comes out.

    >>> from bolide.evaluation.resegment import recut
    >>> found = recut("the cat sat it rains today", ["The cat sat.", "It rains today."], lowercase=True)
    >>> [line.text for line in found.lines]
    ['the cat sat', 'it rains today']
    """
    if not isinstance(output, str):
        raise InputError(f"`output` is of type {type(output).__name__}; it must be one text.")
    if unit not in UNITS:
        raise OptionError(f"unit is {unit!r}; it must be one of {', '.join(UNITS)}.")
    refs = exact_texts(references, "references")
    if not refs:
        raise InputError("There is no reference; the output is split to match its lines.")
    kind = UNITS[unit]
    key: Callable[[str], str] = str.lower if lowercase else str
    found = [match.span() for match in kind.pattern.finditer(output)]
    numbers = Numbers()
    ids = array("i", (numbers[key(output[start:end])] for start, end in found))
    sizes = []
    for ref in refs:
        before = len(ids)
        ids.extend(numbers[key(word)] for word in kind.pattern.findall(ref))
        sizes.append(len(ids) - before)
    starts = array("q", [0, len(found), len(ids)])
    steps = operations(memoryview(ids), memoryview(starts))
    cut = list(_lines(steps, sizes))
    ends = list(accumulate((hits + subs + ins for hits, subs, ins, _ in cut), initial=0))
    lines = []
    for (first, last), counts in zip(pairwise(ends), cut, strict=True):
        text = output[found[first][0] : found[last - 1][1]] if first < last else ""
        lines.append(RecutLine(_BREAK.sub(kind.between, text), *counts))
    return Recut(tuple(lines), unit, lowercase)


def _lines(steps: Sequence[int], sizes: Sequence[int]) -> Iterator[list[int]]:
    """How often each operation stands in each line; what is inserted behind a line's last word is still its own."""
    at = 0
    for number, size in enumerate(sizes):
        counts = [0, 0, 0, 0]
        left = size
        while at < len(steps) and (left or steps[at] == _INSERTION or number == len(sizes) - 1):
            counts[steps[at]] += 1
            left -= steps[at] != _INSERTION
            at += 1
        yield counts
