"""Span scores: every value of the authors' tool, and the laws that hold for all of them."""

import gzip
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st

from bolide.agreement.span_scores import MATCHINGS, METHODS, Earned, ScoredSpan, SpanScoring
from bolide.system.errors import InputError
from tests.errors import raises

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


def weight(how: SpanScoring, span: ScoredSpan) -> Fraction:
    if how.method == "WMT25":
        return Fraction(span.end - span.start)
    return Fraction(1) if how.weights is None else Fraction(str(how.weights[span.severity]))


def pays(how: SpanScoring, p: ScoredSpan, g: ScoredSpan) -> tuple[Fraction, Fraction] | None:
    overlap = min(p.end, g.end) - max(p.start, g.start)
    if p.side != g.side or overlap <= 0 or (how.method == "EM" and p[:2] != g[:2]):
        return None
    share = 1 - (p.severity != g.severity) * Fraction(str(how.penalty))
    if how.weights is not None:
        share = min(weight(how, p), weight(how, g))
    if how.method == "MPP":
        return share * overlap / (p.end - p.start), share * overlap / (g.end - g.start)
    return (share * overlap if how.method == "WMT25" else share,) * 2


Sums = tuple[Fraction, Fraction, int]


def matchings(how: SpanScoring, predicted: list[ScoredSpan], gold: list[ScoredSpan]) -> Iterator[Sums]:
    if not predicted:
        yield Fraction(), Fraction(), 0
        return
    first, *others = predicted
    yield from matchings(how, others, gold)
    for j, other in enumerate(gold):
        earned = pays(how, first, other)
        if earned is not None:
            for p, g, pairs in matchings(how, others, gold[:j] + gold[j + 1 :]):
                yield p + earned[0], g + earned[1], pairs + 1


def by_brute_force(how: SpanScoring, predicted: list[ScoredSpan], gold: list[ScoredSpan]) -> tuple[float, float]:
    """The credits of the best of all matchings, with fractions: the highest F, then P + R, P, R and number of pairs."""
    most = [sum((weight(how, span) for span in spans), Fraction()) for spans in (predicted, gold)]

    def rank(sums: Sums) -> tuple[Fraction, ...]:
        p, r = (earned / of if of else Fraction(1) for earned, of in zip(sums[:2], most, strict=True))
        return (2 * p * r / (p + r) if p + r else Fraction()), p + r, p, r, Fraction(sums[2])

    best = max(matchings(how, predicted, gold), key=rank)
    return float(best[0]), float(best[1])


def random_segments(number: int, seed: int) -> Iterator[tuple[SpanScoring, list[ScoredSpan], list[ScoredSpan]]]:
    """Settings with one-to-one matching and spans of both sides of a segment; short ones, so that there are ties."""
    random = Random(seed)
    for _ in range(number):
        sides, longest = random.choice([["target"], ["target", "source"]]), random.choice([6, 15, 40])

        def spans(longest: int = longest, sides: list[str] = sides) -> Iterator[ScoredSpan]:
            for _ in range(random.randint(0, 4)):
                start = random.randrange(2 * longest)
                end = start + random.randint(1, longest)
                yield ScoredSpan(start, end, random.choice(["minor", "major"]), random.choice(sides))

        penalty = random.choice([0, 0.1, 0.3, 0.5, 1 / 3, 1, round(random.random(), 2)])
        how = SpanScoring(random.choice(METHODS), penalty=penalty)
        if random.random() < 0.4:
            how = SpanScoring(weights={"minor": random.choice([0, 0.1, 0.2, 1]), "major": random.choice([0.3, 1, 5])})
        yield how, list(spans()), list(spans())


@pytest.mark.parametrize("number", [2000])  # a hundred thousand take a minute
def test_random_segments_earn_what_fractions_say(number: int) -> None:
    for how, predicted, gold in random_segments(number, seed=7):
        row = how.segment(predicted, gold)
        assert (row.predicted, row.gold) == by_brute_force(how, predicted, gold), (how, predicted, gold)


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
