"""BLEU (Papineni et al. 2002), as sacreBLEU and NLTK compute it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isclose
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.metrics import options
from bolide.metrics.base import Metric, MetricForm
from bolide.metrics.bleu.counts import BLEUCounts
from bolide.metrics.bleu.formula import METHODS, NEEDS_FIVE, NLTK_METHODS, BLEUFormula
from bolide.metrics.formula import Parameter, Tunable
from bolide.system.errors import OptionError
from bolide.system.limits import ORDER
from bolide.system.strict import plain_float

if TYPE_CHECKING:
    from bolide.metrics.bleu.evidence import BLEUEvidence


@options.documented
@dataclass(frozen=True)
class BLEU(Metric):
    """Clipped n-gram precision with a penalty for brevity. The defaults are sacreBLEU's.

    >>> from bolide import BLEU
    >>> score = BLEU().corpus(["the cat is on mat", "hello world"], ["the cat is on the mat", "hello world"])
    >>> round(score.percent, 2), score.parts["counts"]
    (62.29, [7, 4, 2, 1])
    >>> metric = BLEU(max_ngram_order=2, smooth_method="none")
    >>> round(metric.sentence("the cat is on mat", "the cat is on the mat").value, 4)
    0.709
    """

    name: ClassVar[str] = "BLEU"
    _for_sentences: ClassVar[dict[str, Any]] = {"effective_order": True}
    _presets: ClassVar[dict[str, dict[str, Any]]] = {
        "sacrebleu": {},
        "paper": {"tokenize": "whitespace", "smooth_method": "none"},
    }

    lowercase: bool = options.lowercase_option()
    effective_order: bool = options.switch(
        False, "Leave out orders for which the candidate is too short.", "eff", always=True, formula=True
    )
    tokenize: str = options.tokenize_option("13a", "tokens")
    smooth_method: str = options.option(
        "exp",
        "Smoothing: what replaces a zero n-gram count.",
        key="smooth",
        always=True,
        choices=tuple(METHODS),
        formula=True,
        prominent=True,
    )
    smooth_value: float | None = options.option(
        None, "The number that floor, add-k and NLTK's methods 1, 4, 6, 7 use.", float, formula=True
    )
    max_ngram_order: int = options.option(
        4, "The longest n-gram that counts.", int, key="order", most=ORDER, least=1, prominent=True
    )
    weights: tuple[float, ...] | None = options.option(
        None, "A weight for each order, instead of 1/N.", options.read_floats, key="weights", formula=True
    )
    nfc: bool = options.nfc_option()

    def __post_init__(self) -> None:
        super().__post_init__()
        options.check_tokenizer(self)
        self._check_smooth_value()
        options.check_weights("weights", self.weights, self.max_ngram_order, "order")

    def _check_smooth_value(self) -> None:
        if self.smooth_value is None:
            return
        if METHODS[self.smooth_method] is None:
            raise OptionError(f"smooth_value has no meaning for smooth_method={self.smooth_method!r}; leave it out.")
        divides = self.smooth_method in ("method4", "method7")
        if self.smooth_value < 0 or (divides and not self.smooth_value):
            least = f"> 0, because {self.smooth_method} divides by it" if divides else "≥ 0"
            raise OptionError(f"smooth_value is {self.smooth_value!r}; it must be a number {least}.")
        if self.smooth_value == METHODS[self.smooth_method]:  # equal metrics should compare equal
            object.__setattr__(self, "smooth_value", None)

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> BLEUCounts:
        # NLTK's methods 5 and 7 always look at order 5 as well.
        orders = max(self.max_ngram_order, 5) if self.smooth_method in NEEDS_FIVE else self.max_ngram_order
        return BLEUCounts(self.tokenize, self.lowercase, orders, nfc=self.nfc)

    @property
    def evidence(self) -> BLEUEvidence:
        from bolide.metrics.bleu.evidence import BLEUEvidence

        return BLEUEvidence(self.counts, self.formula, self.score_row)

    @cached_property
    def formula(self) -> BLEUFormula:
        return BLEUFormula(
            self.max_ngram_order, self.effective_order, self.smooth_method, self.smooth_value, self.weights
        )

    @property
    def tuning(self) -> Tunable[Self]:
        """Weights; the grid has equal ones up to each order: BLEU-1, BLEU-2 and so on."""
        orders = range(self.max_ngram_order)
        weights = self.weights or (1 / self.max_ngram_order,) * self.max_ngram_order
        parameters = [Parameter(f"{n + 1}-grams", "weights", share, "share", n) for n, share in enumerate(weights)]
        grid = [tuple((n <= longest) / (longest + 1) for n in orders) for longest in orders]
        return Tunable(self, tuple(parameters), tuple(grid))

    @property
    def form(self) -> BLEUForm:
        return BLEUForm(self)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _part_names(self, total: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        known, asked = self.counts.orders, self.max_ngram_order
        matches, totals = list(total[3 : 3 + asked]), list(total[3 + known : 3 + known + asked])
        if self.smooth_method in NLTK_METHODS:
            totals = [a + b for a, b in zip(totals, total[3 + 2 * known :], strict=False)]
        precisions = [numbers[f"p_{n}"] for n in range(1, int(numbers["used"]) + 1)]
        product = self.formula.product(precisions) if total[3] else 0.0
        return {
            "bp": numbers["bp"],
            "precisions": precisions,
            "counts": matches,
            "totals": totals,
            "hyp_len": total[1],
            "ref_len": total[2],
            "geometric_mean": numbers["mean"],
            "cross_checked": isclose(numbers["mean"], product, rel_tol=1e-9, abs_tol=1e-300),
        }

    # --- signature ------------------------------------------------------------------------------------------------

    def _signature_items(self) -> tuple[tuple[str, str], ...]:
        value = METHODS[self.smooth_method] if self.smooth_value is None else self.smooth_value
        items = super()._signature_items()
        if value is None:
            return items
        number = f"{value:.2f}" if float(f"{value:.2f}") == value else repr(value)
        return tuple((key, f"{text}[{number}]" if key == "smooth" else text) for key, text in items)

    @classmethod
    def _from_items(cls, items: dict[str, str]) -> Self:
        method, bracket, value = items.get("smooth", "exp").partition("[")
        metric = super()._from_items({**items, "smooth": method})
        if not bracket:
            return metric
        try:
            number = plain_float(value.removesuffix("]"))
        except ValueError:
            raise OptionError(
                f"smooth:{items['smooth']} is not a smoothing; one looks like smooth:floor[0.10]."
            ) from None
        return replace(metric, smooth_value=number)


# What is done about orders without a match decides a sentence's score: settings by name, and what they are.
_SETTINGS: dict[str, tuple[dict[str, Any], str]] = {
    "sentence": (
        {"effective_order": True, "smooth_method": "exp"},
        "sacreBLEU's score of a sentence: smoothing exp; orders for which the candidate is too short are left out.",
    ),
    "corpus": (
        {"effective_order": False, "smooth_method": "exp"},
        "sacreBLEU's score of a corpus: smoothing exp; every order counts, and without a 4-gram the score is 0.",
    ),
    "paper": (
        {"effective_order": False, "smooth_method": "none"},
        "Papineni et al. 2002: no smoothing; without a match of every order the score is 0.",
    ),
    "NLTK's method1": (
        {"effective_order": False, "smooth_method": "method1"},
        "NLTK's usual smoothing: 0.1 in place of every count of 0; every order counts.",
    ),
}


class BLEUForm(MetricForm):
    """BLEU in the page and the command line: one definition, under settings that differ most for single sentences."""

    metric: BLEU

    @property
    def variants(self) -> list[Metric]:
        """BLEU as it is set, then with the other usual settings of smoothing and effective order."""
        metric = self.metric
        others = [replace(metric, smooth_value=None, **changes) for changes, _ in _SETTINGS.values()]
        return [metric, *(other for other in others if other != metric)]

    @property
    def variant_name(self) -> str:
        metric = self.metric
        for name, (changes, _) in _SETTINGS.items():
            if metric == replace(metric, smooth_value=None, **changes):
                return name
        return "as set"

    @property
    def variants_are(self) -> str:
        return "setting"

    @property
    def difference(self) -> str:
        name, metric = self.variant_name, self.metric
        what = (
            _SETTINGS[name][1]
            if name in _SETTINGS
            else f"smoothing {metric.smooth_method}; {_ORDERS[metric.effective_order]}."
        )
        return f"{name}: {what}"

    @property
    def note(self) -> str:
        """Which orders count in the score of a sentence, and why."""
        if not self.metric.effective_order:
            return (
                "Every order counts here, as in the score of a corpus; single sentences usually have effective order."
            )
        return (
            "Effective order was used, as is usual for single sentences: orders for which the candidate is too short "
            "are left out. In the score of a corpus every order counts."
        )


_ORDERS = {True: "orders for which the candidate is too short are left out", False: "every order counts"}
