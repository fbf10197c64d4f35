"""WER, CER, PER and CDER: errors per reference word or character, counted in four ways."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar
from unicodedata import category

from bolide.kernels.edits import error_rates as kernels
from bolide.metrics.base import Metric
from bolide.metrics.counts import Counts, Pairs
from bolide.metrics.edit_rate import EditRate
from bolide.metrics.options import check_tokenizer, documented, lowercase_option, nfc_option, switch, tokenize_option
from bolide.system.limits import COMPARED, check_compared
from bolide.text.chrf_units import ChrfTexts
from bolide.text.tokenize import tokenizer
from bolide.text.tokens import Tokens, encode

if TYPE_CHECKING:
    from bolide.metrics.error_rates_evidence import ErrorEvidence


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

    def encode(self, texts: Sequence[str]) -> Tokens:
        """The words of all texts as integers."""
        prepared = [self.prepared(text) for text in texts] if self.no_punct else texts
        return encode(prepared, self.tokenize, self.lowercase)


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

    def encode(self, texts: Sequence[str]) -> Tokens:
        """The characters of all texts as integers."""
        return ChrfTexts([self.prepared(text) for text in texts]).characters(whitespace=True)


TextTokenizer = WordTokenizer | CharacterTokenizer


# --- rows -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ErrorCounts(Counts):
    """One row per reference, of which the one with the fewest edits counts."""

    row_per_reference: ClassVar[bool] = True
    quadratic: ClassVar[bool] = True
    compares: ClassVar[str] = "the edit distance"
    columns: ClassVar[tuple[str, ...]] = kernels.COLUMNS
    kernel: ClassVar[Callable[..., None]]

    tokenizer: TextTokenizer

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        return tuple((kind, "edits") for kind in self.columns[4:])

    def tokens(self, text: str) -> list[str]:
        return self.tokenizer(text)

    def encode(self, hyps: list[str], refs: list[str]) -> Tokens:
        return self.tokenizer.encode([*hyps, *refs])

    def rows(self, encoded: Tokens, pairs: Pairs) -> array[int]:
        firsts, ends = pairs.spans(*encoded.spans)
        if self.quadratic:
            self.check_lengths(firsts, ends, pairs.starts)
        height, width = pairs.size, len(self.columns)
        rows = array("q", bytes(8 * height * width))
        table = memoryview(rows).cast("B").cast("q", (height, width))
        type(self).kernel(encoded.ids, firsts, ends, pairs.starts, table)
        return rows

    def check_lengths(self, firsts: memoryview[int], ends: memoryview[int], ref_starts: memoryview[int]) -> None:
        """Raise an error for pairs that are too long to compare."""
        segments, sizes = len(ref_starts) - 1, [end - first for first, end in zip(firsts, ends, strict=True)]
        if max(sizes[:segments], default=0) * max(sizes[segments:], default=0) <= COMPARED[self.compares]:
            return
        for segment, (first, end) in enumerate(pairwise(ref_starts)):
            for size in sizes[segments + first : segments + end]:
                check_compared(self.compares, segment, (sizes[segment], size), self.tokenizer.unit)


class AlignedCounts(ErrorCounts):
    """WER and CER: edits of words or characters in order."""

    kernel = kernels.edits


class BagCounts(ErrorCounts):
    """PER: edits regardless of order."""

    quadratic: ClassVar[bool] = False
    kernel = kernels.per_rows


class JumpCounts(ErrorCounts):
    """CDER: edits and jumps on the cheapest path from hypothesis to reference. Only their sum is counted."""

    compares: ClassVar[str] = "CDER"
    columns = kernels.JUMP_COLUMNS
    kernel = kernels.cder_rows


# --- metrics ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ErrorRate(Metric):
    """Base of the error rates: edits divided by the length of the reference that needs the fewest edits."""

    _counts_class: ClassVar[type[ErrorCounts]]

    lowercase: bool = lowercase_option()
    no_punct: bool = switch(
        False, "Delete punctuation marks, by Unicode category, first.", "punct", ("yes", "no"), always=True
    )
    nfc: bool = nfc_option()

    @property
    def _tokenizer(self) -> TextTokenizer:
        """The tokenizer of words or characters."""
        raise NotImplementedError

    @cached_property
    def counts(self) -> ErrorCounts:
        return self._counts_class(self._tokenizer, nfc=self.nfc)

    @property
    def evidence(self) -> ErrorEvidence:
        from bolide.metrics.error_rates_evidence import ErrorEvidence

        return ErrorEvidence(self.counts, self.formula, self.score_row)

    @cached_property
    def formula(self) -> EditRate:
        return EditRate(1.0, self.name.lower())

    def _part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        parts = self.counts.as_columns(row)
        if "deletions" in parts:
            parts["hits"] = parts["ref_len"] - parts["substitutions"] - parts["deletions"]
        return parts


@dataclass(frozen=True)
class _WordErrorRate(ErrorRate):
    tokenize: str = tokenize_option("whitespace", "words")

    def __post_init__(self) -> None:
        super().__post_init__()
        check_tokenizer(self)

    @property
    def _tokenizer(self) -> WordTokenizer:
        return WordTokenizer(self.tokenize, self.lowercase, self.no_punct)


@documented
@dataclass(frozen=True)
class WER(_WordErrorRate):
    """Word error rate: substituted, inserted and deleted words per reference word. As jiwer counts them.

    >>> from bolide import WER
    >>> round(WER().sentence("the cat sat in a mat", "the cat sat on the mat").value, 4)
    0.3333
    """

    name: ClassVar[str] = "WER"
    _counts_class: ClassVar[type[ErrorCounts]] = AlignedCounts


@documented
@dataclass(frozen=True)
class PER(_WordErrorRate):
    """Position-independent error rate (Tillmann et al. 1997): WER that ignores word order.

    >>> from bolide import PER
    >>> PER().sentence("on the mat the cat sat", "the cat sat on the mat").value
    0.0
    """

    name: ClassVar[str] = "PER"
    _counts_class: ClassVar[type[ErrorCounts]] = BagCounts


@documented
@dataclass(frozen=True)
class CDER(_WordErrorRate):
    """WER that allows jumps to any position in the candidate, each at the cost of one edit (Leusch et al. 2006).

    >>> from bolide import CDER
    >>> round(CDER().sentence("on the mat the cat sat", "the cat sat on the mat").value, 4)
    0.5
    """

    name: ClassVar[str] = "CDER"
    _counts_class: ClassVar[type[ErrorCounts]] = JumpCounts


@documented
@dataclass(frozen=True)
class CER(ErrorRate):
    """Character error rate: substituted, inserted and deleted characters per reference character. As jiwer counts
    them.

    >>> from bolide import CER
    >>> round(CER().sentence("the mat", "the cat").value, 4)
    0.1429
    """

    name: ClassVar[str] = "CER"
    _counts_class: ClassVar[type[ErrorCounts]] = AlignedCounts

    whitespace: bool = switch(
        True, "Count white space between words as characters.", "space", always=True, prominent=True
    )

    @property
    def _tokenizer(self) -> CharacterTokenizer:
        return CharacterTokenizer(self.whitespace, self.lowercase, self.no_punct)
