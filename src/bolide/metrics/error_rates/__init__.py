"""WER, CER, PER and CDER: errors per reference word or character, counted in four ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.metrics.base import Metric, MetricForm
from bolide.metrics.edit_rate import EditRate
from bolide.metrics.error_rates.counts import (
    AlignedCounts,
    BagCounts,
    CharacterTokenizer,
    ErrorCounts,
    JumpCounts,
    TextTokenizer,
    WordTokenizer,
)
from bolide.metrics.options import check_tokenizer, documented, lowercase_option, nfc_option, switch, tokenize_option

if TYPE_CHECKING:
    from bolide.metrics.error_rates.evidence import ErrorEvidence

_SLOW_FROM = {"WER": 5000, "CDER": 2000, "CER": 20_000}  # tokens; PER is linear in their number


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
        from bolide.metrics.error_rates.evidence import ErrorEvidence

        return ErrorEvidence(self.counts, self.formula, self.score_row)

    @cached_property
    def formula(self) -> EditRate:
        return EditRate(1.0, self.name.lower())

    @property
    def form(self) -> MetricForm:
        return MetricForm(self, slow_from=_SLOW_FROM.get(self.name))

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
