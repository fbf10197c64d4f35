"""rgbF (Popović 2012): weighted n-gram F-scores over any units of the sentence."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import product
from operator import add
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.corpus import Corpus
from bolide.kernels.formulas.rgbf import score
from bolide.kernels.ngrams import choose_references, count_pairs
from bolide.metrics.base import Metric
from bolide.metrics.counts import Counts, Measured, Pairs, Progress, in_nfc, no_progress
from bolide.metrics.formula import Formula, Parameter, Tunable, options_at
from bolide.metrics.options import check_weights, documented, nfc_option, option, read_floats, read_words
from bolide.system.errors import OptionError, SegmentError, are, counted
from bolide.system.limits import MAX_NGRAM_ORDER
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.mecab import signed, unsigned
from bolide.text.tokens import Tokens, encode_tokens
from bolide.text.units import FILE, Tool
from bolide.text.units.parallel import split_units
from bolide.text.units.views import UnitPlan, unit_texts, units_of

if TYPE_CHECKING:
    from bolide.metrics.rgbf_evidence import RGBFEvidence


@dataclass(frozen=True)
class RGBFCounts(Counts):
    """N-grams of orders 1 to `max_ngram_order` of each unit; texts contain their units, or analysers make them."""

    units: tuple[str, ...]
    max_ngram_order: int
    analysers: tuple[str, ...]
    tokenize: str | None

    @cached_property
    def grams(self) -> tuple[tuple[str, int], ...]:
        """The kinds of n-grams that are counted: unit and order."""
        return tuple((unit, n) for unit in self.units for n in range(1, self.max_ngram_order + 1))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        groups = ("match_p", "hyp", "match_r", "ref")
        return tuple(f"{what}_{unit}_{n}" for what in groups for unit, n in self.grams)

    def tokens(self, text: str) -> list[str]:
        return tokenizer(self.tokenize or "whitespace")(text)

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        pairs = (("match_p", "hyp"), ("match_r", "ref"))
        return tuple((f"{less}_{unit}_{n}", f"{more}_{unit}_{n}") for unit, n in self.grams for less, more in pairs)

    @property
    def plan(self) -> UnitPlan | None:
        """The plan for making units from plain text; None if texts contain them."""
        if not self.analysers or FILE in self.analysers:
            return None
        return UnitPlan(self.units, self.analysers, self.tokenize or "13a")

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, progress: Progress = no_progress) -> None:
        if self.plan is None:
            progress(len(texts))
        else:
            units_of(in_nfc(texts) if self.nfc else texts, self.plan, jobs=jobs, progress=progress)

    def in_units(self, corpus: Corpus) -> Corpus:
        """The corpus with the units of every text in one line, made by the analysers if there are any."""
        if self.plan is None:
            return corpus
        texts = unit_texts([*corpus.hyps, *corpus.refs], self.plan)
        return replace(corpus, hyps=texts[: len(corpus)], refs=texts[len(corpus) :])

    def measure(self, corpus: Corpus, *, jobs: int = 1, progress: Progress = no_progress) -> Measured:
        self.prepare([*corpus.hyps, *corpus.refs], jobs=jobs)
        return super().measure(corpus, jobs=jobs, progress=progress)

    def encode(self, hyps: list[str], refs: list[str]) -> tuple[list[Tokens], list[str]]:
        """The tokens of all texts in each unit, none if a text has another number of them; and the texts."""
        texts, size = [*hyps, *refs], len(self.units)
        split = [split_units(text, size) for text in texts] if self.plan is None else units_of(texts, self.plan)
        fits = all(len(units) == size for units in split)
        return [encode_tokens(units[u] for units in split) for u in range(size if fits else 0)], texts

    def rows(self, encoded: tuple[list[Tokens], list[str]], pairs: Pairs) -> array[int]:
        units, texts = encoded
        if not units:
            raise self._mismatch(texts, pairs)
        width, orders = len(self.columns), self.max_ngram_order
        matches = memoryview(bytearray(6 * width * pairs.size)).cast("q", (pairs.size, 3 * len(self.grams)))
        for u, tokens in enumerate(units):
            count_pairs(tokens.ids, *pairs.spans(*tokens.spans), pairs.starts, orders, u * orders, False, matches)
        starts = memoryview(array("q", range(pairs.size + 1))) if pairs.apart else pairs.starts
        rows = array("q", bytes(8 * width * (len(starts) - 1)))
        choose_references(matches, starts, memoryview(rows).cast("B").cast("q", (len(starts) - 1, width)))
        return rows

    def _mismatch(self, texts: list[str], pairs: Pairs) -> SegmentError:
        """The error for the first text with a wrong number of units."""
        size = len(self.units)
        for hyp, ref in zip(*pairs.numbers(), strict=True):
            for side, text in (("candidate", texts[hyp]), ("reference", texts[ref])):
                actual = len(split_units(text, size))
                if actual != size:
                    advice = "For plain text, say which `analysers` make its units"
                    if actual > size:
                        advice = "Name them all in `units`, as in --rgbf.units word,pos"
                    return SegmentError(
                        hyp,
                        f"the {side} has {counted(actual, 'unit')}, but rgbF expects {counted(size, 'unit')} "
                        f"({', '.join(self.units)}), separated by `++`: {_short(text)} ({advice}.)",
                    )
        raise AssertionError("every text has its units")  # pragma: no cover


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


# --- formula ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RGBFFormula(Formula):
    """The weights of the units and of the orders, whose numbers are `units` and `max_ngram_order`."""

    units: int
    max_ngram_order: int
    unit_weights: tuple[float, ...] | None = None
    order_weights: tuple[float, ...] | None = None

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        kinds = range(1, self.units * self.max_ngram_order + 1)
        return (*(f"{what}_{k}" for what in "fpr" for k in kinds), "precision", "recall", "rgbf")

    @cached_property
    def unit_shares(self) -> tuple[float, ...]:
        """The weights of the units, adding up to 1."""
        return _normalised(self.unit_weights, self.units)

    @cached_property
    def order_shares(self) -> tuple[float, ...]:
        """The weights of the orders, adding up to 1."""
        return _normalised(self.order_weights, self.max_ngram_order)

    @cached_property
    def setting(self) -> tuple[float, ...]:
        return tuple(unit * order for unit in self.unit_shares for order in self.order_shares)

    def fits(self, width: int) -> bool:
        return width == 4 * self.units * self.max_ngram_order


def _normalised(weights: tuple[float, ...] | None, size: int) -> tuple[float, ...]:
    if not weights:
        return (1 / size,) * size
    whole = add_in_turn(weights)
    return tuple(weight / whole for weight in weights)


def add_in_turn(numbers: Iterable[float]) -> float:
    """Their sum, added one after the other as kernels do: from Python 3.12 on, `sum` makes up for rounding errors."""
    return reduce(add, numbers, 0.0)


# --- metric ----------------------------------------------------------------------------------------------------------


@documented
@dataclass(frozen=True)
class RGBF(Metric):
    """Arithmetic mean of n-gram F-scores over units and orders. In a text, the token `++` separates the units.

    >>> from bolide import RGBF
    >>> metric = RGBF(units=("word", "char"), analysers=("words", "chars"), max_ngram_order=2)
    >>> round(metric.sentence("The cats slept.", "The cat slept.").points, 2)
    75.0
    """

    name: ClassVar[str] = "rgbF"

    units: tuple[str, ...] = option(
        ("word",),
        "The units of each text, in the order in which `++` separates them.",
        read_words,
        key="units",
        always=True,
        prominent=True,
    )
    max_ngram_order: int = option(
        4,
        "The longest n-gram that counts.",
        int,
        key="order",
        always=True,
        most=MAX_NGRAM_ORDER,
        least=1,
        prominent=True,
    )
    unit_weights: tuple[float, ...] | None = option(
        None, "A weight for each unit, as proportions; equal if not given.", read_floats, key="uweights", formula=True
    )
    order_weights: tuple[float, ...] | None = option(
        None, "A weight for each order, as proportions; equal if not given.", read_floats, key="nweights", formula=True
    )
    analysers: tuple[str, ...] = option(
        (),
        "The tool that makes each unit from plain text, or `file`; none if the texts contain their units.",
        read_words,
        key="by",
    )
    tokenize: str | None = option(
        None,
        "The tokenizer that splits plain text into words for the analysers; 13a if not given.",
        unsigned,
        key="tok",
        write=signed,
    )
    nfc: bool = nfc_option()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.units:
            raise OptionError("units is empty; name at least one.")
        for name in self.units:
            if not name or any(mark in name for mark in ",|:") or name.split() != [name]:
                raise OptionError(f"{name!r} cannot name a unit; use a word without spaces, `,`, `|` and `:`.")
        if len(set(self.units)) < len(self.units):
            raise OptionError(f"Duplicate unit in {', '.join(self.units)}; name each once.")
        check_weights("unit_weights", self.unit_weights, len(self.units), "unit")
        check_weights("order_weights", self.order_weights, self.max_ngram_order, "order")
        self._check_analysers()

    def _check_analysers(self) -> None:
        if not self.analysers:
            if self.tokenize is not None:
                raise OptionError(
                    "Without analysers rgbF does not tokenize: the texts contain their units. Leave tokenize out."
                )
            return
        if len(self.analysers) != len(self.units):
            raise OptionError(
                f"There {are(len(self.units))} {counted(len(self.units), 'unit')}; name an analyser for each."
            )
        object.__setattr__(self, "tokenize", self.tokenize or "13a")
        tokenizer(self.tokenize or "13a")
        for kind, text in zip(self.units, self.analysers, strict=True):
            if text != FILE:
                Tool.of(kind, text)

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> RGBFCounts:
        return RGBFCounts(self.units, self.max_ngram_order, self.analysers, self.tokenize, nfc=self.nfc)

    @property
    def evidence(self) -> RGBFEvidence:
        from bolide.metrics.rgbf_evidence import RGBFEvidence

        return RGBFEvidence(self.counts, self.formula, self.score_row)

    @cached_property
    def formula(self) -> RGBFFormula:
        return RGBFFormula(len(self.units), self.max_ngram_order, self.unit_weights, self.order_weights)

    @property
    def tuning(self) -> RGBFTunable:
        """Weights of units and orders; the grid has every subset of units with every longest n-gram, equal weights."""
        units = enumerate(zip(self.units, self.formula.unit_shares, strict=True))
        parameters = (
            *(Parameter(unit, "unit_weights", share, "share", u) for u, (unit, share) in units),
            *(
                Parameter(f"{n + 1}-grams", "order_weights", share, "share", n)
                for n, share in enumerate(self.formula.order_shares)
            ),
        )
        orders = range(self.max_ngram_order)
        grid = tuple(
            (*(on / sum(used) for on in used), *((n <= longest) / (longest + 1) for n in orders))
            for used in product((0, 1), repeat=len(self.units))
            if any(used)
            for longest in orders
        )
        return RGBFTunable(self, parameters, grid)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _part_names(self, total: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        size, orders, formula = len(self.counts.grams), self.max_ngram_order, self.formula
        ngrams: list[dict[str, Any]] = []
        for k, (unit, n) in enumerate(self.counts.grams):
            ngrams.append(
                {
                    "unit": unit,
                    "order": n,
                    "weight": formula.setting[k],
                    "f": numbers[f"f_{k + 1}"],
                    "precision": numbers[f"p_{k + 1}"],
                    "recall": numbers[f"r_{k + 1}"],
                    "match_p": total[k],
                    "hyp": total[size + k],
                    "match_r": total[2 * size + k],
                    "ref": total[3 * size + k],
                }
            )
        units = []
        for u, unit in enumerate(self.units):
            mine = ngrams[u * orders : (u + 1) * orders]
            means = {
                what: add_in_turn(share * gram[what] for share, gram in zip(formula.order_shares, mine, strict=True))
                for what in ("f", "precision", "recall")
            }
            units.append({"unit": unit, "weight": formula.unit_shares[u], **means})
        whole = {"f": numbers["rgbf"], "precision": numbers["precision"], "recall": numbers["recall"]}
        return {**whole, "units": units, "ngrams": ngrams}


@dataclass(frozen=True)
class RGBFTunable(Tunable[RGBF]):
    """Rounds weights to four decimals, and leaves out equal ones, for a short signature."""

    def with_parameters(self, point: Sequence[float]) -> RGBF:
        options = options_at(self.parameters, point)
        short: dict[str, Any] = {
            name: None if len(set(weights)) == 1 else tuple(round(weight, 4) for weight in weights)
            for name, weights in options.items()
        }
        return replace(self.metric, **short)
