"""Intervals and p-values in the page, which has no numpy: held to numpy and to `bolide.significance`."""

import json
import random
from typing import Any

import numpy as np
import pytest

from bolide import BLEU, CHRF, METEOR, TER
from bolide.corpus import Corpus
from bolide.metrics.measuring import measure_all
from bolide.metrics.scorer import Scorer
from bolide.reporting.testset.build import build_report
from bolide.reporting.testset.inputs import ReportInputs
from bolide.reporting.testset.page_html import unpacked
from bolide.significance import Plan, compare, confidence
from bolide.significance.plan import SEED
from bolide.significance.study import measure_samples
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError
from bolide.web.calls.comparing import FIRST_STATE, PlainSample, cells_of, compare_all
from tests.errors import raises
from tests.web.calls import call

pytestmark = pytest.mark.one_core

METRICS = [BLEU(), CHRF(average="mean"), TER(), METEOR(variant="nltk")]
WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat", "was", "here", "old", "man", "saw"]
PLAN = Plan(trials=300, resamples=200)


def test_the_first_state_is_numpy_s() -> None:
    """The draws from it are those of JavaScript: test_resampling."""
    theirs = np.random.PCG64(SEED).state["state"]
    assert (theirs["state"], theirs["inc"]) == FIRST_STATE


@pytest.fixture(scope="module")
def corpora() -> list[Corpus]:
    pick = random.Random(3)
    refs = [" ".join(pick.choice(WORDS) for _ in range(pick.randint(4, 12))) for _ in range(75)]

    def worse(share: float) -> list[str]:
        return [" ".join(w if pick.random() > share else pick.choice(WORDS) for w in ref.split()) for ref in refs]

    return [Corpus.of(worse(p), [[ref] for ref in refs], name) for name, p in (("a", 0.3), ("b", 0.33), ("c", 0.5))]


def in_the_page(corpora: list[Corpus], plan: Plan, units: ResamplingUnits | None = None) -> list[Any]:
    tables = measure_all(corpora, METRICS)
    samples = [
        [PlainSample(corpus.name, metric, of[k], units) for corpus, of in zip(corpora, tables, strict=True)]
        for k, metric in enumerate(METRICS)
    ]
    steps = compare_all(samples, plan, [(metric.form.title, str(metric.signature("1"))) for metric in METRICS])
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return list(end.value)


DOCUMENTS = [f"doc {k // 4}" for k in range(75)]
STRATA = ["news" if k < 40 else "chat" if k < 72 else "mail" for k in range(75)]  # mail is one document


@pytest.mark.parametrize(
    ("documents", "strata"), [(None, None), (DOCUMENTS, None), (DOCUMENTS, STRATA), (None, STRATA)]
)
def test_a_comparison_is_that_of_the_command_line(
    corpora: list[Corpus], documents: list[str] | None, strata: list[str] | None
) -> None:
    units = ResamplingUnits.of(documents, strata)
    for samples, mine in zip(measure_samples(corpora, METRICS), in_the_page(corpora, PLAN, units), strict=True):
        theirs = compare([sample.with_units(units) for sample in samples], PLAN)
        assert (mine.units, mine.notes, mine.clusters) == (theirs.units, theirs.notes, theirs.clusters)
        assert [pair.p for pair in mine.pairs] == [pair.p for pair in theirs.pairs]
        for one, other in zip(mine.pairs, theirs.pairs, strict=True):
            assert one.verdict == other.verdict
            for name, value in one.to_dict().items():
                assert value == pytest.approx(other.to_dict()[name], abs=1e-12), name
        for one, other in zip(mine.systems, theirs.systems, strict=True):
            assert (one.system, one.cluster) == (other.system, other.cluster)
            effect = other.design_effect  # None without documents
            assert one.design_effect == (effect and pytest.approx(effect, rel=1e-9))
            assert one.interval.to_dict() == pytest.approx(other.interval.to_dict(), abs=1e-12)


def test_segments_whose_scores_differ_by_rounding_are_tied() -> None:
    hyps, ref = ["on the mat a mat today", "today cat the is on the"], "the cat is on the mat today"
    values = [BLEU().sentence(hyp, ref).value for hyp in hyps]
    assert 0 < abs(values[0] - values[1]) < 1e-15
    corpora = [Corpus.of([hyp] * 2, [[ref]] * 2, name) for name, hyp in zip("ab", hyps, strict=True)]
    (pair,) = in_the_page(corpora, PLAN)[0].pairs
    assert (pair.wins, pair.losses) == (0, 0)


def test_a_lone_system_has_the_interval_that_the_command_line_gives(corpora: list[Corpus]) -> None:
    ((theirs,), *_) = measure_samples(corpora[:1], METRICS)
    mine = in_the_page(corpora[:1], Plan(resamples=200))[0]
    expected = confidence(theirs, Plan(test="bootstrap", trials=200))
    assert mine.pairs == ()
    assert mine.systems[0].interval.to_dict() == pytest.approx(expected.to_dict(), abs=1e-12)


def test_numbers_that_would_not_fit_are_refused(corpora: list[Corpus]) -> None:
    sample = PlainSample("a", BLEU(), measure_all(corpora[:1], [BLEU()])[0][0])
    sample.__dict__["rows"] = [(1 << 61, *[0] * (sample.width - 1))] * 5
    raises(InputError, "too large to be resampled", cells_of, [sample])


def test_files_are_compared_after_they_are_scored(corpora: list[Corpus], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.web.calls.corpora.Plan", lambda: PLAN)
    monkeypatch.setattr("bolide.web.calls.comparing._PATIENCE", 0)
    refs = [list(corpora[0][k].refs) for k in range(len(corpora[0]))]
    systems = [{"name": corpus.name, "hyps": list(corpus.hyps)} for corpus in corpora[:2]]
    call("corpus", metrics=[{"metric": "bleu", "options": {}}], systems=systems, refs=refs)
    (found,) = call("compare")["result"]["comparisons"]
    theirs = compare(measure_samples(corpora[:2], [BLEU()])[0], PLAN)
    assert found["pairs"][0]["p"] == theirs.pairs[0].p
    labels = [f"doc {k // 50}" for k in range(len(refs))]
    groups = call("groups", labels=labels)["result"]
    assert [(group["label"], group["segments"]) for group in groups] == [("doc 0", 50), ("doc 1", 25)]
    expected = BLEU().corpus(systems[1]["hyps"][50:], refs[50:]).percent
    assert groups[1]["scores"][0][1] == pytest.approx(expected)


def test_the_report_is_that_of_the_command_line(corpora: list[Corpus], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.web.calls.corpora.Plan", lambda: PLAN)
    refs = [list(corpora[0][k].refs) for k in range(len(corpora[0]))]
    systems = [{"name": corpus.name, "hyps": list(corpus.hyps)} for corpus in corpora]
    chosen = [{"metric": "bleu", "options": {}}, {"metric": "ter", "options": {}}]
    call("corpus", metrics=chosen, systems=systems, refs=refs)
    sources = [f"source {k}" for k in range(len(refs))]
    mine = unpacked(call("report", sources=sources, documents=DOCUMENTS, strata=STRATA)["result"]).to_dict()
    scorers = [Scorer.of("bleu"), Scorer.of("ter")]
    inputs = ReportInputs(corpora, scorers, source=sources, documents=DOCUMENTS, strata=STRATA)
    theirs = json.loads(build_report(inputs, PLAN).to_json())
    for group in (group for metric in theirs["summary"]["groups"] for group in metric["metrics"]):
        group["intervals"] = [None] * len(group["intervals"])  # the one thing that the page's report has not
    mine["summary"]["colophon"] = theirs["summary"]["colophon"]
    assert differences(mine, theirs) == []


def differences(one: Any, other: Any, exact: float = 2e-4, where: str = "") -> list[str]:
    """Where two pieces of plain data differ, by more than the rounding of a fourth decimal unless it is to be exact."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(one[key], other[key], exact, f"{where}/{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [found for k in range(len(one)) for found in differences(one[k], other[k], exact, f"{where}/{k}")]
    if isinstance(one, float) or isinstance(other, float):
        return [] if one == pytest.approx(other, abs=exact, rel=0) else [f"{where}: {one} {other}"]
    return [] if one == other else [f"{where}: {one!r:.60} {other!r:.60}"]


def test_a_single_segment_has_a_ranking_and_a_report() -> None:
    systems = [{"name": "a", "hyps": ["x y"]}, {"name": "b", "hyps": ["a b c d"]}]
    call("corpus", metrics=[{"metric": "bleu", "options": {}}], systems=systems, refs=[["a b c d"]])
    (found,) = call("compare")["result"]["comparisons"]
    assert [(one["system"], one["interval"]) for one in found["systems"]] == [("b", None), ("a", None)]
    assert call("report", sources=None, documents=None)["result"].startswith("<!doctype html>")


def test_tables_and_downloads_of_hostile_names_and_texts_stay_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.web.calls.corpora.Plan", lambda: Plan(trials=20, resamples=20))
    hyps = [["a b c d", "=1+1", "x\ty"], ["a b c e", "c d", "x"]]
    systems = [{"name": f"<img src=x onerror=alert({k})>", "hyps": lines} for k, lines in enumerate(hyps)]
    refs = [["a b c d", "a b"], ["c d"], ["x y"]]
    call("corpus", metrics=[{"metric": "bleu", "options": {}}], systems=systems, refs=refs)
    compared = call("compare")["result"]
    for html in (compared["systems"], compared["pairs"]):
        assert "<img" not in html
        assert "&lt;img" in html
    rows = [line.split("\t") for line in call("tsv", sources=None, documents=["d", "d", "e"])["result"].splitlines()]
    assert rows[0][:2] == ["line", "document"]
    assert rows[0][-2:] == ["reference:1", "reference:2"]
    assert [row[4] for row in rows[1:]] == ["a b c d", "'=1+1", "x\\ty"]
    assert [row[-1] for row in rows[1:]] == ["a b", "", ""]
