"""Documents as the unit of resampling and exchange: what equals the segment-wise way, and what the unit is for."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

import bolide
from bolide import BLEU, CHRF
from bolide.corpus.inputs import documents_of_ids
from bolide.significance import Comparison, Plan, Sample, compare, confidence
from bolide.significance.arithmetic import simultaneous_intervals, student_p, student_quantile
from bolide.significance.resampling import bootstrap, draw_counts, draw_within_strata
from bolide.significance.units import ResamplingUnits, UnitCount
from bolide.system.errors import InputError, OptionError
from tests.errors import raises
from tests.significance.texts import samples

pytestmark = pytest.mark.one_core
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
    assert lone.cautions() == ["2 of 3 strata have 1 document, which is always drawn: intervals are too narrow."]
    means = np.r_[np.random.default_rng(2).normal(0, 1, 12), np.random.default_rng(3).normal(9, 1, 8)].tolist()
    sample = Sample.from_values("s", "m", means)
    wide, narrow = (confidence(sample.with_units(u)) for u in (units(list(range(20))), known))
    assert narrow.high - narrow.low < 0.5 * (wide.high - wide.low)


def test_strata_do_not_depend_on_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    known = units([k // 3 for k in range(150)], [k // 60 for k in range(150)])
    group = [sample.with_units(known) for sample in samples()]
    whole = compare(group, Plan(trials=64, resamples=300))
    monkeypatch.setattr("bolide.significance.resampling.CELLS", 64 * 50)
    assert compare(group, Plan(trials=64, resamples=300)) == whole


def test_effective_number_and_words() -> None:
    sizes = [1, 2, 3, 10]
    known = units([d for d, size in enumerate(sizes) for _ in range(size)])
    assert known.effective == pytest.approx(sum(sizes) ** 2 / sum(size**2 for size in sizes))
    assert known.take([0, 3, 4, 6]).numbers == (0, 1, 1, 2)
    count = UnitCount.of(known, "document", 16)
    assert count.text(16) == "4 documents (effectively 2) of 16 segments"
    assert "with fewer than 30, intervals are too narrow" in " ".join(count.cautions())
    assert UnitCount("document", 2, 1.2).cautions()[0].startswith("There is effectively 1 document;")
    (wide,) = UnitCount("document", 100, 100.0).cautions([10.9, 10.9])
    assert wide == "Intervals are 3.3 times as wide as if segments were independent (design effect 11)."
    assert "taken as independent" in " ".join(UnitCount("segment", 500, 500.0).cautions())
    assert UnitCount("segment", 100, 100.0).cautions() == []
    assert [bool(UnitCount("segment", size, float(size)).few) for size in (29, 30)] == [True, False]


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
    found = {result.system: result for result in compare([sample, other], Plan(trials=10, resamples=2000)).systems}
    sums = np.bincount(documents, values - values.mean())
    expected = float((sums**2).sum() / ((values - values.mean()) ** 2).sum())
    assert found["s"].design_effect == pytest.approx(expected, rel=0.1)
    assert 4 < expected < 7
    assert found["t"].design_effect == pytest.approx(1, abs=0.35)


def test_definitions_stay() -> None:
    known = units([k // 3 for k in range(150)])
    group = [sample.with_units(known) for sample in samples()]
    plan = Plan(mode="sacrebleu", trials=100)
    assert numbers(compare(group, plan)) == numbers(compare(samples(), plan))
    assert compare(group, plan).plan.unit == "segment"
    assert numbers(compare(group, Plan(trials=50, unit="segment"))) == numbers(compare(samples(), Plan(trials=50)))
    raises(OptionError, "draws segments, as sacreBLEU does", Plan, mode="sacrebleu", unit="document")
    raises(OptionError, "documents are not known", compare, samples(), Plan(unit="document"))
    lone = [sample.with_units(units([0] * 150)) for sample in samples()]
    raises(InputError, "All segments are of one document", compare, lone)


def test_documents_in_ids() -> None:
    assert documents_of_ids(["news.1/1", "news.1/2", "a/b/1"]) == ["news.1", "news.1", "a/b"]
    item = "official_###_eng_Latn_###_deu_Latn_###_social_###_DOC7_###_3"
    assert documents_of_ids([item]) == ["official_###_eng_Latn_###_deu_Latn_###_social_###_DOC7"]
    for ids in ([], ["1", "2"], ["news.1/1", "2"], ["WMT26_###_news_###_eng_Latn_###_isl_Latn_###_1"]):
        assert documents_of_ids(ids) is None


# --- simulations -----------------------------------------------------------------------------------------------------


def correlated(rng: np.random.Generator, documents: int, size: int) -> tuple[list[float], ResamplingUnits]:
    """Segment scores with a shared effect of each document: intra-document correlation ½."""
    numbers = np.repeat(np.arange(documents), size)
    return (rng.normal(size=documents)[numbers] + rng.normal(size=len(numbers))).tolist(), units(numbers.tolist())


def test_p_is_uniform_by_documents_and_not_by_segments() -> None:
    rng = np.random.default_rng(11)
    p: dict[str, list[float]] = {"document": [], "segment": []}
    for seed in range(300):
        x, known = correlated(rng, 40, 6)
        y, _ = correlated(rng, 40, 6)
        pair = [Sample.from_values(name, "m", line).with_units(known) for name, line in (("x", x), ("y", y))]
        for unit, line in p.items():
            line.append(compare(pair, Plan(trials=199, resamples=20, seed=seed, unit=unit)).pairs[0].p)
    assert stats.kstest(p["document"], "uniform").pvalue > 0.01
    assert stats.kstest(p["segment"], "uniform").pvalue < 1e-6
    assert np.mean(np.array(p["document"]) <= 0.05) <= 0.085
    assert np.mean(np.array(p["segment"]) <= 0.05) > 0.15  # √(1 + 5ρ) = 1.9 standard errors are taken for one


def test_coverage_with_a_hundred_equal_documents() -> None:
    """6,000 test sets, of which 1,000 share their resamples: the Monte-Carlo error is ±.003, one standard deviation."""
    rng = np.random.default_rng(12)
    documents = np.repeat(np.arange(100), 3)
    known = units(documents.tolist())
    covered = {"document": 0, "segment": 0}
    for seed in range(6):
        values = rng.normal(size=(1000, 100))[:, documents] + rng.normal(size=(1000, 300))  # as `correlated`
        group = [Sample.from_values(f"s{k}", "m", line.tolist()).with_units(known) for k, line in enumerate(values)]
        for unit in covered:
            low, high = np.quantile(bootstrap(group, 1000, seed, unit), (0.025, 0.975), axis=1)
            covered[unit] += int(((low <= 0) & (high >= 0)).sum())
            ends = confidence(group[0], Plan(test="bootstrap", trials=1000, seed=seed, unit=unit))
            assert (ends.low, ends.high) == pytest.approx((low[0], high[0]), abs=1e-12)
    assert 0.93 <= covered["document"] / 6000 <= 0.97
    assert covered["segment"] / 6000 < 0.86  # 1.96 / √(1 + 2ρ) standard errors: .83


def test_simultaneous_intervals_cover_all_pairs_at_once() -> None:
    rng = np.random.default_rng(99)
    alone = together = 0
    for _ in range(150):
        line = rng.normal(size=(4, 80))
        differences = [line[a] - line[b] for a in range(4) for b in range(a)]
        counts = rng.multinomial(80, [1 / 80] * 80, size=400) / 80
        drawn = [(counts @ d).tolist() for d in differences]
        observed = [float(d.mean()) for d in differences]
        together += all(low <= 0 <= high for low, high in simultaneous_intervals(observed, drawn))
        alone += all(np.quantile(d, 0.025) <= 0 <= np.quantile(d, 0.975) for d in drawn)
    assert 0.90 <= together / 150 <= 0.99
    assert alone < together - 15
    # Equal systems have an interval of no width.
    assert simultaneous_intervals([0.0, 1.0], [[0.0] * 40, [1.0 + k / 40 for k in range(40)]])[0] == (0.0, 0.0)


@pytest.mark.parametrize("freedom", [1, 2, 2.5, 3, 4, 5, 7.3, 8, 9, 19, 30, 49, 100, 999, 1000.5])
def test_student_is_scipy_s(freedom: float) -> None:
    for t in (0.0, 0.3, 2.2, 11.0):
        assert student_p(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), rel=1e-10)
    for p in (0.6, 0.9, 0.975, 0.999):
        assert student_quantile(p, freedom) == pytest.approx(stats.t.ppf(p, freedom), rel=1e-12)
    assert student_quantile(0.5, freedom) == pytest.approx(0.0, abs=1e-12)


# --- the calls -------------------------------------------------------------------------------------------------------


def test_the_calls_take_documents() -> None:
    hyps = [f"the cat {k} sat on mat {k % 7}" for k in range(60)]
    refs = [f"the cat {k} sat on the mat {k % 5}" for k in range(60)]
    other = [f"a cat {k} sat on the mat {k % 3}" for k in range(60)]
    documents = [f"d{k // 4}" for k in range(60)]
    score = BLEU().corpus(hyps, refs, confidence=200, documents=documents)
    assert score.parts["bootstrap"]["unit"] == "document"
    assert score.parts["bootstrap"]["count"] == 15
    plan = Plan(test="bootstrap", trials=200)
    report = bolide.evaluate({"a": hyps}, refs, BLEU(), confidence=plan, documents=documents)
    assert report.systems[0].scores[0].interval == score.interval
    found = bolide.compare({"a": hyps, "b": other}, refs, "chrf", documents=documents, trials=99).comparisons[0]
    assert found.units == UnitCount("document", 15, 15.0)
    assert found.to_dict()["plan"]["unit"] == "document"
    assert found.to_dict()["units"] == {"unit": "document", "count": 15, "effective": 15.0, "strata": 0, "lone": 0}
    assert Comparison.from_dict(found.to_dict()).to_dict() == found.to_dict()
    strata = ["x"] * 20 + ["y"] * 40
    assert bolide.compare(
        {"a": hyps, "b": other}, refs, "chrf", documents=documents, strata=strata, trials=99
    ).comparisons[0].units == UnitCount("document", 15, 15.0, 2)
    drawn = bolide.evaluate({"a": hyps}, refs, BLEU(), confidence=plan, strata=strata)
    assert "intervals: 200 resamples of 60 segments, drawn within 2 strata, seed" in str(drawn)
    raises(OptionError, "pass confidence", CHRF().corpus, hyps, refs, documents=documents)
    message = "`documents` has 59 entries for 60 segments"
    raises(InputError, message, bolide.compare, {"a": hyps, "b": other}, refs, documents=documents[1:])
