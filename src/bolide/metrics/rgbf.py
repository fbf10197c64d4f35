"""rgbF (Popović 2012): n-gram F-scores over any units of the sentence, mixed by weights."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from operator import mul
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.corpus import Corpus, Refs
from bolide.errors import InputError, OptionError
from bolide.kernels.pairs import count
from bolide.kernels.units import choose
from bolide.metrics.base import Metric
from bolide.metrics.options import option, read_floats, read_words
from bolide.stats import Stats
from bolide.text.analysis import Tool
from bolide.text.analysis.views import Plan, unit_texts
from bolide.text.mecab import signed, unsigned
from bolide.text.tokenizers import tokenizer
from bolide.text.units import encode_units, split_units

if TYPE_CHECKING:
    from bolide.explanation import Explanation


FILE = "file"  # the analyser of a unit that was read from a file, and so stands in the text


class _UnitMismatch(InputError):
    """A text has another number of units; `measure_corpus` says which."""


@dataclass(frozen=True)
class RGBF(Metric):
    """Arithmetic means of the F-scores of every unit and order. Texts hold their units separated by the token `++`."""

    name: ClassVar[str] = "rgbF"
    from_plain_text: ClassVar[bool] = False

    units: tuple[str, ...] = option(
        ("word",), "The units of each text, in the order in which `++` separates them.", read_words, key="units",
        always=True,
    )  # fmt: skip
    max_order: int = option(4, "The longest n-gram that counts.", int, key="order", always=True)
    unit_weights: tuple[float, ...] | None = option(
        None, "A weight for each unit, as proportions; all alike where not given.", read_floats, key="uweights"
    )
    order_weights: tuple[float, ...] | None = option(
        None, "A weight for each order, as proportions; all alike where not given.", read_floats, key="nweights"
    )
    analysers: tuple[str, ...] = option(
        (), "What makes each unit of plain text, or `file`; none where texts hold their units.", read_words, key="by"
    )
    tokenize: str | None = option(
        None,
        "The tokenizer that cuts plain text into words for the analysers: 13a where not given.",
        unsigned,
        key="tok",
        write=signed,
    )

    def __post_init__(self) -> None:
        if isinstance(self.units, str):
            raise OptionError(f"units is one text; pass a tuple of names: ({self.units!r},).")
        object.__setattr__(self, "units", tuple(self.units))
        if not self.units:
            raise OptionError("units is empty; name at least one.")
        for name in self.units:
            if not isinstance(name, str) or not name or any(mark in name for mark in ",|:") or name.split() != [name]:
                raise OptionError(f"{name!r} cannot name a unit; use a word without spaces, `,`, `|` and `:`.")
        if len(set(self.units)) < len(self.units):
            raise OptionError(f"The units {', '.join(self.units)} name one twice.")
        if isinstance(self.max_order, bool) or not isinstance(self.max_order, int) or self.max_order < 1:
            raise OptionError(f"max_order is {self.max_order!r}; the longest n-gram must be a whole number from 1 up.")
        self._check_weights("unit_weights", len(self.units), "unit")
        self._check_weights("order_weights", self.max_order, "order")
        self._check_analysers()

    def _check_analysers(self) -> None:
        if not self.analysers:
            if self.tokenize is not None:
                raise OptionError("rgbF cuts nothing without analysers: texts hold their units. Leave tokenize out.")
            return
        if isinstance(self.analysers, str) or len(self.analysers) != len(self.units):
            raise OptionError(f"There are {len(self.units)} units; name an analyser for each of them.")
        object.__setattr__(self, "analysers", tuple(self.analysers))
        object.__setattr__(self, "tokenize", self.tokenize or "13a")
        tokenizer(self.tokenize or "13a")
        for kind, text in zip(self.units, self.analysers, strict=True):
            if text != FILE:
                Tool.of(kind, text)

    def _check_weights(self, what: str, wanted: int, each: str) -> None:
        given = getattr(self, what)
        if given is None:
            return
        try:
            weights = tuple(float(weight) for weight in given)
        except (TypeError, ValueError):
            raise OptionError(f"{what} is {given!r}; give a list of numbers.") from None
        object.__setattr__(self, what, weights)
        if len(weights) != wanted:
            raise OptionError(
                f"{what} has {len(weights)} numbers for {wanted} {each}{'s' if wanted > 1 else ''}; "
                f"give one for each {each}."
            )
        if not all(isfinite(weight) and weight >= 0 for weight in weights) or not any(weights):
            raise OptionError(f"{what} is {weights}; the weights must be numbers from 0 up, and not all 0.")

    # --- rows -----------------------------------------------------------------------------------------------------

    @cached_property
    def grams(self) -> tuple[tuple[str, int], ...]:
        """The kinds of n-grams that are counted: unit and order."""
        return tuple((unit, n) for unit in self.units for n in range(1, self.max_order + 1))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        groups = ("match_p", "hyp", "match_r", "ref")
        return tuple(f"{what}_{unit}_{n}" for what in groups for unit, n in self.grams)

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        texts = encode_units([*corpus.hyps, *corpus.refs], len(self.units))
        if texts.wrong >= 0:
            raise _UnitMismatch(f"A text does not have {len(self.units)} units.")
        width = 3 * len(self.grams)
        pairs = memoryview(bytearray(8 * width * len(corpus.refs))).cast("q", (len(corpus.refs), width))
        ref_starts = memoryview(corpus.ref_starts[:])
        for u, (firsts, ends) in enumerate(zip(texts.firsts, texts.ends, strict=True)):
            count(texts.ids, firsts, ends, ref_starts, self.max_order, u * self.max_order, False, pairs)
        choose(pairs, ref_starts, rows)

    def measure_corpus(
        self, corpus: Corpus, *, jobs: int = 1, done: Callable[[int], None] = lambda segments: None
    ) -> Stats:
        made = self._in_units(corpus, jobs)
        try:
            return super().measure_corpus(made, jobs=jobs, done=done)
        except _UnitMismatch:
            raise self._mismatch(made) from None

    @property
    def plan(self) -> Plan | None:
        """How plain text becomes units; None where texts hold them already."""
        if not self.analysers or FILE in self.analysers:
            return None
        return Plan(self.units, self.analysers, self.tokenize or "13a")

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, done: Callable[[int], None] = lambda texts: None) -> None:
        if self.plan is None:
            done(len(texts))
        else:
            unit_texts(texts, self.plan, jobs=jobs, done=done)

    def _in_units(self, corpus: Corpus, jobs: int = 1) -> Corpus:
        if self.plan is None:
            return corpus
        made = unit_texts([*corpus.hyps, *corpus.refs], self.plan, jobs=jobs)
        return replace(corpus, hyps=made[: len(corpus)], refs=made[len(corpus) :])

    def _mismatch(self, corpus: Corpus) -> InputError:
        """Which text has another number of units."""
        size = len(self.units)
        for number in range(len(corpus)):
            segment = corpus[number]
            for side, text in (("hypothesis", segment.hyp), *(("reference", ref) for ref in segment.refs)):
                found = len(split_units(text, size))
                if found != size:
                    return InputError(
                        f"The {side} of segment {number + 1} has {_units(found)} and the metric {_units(size)} "
                        f"({', '.join(self.units)}); `++` must stand between them, {size - 1} times: {_short(text)}"
                    )
        raise AssertionError("every text has its units")  # pragma: no cover

    # --- score ----------------------------------------------------------------------------------------------------

    @cached_property
    def unit_shares(self) -> tuple[float, ...]:
        """The weights of the units, adding up to 1."""
        return _normalised(self.unit_weights, len(self.units))

    @cached_property
    def order_shares(self) -> tuple[float, ...]:
        """The weights of the orders, adding up to 1."""
        return _normalised(self.order_weights, self.max_order)

    @cached_property
    def _shares(self) -> tuple[float, ...]:
        return tuple(unit * order for unit in self.unit_shares for order in self.order_shares)

    def value(self, total: Sequence[int]) -> float:
        size = len(self.grams)
        quarters = zip(total[:size], total[size : 2 * size], total[2 * size : 3 * size], total[3 * size :], strict=True)
        scores = [2 * a * b / (a * r + b * h) if a else 0.0 for a, h, b, r in quarters]
        return float(sum(map(mul, self._shares, scores)))

    def values(self, stats: Stats) -> array[float]:
        self.check_rows(stats)
        size = len(self.grams)
        columns = [stats.data[k :: 4 * size] for k in range(4 * size)]
        scores = []
        for k in range(size):
            a, h, b, r = columns[k], columns[size + k], columns[2 * size + k], columns[3 * size + k]
            if a == b:  # as with one reference: the same number, found with less work
                scores.append([2 * m / (n + of) if m else 0.0 for m, n, of in zip(a, h, r, strict=True)])
            else:
                quarters = zip(a, h, b, r, strict=True)
                scores.append([2 * x * y / (x * of + y * n) if x else 0.0 for x, n, y, of in quarters])
        shares = self._shares
        return array("d", [sum(map(mul, shares, row)) for row in zip(*scores, strict=True)])

    def parts(self, total: Sequence[int]) -> dict[str, Any]:
        size, orders = len(self.grams), self.max_order
        ngrams = []
        for k, (unit, n) in enumerate(self.grams):
            a, h, b, r = total[k], total[size + k], total[2 * size + k], total[3 * size + k]
            ngrams.append(
                {
                    "unit": unit, "order": n, "weight": self._shares[k],
                    "f": 2 * a * b / (a * r + b * h) if a else 0.0,
                    "precision": a / h if h else 0.0, "recall": b / r if r else 0.0,
                    "match_p": a, "hyp": h, "match_r": b, "ref": r,
                }
            )  # fmt: skip
        units = []
        for u, unit in enumerate(self.units):
            mine = ngrams[u * orders : (u + 1) * orders]
            means = {what: sum(map(mul, self.order_shares, (gram[what] for gram in mine))) for what in _MEASURES}
            units.append({"unit": unit, "weight": self.unit_shares[u], **means})
        means = {what: sum(map(mul, self._shares, (gram[what] for gram in ngrams))) for what in _MEASURES}
        return {**means, "units": units, "ngrams": ngrams}

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        from bolide.metrics.rgbf_explained import explain

        checked = Corpus.of([hyp], [refs])
        score = self.aggregate(self.measure_corpus(checked), checked.nrefs)
        made = self._in_units(checked)
        return explain(self, made.hyps[0], made.refs, score)


_MEASURES = ("f", "precision", "recall")


def _normalised(weights: tuple[float, ...] | None, size: int) -> tuple[float, ...]:
    return tuple(weight / sum(weights) for weight in weights) if weights else (1 / size,) * size


def _units(number: int) -> str:
    return f"{number} unit{'' if number == 1 else 's'}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
