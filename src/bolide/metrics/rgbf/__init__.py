"""rgbF (Popović 2012): weighted n-gram F-scores over any units of the sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.corpus import Corpus
from bolide.metrics.base import Metric, MetricForm, SharedOptions
from bolide.metrics.formula import Parameter, Tunable, options_at
from bolide.metrics.options import check_weights, documented, nfc_option, option, read_floats, read_words
from bolide.metrics.rgbf.counts import RGBFCounts
from bolide.metrics.rgbf.formula import RGBFFormula, add_in_turn
from bolide.system.errors import InputError, OptionError
from bolide.system.limits import ORDER
from bolide.system.messages import are, counted
from bolide.text.languages import known_code
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.mecab import signed, unsigned
from bolide.text.units import FILE, Tool, expand_letters, parse_units, wants_language
from bolide.text.units.parallel import join_units
from bolide.text.units.views import UnitPlan, unit_texts

if TYPE_CHECKING:
    from bolide.metrics.rgbf.evidence import RGBFEvidence


@documented
@dataclass(frozen=True)
class RGBF(Metric):
    """Arithmetic mean of n-gram F-scores over units and orders. In a text, the token `++` separates the units.

    >>> from bolide import RGBF
    >>> metric = RGBF(units=("word", "char"), analysers=("words", "chars"), max_ngram_order=2)
    >>> round(metric.sentence("The cats slept.", "The cat slept.").percent, 2)
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
        4, "The longest n-gram that counts.", int, key="order", always=True, most=ORDER, least=1, prominent=True
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
        from bolide.metrics.rgbf.evidence import RGBFEvidence

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

    @property
    def form(self) -> RGBFForm:
        return RGBFForm(self, from_plain_text=False)

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


class RGBFForm(MetricForm):
    """rgbF in the page and the command line: units are made from plain text, or read from parallel files."""

    metric: RGBF

    def options_from(
        self, shared: SharedOptions, explicit: Mapping[str, Any] | None = None
    ) -> dict[str, dict[str, Any]]:
        options = super().options_from(shared, explicit)
        if not shared.units:  # texts that contain their units are not split again
            return {name: implied for name, implied in options.items() if name == "nfc"}
        needs_language = any(map(wants_language, expand_letters(list(shared.units))))
        if options.get("language") == {} and not needs_language:
            del options["language"]
        elif needs_language and shared.language is not None:
            options.setdefault("language", {})
        units, analysers = parse_units(shared.units, shared.language)
        return {"units": {"units": units, "analysers": analysers}, **options}

    @property
    def language(self) -> str | None:
        pairs = zip(self.metric.units, self.metric.analysers, strict=False)
        codes = (known_code(Tool.of(kind, tool).argument) for kind, tool in pairs if tool != FILE)
        return next(filter(None, codes), super().language)

    @property
    def words(self) -> Callable[[str], list[str]] | None:
        return self.metric.counts.tokens if "word" in self.metric.units else None

    def separating(self, language: str, tokenize: str) -> RGBF | None:
        metric = self.metric
        if metric.units != ("word",) and not metric.analysers:
            return None  # the texts contain their units
        return replace(metric, analysers=metric.analysers or ("words",), tokenize=tokenize)

    def for_language(self, code: str | None, tokenize: str | None = None) -> None:
        return None  # analysers are for a language; -l names it

    @property
    def reads_files(self) -> bool:
        return FILE in self.metric.analysers

    def with_files(
        self, systems: list[Corpus], files: Mapping[str, Sequence[str]], read: Callable[[str], list[str]]
    ) -> list[Corpus]:
        """The systems with the units of each text joined by `++`.

        files["pos"] names a file for each system, then one for each reference, all parallel to the plain files.
        """
        metric, first = self.metric, systems[0]
        if not first.nrefs.isdecimal():
            raise InputError("Units from files need the same number of references in every line.")
        references = [first.refs[k :: int(first.nrefs)] for k in range(int(first.nrefs))]
        texts = [*(system.hyps for system in systems), *references]
        views: list[dict[str, Sequence[str]]] = [{} for _ in texts]
        for unit, tool in zip(metric.units, metric.analysers, strict=True):
            names, plan = files.get(unit, ()), UnitPlan((unit,), (tool,), metric.tokenize or "13a")
            if tool == FILE and len(names) != len(texts):
                raise InputError(
                    f"The unit {unit} has {counted(len(names), 'file')}; it needs {len(texts)}: one per output "
                    f"({len(systems)}), then one per reference ({first.nrefs})."
                )
            for number, (view, segments) in enumerate(zip(views, texts, strict=True)):
                view[unit] = lines = read(names[number]) if tool == FILE else unit_texts(segments, plan)
                if len(lines) != len(segments):
                    raise InputError(
                        f"{names[number]} has {counted(len(lines), 'line')} for {counted(len(segments), 'segment')}; "
                        "a unit's file must pair up with the text line by line."
                    )
        joined = list(map(join_units, views))
        groups = list(zip(*joined[len(systems) :], strict=True))
        return [
            replace(Corpus.of(hyps, groups, system.name), sources=system.sources, ids=system.ids)
            for hyps, system in zip(joined, systems, strict=False)
        ]


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
