"""Metrics from functions of a translation and its references; the score of a corpus is the mean of its segments.

The number of a segment is stored exactly, as the two halves of a double: rows are integers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from struct import pack, unpack
from typing import Any, ClassVar

from bolide.corpus import Refs
from bolide.data.explanation import Explanation
from bolide.metrics import METRICS
from bolide.metrics.base import Metric
from bolide.metrics.counts import Counts, Pairs
from bolide.metrics.formula import Formula
from bolide.metrics.options import fits_signature, option
from bolide.system.errors import InputError, OptionError, SegmentError, counted
from bolide.system.stored import LARGEST

_HALF = 1 << 32  # is added to the first half of a double, so that a sum of rows is not taken for a row

Function = Callable[..., Any]


@dataclass(frozen=True)
class FunctionCounts(Counts):
    """The value of a function for each segment, as the two halves of a double."""

    function: Function
    batched: bool

    @property
    def columns(self) -> tuple[str, ...]:
        return ("first_half", "second_half")

    def rows(self, encoded: tuple[list[str], list[str]], pairs: Pairs) -> array[int]:
        hyps, refs = encoded
        if pairs.apart:
            segments = [(hyps[number], [ref]) for number in pairs.hyps for ref in refs]
        else:
            spans = zip(pairs.hyps, pairwise(pairs.starts), strict=True)
            segments = [(hyps[number], refs[start:end]) for number, (start, end) in spans]
        arguments = [hyp for hyp, _ in segments], [texts for _, texts in segments]
        try:
            returned = self.function(*arguments) if self.batched else list(map(self.function, *arguments))
        except SystemExit as leaving:
            raise InputError(f"The function ended the program, with exit code {leaving.code!r:.60}.") from None
        if not isinstance(returned, Iterable) or isinstance(returned, str | bytes | Mapping):
            raise InputError(f"The function returned {returned!r:.60}; it must return a list of numbers.")
        values = list(returned)
        if len(values) != len(segments):
            raise InputError(f"The function returned {counted(len(values), 'number')} for {len(segments)} segments.")
        rows = array("q")
        for number, value in enumerate(values):
            rows.extend(_row_of(number, value))
        return rows


def _row_of(segment: int, value: object) -> tuple[int, int]:
    """A number as two halves. SegmentError if it is not a finite number."""
    try:
        plain = inf if isinstance(value, str | bytes) else float(value)  # type: ignore[arg-type]
    except (OverflowError, TypeError, ValueError):
        plain = inf
    if not abs(plain) <= LARGEST:
        problem = f"the function returned {value!r:.60}, which is not a finite number of at most {LARGEST:g}"
        raise SegmentError(segment, problem)
    first, second = unpack(">II", pack(">d", plain + 0.0))  # which is not -0.0
    return _HALF + first, second


@dataclass(frozen=True)
class FunctionFormula(Formula):
    """The value of the function, from its halves."""

    bounds: ClassVar[tuple[float, float]] = (-inf, inf)

    @property
    def names(self) -> tuple[str, ...]:
        return ("score",)

    @property
    def mean_of_segments(self) -> bool:
        return True

    def of(self, row: Sequence[int]) -> Sequence[float]:
        first, second = row
        if not (0 <= first - _HALF < _HALF and 0 <= second < _HALF):  # a sum of segments, which means nothing
            return (inf,)
        return unpack(">d", pack(">II", first - _HALF, second))


@dataclass(frozen=True)
class LowerIsBetter(FunctionFormula):
    """The formula of a function of which lower values are better, such as an error or a distance."""

    higher_is_better: ClassVar[bool] = False


def metric(
    function: Function, name: str = "", *, higher_is_better: bool = True, batched: bool = False, version: str = ""
) -> Metric:
    """Make a metric from a function `(hyp, refs) -> float`; `refs` is the list of references of the segment.

    If `batched`, the function takes a list of translations and a list of lists of references and returns a list of
    numbers, as learned metrics do. The score of a corpus is the mean of its segments. `name` defaults to the function's
    name; `version` goes into the signature.

    >>> import bolide
    >>> same_length = bolide.metric(lambda hyp, refs: float(len(hyp) == len(refs[0])), "same length")
    >>> same_length.corpus(["a b", "c"], ["d e", "f g"]).value
    0.5
    """
    title = name or getattr(function, "__name__", "")
    if not callable(function) or isinstance(function, Metric):
        hint = " bolide.parse makes a metric of a name." if isinstance(function, str) else ""
        raise OptionError(f"{function!r:.60} is not a function of a translation and its references.{hint}")
    if not isinstance(title, str) or not title.strip() or title == "<lambda>" or not fits_signature(title):
        raise OptionError("Give the metric a `name`, on one line and without `|`, for tables and signatures.")
    if any(title.lower().startswith(key) and METRICS[key]._is_called(title) for key in METRICS.registered):
        raise OptionError(f"There is a metric called {title}, which has the same signature; pass another name.")

    @dataclass(frozen=True)
    class FunctionMetric(Metric):
        """A metric computed by a user's function."""

        version: str = option("", "The version of the function.", key="function")

        @property
        def counts(self) -> FunctionCounts:
            return FunctionCounts(function, batched)

        @property
        def formula(self) -> FunctionFormula:
            return FunctionFormula() if higher_is_better else LowerIsBetter()

        def _part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
            return {}  # sums of halves mean nothing

        def explain(self, hyp: str, refs: Refs) -> Explanation:
            explanation = super().explain(hyp, refs)
            [step] = explanation.steps
            step = replace(
                step,
                formula="function(candidate, references)",
                numbers={},
                terms={},
                columns={},
                sentence="Returned by a function of the candidate and its references.",
            )
            return replace(explanation, steps=(step,))

    FunctionMetric.name = title
    return FunctionMetric(version)
