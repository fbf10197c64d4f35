"""A test-set report agrees with scoring, comparing and explaining, number by number."""

import json
from typing import Any

import pytest

import bolide
from bolide import BLEU, CDER, CHRF, METEOR, PER, RGBF, TER, WER, Corpus, demo
from bolide.evaluation.explaining import influence
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer, measure_corpus
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.page_html import page
from bolide.testset import TestSet

REFS = list(zip(demo.HUMAN_A, demo.HUMAN_B, strict=True))
SYSTEMS = [Corpus.of(lines, REFS, name) for name, lines in (*demo.SYSTEMS.items(), ("upper", demo.HUMAN_A))]
METRICS: list[Metric] = [BLEU(), CHRF(word_order=2), METEOR(), TER(), WER(), PER(), RGBF()]
SCORERS = [Scorer.for_sentences(metric) for metric in METRICS]
LABELS = ["news" if line % 2 else "chat" for line in range(len(REFS))]
HUMAN: dict[str, list[float | None]] = {one.name: [-float(k) for k in range(len(REFS))] for one in SYSTEMS}


PLAN = bolide.Plan(trials=50)


def data(*systems: Corpus, **about: Any) -> TestSet:
    """A test set of these systems, or of all."""
    return TestSet(None, {system.name: system for system in systems or SYSTEMS}, **about)


@pytest.fixture(scope="module")
def report() -> TestSetReport:
    comet = bolide.read_scores(HUMAN, name="comet")
    return bolide.report(data(labels=LABELS), [*SCORERS, comet], human=bolide.read_judgments(HUMAN), plan=PLAN)


def ordered(report: TestSetReport) -> list[Corpus]:
    return sorted(SYSTEMS, key=lambda system: report.summary["systems"].index(system.name))


def test_the_scores_of_segments_are_those_of_score(report: TestSetReport) -> None:
    scored = bolide.score(data(*ordered(report)), SCORERS).with_segments()
    for m in range(len(METRICS)):
        for s, system in enumerate(scored.systems):
            wanted = [round(100 * values[m], 4) for values in system.segments]
            assert report.segments["scores"][m][s] == pytest.approx(wanted, abs=1e-9)
            assert system.segment_signatures[m] is not None
            assert report.summary["metrics"][m]["own_signature"] == str(system.segment_signatures[m])


def test_influence_is_the_score_with_a_segment_minus_that_without_it(report: TestSetReport) -> None:
    for m, metric in enumerate(METRICS):
        for s, system in enumerate(ordered(report)):
            wanted = [100 * value for value in influence(metric, measure_corpus(metric, system))]
            assert report.segments["influences"][m][s] == pytest.approx(wanted, abs=6e-7)


def test_the_arithmetic_ends_in_the_score(report: TestSetReport) -> None:
    for m, metric in enumerate(METRICS):
        about = report.summary["metrics"][m]
        last = about["names"].index(metric.formula.names[-1])
        for s in range(len(SYSTEMS)):
            for k, row in enumerate(report.batches[0]["metrics"][m]["numbers"][s]):
                assert 100 * row[last] == pytest.approx(report.segments["scores"][m][s][k], abs=6e-3)
        if about["totals"] is not None:
            values = {result.system: result.value for result in report.comparisons[m].systems}
            for name, row in zip(report.summary["systems"], about["totals"], strict=True):
                assert row[about["corpus_names"].index(metric.formula.names[-1])] == pytest.approx(
                    values[name], abs=6e-5
                )


def test_a_report_read_back_from_json_is_the_same_page(report: TestSetReport) -> None:
    again = TestSetReport.from_json(report.to_json())
    assert again.to_dict() == json.loads(report.to_json())
    assert again.comparisons == report.comparisons
    assert page(again) == page(report)


def test_edits_in_any_order_are_packed_with_their_places() -> None:
    """Operations 0 to 3 are ok, substituted, inserted and deleted words, 4 is a jump of CDER's; what PER pairs may
    stand anywhere, and what goes from left to right needs no places."""
    system = Corpus.of(["b a x", "d e f a b c", "a b"], [["a c b"], ["a b c d e f"], ["a b c"]], "s")
    scorers = [Scorer.for_sentences(metric) for metric in (PER(), CDER(), WER())]
    batch = bolide.report(data(system), scorers).batches[0]
    per, cder, wer = (one["edits"][0] for one in batch["metrics"])
    moved = [3, 4, 5, 0, 1, 2]
    assert per == [["001", [0, 1, 2], [], [2, 0, 1]], ["000000", list(range(6)), [], moved], ["003"]]
    assert cder[1:] == [["400040004", moved, []], ["003"]]
    assert wer[2] == ["003"]
