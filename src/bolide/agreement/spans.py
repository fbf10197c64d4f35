"""Error spans that a predictor marks, scored against those that people marked; and outputs without an error.

Spans are scored as `agreement.span_scores` says, by default MPP. Marks without a place, or of other severities than
minor, major and critical, are left out, and so is what lies beyond the end of an output whose text is known. Finding
the outputs without an error is scored by Matthews' correlation coefficient (MCC).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any, ClassVar

import numpy as np

from bolide.agreement.annotations import FORMS, read_language_pairs
from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating
from bolide.agreement.language_pairs import choose_pair
from bolide.agreement.span_scores import Earned, ScoredSpan, SpanScoring
from bolide.agreement.table import Matrix, Vector
from bolide.corpus.inputs import Path, documents_of_ids, file_of, files_of
from bolide.corpus.lines import refuse_shared_files, system_names
from bolide.corpus.table_files import refuse_repeated
from bolide.data.results import Result
from bolide.significance.paired import compare, confidence, unit_count
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison
from bolide.significance.sample import Sample
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, OptionError, counted, few, known_name

SEVERITIES = {"major": "major", "critical": "major", "minor": "minor"}  # others, such as undecided, are left out
FREE = 85.0  # an ESA score from which on an output without a span has no error (WMT26)
PRESETS = {"wmt25": SpanScoring("WMT25", "many-to-many", penalty=0.5), "wmt26": SpanScoring()}


def scored_spans(spans: Sequence[ErrorSpan], length: int | None = None) -> Iterator[ScoredSpan]:
    """The spans that count, cut off at the end of an output of `length` characters."""
    for span in spans:
        degree = SEVERITIES.get(span.severity.strip().lower())
        if span.start is None or span.end is None or degree is None:
            continue
        last = span.end if length is None else min(span.end, length)
        if span.start < last:
            yield ScoredSpan(span.start, last, degree)


def _left_out(of: Annotations, spans: Sequence[ErrorSpan]) -> Iterator[str]:
    """How many spans with a place do not count, for their severity or since they have no width."""
    placed = [span for span in spans if span.start is not None and span.end is not None]
    others = Counter(span.severity for span in placed if span.severity.strip().lower() not in SEVERITIES)
    if others:
        listed = few([f"{severity!r:.30} ({number:,})" for severity, number in others.most_common()], 4)
        number = counted(others.total(), "span")
        yield f"{of.path}: left out {number} whose severity is not minor, major or critical: {listed}."
    if flat := sum(span.start == span.end for span in placed):
        yield f"{of.path}: left out {counted(flat, 'span')} of no characters (start = end)."


def f_of_sums(totals: Matrix) -> Vector:
    """F from sums of what was earned and what could be: predicted, most predicted, gold, most gold."""
    precision, recall = _ratio(totals[:, 0], totals[:, 1]), _ratio(totals[:, 2], totals[:, 3])
    both = precision + recall
    mean: Vector = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
    return mean


def _ratio(above: Vector, below: Vector) -> Vector:
    quotient: Vector = np.divide(above, below, out=np.ones_like(above), where=below > 0)
    return quotient


@dataclass(frozen=True)
class Detection:
    """How well outputs without an error are found: rightly and wrongly called free of errors, missed, and the rest."""

    right: int
    wrong: int
    missed: int
    others: int

    derived: ClassVar[tuple[str, ...]] = ("mcc", "precision", "recall")

    @classmethod
    def of(cls, gold: Sequence[bool], called: Sequence[bool]) -> Detection:
        """Count how often people and a prediction call an output free of errors."""
        pairs = list(zip(gold, called, strict=True))
        return cls(*(pairs.count(pair) for pair in ((True, True), (False, True), (True, False), (False, False))))

    @property
    def mcc(self) -> float:
        """Matthews' correlation coefficient; 0 if one answer never occurs, as for a constant prediction."""
        called, free = self.right + self.wrong, self.right + self.missed
        rest, flawed = self.missed + self.others, self.wrong + self.others
        below = called * free * rest * flawed
        return (self.right * self.others - self.wrong * self.missed) / sqrt(below) if below else 0.0

    @property
    def precision(self) -> float | None:
        """The share of the outputs called free of errors that are; None if none is called so."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None

    @property
    def recall(self) -> float | None:
        """The share of the outputs free of errors that are called so; None if there is none."""
        return self.right / (self.right + self.missed) if self.right + self.missed else None


@dataclass(frozen=True)
class Predictor:
    """One predictor: what its spans earned, precision, recall, F with its interval, and its error-free outputs."""

    name: str
    totals: Earned
    precision: float
    recall: float
    f: float
    interval: tuple[float, float]
    error_free: Detection


@dataclass(frozen=True)
class SpanReport(Result):
    """All predictors on the same outputs; with two or more, how surely one is better."""

    gold: str
    outputs: int
    predictors: tuple[Predictor, ...]
    threshold: float | None
    scoring: SpanScoring = field(default_factory=SpanScoring)
    comparison: Comparison | None = None
    notes: tuple[str, ...] = ()

    def blocks(self, width: int = 1, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.people import span_blocks

        return span_blocks(self, width)


def spans(
    gold: Path,
    predicted: Path | Sequence[Path],
    scoring: SpanScoring | str = "wmt26",
    *,
    pair: str | None = None,
    free: float | None = None,
    plan: Plan | None = None,
) -> SpanReport:
    """Score predicted error spans against those that people marked, and test the predictions against each other.

    `scoring` is a `SpanScoring`, or that of a year, wmt26 (MPP) or wmt25. An output without spans counts as error-free
    if its score is at least `free` (85 for ESA, any for MQM). If the file names documents, whole documents are drawn
    and exchanged, unless the plan's unit is `segment`.

    >>> import bolide
    >>> report = bolide.spans("gold.seg.rating", ["one.seg.rating", "two.seg.rating"])
    >>> [(one.name, one.f) for one in report.predictors]
    [('one.seg.rating', 0.75), ('two.seg.rating', 0.25)]
    """
    paths = files_of(predicted, "predicted")
    if not paths:
        raise InputError("`predicted` names no file; give one or more.")
    refuse_repeated(paths)
    refuse_shared_files(paths, files_of(gold, "gold"), "human spans and the prediction")
    if isinstance(scoring, str):
        known_name("preset", scoring, PRESETS)
        scoring = PRESETS[scoring]
    marked = _read(file_of(gold, "gold"), pair, None)
    answers = {
        name: _read(path, marked.pair or pair, marked) for name, path in zip(system_names(paths), paths, strict=True)
    }
    threshold = free if free is not None else FREE if marked.name == "esa" else None
    return evaluate_spans(marked, answers, plan, threshold, scoring)


def _read(path: str, pair: str | None, gold: Annotations | None) -> Annotations:
    """The spans of a language pair; a prediction need not name it."""
    pairs = read_language_pairs(path)
    if pairs is None:
        raise InputError(f"{path} has no error spans in a known format: {', '.join(FORMS)}.")
    wanted = None if gold is not None and not any(pairs) else pair or None
    annotations = pairs[choose_pair(pairs, wanted, path)]
    if annotations.name == "da":
        raise InputError(f"{path} holds direct assessments, which mark no errors.")
    return annotations


def evaluate_spans(
    gold: Annotations,
    predicted: dict[str, Annotations],
    plan: Plan | None = None,
    threshold: float | None = None,
    scoring: SpanScoring | None = None,
) -> SpanReport:
    """Every predictor on the outputs that people rated and all of them have; each rating of an output is a row.

    `threshold` is people's score from which on an output without a span counts as free of errors; None for any score.
    """
    scoring = scoring or SpanScoring()
    _check(gold, predicted, threshold, scoring)
    with_ids = {bool(rating.id) for each in (gold, *predicted.values()) for rating in each.ratings}
    named = with_ids == {True}

    def key(rating: Rating) -> tuple[str, str | int]:
        return rating.system, rating.id if named else rating.segment

    known = {name: _by_output(each, key) for name, each in predicted.items()}
    rated = [r for r in gold.ratings if all(key(r) in each for each in known.values())]
    if len(rated) < 2:
        raise InputError(f"{gold.path} and the predictions share {counted(len(rated), 'output')}; two are needed.")
    people = [rating.counted_errors for rating in rated]
    # The output is in the file of people's spans, as in WMT25, or in a prediction's.
    texts = ((rating.output, *(each[key(rating)].output for each in known.values())) for rating in rated)
    lengths = [next((len(text) for text in some if text is not None), None) for some in texts]
    marked = [list(scored_spans(*pair)) for pair in zip(people, lengths, strict=True)]
    free = [not spans and _high(rating, threshold) for rating, spans in zip(rated, people, strict=True)]
    plan = plan or Plan(test="bootstrap", trials=1000)
    documents: list[str] | None = [rating.document for rating in rated]
    if not all(documents or ()):
        documents = documents_of_ids([rating.id for rating in rated])
    lone = plan.unit is None and documents is not None and len(set(documents)) == 1
    units = ResamplingUnits.of(None if lone else documents, None, plan.unit)
    samples, predictors = [], []
    for name, by_output in known.items():
        guesses = [by_output[key(rating)] for rating in rated]
        spans = [guess.counted_errors for guess in guesses]
        guessed = [list(scored_spans(*pair)) for pair in zip(spans, lengths, strict=True)]
        rows = [scoring.segment(ours, theirs) for ours, theirs in zip(guessed, marked, strict=True)]
        values = np.array([row.f for row in rows])
        sample = Sample(name, "span F", np.array(rows, dtype=np.float64), f_of_sums, values)
        if scoring.average == "macro":
            sample = Sample.from_values(name, "span F", values, scale=sample.scale)
        samples.append(sample.with_units(units))
        interval = confidence(samples[-1], plan)
        called = [not one and _high(guess, threshold) for guess, one in zip(guesses, spans, strict=True)]
        predictors.append(
            Predictor(
                name,
                Earned(*map(sum, zip(*rows, strict=True))),
                *scoring.total(rows),
                (interval.low, interval.high),
                Detection.of(free, called),
            )
        )
    left, unknown = len(gold.ratings) - len(rated), lengths.count(None)
    in_order = "Segments were matched by their order, since not every file names them by ids."
    notes = [*gold.notes, *([in_order] if len(with_ids) > 1 else [])]
    notes += _left_out(gold, [span for spans in people for span in spans])
    for name, by_output in known.items():
        guessed_errors = (by_output[key(rating)].counted_errors for rating in rated)
        notes += _left_out(predicted[name], [span for spans in guessed_errors for span in spans])
    if left:
        notes.append(f"{gold.path}: left out {counted(left, 'rating')} without a prediction.")
    if unknown:
        notes.append(f"No file has the text of {counted(unknown, 'output')}; spans are not cut off at its end.")
    count = unit_count(samples[0], plan.on(units))
    if units is not None:
        notes.append(f"Outputs are drawn and exchanged by document: {count.text(len(rated))}.")
    if lone:
        notes.append("All outputs are of one document, which cannot be resampled; they were taken as independent.")
    comparison = compare(samples, plan) if len(samples) > 1 else None
    notes += _cautions(count.cautions() if comparison is None else comparison.notes, documents is not None)
    return SpanReport(gold.name, len(rated), tuple(predictors), threshold, scoring, comparison, notes=tuple(notes))


def _cautions(lines: Iterable[str], known: bool) -> Iterator[str]:
    """The same about outputs: documents, if they are not `known`, cannot be passed."""
    for line in lines:
        if not line.startswith("Segments were taken as independent"):
            yield line
        elif not known:
            yield "Outputs were taken as independent, since no file tells their documents."


def _check(
    gold: Annotations, predicted: Mapping[str, Annotations], threshold: float | None, scoring: SpanScoring
) -> None:
    """Refuse what cannot be scored: other thresholds than scores, unknown severities, other language pairs."""
    if threshold is not None and not (isinstance(threshold, int | float) and -inf <= threshold <= inf):  # no NaN
        raise OptionError(f"`free` is {threshold!r:.60}; it must be a score.")
    for severity in scoring.weights or ():
        if severity not in SEVERITIES.values():
            raise OptionError(
                f"There is a weight for {severity!r:.40}, but severities are minor and major here, and critical errors "
                "count as major; give weights for these two."
            )
    for each in predicted.values():
        if gold.pair and each.pair and each.pair != gold.pair:
            raise InputError(f"{gold.path} is of {gold.pair} and {each.path} of {each.pair}.")


def _by_output(
    predicted: Annotations, key: Callable[[Rating], tuple[str, str | int]]
) -> dict[tuple[str, str | int], Rating]:
    """A predictor's rating of each output; refused if it has two of one."""
    ratings: dict[tuple[str, str | int], Rating] = {}
    for rating in predicted.ratings:
        first = ratings.setdefault(key(rating), rating)
        if first is not rating:
            raise InputError(
                f"{predicted.path}, line {rating.line}: this output of {rating.system} was rated in line {first.line}; "
                "a prediction rates an output once. Write one file for each rater."
            )
    return ratings


def _high(rating: Rating, threshold: float | None) -> bool:
    """Whether the score, if there is one, reaches the threshold, if there is one."""
    return threshold is None or rating.score != rating.score or rating.score >= threshold
