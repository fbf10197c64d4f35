"""TER, the translation edit rate (Snover et al. 2006), as sacreBLEU 2.6 computes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.kernels.edits.ter import REF_SCALE
from bolide.metrics.base import Metric, MetricForm, SharedOptions
from bolide.metrics.edit_rate import EditRate
from bolide.metrics.options import documented, nfc_option, switch
from bolide.metrics.ter.counts import TERCounts
from bolide.system.errors import OptionError
from bolide.text.tokenize.tercom import Tercom

if TYPE_CHECKING:
    from bolide.metrics.ter.evidence import TEREvidence


@documented
@dataclass(frozen=True)
class TER(Metric):
    """Shifts of word blocks plus edits of single words, per reference word: lower is better, and more than 1 is
    possible. The defaults are sacreBLEU's.

    >>> from bolide import TER
    >>> score = TER().sentence("on the mat the cat sat", "the cat sat on the mat")
    >>> round(score.value, 4), score.parts["shifts"]
    (0.1667, 1)
    """

    name: ClassVar[str] = "TER"
    _signed: ClassVar[tuple[str, ...]] = ("case", "norm", "punct", "asian", "once", "nfc")

    normalized: bool = switch(
        False, "Split punctuation off words, as tercom does.", "norm", always=True, prominent=True
    )
    no_punct: bool = switch(False, "Delete punctuation.", "punct", ("yes", "no"), always=True)
    asian_support: bool = switch(
        False, "Apply normalized and no_punct to ideographs and their punctuation, too.", "asian", always=True
    )
    case_sensitive: bool = switch(
        False, "Distinguish upper and lower case.", "case", ("lc", "mixed"), always=True, prominent=True
    )
    tokenize_once: bool = switch(
        False, "With normalized, tokenize references once, like candidates; sacreBLEU does it twice.", "once"
    )
    nfc: bool = nfc_option()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tokenize_once and not self.normalized:
            raise OptionError(
                "tokenize_once makes no difference without normalized: splitting at white space a second time changes "
                "nothing. Leave it out."
            )

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> TERCounts:
        tokenizer = Tercom(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)
        return TERCounts(tokenizer, self.tokenize_once, nfc=self.nfc)

    @property
    def evidence(self) -> TEREvidence:
        from bolide.metrics.ter.evidence import TEREvidence

        return TEREvidence(self.counts, self.formula, self.score_row)

    @cached_property
    def formula(self) -> EditRate:
        return EditRate(REF_SCALE, "ter")

    @property
    def form(self) -> TERForm:
        return TERForm(self, slow_from=400)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        return {**self.counts.as_columns(row), "ref_len": numbers["length"]}

    # --- signature ------------------------------------------------------------------------------------------------

    def _signature_items(self) -> tuple[tuple[str, str], ...]:
        case, *rest = super()._signature_items()
        return (case, ("tok", "tercom"), *rest)

    @classmethod
    def _from_items(cls, items: dict[str, str]) -> TER:
        if items.get("tok", "tercom") != "tercom":
            raise OptionError(f"tok:{items['tok']} in a TER signature: TER has one tokenizer, tercom.")
        return super()._from_items({key: text for key, text in items.items() if key != "tok"})


class TERForm(MetricForm):
    """TER in the page and the command line: it ignores case by default, and has only one tokenizer."""

    metric: TER

    def options_from(
        self, shared: SharedOptions, explicit: Mapping[str, Any] | None = None
    ) -> dict[str, dict[str, Any]]:
        options = super().options_from(shared, explicit)
        return {**options, "lowercase": {"case_sensitive": False}} if shared.lowercase else options

    @property
    def words(self) -> Callable[[str], list[str]]:
        return self.metric.counts.tokens

    def separating(self, language: str, tokenize: str) -> TER | None:
        asian = language in ("Chinese", "Japanese")
        return replace(self.metric, normalized=True, asian_support=True) if asian else None

    @property
    def warning(self) -> str | None:
        metric = self.metric
        if metric.asian_support and not (metric.normalized or metric.no_punct):
            return "TER's asian_support changes nothing without normalized or no_punct."
        return None
