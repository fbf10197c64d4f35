"""rgbF (Popović 2012): n-gram F-scores over any units of the sentence, mixed by weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.corpus import Corpus, Refs
from bolide.errors import OptionError
from bolide.limits import ORDER
from bolide.metrics.base import Metric
from bolide.metrics.options import option, read_floats, read_words
from bolide.metrics.parameters import Parameter, placed
from bolide.metrics.rgbf.counts import RGBFCounts
from bolide.metrics.rgbf.formula import RGBFFormula
from bolide.metrics.rgbf.units import Make, Read, side_by_side
from bolide.metrics.wishes import Wishes
from bolide.text.analysis import FILE, Tool, spelled_out, units_asked, wants_language
from bolide.text.analysis.views import Plan, unit_texts
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.mecab import signed, unsigned
from bolide.wording import are, counted

if TYPE_CHECKING:
    from bolide.explanation import Explanation
    from bolide.figures import Figure
    from bolide.metrics.example import CorpusExample, Example
    from bolide.metrics.traces import Line, Traces
    from bolide.scores import Score


@dataclass(frozen=True)
class RGBF(Metric):
    """Arithmetic mean of n-gram F-scores over units and orders. In a text, the token `++` separates the units.

    >>> from bolide import RGBF
    >>> metric = RGBF(units=("word", "char"), analysers=("words", "chars"), max_order=2)
    >>> round(metric.sentence("The cats slept.", "The cat slept.").percent, 2)
    75.0
    """

    name: ClassVar[str] = "rgbF"
    from_plain_text: ClassVar[bool] = False

    units: tuple[str, ...] = option(
        ("word",), "The units of each text, in the order in which `++` separates them.", read_words, key="units",
        always=True, prominent=True,
    )  # fmt: skip
    max_order: int = option(
        4, "The longest n-gram that counts.", int, key="order", always=True, most=ORDER, prominent=True
    )
    unit_weights: tuple[float, ...] | None = option(
        None,
        "A weight for each unit, as proportions; equal if not given.",
        read_floats,
        key="uweights",
        formula=True,
    )
    order_weights: tuple[float, ...] | None = option(
        None,
        "A weight for each order, as proportions; equal if not given.",
        read_floats,
        key="nweights",
        formula=True,
    )
    analysers: tuple[str, ...] = option(
        (),
        "What makes each unit of plain text, or `file`; none if the texts contain their units.",
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

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.units:
            raise OptionError("units is empty; name at least one.")
        for name in self.units:
            if not name or any(mark in name for mark in ",|:") or name.split() != [name]:
                raise OptionError(f"{name!r} cannot name a unit; use a word without spaces, `,`, `|` and `:`.")
        if len(set(self.units)) < len(self.units):
            raise OptionError(f"The units {', '.join(self.units)} name one twice.")
        if self.max_order < 1:
            raise OptionError(f"max_order is {self.max_order!r}; the longest n-gram must be an integer ≥ 1.")
        self._check_weights("unit_weights", len(self.units), "unit")
        self._check_weights("order_weights", self.max_order, "order")
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

    def _check_weights(self, what: str, wanted: int, each: str) -> None:
        weights = getattr(self, what)
        if weights is None:
            return
        if len(weights) != wanted:
            raise OptionError(
                f"{what} has {counted(len(weights), 'number')} for {counted(wanted, each)}; give one for each {each}."
            )
        if not all(weight >= 0 for weight in weights) or not any(weights):
            raise OptionError(f"{what} is {weights}; the weights must be numbers ≥ 0, and not all 0.")

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> RGBFCounts:
        return RGBFCounts(self.units, self.max_order, self.analysers, self.tokenize)

    @cached_property
    def formula(self) -> RGBFFormula:
        return RGBFFormula(len(self.units), self.max_order, self.unit_weights, self.order_weights)

    def answers(self, wishes: Wishes, chosen: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
        if not wishes.units:  # texts that hold their units are not cut again
            return {}
        found = super().answers(wishes, chosen)
        asked = any(map(wants_language, spelled_out(list(wishes.units))))
        if found.get("language") == {} and not asked:
            del found["language"]
        elif asked and wishes.language is not None:
            found.setdefault("language", {})
        units, analysers = units_asked(wishes.units, wishes.language)
        return {"units": {"units": units, "analysers": analysers}, **found}

    @property
    def reads_files(self) -> bool:
        return FILE in self.analysers

    def with_files(self, systems: list[Corpus], files: Mapping[str, Sequence[str]], read: Read) -> list[Corpus]:
        views: dict[str, Sequence[str] | Make] = {}
        for kind, tool in zip(self.units, self.analysers, strict=True):
            plan = Plan((kind,), (tool,), self.tokenize or "13a")
            views[kind] = files[kind] if tool == FILE else partial(unit_texts, plan=plan)
        return side_by_side(systems, views, read)

    @property
    def tokenizer_name(self) -> str | None:
        return self.tokenize

    def tokens(self, text: str) -> list[str]:
        return tokenizer(self.tokenize or "whitespace")(text)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        units = enumerate(zip(self.units, self.formula.unit_shares, strict=True))
        orders = enumerate(self.formula.order_shares)
        return (
            *(Parameter(unit, "unit_weights", share, "share", u) for u, (unit, share) in units),
            *(Parameter(f"{n + 1}-grams", "order_weights", share, "share", n) for n, share in orders),
        )

    def grid(self) -> list[tuple[float, ...]]:
        """Every choice of units with every choice of longest n-gram, all alike."""
        orders = range(self.max_order)
        return [
            (*(on / sum(used) for on in used), *((n <= longest) / (longest + 1) for n in orders))
            for used in product((0, 1), repeat=len(self.units)) if any(used)
            for longest in orders
        ]  # fmt: skip

    def at(self, point: Sequence[float]) -> Self:
        options: dict[str, Any] = {name: _or_none(values) for name, values in placed(self.parameters, point).items()}
        return replace(self, **options)

    @classmethod
    def examples(cls) -> tuple[Example[Metric], ...]:
        from bolide.metrics.rgbf.examples import examples

        return examples(cls)

    @classmethod
    def corpus_examples(cls) -> tuple[CorpusExample[Metric], ...]:
        from bolide.metrics.rgbf.examples import corpus_examples

        return corpus_examples(cls)

    # --- parts ----------------------------------------------------------------------------------------------------

    def named(self, total: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        size, orders, formula = len(self.counts.grams), self.max_order, self.formula
        ngrams: list[dict[str, Any]] = []
        for k, (unit, n) in enumerate(self.counts.grams):
            ngrams.append(
                {
                    "unit": unit, "order": n, "weight": formula.setting[k], "f": numbers[f"f_{k + 1}"],
                    "precision": numbers[f"p_{k + 1}"], "recall": numbers[f"r_{k + 1}"],
                    "match_p": total[k], "hyp": total[size + k], "match_r": total[2 * size + k],
                    "ref": total[3 * size + k],
                }
            )  # fmt: skip
        units = []
        for u, unit in enumerate(self.units):
            mine = ngrams[u * orders : (u + 1) * orders]
            means = {
                what: sum(share * gram[what] for share, gram in zip(formula.order_shares, mine, strict=True))
                for what in ("f", "precision", "recall")
            }
            units.append({"unit": unit, "weight": formula.unit_shares[u], **means})
        whole = {"f": numbers["rgbf"], "precision": numbers["precision"], "recall": numbers["recall"]}
        return {**whole, "units": units, "ngrams": ngrams}

    def figures(self, score: Score) -> tuple[Figure, ...]:
        from bolide.metrics.rgbf.figures import figures

        return figures(score)

    def traces(self, corpus: Corpus) -> Traces:
        from bolide.metrics.rgbf.traces import traces

        return traces(self.counts, corpus)

    @property
    def arithmetic(self) -> tuple[Line, ...]:
        from bolide.metrics.rgbf.traces import arithmetic

        return arithmetic(self.counts, self.formula)

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        from bolide.explanation import is_identical
        from bolide.metrics.rgbf.explain import explain

        checked = Corpus.of([hyp], [refs])
        score = self.aggregate(self.measure_corpus(checked), checked.nrefs)
        made = self.counts.in_units(checked)
        return explain(self.formula, made, score, is_identical(hyp, checked.refs))


def _or_none(weights: tuple[float, ...]) -> tuple[float, ...] | None:
    """Weights for a short signature: four decimals, and none at all where they are all alike."""
    return None if len(set(weights)) == 1 else tuple(round(weight, 4) for weight in weights)
