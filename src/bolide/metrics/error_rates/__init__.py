"""WER, CER, PER and CDER: errors per reference word or character, four ways to count an error."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.corpus import Corpus, Refs
from bolide.jobs import waited_for
from bolide.metrics.base import Metric
from bolide.metrics.counts import Measured
from bolide.metrics.edit_rate import EditRate
from bolide.metrics.edit_rate import arithmetic as edit_arithmetic
from bolide.metrics.error_rates.counts import AlignedCounts, BagCounts, ErrorCounts, JumpCounts
from bolide.metrics.error_rates.cut import Characters, Cut, Words
from bolide.metrics.options import opposite, option, read_bool, read_case, write_case, write_opposite
from bolide.metrics.pairwise import PairwiseScores, check_texts
from bolide.stats import Stats
from bolide.text.tokenize import TOKENIZERS, tokenizer
from bolide.text.tokenize.mecab import signed, unsigned

if TYPE_CHECKING:
    from bolide.explanation import Explanation
    from bolide.metrics.example import Example
    from bolide.metrics.traces import Line, Traces


@dataclass(frozen=True)
class ErrorRate(Metric):
    """What the four have in common: edits over the length of the reference that needs the fewest."""

    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, inf)
    counting: ClassVar[type[ErrorCounts]]

    lowercase: bool = option(
        False, "Ignore case.", read_case, key="case", always=True, write=write_case, prominent=True
    )
    no_punct: bool = option(
        False, "Delete punctuation marks, by Unicode category, before splitting into words.", opposite(read_bool),
        kind="switch", key="punct", always=True, write=write_opposite,
    )  # fmt: skip

    @property
    def cut(self) -> Cut:
        """How texts become what is compared."""
        raise NotImplementedError

    @cached_property
    def counts(self) -> ErrorCounts:
        return self.counting(self.cut)

    @cached_property
    def formula(self) -> EditRate:
        return EditRate(1.0, self.name.lower())

    def picked(self, measured: Measured) -> Stats:
        if measured.starts is None:
            return measured.rows
        width = len(measured.rows.columns)
        return measured.picked(array("d", measured.rows.data[1::width]), highest=False)

    def tokens(self, text: str) -> list[str]:
        return self.cut(text)

    def named(self, total: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        parts: dict[str, Any] = dict(self.counted(total))
        if "deletions" in parts:
            parts["hits"] = parts["ref_len"] - parts["substitutions"] - parts["deletions"]
        return parts

    @classmethod
    def examples(cls) -> tuple[Example[Metric], ...]:
        from bolide.metrics.error_rates.examples import examples

        return examples(cls)

    def traces(self, corpus: Corpus) -> Traces:
        from bolide.metrics.error_rates.traces import traces

        return traces(self.counts, corpus, "" if isinstance(self.cut, Characters) else " ")

    @property
    def arithmetic(self) -> tuple[Line, ...]:
        return edit_arithmetic(self.columns, self.formula)

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        from bolide.metrics.error_rates.explain import explain

        checked = Corpus.of([hyp], [refs])
        rows = self.counts.measure(checked).rows
        edits = [row[1] for row in rows]
        best = edits.index(min(edits))
        score = self.score(rows[best], checked.nrefs)
        return waited_for(lambda: explain(self.counts, self.formula, checked, score, edits))

    def pairwise(self, hyps: Sequence[str], refs: Sequence[str]) -> PairwiseScores:
        hyps, refs = check_texts(hyps, refs)
        rows = waited_for(lambda: self.counts.cross(hyps, refs))
        return PairwiseScores(self.formula.evaluate(rows, len(self.columns)), (len(hyps), len(refs)))


def _read_tokenizer(text: str) -> str:
    """The tokenizer that a signature names; one split goes under two names."""
    return "whitespace" if text == "none" else unsigned(text)


@dataclass(frozen=True)
class _WordErrorRate(ErrorRate):
    tokenize: str = option(
        "whitespace", "The tokenizer that splits texts into words.", _read_tokenizer, key="tok", always=True,
        choices=tuple(TOKENIZERS), write=lambda name: "none" if name == "whitespace" else signed(name), prominent=True,
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)
        if self.tokenize == "none":  # one split under two names; equal metrics should compare equal
            object.__setattr__(self, "tokenize", "whitespace")

    @property
    def cut(self) -> Words:
        return Words(self.tokenize, self.lowercase, self.no_punct)

    @property
    def tokenizer_name(self) -> str:
        return self.tokenize


@dataclass(frozen=True)
class WER(_WordErrorRate):
    """Word error rate: substituted, inserted and deleted words per reference word. As jiwer counts them.

    >>> from bolide import WER
    >>> round(WER().sentence("the cat sat in a mat", "the cat sat on the mat").value, 4)
    0.3333
    """

    name: ClassVar[str] = "WER"
    slow_from: ClassVar[int | None] = 5000
    counting: ClassVar[type[ErrorCounts]] = AlignedCounts


@dataclass(frozen=True)
class PER(_WordErrorRate):
    """Position-independent error rate (Tillmann et al. 1997): WER that ignores word order.

    >>> from bolide import PER
    >>> PER().sentence("on the mat the cat sat", "the cat sat on the mat").value
    0.0
    """

    name: ClassVar[str] = "PER"
    counting: ClassVar[type[ErrorCounts]] = BagCounts


@dataclass(frozen=True)
class CDER(_WordErrorRate):
    """WER that allows jumps to any place in the candidate, each at the cost of one edit (Leusch et al. 2006).

    >>> from bolide import CDER
    >>> round(CDER().sentence("on the mat the cat sat", "the cat sat on the mat").value, 4)
    0.5
    """

    name: ClassVar[str] = "CDER"
    slow_from: ClassVar[int | None] = 2000
    counting: ClassVar[type[ErrorCounts]] = JumpCounts


@dataclass(frozen=True)
class CER(ErrorRate):
    """Character error rate: substituted, inserted and deleted characters per reference character. As jiwer counts
    them.

    >>> from bolide import CER
    >>> round(CER().sentence("the mat", "the cat").value, 4)
    0.1429
    """

    name: ClassVar[str] = "CER"
    slow_from: ClassVar[int | None] = 20_000
    counting: ClassVar[type[ErrorCounts]] = AlignedCounts

    whitespace: bool = option(
        True, "Count white space between words as characters.", read_bool, key="space", always=True, prominent=True
    )

    @property
    def cut(self) -> Characters:
        return Characters(self.whitespace, self.lowercase, self.no_punct)
