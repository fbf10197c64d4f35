"""Counts of WER, CER, PER and CDER: the errors of a hypothesis against each of its references."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar
from unicodedata import category

from bolide.corpus import Corpus
from bolide.kernels.edits import levenshtein, per_cder
from bolide.metrics.counts import Counts
from bolide.metrics.edit_rate import LEAD
from bolide.system.limits import COMPARED, check_compared
from bolide.text.chrf_units import ChrfTexts
from bolide.text.tokenize import tokenizer
from bolide.text.vocab import CHARACTERS, Ids, crossed, encode, segment_of

# --- tokenizers -----------------------------------------------------------------------------------------------------


class _Deletions(dict[int, int | None]):
    """A table for str.translate that deletes punctuation marks."""

    def __missing__(self, point: int) -> int | None:
        self[point] = replacement = None if category(chr(point)).startswith("P") else point
        return replacement


_PUNCTUATION = _Deletions()


@dataclass(frozen=True)
class WordTokenizer:
    """Words, as the tokenizer `tokenize` splits them."""

    unit: ClassVar[str] = "word"

    tokenize: str
    lowercase: bool
    no_punct: bool

    def prepared(self, text: str) -> str:
        """The text before tokenization."""
        return text.translate(_PUNCTUATION) if self.no_punct else text

    def __call__(self, text: str) -> list[str]:
        text = self.prepared(text)
        return tokenizer(self.tokenize)((text.lower() if self.lowercase else text).rstrip())

    def encode(self, texts: Sequence[str]) -> Ids:
        """The words of all texts as integers."""
        prepared = [self.prepared(text) for text in texts] if self.no_punct else texts
        return encode(prepared, self.tokenize, self.lowercase)

    def edit_rows(self, texts: list[str]) -> list[tuple[int, ...]] | None:
        """The rows of one segment, the hypothesis first; None if its words need more than the scanner."""
        segment = segment_of(len(levenshtein.COLUMNS), self.tokenize, self.lowercase)
        return None if segment is None or self.no_punct else levenshtein.edit_rows(segment, texts)


@dataclass(frozen=True)
class CharacterTokenizer:
    """Characters. White space at the ends never counts; between words it does if `whitespace` is set."""

    unit: ClassVar[str] = "character"

    whitespace: bool
    lowercase: bool
    no_punct: bool

    def prepared(self, text: str) -> str:
        """The text that is split into characters."""
        text = text.translate(_PUNCTUATION) if self.no_punct else text
        text = text.lower() if self.lowercase else text
        return text.strip() if self.whitespace else "".join(text.split())

    def __call__(self, text: str) -> list[str]:
        return list(self.prepared(text))

    def encode(self, texts: Sequence[str]) -> Ids:
        """The characters of all texts as integers."""
        return ChrfTexts([self.prepared(text) for text in texts]).characters(whitespace=True)

    def edit_rows(self, texts: list[str]) -> list[tuple[int, ...]] | None:
        """The rows of one segment, the hypothesis first; None if it is long."""
        segment = segment_of(len(levenshtein.COLUMNS), CHARACTERS)
        return None if segment is None else levenshtein.edit_rows(segment, list(map(self.prepared, texts)))


TextTokenizer = WordTokenizer | CharacterTokenizer


# --- rows -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ErrorCounts(Counts):
    """One row per reference, of which the one with the fewest edits counts."""

    by_reference: ClassVar[bool] = True
    quadratic: ClassVar[bool] = True
    compares: ClassVar[str] = "the edit distance"
    kinds: ClassVar[tuple[str, ...]] = ("substitutions", "insertions", "deletions")
    kernel: ClassVar[Callable[..., None]]
    width: ClassVar[int] = len(levenshtein.COLUMNS)  # of the kernel's rows
    order: ClassVar[tuple[int, ...]] = (0, 6, 5, 1, 2, 3)  # for each column after the first, its index in them

    tokenizer: TextTokenizer

    @property
    def columns(self) -> tuple[str, ...]:
        return (*LEAD, "hyp_len", *self.kinds)

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        return tuple((kind, "edits") for kind in self.kinds)

    def tokens(self, text: str) -> list[str]:
        return self.tokenizer(text)

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        texts = self.tokenizer.encode([*corpus.hyps, *corpus.refs])
        self._write_rows(texts, corpus.starts(), rows)

    def _write_rows(self, texts: Ids, ref_starts: memoryview[int], rows: memoryview[int]) -> None:
        if self.quadratic:
            self.check_lengths(texts, ref_starts)
        pairs, width, flat = ref_starts[-1], len(self.columns), rows.cast("B").cast("q")
        cells = memoryview(bytearray(8 * self.width * pairs)).cast("q", (pairs, self.width))
        type(self).kernel(texts.ids, texts.starts, ref_starts, cells)
        flat[::width] = memoryview(array("q", [1]) * pairs)
        for to, at in enumerate(self.order, 1):
            flat[to::width] = cells.cast("B").cast("q")[at :: self.width]

    def check_lengths(self, texts: Ids, ref_starts: memoryview[int]) -> None:
        """Raise an error for pairs that are too long to compare."""
        segments, sizes = len(ref_starts) - 1, [b - a for a, b in pairwise(texts.starts)]
        if max(sizes[:segments], default=0) * max(sizes[segments:], default=0) <= COMPARED[self.compares]:
            return
        for segment, (first, end) in enumerate(pairwise(ref_starts)):
            for size in sizes[segments + first : segments + end]:
                check_compared(self.compares, segment, (sizes[segment], size), self.tokenizer.unit)

    def cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[int]:
        """The rows of every hypothesis with every reference, each text tokenized once."""
        texts, pairs, width = self.tokenizer.encode([*hyps, *refs]), len(hyps) * len(refs), len(self.columns)
        rows = array("q", bytes(8 * width * pairs))
        table = memoryview(rows).cast("B").cast("q", (pairs, width))
        self._write_rows(crossed(texts, len(hyps)), memoryview(array("q", range(0, pairs + 1, len(refs)))), table)
        return rows


class AlignedCounts(ErrorCounts):
    """WER and CER: edits of words or characters in order."""

    kernel = levenshtein.edits

    def of_sentence(self, hyp: str, refs: list[str]) -> Sequence[int] | None:
        rows = self.tokenizer.edit_rows([hyp, *refs])
        if rows is None:
            return super().of_sentence(hyp, refs)
        return [number for row in rows for number in (1, row[0], row[6], row[5], *row[1:4])]


class BagCounts(ErrorCounts):
    """PER: edits regardless of order."""

    quadratic: ClassVar[bool] = False
    kernel = per_cder.bags


class JumpCounts(ErrorCounts):
    """CDER: edits and jumps on the cheapest path from hypothesis to reference. Only their sum is counted."""

    compares: ClassVar[str] = "CDER"
    kinds: ClassVar[tuple[str, ...]] = ()
    kernel = per_cder.jumps
    width: ClassVar[int] = len(per_cder.JUMP_COLUMNS)
    order: ClassVar[tuple[int, ...]] = (0, 2, 1)
