"""`bolide people`: scores of systems, domains, clusters, annotators."""

from pathlib import Path

import numpy as np
import pytest

from bolide.agreement.human_ranking import peoples_ranking
from bolide.agreement.table import Table
from tests.agreement.test_annotations import esa
from tests.cli.run import bolide, data_of, refused

pytestmark = pytest.mark.one_core


def test_macro_and_micro() -> None:
    table = Table.of("esa", {"a": [10, 20, 84], "b": [40, 50, 60], "c": [1, 2, None]})
    found = peoples_ranking(table, {"x": np.array([0, 1]), "y": np.array([2])}).systems
    assert [(each.system, each.macro) for each in found] == [("b", (45 + 60) / 2), ("a", (15 + 84) / 2), ("c", None)]
    assert (found[1].micro, found[1].domains, found[1].segments) == (38, {"x": 15, "y": 84}, 3)
    as_wmt24 = peoples_ranking(table, {"x": np.array([0, 1]), "y": np.array([2])}, mode="wmt24").systems
    assert [(each.system, each.macro) for each in as_wmt24][2] == ("c", 1.5)  # over the domains that it has
    assert [each.system for each in peoples_ranking(table).systems] == ["b", "a", "c"]


def test_people_reports_ratings_and_what_it_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [esa(annotator=who, system=s, segment=str(n), score=str(20 * n + k)) for k, (who, s) in
            enumerate((("ann1", "a"), ("ann1", "b"), ("ann2", "a"), ("ann2", "b"))) for n in (1, 2, 3)]  # fmt: skip
    Path("esa.csv").write_text("\n".join([*rows, esa(kind="BAD")]) + "\n")
    shown = bolide("people", "esa.csv").out
    assert "left out lines: 1 of control items (BAD); this leaves 12 ratings." in shown
    assert "Krippendorff's α (interval)" in shown
    assert "ann1       ann2             6    1.000         3/3" in shown
    data = data_of("people", "esa.csv")
    assert [(each["system"], each["micro"]) for each in data["systems"]] == [("b", 42.0), ("a", 41.0)]
    Path("labels.tsv").write_text("canary\nnews\nnews\nsocial\n")
    assert data_of("people", "esa.csv", "--domains", "labels.tsv")["systems"][0]["macro"] == 47.0
    assert bolide("people", "esa.csv", "--write", "esa.seg.score").code == 0
    written = Path("esa.seg.score").read_text().splitlines()
    assert (len(written), written[:2]) == (8, ["a\tNone", "a\t21.0"])
    Path("docs.tsv").write_text("canary\ndoc1\ndoc1\ndoc1\n")
    documents = data_of("people", "esa.csv", "--documents", "docs.tsv")["documents"]
    assert documents == {"doc1": {"a": 41.0, "b": 42.0}}
    for mode, words in (("sound", "Holm's correction for 1 pair (mode sound)"), ("wmt24", "mode wmt24, as published")):
        assert words in bolide("people", "esa.csv", "--mode", mode).out
        assert data_of("people", "esa.csv", "--mode", mode)["mode"] == mode
    data = data_of("people", "esa.csv")
    assert data["tests"][0]["p"] == 1.0  # of the 2 signs of one document, either
    assert (data["unit"], data["units"]) == ("document", 1)
    data = data_of("people", "esa.csv", "--unit", "segment")
    assert data["tests"] == [{"better": "b", "worse": "a", "p": 0.25, "significant": False}]  # of 8 signs, 2
    assert data["systems"][0]["rank"] == [1, 2]
    assert "signs flipped for whole documents" in bolide("people", "esa.csv", "--documents", "docs.tsv").out
    Path("scores.tsv").write_text("a\t1\n")
    refused(bolide("people", "scores.tsv"), "has no annotations in a known format")
