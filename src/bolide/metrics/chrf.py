"""chrF (Popović 2015) and chrF++ (Popović 2017): F-scores over character n-grams, as sacreBLEU computes them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.data.scores import Signature
from bolide.data.stats import Stats
from bolide.kernels.formulas.chrf import score
from bolide.kernels.ngrams import count_pairs
from bolide.metrics.base import Metric
from bolide.metrics.counts import Counts, Pairs
from bolide.metrics.formula import Formula, Parameter, Tunable
from bolide.metrics.options import average_option, documented, lowercase_option, nfc_option, option, switch, write_plain
from bolide.system.errors import OptionError
from bolide.system.limits import MAX_NGRAM_ORDER
from bolide.text.chrf_units import ChrfTexts, spaceless, tokenize_chrf
from bolide.text.tokens import Tokens

if TYPE_CHECKING:
    from bolide.metrics.chrf_evidence import CHRFEvidence


KEPT, REMOVED, SPACES_REMOVED = "kept", "removed", "spaces removed"  # the last as in chrF++.py: U+0020 only


@dataclass(frozen=True)
class CHRFCounts(Counts):
    """N-grams of each order on both sides of a pair; of several references, the formula selects the best."""

    row_per_reference: ClassVar[bool] = True

    char_order: int
    word_order: int
    whitespace: str  # treatment of white space among the characters: one of the three above
    lowercase: bool

    @cached_property
    def grams(self) -> tuple[tuple[str, int], ...]:
        """The kinds of n-grams that are counted: unit and order."""
        characters = (("char", n) for n in range(1, self.char_order + 1))
        return (*characters, *(("word", n) for n in range(1, self.word_order + 1)))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(f"{what}_{unit}_{n}" for what in ("hyp", "ref", "match") for unit, n in self.grams)

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"match_{unit}_{n}", f"{side}_{unit}_{n}") for unit, n in self.grams for side in ("hyp", "ref"))

    def tokens(self, text: str) -> list[str]:
        return (text.lower() if self.lowercase else text).split()

    def words(self, text: str) -> list[str]:
        """The words that are counted."""
        return tokenize_chrf(text.lower() if self.lowercase else text)

    def letters(self, text: str) -> str:
        """The characters that are counted."""
        text = text.lower() if self.lowercase else text
        if self.whitespace == KEPT:
            return text
        return spaceless(text) if self.whitespace == SPACES_REMOVED else "".join(text.split())

    def encode(self, hyps: list[str], refs: list[str]) -> list[tuple[Tokens, int]]:
        """The characters and the words of all texts, each with its number of orders, if there are any."""
        texts = ChrfTexts([*hyps, *refs], self.lowercase)
        views = [(self._characters(texts), self.char_order)] if self.char_order else []
        return [*views, (texts.words(), self.word_order)] if self.word_order else views

    def _characters(self, texts: ChrfTexts) -> Tokens:
        if self.whitespace == SPACES_REMOVED:
            return texts.characters_without_spaces()
        return texts.characters(self.whitespace == KEPT)

    def rows(self, encoded: list[tuple[Tokens, int]], pairs: Pairs) -> array[int]:
        rows = array("q", bytes(8 * pairs.size * len(self.columns)))
        table = memoryview(rows).cast("B").cast("q", (pairs.size, len(self.columns)))
        column = 0
        for texts, orders in encoded:
            count_pairs(texts.ids, *pairs.spans(*texts.spans), pairs.starts, orders, column, True, table)
            column += orders
        return rows


# --- formula ---------------------------------------------------------------------------------------------------------


def chrf_title(beta: float, word_order: int) -> str:
    """The name as sacreBLEU prints it: chrF2, chrF2++."""
    return f"chrF{write_plain(beta)}{'+' * word_order}"


@dataclass(frozen=True)
class CHRFFormula(Formula):
    """The weight of recall, and the treatment of undefined ratios; `kinds` is the number of kinds of n-grams."""

    kinds: int
    beta: float = 2.0
    eps_smoothing: bool = False
    mean_of_segments: bool = False

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        by_kind = (f"{what}_{k}" for what in "prf" for k in range(1, self.kinds + 1))
        return (*by_kind, "precision", "recall", "used", "chrf")

    @cached_property
    def factor(self) -> float:
        """The weight of recall relative to that of precision, β²."""
        return self.beta * self.beta

    @cached_property
    def setting(self) -> tuple[float, ...]:
        return (self.factor, self.eps_smoothing)

    def fits(self, width: int) -> bool:
        return width == 3 * self.kinds

    def preferences(self, rows: Stats) -> tuple[array[float], bool]:
        # sacreBLEU compares percentages: values that differ in the last bit may be equal after multiplication by 100.
        return array("d", [100 * value for value in self.values(rows)]), True

    def contributions(self, total: Sequence[int]) -> list[float]:
        """The contribution of one matched n-gram of each kind; matches times contributions add up to the score."""
        numbers, size, factor = self.numbers(total), self.kinds, self.factor
        hyps, refs, matches = total[:size], total[size : 2 * size], total[2 * size :]
        if self.eps_smoothing:
            return [numbers[f"f_{k}"] / match / size if match else 0.0 for k, match in enumerate(matches, 1)]
        p, r, used = numbers["precision"], numbers["recall"], numbers["used"]
        if not p:
            return [0.0] * size
        # F is homogeneous of degree 1 in P and R: the sum of P and R, each times its partial derivative (Euler).
        bottom = (factor * p + r) ** 2
        for_p, for_r = (1 + factor) * r * r / bottom, (1 + factor) * factor * p * p / bottom
        return [(for_p / h + for_r / of) / used if h and of else 0.0 for h, of in zip(hyps, refs, strict=True)]


# --- metric ----------------------------------------------------------------------------------------------------------


_NAME = re.compile(r"chrf(\d+(?:\.\d+)?(?:e[+-]\d+)?)?(\+*)", re.IGNORECASE)


@documented
@dataclass(frozen=True)
class CHRF(Metric):
    """Character n-gram precision and recall in one F-score; with word_order=2 it is chrF++. The defaults are
    sacreBLEU's.

    >>> from bolide import CHRF
    >>> round(CHRF().corpus(["the cat is on mat"], ["the cat is on the mat"]).points, 2)
    64.2
    >>> print(CHRF(word_order=2).sentence("the cat is on mat", "the cat is on the mat").signature.metric)
    chrF2++
    """

    name: ClassVar[str] = "chrF"
    _signed: ClassVar[tuple[str, ...]] = ("case", "eff", "nc", "nw", "space", "beta", "average", "nfc")
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "sacrebleu": {},
        "chrF++": {"word_order": 2},
        "paper": {"beta": 3.0, "eps_smoothing": True},
    }

    char_order: int = option(
        6, "The longest character n-gram that counts.", int, key="nc", always=True, most=MAX_NGRAM_ORDER, prominent=True
    )
    word_order: int = option(
        0,
        "The longest word n-gram that counts; 2 makes chrF++.",
        int,
        key="nw",
        always=True,
        most=MAX_NGRAM_ORDER,
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
        from bolide.metrics.chrf_evidence import CHRFEvidence

        return CHRFEvidence(self.counts, self.formula, self.score_row)

    @cached_property
    def formula(self) -> CHRFFormula:
        kinds, mean = self.char_order + self.word_order, self.average == "mean"
        return CHRFFormula(kinds, self.beta, self.eps_smoothing, mean)

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
    def title(self) -> str:
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
            raise OptionError(f"The name {signature.metric} contradicts the rest of its signature, {metric.title}.")
        return metric
