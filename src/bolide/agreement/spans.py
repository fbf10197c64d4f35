"""Error spans: how well predicted ones meet those that people marked, character by character (WMT25, task 2).

At every character of a translation the marks of each severity are counted on both sides. Credit is given for marks that
meet: 1 where severities are alike, ½ where they are not. What lies beyond the end of the text, where that is known,
does not count. Summed over outputs, precision is the credit over the predicted marks, recall the credit over people's,
and F1 their harmonic mean; an empty divisor gives 1. Twice the credit is an integer, so that rows add, and intervals
and tests are those of any other metric.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating
from bolide.agreement.table import Matrix, Vector
from bolide.data.results import Result
from bolide.significance.paired import compare, confidence
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison
from bolide.significance.sample import Sample
from bolide.system.errors import InputError
from bolide.system.messages import counted

SEVERITIES = {"major": 1, "critical": 1, "minor": 0}  # others, such as undecided, are left out
COLUMNS = ("credit2", "gold", "predicted")
FREE = 85.0  # an ESA score from which on an output without a span has no error (WMT26)


class SpanCounts(NamedTuple):
    """One output: twice the credit, people's marks and the predicted ones, summed over characters."""

    credit2: int
    gold: int
    predicted: int


def count(gold: Sequence[ErrorSpan], predicted: Sequence[ErrorSpan], length: int | None = None) -> SpanCounts:
    """The row of one output, of `length` characters if that is known.

    Overlapping spans count twice; spans without a place or a severity of the two do not, nor does what lies beyond the
    text.
    """
    edges = [(*edge, side) for side, spans in enumerate((gold, predicted)) for edge in _edges(spans, length)]
    marks = [[0, 0], [0, 0]]  # that are open, of both sides and severities
    row = [0, 0, 0]
    at = 0
    for offset, step, severity, side in sorted(edges):
        if offset > at:
            alike = [min(pair) for pair in zip(*marks, strict=True)]
            left = [sum(each) - sum(alike) for each in marks]
            for column, number in enumerate((2 * sum(alike) + min(left), sum(marks[0]), sum(marks[1]))):
                row[column] += (offset - at) * number
            at = offset
        marks[side][severity] += step
    return SpanCounts(*row)


def _edges(spans: Sequence[ErrorSpan], length: int | None) -> Iterator[tuple[int, int, int]]:
    """Where a span that has a place in the translation, and is major, critical or minor, begins (1) and ends (−1)."""
    for start, end, severity, _ in spans:
        degree = SEVERITIES.get(severity.strip().lower())
        if start is not None and end is not None and degree is not None:
            yield start if length is None else min(start, length), 1, degree
            yield end if length is None else min(end, length), -1, degree


def precision(totals: Matrix) -> Vector:
    """The share of predicted marks that get credit."""
    return _ratio(totals[:, 0], 2 * totals[:, 2])


def recall(totals: Matrix) -> Vector:
    """The share of people's marks that get credit."""
    return _ratio(totals[:, 0], 2 * totals[:, 1])


def f1(totals: Matrix) -> Vector:
    """The harmonic mean of the two; 0 where both are."""
    p, r = precision(totals), recall(totals)
    mean: Vector = np.divide(2 * p * r, p + r, out=np.zeros_like(p), where=p + r > 0)
    return mean


def _ratio(above: Vector, below: Vector) -> Vector:
    quotient: Vector = np.divide(above, below, out=np.ones_like(above), where=below > 0)
    return quotient


@dataclass(frozen=True)
class Predictor:
    """One predictor: sums, precision, recall, F1 with its interval; and how well it knows outputs without an error.

    `free` is (rightly called free of errors, called so, free of errors by people).
    """

    name: str
    totals: tuple[int, int, int]
    precision: float
    recall: float
    f1: float
    interval: tuple[float, float]
    free: tuple[int, int, int]

    @property
    def free_f1(self) -> float | None:
        """F1 of finding the outputs without an error; None where there is none and none is called so."""
        right, called, there = self.free
        return 2 * right / (called + there) if called + there else None

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            **dict(zip(COLUMNS, self.totals, strict=True)),
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "interval": list(self.interval),
            "error_free": {**dict(zip(("right", "called", "gold"), self.free, strict=True)), "f1": self.free_f1},
        }


@dataclass(frozen=True)
class SpanReport(Result):
    """All predictors on the same outputs; with two or more, how surely one is better."""

    gold: str
    outputs: int
    predictors: tuple[Predictor, ...]
    threshold: float | None
    comparison: Comparison | None = None
    notes: tuple[str, ...] = ()

    _view = "bolide.reporting.views.spans:span_blocks"

    def data(self) -> dict[str, Any]:
        return {
            "gold": self.gold,
            "outputs": self.outputs,
            "threshold": self.threshold,
            "predictors": [each.to_dict() for each in self.predictors],
            "comparison": None if self.comparison is None else self.comparison.to_dict(),
            "notes": list(self.notes),
        }


def evaluate_spans(
    gold: Annotations, predicted: dict[str, Annotations], plan: Plan | None = None, threshold: float | None = None
) -> SpanReport:
    """Every predictor on the outputs that people rated and all of them have; each rating of an output is a row.

    `threshold` is people's score from which on an output without a span counts as free of errors; None for any score.
    """
    for each in predicted.values():
        if gold.pair and each.pair and each.pair != gold.pair:
            raise InputError(f"{gold.path} is of {gold.pair} and {each.path} of {each.pair}.")
    key = _by_id if all(r.id for each in (gold, *predicted.values()) for r in each.ratings) else _by_line
    known = {name: {key(r): r for r in each.ratings} for name, each in predicted.items()}
    rated = [r for r in gold.ratings if all(key(r) in each for each in known.values())]
    if len(rated) < 2:
        raise InputError(
            f"{gold.path} and the predictions share {counted(len(rated), 'output')}; are they of the same systems?"
        )
    people = [gold.errors_of(rating) for rating in rated]
    texts = [_text(rating, key(rating), gold, predicted, known) for rating in rated]
    lengths = [None if text is None else len(text) for text in texts]
    samples, predictors = [], []
    for name, each in predicted.items():
        guesses = [known[name][key(rating)] for rating in rated]
        spans = [each.errors_of(guess) for guess in guesses]
        rows = np.array([count(*row) for row in zip(people, spans, lengths, strict=True)], dtype=np.float64)
        samples.append(Sample(name, "span F1", rows, f1, f1(rows)))
        interval = confidence(samples[-1], plan)
        totals = rows.sum(0)[None]
        free = _free(list(zip(rated, people, strict=True)), list(zip(guesses, spans, strict=True)), threshold)
        sums = (int(totals[0, 0]), int(totals[0, 1]), int(totals[0, 2]))
        predictors.append(
            Predictor(name, sums, float(precision(totals)[0]), float(recall(totals)[0]), float(f1(totals)[0]),
                      (interval.low, interval.high), free)
        )  # fmt: skip
    left, unknown = len(gold.ratings) - len(rated), lengths.count(None)
    notes = [*gold.notes, *([f"{gold.path}: left out {counted(left, 'rating')} without a prediction."] if left else [])]
    if unknown:
        notes.append(f"No file has the text of {counted(unknown, 'output')}; spans are not cut off at its end.")
    comparison = compare(samples, plan) if len(samples) > 1 else None
    return SpanReport(gold.name, len(rated), tuple(predictors), threshold, comparison, notes=tuple(notes))


def _by_id(rating: Rating) -> tuple[str, str]:
    return rating.system, rating.id


def _by_line(rating: Rating) -> tuple[str, int]:
    return rating.system, rating.segment


def _text(rating: Rating, key: Any, gold: Annotations, predicted: dict[str, Annotations], known: Any) -> str | None:
    """The output, from the file of people's spans if that has it, as in WMT25, else from the first prediction's."""
    texts = [gold.text_of(rating), *(each.text_of(known[name][key]) for name, each in predicted.items())]
    return next((text for text in texts if text is not None), None)


Judged = Sequence[tuple[Rating, Sequence[ErrorSpan]]]


def _free(people: Judged, predicted: Judged, threshold: float | None) -> tuple[int, int, int]:
    """How many outputs are free of errors: by both, by the prediction, by people."""
    there = [not spans and _high(rating, threshold) for rating, spans in people]
    called = [not spans and _high(rating, threshold) for rating, spans in predicted]
    return sum(a and b for a, b in zip(there, called, strict=True)), sum(called), sum(there)


def _high(rating: Rating, threshold: float | None) -> bool:
    """Whether the score, if there is one, reaches the threshold, if there is one."""
    return threshold is None or rating.score != rating.score or rating.score >= threshold
