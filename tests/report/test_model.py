"""Report: plain data, to JSON and back."""

import json

import pytest

import bolide
from bolide import BLEU, InputError, Report


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
