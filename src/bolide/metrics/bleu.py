"""BLEU (Papineni et al. 2002), as sacreBLEU and NLTK compute it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isclose, isfinite, prod
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.kernels._common import pow
from bolide.kernels.formulas.bleu import score
from bolide.kernels.ngrams import clipped
from bolide.metrics import options
from bolide.metrics.base import Metric
from bolide.metrics.counts import Counts, Pairs
from bolide.metrics.formula import INFINITE, Cells, Formula, Parameter, Tunable
from bolide.system.errors import InputError, OptionError
from bolide.system.limits import MAX_NGRAM_ORDER
from bolide.system.stored import plain_float
from bolide.text.tokenize import tokenizer
from bolide.text.tokens import Tokens, encode

if TYPE_CHECKING:
    from bolide.metrics.bleu_evidence import BLEUEvidence


@dataclass(frozen=True)
class BLEUCounts(Counts):
    """N-grams of orders 1 to `orders`, each credited up to its highest count in one reference."""

    tokenize: str
    lowercase: bool
    orders: int

    @cached_property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.orders + 1)
        # short_n: segments without an n-gram of order n, which NLTK counts as one n-gram missed.
        by_order = (f"{what}_{n}" for what in ("match", "total", "short") for n in orders)
        return ("segments", "hyp_len", "ref_len", *by_order)

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        pairs = (("match_{}", "total_{}"), ("total_{}", "hyp_len"), ("short_{}", "segments"))
        return tuple((less.format(n), more.format(n)) for n in range(1, self.orders + 1) for less, more in pairs)

    def tokens(self, text: str) -> list[str]:
        """The tokens that are counted."""
        return tokenizer(self.tokenize)((text.lower() if self.lowercase else text).rstrip())

    def encode(self, hyps: list[str], refs: list[str]) -> Tokens:
        return encode([*hyps, *refs], self.tokenize, self.lowercase)

    def rows(self, encoded: Tokens, pairs: Pairs) -> array[int]:
        height, width = pairs.size if pairs.apart else len(pairs.hyps), len(self.columns)
        rows = array("q", bytes(8 * height * width))
        table = memoryview(rows).cast("B").cast("q", (height, width))
        clipped(encoded.ids, *pairs.spans(*encoded.spans), pairs.starts, self.orders, pairs.apart, table)
        return rows


# --- formula ---------------------------------------------------------------------------------------------------------


# Smoothing methods (compared by Chen and Cherry 2014), each with its default value, or None if it uses none. The kernel
# identifies them by their index. The two families count differently: if a segment has no n-gram of an order, NLTK
# counts one n-gram missed, sacreBLEU none.
SACREBLEU_METHODS: dict[str, float | None] = {"exp": None, "floor": 0.1, "add-k": 1.0, "none": None}
NLTK_METHODS: dict[str, float | None] = {
    "method0": None,
    "method1": 0.1,
    "method2": None,
    "method3": None,
    "method4": 5.0,
    "method5": None,
    "method6": 5.0,
    "method7": 5.0,
}
METHODS = {**SACREBLEU_METHODS, **NLTK_METHODS}
# These use one sentence's n-grams (methods 5 and 7 those of order 5), so they are not defined for a corpus.
SENTENCE_ONLY = ("method5", "method6", "method7")
NEEDS_FIVE = ("method5", "method7")
SMOOTH_ALL = ("add-k", "method2", "method5", "method6", "method7")  # not only precisions of 0


@dataclass(frozen=True)
class BLEUFormula(Formula):
    """Smoothing, weights and effective order; `max_ngram_order` is the number of precisions."""

    max_ngram_order: int = 4
    effective_order: bool = False
    smooth_method: str = "exp"
    smooth_value: float | None = None
    weights: tuple[float, ...] | None = None

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        return (*(f"p_{n}" for n in range(1, self.max_ngram_order + 1)), "used", "bp", "mean", "bleu")

    @cached_property
    def setting(self) -> tuple[float, ...]:
        value = METHODS[self.smooth_method] if self.smooth_value is None else self.smooth_value
        method = tuple(METHODS).index(self.smooth_method)
        weights = self.weights or (0.0,) * self.max_ngram_order
        return (self.max_ngram_order, self.effective_order, method, value or 0.0, self.weights is not None, *weights)

    def fits(self, width: int) -> bool:
        return width % 3 == 0 and width >= 3 + 3 * self.max_ngram_order

    def weights_of(self, used: int) -> tuple[float, ...]:
        """The weights of the first precisions in the mean: those given, divided by their sum if orders are left out."""
        if self.weights is not None and used == self.max_ngram_order:
            return self.weights
        weights = (1.0,) * used if self.weights is None else self.weights[:used]
        return tuple(weight / (sum(weights) or 1.0) for weight in weights)

    def product(self, precisions: Sequence[float]) -> float:
        """The geometric mean as a product of powers: an independent cross-check."""
        weights = self.weights_of(len(precisions))
        terms = [(weight, p) for weight, p in zip(weights, precisions, strict=True) if weight]
        if self.smooth_method in NLTK_METHODS and self.smooth_method != "method0":  # these skip what is still zero
            terms = [(weight, p) for weight, p in terms if p]
        return prod(pow(p, weight) for weight, p in terms) if terms else 0.0

    def evaluate(
        self, rows: Cells, width: int, settings: Sequence[Sequence[float]] | None = None, *, whole: bool = False
    ) -> array[float]:
        if self.smooth_method in SENTENCE_ONLY and any(segments > 1 for segments in rows[::width]):
            raise OptionError(
                f"smooth_method={self.smooth_method!r} is defined for one sentence only; choose another for a corpus."
            )
        numbers = Formula.evaluate(self, rows, width, settings, whole=whole)
        if (self.smooth_value or self.weights) and not all(map(isfinite, numbers)):
            raise InputError(INFINITE.format("BLEU"))
        return numbers


# --- metric ----------------------------------------------------------------------------------------------------------


@options.documented
@dataclass(frozen=True)
class BLEU(Metric):
    """Clipped n-gram precision with a penalty for brevity. The defaults are sacreBLEU's.

    >>> from bolide import BLEU
    >>> score = BLEU().corpus(["the cat is on mat", "hello world"], ["the cat is on the mat", "hello world"])
    >>> round(score.points, 2), score.parts["counts"]
    (62.29, [7, 4, 2, 1])
    >>> metric = BLEU(max_ngram_order=2, smooth_method="none")
    >>> round(metric.sentence("the cat is on mat", "the cat is on the mat").value, 4)
    0.709
    """

    name: ClassVar[str] = "BLEU"
    _for_sentences: ClassVar[dict[str, Any]] = {"effective_order": True}
    presets: ClassVar[dict[str, dict[str, Any]]] = {
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
        4, "The longest n-gram that counts.", int, key="order", most=MAX_NGRAM_ORDER, least=1, prominent=True
    )
    weights: tuple[float, ...] | None = options.option(
        None, "A weight for each order, instead of 1/N.", options.read_floats, key="weights", formula=True
    )
    nfc: bool = options.nfc_option()

    def __post_init__(self) -> None:
        super().__post_init__()
        options.check_tokenizer(self)
        if self.smooth_value is not None:
            self._check_smooth_value(self.smooth_value)
        options.check_weights("weights", self.weights, self.max_ngram_order, "order")

    def _check_smooth_value(self, value: float) -> None:
        if METHODS[self.smooth_method] is None:
            raise OptionError(f"smooth_value has no meaning for smooth_method={self.smooth_method!r}; leave it out.")
        divides = self.smooth_method in ("method4", "method7")
        if value < 0 or (divides and not value):
            least = f"> 0, because {self.smooth_method} divides by it" if divides else "≥ 0"
            raise OptionError(f"smooth_value is {value!r}; it must be a number {least}.")
        if value == METHODS[self.smooth_method]:  # equal metrics should compare equal
            object.__setattr__(self, "smooth_value", None)

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> BLEUCounts:
        # NLTK's methods 5 and 7 always look at order 5 as well.
        orders = max(self.max_ngram_order, 5) if self.smooth_method in NEEDS_FIVE else self.max_ngram_order
        return BLEUCounts(self.tokenize, self.lowercase, orders, nfc=self.nfc)

    @property
    def evidence(self) -> BLEUEvidence:
        from bolide.metrics.bleu_evidence import BLEUEvidence

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
