"""Results: plain data in one JSON envelope; a Report reads back."""

import json

import numpy as np
import pytest

import bolide
from bolide import BLEU, Corpus, InputError, Report
from bolide.agreement import human_ranking, spans, wmt_table
from bolide.agreement.evaluation import AgreementReport
from bolide.data.explanation import Explanations
from bolide.data.results import Result
from bolide.evaluation.influence import explain_corpus
from bolide.evaluation.resegment import Recut
from bolide.kernels import COMPILED
from bolide.reporting.testset import Dossier
from bolide.reporting.views.mbr import Choices
from bolide.significance.plan import Plan
from bolide.significance.study import Study, measured, study
from bolide.tuning.search import Fold, Tuning


def test_json_both_ways() -> None:
    report = bolide.score(["the cat is on mat", ""], ["the cat is on the mat", ["a", "b"]], ["bleu"], segments=True)
    assert Report.from_json(report.to_json()) == report
    data = json.loads(report.to_json())
    assert data["bolide"] == bolide.__version__
    assert data["compiled"] is bolide.kernels.COMPILED
    score = data["systems"][0]["scores"][0]
    assert score["name"] == "BLEU"
    assert score["percent"] == 100 * score["value"]
    assert score["interval"] is None
    assert score["higher_is_better"] is True
    assert [row["line"] for row in data["systems"][0]["segments"]] == [1, 2]


def test_metrics_by_name_signature_or_value() -> None:
    hyps, refs = ["the cat is on mat"], ["the cat is on the mat"]
    signature = "BLEU|nrefs:1|case:mixed|eff:no|tok:none|smooth:none|version:2.6.0"
    for metric in (BLEU.preset("paper"), signature):
        assert bolide.score(hyps, refs, [metric])["bleu"].percent == pytest.approx(57.893, abs=5e-4)
    assert bolide.score(hyps, refs)["BLEU"].signature == BLEU().signature("1")


@pytest.mark.parametrize("text", ["{}", "[]", "nonsense", '{"bolide": "1", "compiled": true, "systems": [{}]}'])
def test_what_is_no_report_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not a report"):
        Report.from_json(text)


HYPS, REFS = ["the cat is on mat", "a b c d"], ["the cat is on the mat", "a b c e"]
METRIC, ALONE = BLEU(), BLEU().for_sentences()


def compared() -> Study:
    systems = [Corpus.of(HYPS, REFS, "x"), Corpus.of(HYPS[::-1], REFS, "y")]
    return study(measured(systems, [METRIC]), Plan(resamples=10))


def tuned() -> Tuning:
    settings, values = np.zeros((2, 1)), np.array([0.1, 0.2])
    folds = (Fold("chosen", 0.1, 0.2, 3), Fold("chosen", 0.1, 0.1, 3))
    return Tuning("seg/pearson", METRIC, ALONE, 0.1, 0.2, folds, "segments", ("beta",), settings, values)


def explained() -> Explanations:
    return Explanations((METRIC.explain(HYPS[0], REFS[0]),))


def explained_corpus() -> Explanations:
    return Explanations(corpora=(explain_corpus("bleu", Corpus.of(HYPS, REFS), 1),))


@pytest.mark.parametrize(
    ("result", "keys", "signatures"),
    [
        (bolide.score(HYPS, REFS, segments=True), {"systems"}, [METRIC.signature("1"), ALONE.signature("1")]),
        (compared(), {"comparisons", "where", "phrases"}, [METRIC.signature("1")]),
        (AgreementReport("people"), {"human", "mqm_weights", "agreements", "rankings", "taus", "notes", "parts"}, []),
        (tuned(), {"objective", "mqm_weights", "settings", "start", "best", "held_out"},
         [METRIC.signature(), ALONE.signature()]),
        (explained(), {"explanations"}, [METRIC.signature("1")]),
        (explained_corpus(), {"corpora"}, [METRIC.signature("1"), ALONE.signature("1")]),
    ],
    ids=lambda given: type(given).__name__,
)  # fmt: skip
def test_every_result_has_the_same_envelope(result: Result, keys: set[str], signatures: list[object]) -> None:
    data = json.loads(result.to_json())
    assert list(data)[:3] == ["bolide", "compiled", "signatures"]
    assert (data["bolide"], data["compiled"]) == (bolide.__version__, COMPILED)
    assert data["signatures"] == list(map(str, signatures))
    assert set(list(data)[3:]) == keys


def test_no_result_writes_an_envelope_of_its_own() -> None:
    kinds = Result.__subclasses__()
    names = {
        "Report", "Explanations", "Study", "AgreementReport", "Tuning", Dossier.__name__, Choices.__name__,
        Recut.__name__,
    }  # fmt: skip
    results = (
        human_ranking.PeopleReport,
        spans.SpanReport,
        wmt_table.MetricsTable,
    )
    names |= {kind.__name__ for kind in results}
    assert {kind.__name__ for kind in kinds if not kind.__name__.startswith("_")} == names
    for kind in kinds:
        assert kind.to_dict is Result.to_dict
        assert kind.to_json is Result.to_json


def test_a_report_written_before_there_were_signatures_reads_back() -> None:
    report = bolide.score(HYPS, REFS)
    data = {key: value for key, value in report.to_dict().items() if key != "signatures"}
    assert Report.from_json(json.dumps(data)) == report
