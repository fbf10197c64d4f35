"""METEOR 1.5's formula at its edges, from the tool's own answers and its rules."""

import math

import pytest

from bolide.compat.meteor15.output import for_corpus
from bolide.metrics.meteor.meteor15.counts import COLUMNS
from bolide.metrics.meteor.meteor15.formula import Formula15
from bolide.metrics.meteor.meteor15.presets import default_task, preset

RANK = preset("en", "rank")


def row(**counts: int) -> list[int]:
    return [counts.get(name, 0) for name in COLUMNS]


THE_OF = row(
    hyp_len=2, ref_len=2, hyp_function=2, ref_function=2, hyp_function_1=2, ref_function_1=2, chunks=2, hyp_matched=2,
    ref_matched=2,
)  # fmt: skip
WHOLE = row(hyp_len=3, ref_len=3, hyp_content_1=3, ref_content_1=3, chunks=1, hyp_matched=3, ref_matched=3)
NAN = math.nan


@pytest.mark.parametrize(
    ("statistics", "expected"),
    [
        (WHOLE, (1.0, 1.0, 0.0, 1.0)),
        (row(ref_len=3), (NAN, 0.0, NAN, 0.0)),
        (row(hyp_len=3), (0.0, NAN, NAN, 0.0)),
        (row(), (NAN, NAN, NAN, 0.0)),
        (row(hyp_len=3, ref_len=4, ref_function=1), (0.0, 0.0, NAN, 0.0)),
        (THE_OF, (1.0, 1.0, 0.6, 0.4)),
    ],
)
def test_edges(statistics: list[int], expected: tuple[float, ...]) -> None:
    parts = RANK.numbers(statistics)
    ours = [parts[name] for name in ("precision", "recall", "penalty", "meteor")]
    assert ours == pytest.approx(expected, rel=0, abs=1e-15, nan_ok=True)


def test_a_segment_matched_as_a_whole_adds_no_chunk() -> None:
    chunks = COLUMNS.index("chunks")
    assert [for_corpus(counted)[chunks] for counted in (WHOLE, THE_OF)] == [0, 2]
    assert RANK.value(for_corpus(WHOLE)) == RANK.value(WHOLE) == 1.0
    two = [a + b for a, b in zip(for_corpus(WHOLE), for_corpus(WHOLE), strict=True)]
    assert RANK.value(two) == 1.0
    short = row(hyp_len=3, ref_len=4, hyp_content_1=3, ref_content_1=3, chunks=1, hyp_matched=3, ref_matched=3)
    assert for_corpus(short) == short


def test_unusual_exponents() -> None:
    assert Formula15(0.5, -1.0, 0.5, 0.5, (1.0,)).value(WHOLE) == 0.0  # an infinite penalty
    nothing = Formula15(0.5, 0.0, 0.5, 0.5, (1.0,)).numbers(row(hyp_len=1, ref_len=1))
    assert nothing["penalty"] == 0.5  # NaN ** 0 is 1


def test_languages_without_tuning_score_nothing() -> None:
    assert preset("pt", "rank").value(WHOLE) == 0.0
    assert default_task("pt") == "li"
    assert preset("pt", "li").value(WHOLE) == 1.0
