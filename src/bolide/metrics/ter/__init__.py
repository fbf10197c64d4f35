"""TER, the translation edit rate (Snover et al. 2006), as sacreBLEU 2.6 computes it."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.corpus import Corpus, Refs
from bolide.errors import OptionError
from bolide.jobs import waited_for
from bolide.kernels.edits.ter import REF_SCALE
from bolide.metrics.base import Metric
from bolide.metrics.edit_rate import EditRate
from bolide.metrics.edit_rate import arithmetic as edit_arithmetic
from bolide.metrics.options import opposite, option, read_bool, read_case, write_case, write_opposite
from bolide.metrics.pairwise import PairwiseScores, check_texts, scored_once
from bolide.metrics.ter.counts import TERCounts
from bolide.metrics.wishes import Wishes
from bolide.text.tokenize.tercom import Tercom

if TYPE_CHECKING:
    from bolide.explanation import Explanation
    from bolide.metrics.example import Example
    from bolide.metrics.traces import Line, Traces


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
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, inf)
    slow_from: ClassVar[int | None] = 400

    normalized: bool = option(
        False, "Split punctuation off words, as tercom does.", read_bool, key="norm", always=True, prominent=True
    )
    no_punct: bool = option(
        False, "Delete punctuation.", opposite(read_bool), kind="switch", key="punct", always=True,
        write=write_opposite,
    )  # fmt: skip
    asian_support: bool = option(
        False, "Apply normalized and no_punct to ideographs and their punctuation, too.", read_bool,
        key="asian", always=True,
    )  # fmt: skip
    case_sensitive: bool = option(
        False, "Distinguish upper and lower case.", opposite(read_case), kind="switch", key="case",
        always=True, write=lambda kept: write_case(not kept), prominent=True,
    )  # fmt: skip
    tokenize_once: bool = option(
        False, "With normalized, tokenize references once, like candidates; sacreBLEU does it twice.", read_bool,
        key="once",
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tokenize_once and not self.normalized:
            raise OptionError(
                "tokenize_once makes no difference without normalized: cutting at white space a second time changes "
                "nothing. Leave it out."
            )

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> TERCounts:
        cut = Tercom(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)
        return TERCounts(cut, self.tokenize_once)

    @cached_property
    def formula(self) -> EditRate:
        return EditRate(REF_SCALE, "ter")

    def tokens(self, text: str) -> list[str]:
        return self.counts.cut.tokens(text)

    def answers(self, wishes: Wishes, chosen: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
        return {"lowercase": {"case_sensitive": False}} if wishes.lowercase else {}

    @property
    def notice(self) -> str | None:
        if self.asian_support and not (self.normalized or self.no_punct):
            return "TER's asian_support changes nothing without normalized or no_punct."
        return None

    @classmethod
    def examples(cls) -> tuple[Example[Metric], ...]:
        from bolide.metrics.ter.examples import examples

        return examples(cls)

    # --- parts ----------------------------------------------------------------------------------------------------

    def named(self, total: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        parts: dict[str, Any] = dict(self.counted(total))
        return {**parts, "ref_len": numbers["length"]}

    def traces(self, corpus: Corpus) -> Traces:
        from bolide.metrics.ter.traces import traces

        return traces(self.counts, corpus)

    @property
    def arithmetic(self) -> tuple[Line, ...]:
        return edit_arithmetic(self.columns, self.formula)

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        from bolide.metrics.ter.explain import explain

        checked = Corpus.of([hyp], [refs])
        score = self.aggregate(self.measure_corpus(checked), checked.nrefs)
        return waited_for(lambda: explain(self.counts, checked, score))

    def pairwise(self, hyps: Sequence[str], refs: Sequence[str]) -> PairwiseScores:
        hyps, refs = check_texts(hyps, refs)
        return scored_once(hyps, refs, self._cross)

    def _cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[float]:
        rows = waited_for(lambda: self.counts.cross(hyps, refs))
        return self.formula.evaluate(rows, len(self.columns))

    # --- signature ------------------------------------------------------------------------------------------------

    def signature_items(self) -> tuple[tuple[str, str], ...]:
        items = {**dict(super().signature_items()), "tok": "tercom"}
        order = ("case", "tok", "norm", "punct", "asian", "once")
        return tuple((key, items[key]) for key in order if key in items)

    @classmethod
    def from_items(cls, items: dict[str, str]) -> TER:
        if items.get("tok", "tercom") != "tercom":
            raise OptionError(f"tok:{items['tok']} in a TER signature: TER has one tokenizer, tercom.")
        return super().from_items({key: text for key, text in items.items() if key != "tok"})
