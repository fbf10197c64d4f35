"""Error spans: which of them count, F1 by hand, error-free outputs."""

from collections.abc import Sequence
from itertools import zip_longest

import numpy as np
import pytest

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating
from bolide.agreement.span_scores import Earned, ScoredSpan
from bolide.agreement.spans import Detection, evaluate_spans, f_of_sums, scored_spans
from bolide.system.errors import OptionError
from tests.errors import raises


@pytest.mark.parametrize(("length", "ends"), [(None, (4, 9, 8, 12)), (7, (4, 7, 7, 7)), (2, (2,)), (0, ())])
def test_spans_that_count(length: int | None, ends: tuple[int, ...]) -> None:
    """Those of a place and of a known severity, up to the end of the text."""
    places = [
        (0, 4, "major"),
        (None, None, "major"),
        (2, 9, " Critical"),
        (1, 3, "undecided"),
        (3, 8, "Minor"),
        (5, 5, "minor"),
        (6, 12, "major"),
    ]
    known = ((0, "major"), (2, "major"), (3, "minor"), (6, "major"))
    expected = [ScoredSpan(start, end, degree) for (start, degree), end in zip(known, ends, strict=False)]
    assert list(scored_spans([ErrorSpan(*place) for place in places], length)) == expected


def annotated(spans: dict[tuple[str, int], list[ErrorSpan]], scores: Sequence[float] = ()) -> Annotations:
    """Ratings with these scores, or without any."""
    rated = zip_longest(spans.items(), scores, fillvalue=float("nan"))
    ratings = [Rating("", *output, score, 1, errors=tuple(errors)) for (output, errors), score in rated]
    return Annotations("esa", "x", ratings)


def test_error_free_outputs_and_those_without_a_prediction() -> None:
    mark = [ErrorSpan(0, 2, "minor")]
    spans = {("a", 0): [], ("a", 1): [], ("a", 2): mark, ("b", 0): mark, ("c", 0): []}
    gold = annotated(spans, [90, 80, 99, 50, 99])
    predicted = annotated({("a", 0): [], ("a", 1): [], ("a", 2): mark, ("b", 0): []})
    report = evaluate_spans(gold, {"p": predicted}, threshold=85)
    assert (report.outputs, report.predictors[0].error_free) == (4, Detection(1, 2, 0, 1))
    assert report.notes[0] == "x: left out 1 rating without a prediction."
    assert evaluate_spans(gold, {"p": predicted}).predictors[0].error_free == Detection(2, 1, 0, 1)
    for bad in ("85", float("nan")):
        raises(OptionError, "`free` is .*; it must be a score", evaluate_spans, gold, {"p": predicted}, threshold=bad)


def test_mcc_is_the_correlation_of_two_answers() -> None:
    """Matthews' coefficient is Pearson's of zeros and ones; 0 where one of them never changes."""
    rng = np.random.default_rng(5)
    for _ in range(50):
        gold, called = rng.random(30) < 0.4, rng.random(30) < 0.6
        expected = np.corrcoef(gold, called)[0, 1]
        assert Detection.of(gold.tolist(), called.tolist()).mcc == pytest.approx(expected)
    assert Detection.of([True, False], [False, False]).mcc == 0


def test_f_of_sums_is_that_of_what_was_earned() -> None:
    rows = [
        Earned(1.0, 4.0, 2.0, 3.0),
        Earned(3.0, 3.0, 1.0, 8.0),
        Earned(0.0, 0.0, 0.0, 2.0),
        Earned(0.0, 0.0, 0.0, 0.0),
    ]
    assert f_of_sums(np.array(rows)).tolist() == pytest.approx([row.f for row in rows], rel=1e-15)
    assert rows[0].f == pytest.approx(2 * (1 / 4) * (2 / 3) / (1 / 4 + 2 / 3))
