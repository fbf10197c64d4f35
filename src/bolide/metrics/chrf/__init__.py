"""chrF (Popović 2015) and chrF++ (Popović 2017): F-scores over character n-grams, as sacreBLEU computes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.data.scores import Signature
from bolide.metrics.base import Metric, MetricForm
from bolide.metrics.chrf.counts import KEPT, REMOVED, SPACES_REMOVED, CHRFCounts
from bolide.metrics.chrf.formula import CHRFFormula, chrf_title
from bolide.metrics.formula import Parameter, Tunable
from bolide.metrics.options import average_option, documented, lowercase_option, nfc_option, option, switch
from bolide.system.errors import OptionError
from bolide.system.limits import ORDER

if TYPE_CHECKING:
    from bolide.metrics.chrf.evidence import CHRFEvidence

_NAME = re.compile(r"chrf(\d+(?:\.\d+)?(?:e[+-]\d+)?)?(\+*)", re.IGNORECASE)


@documented
@dataclass(frozen=True)
class CHRF(Metric):
    """Character n-gram precision and recall in one F-score; with word_order=2 it is chrF++. The defaults are
    sacreBLEU's.

    >>> from bolide import CHRF
    >>> round(CHRF().corpus(["the cat is on mat"], ["the cat is on the mat"]).percent, 2)
    64.2
    >>> print(CHRF(word_order=2).sentence("the cat is on mat", "the cat is on the mat").signature.metric)
    chrF2++
    """

    name: ClassVar[str] = "chrF"
    _signed: ClassVar[tuple[str, ...]] = ("case", "eff", "nc", "nw", "space", "beta", "average", "nfc")
    _presets: ClassVar[dict[str, dict[str, Any]]] = {
        "sacrebleu": {},
        "chrF++": {"word_order": 2},
        "paper": {"beta": 3.0, "eps_smoothing": True},
    }

    char_order: int = option(
        6, "The longest character n-gram that counts.", int, key="nc", always=True, most=ORDER, prominent=True
    )
    word_order: int = option(
        0,
        "The longest word n-gram that counts; 2 makes chrF++.",
        int,
        key="nw",
        always=True,
        most=ORDER,
        prominent=True,
    )
    beta: float = option(
        2.0, "How many times as important recall is as precision (β).", float, key="beta", formula=True, prominent=True
    )
    whitespace: bool = switch(False, "Keep white space in character n-grams.", "space", always=True)
    lowercase: bool = lowercase_option()
    eps_smoothing: bool = switch(
        False,
        "Average the F-scores of all orders and remove U+0020 only, as chrF++.py does.",
        "eff",
        ("yes", "no"),
        always=True,
    )
    average: str = average_option(" (avgF of chrF++.py)")
    nfc: bool = nfc_option()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.char_order + self.word_order:
            raise OptionError("char_order and word_order are both 0; there is nothing to count.")
        if self.whitespace and not self.char_order:
            raise OptionError("whitespace applies to character n-grams, but char_order is 0; leave whitespace out.")
        if self.beta < 0 or not isfinite(self.beta * self.beta):
            raise OptionError(f"beta is {self.beta!r}; it must be a number ≥ 0, and its square finite.")

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> CHRFCounts:
        removed = SPACES_REMOVED if self.eps_smoothing else REMOVED
        whitespace = KEPT if self.whitespace else removed
        return CHRFCounts(self.char_order, self.word_order, whitespace, self.lowercase, nfc=self.nfc)

    @property
    def evidence(self) -> CHRFEvidence:
        from bolide.metrics.chrf.evidence import CHRFEvidence

        return CHRFEvidence(self.counts, self.formula, self.score_row)

    @cached_property
    def formula(self) -> CHRFFormula:
        kinds, mean = self.char_order + self.word_order, self.average == "mean"
        return CHRFFormula(kinds, self.beta, self.eps_smoothing, mean)

    @property
    def form(self) -> CHRFForm:
        return CHRFForm(self)

    @property
    def tuning(self) -> Tunable[Self]:
        return Tunable(self, (Parameter("beta", "beta", self.beta, "log", None, -1.0, 1.0),))

    # --- parts ----------------------------------------------------------------------------------------------------

    def _part_names(self, total: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        size = self.formula.kinds
        grams = zip(self.counts.grams, total[:size], total[size : 2 * size], total[2 * size :], strict=True)
        return {
            "precision": numbers["precision"],
            "recall": numbers["recall"],
            "beta": self.beta,
            "orders_used": int(numbers["used"]),
            "ngrams": [
                {
                    "unit": unit,
                    "order": n,
                    "match": match,
                    "hyp": hyp,
                    "ref": ref,
                    "precision": numbers[f"p_{k}"],
                    "recall": numbers[f"r_{k}"],
                }
                for k, ((unit, n), hyp, ref, match) in enumerate(grams, 1)
            ],
        }

    # --- name and signature ---------------------------------------------------------------------------------------

    @cached_property
    def _title(self) -> str:
        return chrf_title(self.beta, self.word_order)

    @classmethod
    def _is_called(cls, name: str) -> bool:
        """Whether a name is chrF, with or without β and plus signs: chrf, chrF2, chrF++."""
        return _NAME.fullmatch(name) is not None

    @classmethod
    def _from_signature(cls, signature: Signature) -> Self:
        """The metric that a signature describes; its name may contain β and the word order, as in sacreBLEU."""
        items, match = dict(signature.items), _NAME.fullmatch(signature.metric)
        beta, plus = match.groups() if match else (None, "")
        if beta:
            items.setdefault("beta", beta)
        if plus:
            items.setdefault("nw", str(len(plus)))
        metric = cls._from_items(items)
        if (beta and float(beta) != metric.beta) or (plus and len(plus) != metric.word_order):
            raise OptionError(f"The name {signature.metric} contradicts the rest of its signature, {metric._title}.")
        return metric


class CHRFForm(MetricForm):
    """chrF in the page and the command line: only chrF++ needs words."""

    metric: CHRF

    @property
    def words(self) -> Callable[[str], list[str]] | None:
        return self.metric.counts.words if self.metric.word_order else None

    def separating(self, language: str, tokenize: str) -> CHRF | None:
        return replace(self.metric, word_order=0) if self.metric.char_order else None
