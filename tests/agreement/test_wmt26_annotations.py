"""Annotations of WMT25 and WMT26: Pearmut's export, human scores by system, answers to the metrics task."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import ttest_ind, ttest_rel

from bolide.agreement.annotations import form_of, read_annotations
from bolide.agreement.annotations.ratings import Annotations, ErrorSpan
from bolide.agreement.human_ranking import wmt26_test
from tests.cli.run import bolide

EXPORT = Path(__file__).parent.parent / "oracles/pearmut/annotations.json"  # by Pearmut 1.1.6, of campaign.json


def read(path: Path, data: Any) -> Annotations:
    lines = [json.dumps(line) for line in data] if isinstance(data, list) else [json.dumps(data)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_annotations(path)


def test_the_export_of_pearmut() -> None:
    annotations = read_annotations(EXPORT)
    assert form_of(EXPORT.read_text(encoding="utf-8")) == "Pearmut"
    assert (annotations.pair, annotations.systems) == ("en-de", ["A", "B"])
    assert annotations.dropped == {"of attention checks": 2, "of tutorials": 2, "of items without an item_id": 2}
    np.testing.assert_array_equal(annotations.table().cells, [[85, 85, 85], [55, 55, 55]])  # 90 and 80, 60 and 50
    last = annotations.ratings[-1]
    assert last.errors == (ErrorSpan(0, 4, "major"), ErrorSpan(5, 23, "minor"))
    assert last.output == "Der Kater schläft fest."
    assert [rating.domain for rating in annotations.ratings[::4]] == ["social", "news", "social"]


def human(number: int, scores: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    name = f"en-cs_#_news_#_d_#_{number}"
    return {"doc_id": name, "tgt_text": dict.fromkeys(scores, "some text"), "scores": scores}


def test_human_scores_of_wmt25(tmp_path: Path) -> None:
    x, y, nobody = ({"score": score, "annotator": who} for score, who in ((90, "x"), (70, "y"), (40, None)))
    mark = {"errors": [{"start_i": 0, "end_i": 3, "severity": "major"}]}
    data = [human(1, {"A": [{**x, "errors": []}, y]}), human(2, {"A": [x | mark], "B": [nobody | mark]})]
    annotations = read(tmp_path / "human.jsonl", data)
    assert (annotations.name, annotations.pair, annotations.systems) == ("esa", "en-cs", ["A", "B"])
    np.testing.assert_array_equal(annotations.table().cells, [[80, 90], [np.nan, 40]])
    last = annotations.ratings[-1]
    assert (last.errors, last.annotator) == ((ErrorSpan(0, 4, "major"),), "")


def test_the_tests_of_wmt26_are_scipys(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    for lead in (0.0, 0.3, 1.0):
        a, b = rng.normal(lead, 1, 30), rng.normal(0, 2, 30)
        a[3], b[[5, 6]] = np.nan, np.nan
        both = np.isfinite(a) & np.isfinite(b)
        paired = ttest_rel(a[both], b[both]).pvalue
        unpaired = ttest_ind(a[np.isfinite(a)], b[np.isfinite(b)]).pvalue
        assert wmt26_test([a[:10], a[10:]], [b[:10], b[10:]]) == pytest.approx(min(paired, unpaired), rel=1e-9)
    result = bolide("people", EXPORT, "--mode", "wmt26")
    assert "Of 1 difference, the mode sound does not find 1: A over B." in result.out
    lines = [f"r,{system},{k},TGT,eng,ces,80,d,False,[],1.0,2.0\n" for system in "AB" for k in range(3)]
    (tmp_path / "equal.csv").write_text("".join(lines))
    assert "mode sound" not in bolide("people", tmp_path / "equal.csv", "--mode", "wmt26").out
