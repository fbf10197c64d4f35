"""What WER, CER, PER and CDER count: the errors of a hypothesis by each of its references."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar
from unicodedata import category

from bolide.corpus import Corpus
from bolide.kernels.edits import levenshtein, per_cder
from bolide.metrics.counts import Counts
from bolide.metrics.edit_rate import LEAD
from bolide.system.limits import COMPARED, check_compared
from bolide.text.chrf_units import Letters
from bolide.text.tokenize import tokenizer
from bolide.text.vocab import Ids, crossed, encode

# --- how texts become words or characters ---------------------------------------------------------------------------


class _Deletions(dict[int, int | None]):
    """For str.translate: nothing for a punctuation mark, every other character as it is."""

    def __missing__(self, point: int) -> int | None:
        self[point] = kept = None if category(chr(point)).startswith("P") else point
        return kept


_PUNCTUATION = _Deletions()


@dataclass(frozen=True)
class Words:
    """Words as a tokenizer cuts them."""

    unit: ClassVar[str] = "word"

    tokenize: str
    lowercase: bool
    no_punct: bool

    def prepared(self, text: str) -> str:
        """The text before it is cut."""
        return text.translate(_PUNCTUATION) if self.no_punct else text

    def __call__(self, text: str) -> list[str]:
        text = self.prepared(text)
        return tokenizer(self.tokenize)((text.lower() if self.lowercase else text).rstrip())

    def encode(self, texts: Sequence[str]) -> Ids:
        """The words of all texts as integers."""
        prepared = [self.prepared(text) for text in texts] if self.no_punct else texts
        return encode(prepared, self.tokenize, self.lowercase)


@dataclass(frozen=True)
class Characters:
    """Characters; white space at the ends never counts, that between words as told."""

    unit: ClassVar[str] = "character"

    whitespace: bool
    lowercase: bool
    no_punct: bool

    def prepared(self, text: str) -> str:
        """The text whose characters count."""
        text = text.translate(_PUNCTUATION) if self.no_punct else text
        text = text.lower() if self.lowercase else text
        return text.strip() if self.whitespace else "".join(text.split())

    def __call__(self, text: str) -> list[str]:
        return list(self.prepared(text))

    def encode(self, texts: Sequence[str]) -> Ids:
        """The characters of all texts as integers."""
        return Letters([self.prepared(text) for text in texts]).characters(whitespace=True)


Cut = Words | Characters


# --- rows -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ErrorCounts(Counts):
    """A row for each reference; the one with the fewest edits counts."""

    by_reference: ClassVar[bool] = True
    quadratic: ClassVar[bool] = True
    compares: ClassVar[str] = "the edit distance"
    kinds: ClassVar[tuple[str, ...]] = ("substitutions", "insertions", "deletions")

    cut: Cut

    @property
    def columns(self) -> tuple[str, ...]:
        return (*LEAD, "hyp_len", *self.kinds)

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        return tuple((kind, "edits") for kind in self.kinds)

    def tokens(self, text: str) -> list[str]:
        return self.cut(text)

    def count(self, texts: Ids, ref_starts: memoryview[int], pairs: int) -> tuple[memoryview[int], tuple[int, ...]]:
        """What the kernel counts, row by row, and where in its rows this class's columns after the first stand."""
        raise NotImplementedError

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        texts = self.cut.encode([*corpus.hyps, *corpus.refs])
        self._lay(texts, corpus.starts(), rows)

    def _lay(self, texts: Ids, ref_starts: memoryview[int], rows: memoryview[int]) -> None:
        pairs, width = ref_starts[-1], len(self.columns)
        found, order = self.count(texts, ref_starts, pairs)
        size = len(found) // pairs
        flat = rows.cast("B").cast("q")
        flat[::width] = memoryview(array("q", [1]) * pairs)
        for to, at in enumerate(order, 1):
            flat[to::width] = found[at::size]

    def check_lengths(self, texts: Ids, ref_starts: memoryview[int]) -> None:
        """Refuse pairs that are too long to be compared."""
        segments, sizes = len(ref_starts) - 1, [b - a for a, b in pairwise(texts.starts)]
        if max(sizes[:segments], default=0) * max(sizes[segments:], default=0) <= COMPARED[self.compares]:
            return
        for segment, (first, end) in enumerate(pairwise(ref_starts)):
            for size in sizes[segments + first : segments + end]:
                check_compared(self.compares, segment, (sizes[segment], size), self.cut.unit)

    def cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[int]:
        """The rows of every hypothesis with every reference, each text cut once."""
        texts, pairs, width = self.cut.encode([*hyps, *refs]), len(hyps) * len(refs), len(self.columns)
        rows = array("q", bytes(8 * width * pairs))
        table = memoryview(rows).cast("B").cast("q", (pairs, width))
        self._lay(crossed(texts, len(hyps)), memoryview(array("q", range(0, pairs + 1, len(refs)))), table)
        return rows


class AlignedCounts(ErrorCounts):
    """Edits of words in order: WER and CER."""

    def count(self, texts: Ids, ref_starts: memoryview[int], pairs: int) -> tuple[memoryview[int], tuple[int, ...]]:
        self.check_lengths(texts, ref_starts)
        width = len(levenshtein.COLUMNS)
        found = memoryview(bytearray(8 * width * pairs)).cast("q", (pairs, width))
        levenshtein.edits(texts.ids, texts.starts, ref_starts, found)
        return found.cast("B").cast("q"), (0, 6, 5, 1, 2, 3)


class BagCounts(ErrorCounts):
    """Edits of words in any order: PER. Unlike words are paired as substitutions, the rest is too many or missing."""

    quadratic: ClassVar[bool] = False

    def count(self, texts: Ids, ref_starts: memoryview[int], pairs: int) -> tuple[memoryview[int], tuple[int, ...]]:
        width = len(per_cder.BAG_COLUMNS)
        found = memoryview(bytearray(8 * width * pairs)).cast("q", (pairs, width))
        per_cder.bags(texts.ids, texts.starts, ref_starts, found)
        flat, laid = found.cast("B").cast("q").tolist(), array("q")
        for edits, hyp_len, ref_len in zip(flat[::4], flat[2::4], flat[3::4], strict=True):
            over, short = max(0, hyp_len - ref_len), max(0, ref_len - hyp_len)
            laid.extend((edits, ref_len, hyp_len, edits - over - short, over, short))
        return memoryview(laid), (0, 1, 2, 3, 4, 5)


class JumpCounts(ErrorCounts):
    """Edits and jumps on the cheapest way to read the reference off the hypothesis: CDER. Only their sum counts."""

    compares: ClassVar[str] = "CDER"
    kinds: ClassVar[tuple[str, ...]] = ()

    def count(self, texts: Ids, ref_starts: memoryview[int], pairs: int) -> tuple[memoryview[int], tuple[int, ...]]:
        self.check_lengths(texts, ref_starts)
        width = len(per_cder.JUMP_COLUMNS)
        found = memoryview(bytearray(8 * width * pairs)).cast("q", (pairs, width))
        per_cder.jumps(texts.ids, texts.starts, ref_starts, found)
        return found.cast("B").cast("q"), (0, 2, 1)
