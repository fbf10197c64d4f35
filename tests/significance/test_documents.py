"""Documents as the unit of resampling and exchange: what equals the segment-wise way, and what the unit is for."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from bolide import BLEU
from bolide.significance import Comparison, Plan, Sample, compare, confidence
from bolide.significance.resampling import bootstrap, draw_counts, draw_within_strata
from bolide.significance.units import ResamplingUnits, UnitCount
from bolide.system.errors import InputError
from tests.errors import raises
from tests.significance.texts import outputs, samples

PLANS = [Plan(trials=200, resamples=150), Plan(test="bootstrap", trials=200), Plan(trials=100, baseline="system1")]


def units(documents: list[Any], strata: list[Any] | None = None) -> ResamplingUnits:
    known = ResamplingUnits.of(list(map(str, documents)), None if strata is None else list(map(str, strata)))
    assert known is not None
    return known


def numbers(comparison: Comparison) -> Comparison:
    """The comparison without the words about its unit."""
    systems = tuple(replace(result, design_effect=None) for result in comparison.systems)
    return replace(comparison, plan=replace(comparison.plan, unit=None), units=None, notes=(), systems=systems)


@pytest.mark.parametrize("plan", PLANS)
def test_documents_of_one_segment_give_the_numbers_of_segments(plan: Plan) -> None:
    by_segment = samples()
    by_document = [sample.with_units(units(list(range(len(sample))))) for sample in by_segment]
    assert numbers(compare(by_document, plan)) == numbers(compare(by_segment, plan))
    assert confidence(by_document[0]) == confidence(by_segment[0])


def test_a_resample_is_scored_as_its_documents_are() -> None:
    counts = next(draw_counts(np.random.default_rng(5), 4, 12))
    drawn = [[k for k in range(150) for _ in range(int(line[k % 12]))] for line in counts]
    external = Sample.from_values("s", "m", np.random.default_rng(3).gamma(2, 1, 150).tolist())  # has sum and count
    for sample in (samples()[0], external):
        known = sample.with_units(units([k % 12 for k in range(150)]))
        expected = [sample.take(np.array(indices)).value for indices in drawn]
        assert bootstrap([known], 4, 5, "document")[0] == pytest.approx(expected, rel=1e-14)


def test_strata_are_drawn_from_separately() -> None:
    known = units(list(range(20)), ["news"] * 12 + ["speech"] * 8)
    counts = np.concatenate(list(draw_counts(np.random.default_rng(1), 500, 20, draw_within_strata(known, "document"))))
    assert (counts[:, :12].sum(1) == 12).all()
    assert (counts[:, 12:].sum(1) == 8).all()
    assert counts.mean(0) == pytest.approx(np.ones(20), abs=0.2)
    assert draw_within_strata(units(list(range(20)), ["news"] * 20), "document") is None
    for wrong, what in (
        (ResamplingUnits.of(None, ["a", "b", "b"]), "are 3 strata"),
        (units([0, 1]), "are 2 document labels"),
        (units([0]), "is 1 document label"),
    ):
        message = f"There {what} for 150 segments of .*; give one for each"
        raises(InputError, message, samples()[0].with_units, wrong)
    raises(InputError, "'0' is in the strata 'a' and 'b'", units, [0, 0, 1], ["a", "b", "a"])
    raises(InputError, "Every stratum has 1 document, so that nothing", units, [0, 0, 1], ["a", "a", "b"])
    raises(InputError, "Every stratum has 1 segment, so that nothing", ResamplingUnits.of, None, ["a", "b"])
    lone = UnitCount.of(units(list(range(40)), ["news"] * 38 + ["a", "b"]), "document", 40)
    assert lone.cautions() == [
        "2 of 3 strata have 1 document, which tells nothing of its spread: intervals are too narrow."
    ]
    means = np.r_[np.random.default_rng(2).normal(0, 1, 12), np.random.default_rng(3).normal(9, 1, 8)].tolist()
    sample = Sample.from_values("s", "m", means)
    wide, narrow = (confidence(sample.with_units(u)) for u in (units(list(range(20))), known))
    assert narrow.high - narrow.low < 0.5 * (wide.high - wide.low)


@pytest.mark.parametrize("unit", ["document", "segment"])
@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_no_test_is_possible_with_few_units_or_trials(unit: str, test: str) -> None:
    """By 5 units no p-value is below 2/32 > .05; by 6, one test is possible (2/64), and two are not, if corrected for.

    By 49 trials none is below 1/50: two tests are possible, and three are not.
    """
    for count, systems, trials, correction, possible in (
        (5, 2, 199, "holm", False),
        (6, 2, 199, "holm", True),
        (6, 3, 199, "holm", False),
        (6, 3, 199, "bh", True),
        (6, 3, 199, "none", True),
        (5, 3, 199, "none", False),
        (8, 3, 199, "holm", True),
        (8, 3, 49, "holm", False),
        (8, 3, 49, "none", True),
        (8, 2, 49, "holm", True),
    ):
        group = samples(systems=systems)
        if unit == "document":
            group = [sample.with_units(units([k % count for k in range(150)])) for sample in group]
        else:
            group = [sample.take(np.arange(count)) for sample in group]
        found = compare(group, Plan(test=test, trials=trials, correction=correction))
        assert all(pair.tested == possible for pair in found.pairs)
        assert found.lettered == possible
        notes = " ".join(found.notes)
        assert ("a bootstrap test finds" in notes) == (test == "bootstrap")
        assert ("no interval is to be relied on" in notes) == (count < 8)
        assert ("No test is possible" in notes) == (not possible)
        reason = "49 trials cannot" if trials == 49 else f"exchanging {count} {unit}s cannot"
        assert possible or (reason in notes and not any(pair.significant for pair in found.pairs))
        assert ("use 60 trials or more" in notes) == (trials == 49 and not possible)


def test_the_design_effect_is_the_ratio_of_variances() -> None:
    rng = np.random.default_rng(8)
    documents = np.repeat(np.arange(100), 10)
    values = rng.normal(size=100)[documents] + rng.normal(size=1000)  # ρ = ½: 1 + 9ρ = 5.5
    sample = Sample.from_values("s", "m", values.tolist()).with_units(units(documents.tolist()))
    other = Sample.from_values("t", "m", rng.normal(size=1000).tolist()).with_units(sample.units)
    found = {result.system: result for result in compare([sample, other], Plan(trials=10)).systems}
    sums = np.bincount(documents, values - values.mean())
    expected = float((sums**2).sum() / ((values - values.mean()) ** 2).sum() * 100 / 99 * 999 / 1000)
    assert found["s"].design_effect == pytest.approx(expected, rel=1e-6)
    assert 4 < expected < 7
    assert found["t"].design_effect == pytest.approx(1, abs=0.35)


def test_intervals_are_the_jackknife_s() -> None:
    """BLEU of documents of unequal sizes, by leaving out their texts; and of their differences."""
    systems, refs = outputs()
    documents = [k * k // 700 for k in range(len(refs))]
    known = units(documents)
    one, two = (sample.with_units(known) for sample in samples()[:2])
    left = [[k for k in range(len(refs)) if documents[k] != one] for one in range(len(known))]
    scores = [
        [BLEU().corpus([hyps[k] for k in kept], [refs[k] for k in kept]).value for kept in left]
        for hyps in (systems["system0"], systems["system1"])
    ]
    count, freedom = len(known), len(refs) ** 2 / np.square(np.bincount(documents)).sum() - 1
    assert 2 < freedom < count - 1.5

    def room(without: np.ndarray) -> float:
        variance = (count - 1) / count * ((without - without.mean()) ** 2).sum()
        return float(stats.t.ppf(0.975, freedom) * np.sqrt(variance))

    ends = confidence(one)
    assert ends.half_width == pytest.approx(room(np.array(scores[0])), rel=1e-9)
    assert (ends.low, ends.mean, ends.high) == pytest.approx(
        (one.value - ends.half_width, one.value, one.value + ends.half_width)
    )
    (pair,) = compare([one, two], Plan(trials=20)).pairs
    wide = room(np.array(scores[0]) - np.array(scores[1]))
    assert pair.interval == pytest.approx((pair.difference - wide, pair.difference + wide), rel=1e-9)
