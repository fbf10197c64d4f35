"""Span scores: every value of the authors' tool, and the laws that hold for all of them."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bolide.agreement.span_scores import AVERAGES, MATCHINGS, METHODS, Earned, ScoredSpan, SpanScoring
from bolide.system.errors import InputError, OptionError
from tests.agreement.judged import FILES
from tests.errors import raises

pytestmark = pytest.mark.one_core

GOLDEN = Path(__file__).parent.parent / "oracles/span-golden/spans.jsonl.gz"


def scoring(name: str) -> SpanScoring:
    method, matching, average, last = name.split("/")
    if last.startswith("penalty="):
        return SpanScoring(method, matching.replace("_", "-"), average, float(last.removeprefix("penalty=")))
    weights = dict(pair.split(":") for pair in last.removeprefix("weights=").split(","))
    numbers = {severity: float(value) for severity, value in weights.items()}
    return SpanScoring(method, matching.replace("_", "-"), average, weights=numbers)


def test_every_value_of_the_authors_tool() -> None:
    """span-mt-metrics-eval, commit b55b90f: 300 random cases under 34 settings."""
    compared = 0
    with gzip.open(GOLDEN, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            sides = [
                [[ScoredSpan(**span) for span in segment] for segment in row[name]]
                for name in ("predictions", "references")
            ]
            for name, expected in row["results"].items():
                how = scoring(name)
                rows = [how.segment(p, g) for p, g in zip(*sides, strict=True)]
                assert how.total(rows) == pytest.approx(tuple(expected), abs=1e-12), (name, row)
                compared += 1
    assert compared == 300 * 34


SPANS = st.lists(
    st.builds(
        lambda start, length, severity: ScoredSpan(start, start + length, severity),
        st.integers(0, 30),
        st.integers(1, 10),
        st.sampled_from(["minor", "major"]),
    ),
    max_size=4,
)


@given(SPANS, SPANS, st.sampled_from(METHODS), st.sampled_from(MATCHINGS), st.sampled_from([0.0, 0.5, 1.0]))
def test_credits_are_possible_and_sides_exchange(
    predicted: list[ScoredSpan], gold: list[ScoredSpan], method: str, matching: str, penalty: float
) -> None:
    how = SpanScoring(method, matching, penalty=penalty)
    row = how.segment(predicted, gold)
    assert 0 <= row.predicted <= row.most_predicted + 1e-9
    assert 0 <= row.gold <= row.most_gold + 1e-9
    back = how.segment(gold, predicted)
    assert back.f == pytest.approx(row.f)
    assert how.segment(gold, gold).f == pytest.approx(1.0)


def test_nothing_possible_is_perfect() -> None:
    assert Earned(0, 0, 0, 2)[:2] == (0, 0)
    assert SpanScoring().segment([], []).f == 1
    assert SpanScoring().segment([], [ScoredSpan(0, 2)]).precision == 1
    assert SpanScoring().total([]) == (1, 1, 1)
    raises(InputError, "no segment", SpanScoring(average="macro").total, [])


def test_a_tangle_of_spans_is_refused_and_not_waited_for() -> None:
    tangle = [ScoredSpan(k, 100 + 7 * k, "minor") for k in range(40)]
    with pytest.raises(InputError, match="many-to-many"):
        SpanScoring().segment(tangle, [ScoredSpan(2 * k, 90 + 5 * k, "minor") for k in range(40)])


@pytest.mark.parametrize(("options", "message"), FILES["span settings"])
def test_what_makes_no_sense_is_refused(options: dict[str, object], message: str) -> None:
    raises(OptionError, message, SpanScoring, **options)


def test_settings_have_a_name() -> None:
    assert {str(SpanScoring(average=average)) for average in AVERAGES} == {
        "MPP|one-to-one|micro|penalty:0",
        "MPP|one-to-one|macro|penalty:0",
    }


def test_settings_are_written_exactly() -> None:
    for scoring in (SpanScoring(penalty=1 / 3), SpanScoring(weights={"minor": 0.1 + 0.2, "major": 1})):
        assert SpanScoring.from_text(str(scoring)) == scoring
