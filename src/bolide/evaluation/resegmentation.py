"""Re-segmentation: split an output into the lines of its reference with the fewest edits (Matusov et al. 2005).

However the output is split, the edits of all lines are at least those between the whole output and the whole reference,
since the alignments of the lines form one of the whole. A cheapest alignment of the whole, split where it passes from
one reference line to the next, has exactly that many. So it suffices to align the whole output once.
"""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, ClassVar

from bolide.corpus import exact_texts
from bolide.corpus.inputs import Texts, file_of, texts_of
from bolide.corpus.lines import read_lines, read_text, refuse_shared_files
from bolide.corpus.table_files import STDIN
from bolide.data.results import Result
from bolide.kernels.edits.levenshtein import operations
from bolide.system.errors import InputError, OptionError
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


def resegment(output: Texts, refs: Texts, *, unit: str = "word", lowercase: bool = False) -> Resegmented:
    """Cut an output into the lines of its reference, with as few edits as possible.

    >>> import bolide
    >>> result = bolide.resegment(["hello world it is", "raining today"], ["hello world", "it rains today"])
    >>> [line.text for line in result.lines]
    ['hello world', 'it is raining today']
    """
    ref_file, file = (
        file_of(texts, name) if isinstance(texts, str | os.PathLike) else None
        for texts, name in ((refs, "refs"), (output, "output"))
    )
    if ref_file is not None and file is not None:
        if file == ref_file == STDIN:
            raise InputError("Standard input (-) can be read only once; give the reference or the output as a file.")
        refuse_shared_files([file], [ref_file], "reference and the output")
    lines = texts_of(refs, "refs") if ref_file is None else read_lines(ref_file)
    text = "\n".join(texts_of(output, "output")) if file is None else read_text(file)
    if not text.strip():
        raise InputError(f"{file if file not in (None, STDIN) else 'The output'} is empty; give an output.")
    return split_text(text, lines, unit=unit, lowercase=lowercase)


def split_text(output: str, references: Sequence[str], *, unit: str = "word", lowercase: bool = False) -> Resegmented:
    """Split `output` into as many texts as there are references, with the fewest edits over all of them.

    Extra words between two lines go to the earlier one. Line breaks in the output count as spaces or, with
    `unit="char"`, as nothing. `lowercase` ignores case in the comparison, and leaves the output as it is.

    >>> from bolide.evaluation.resegmentation import split_text
    >>> result = split_text("the cat sat it rains today", ["The cat sat.", "It rains today."], lowercase=True)
    >>> [line.text for line in result.lines]
    ['the cat sat', 'it rains today']
    """
    if not isinstance(output, str):
        raise InputError(f"`output` is of type {type(output).__name__}; it must be one text.")
    if not isinstance(unit, str) or unit not in UNITS:
        raise OptionError(f"unit is {unit!r}; it must be one of {', '.join(UNITS)}.")
    refs = exact_texts(references, "references")
    if not refs:
        raise InputError("There is no reference; the output is split to match its lines.")
    pattern, between = UNITS[unit]
    key: Callable[[str], str] = str.lower if lowercase else str
    spans = [match.span() for match in pattern.finditer(output)]
    numbers = TokenIds()
    ids = array("i", (numbers[key(output[start:end])] for start, end in spans))
    sizes = []
    for ref in refs:
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
