"""The files of two systems of WMT26's general task, as released: units of several paragraphs, named by document."""

import json

import pytest

from bolide.agreement.language_pairs import ItemId
from bolide.corpus.tables import TextTable, read_column
from tests.cli.run import bolide
from tests.real.data import DATA, needs_data

pytestmark = [needs_data, pytest.mark.one_core]


@pytest.mark.parametrize(("system", "target", "rows"), [("AMI", "is", 198), ("TartuNLP", "ekk", None)])
def test_both_files_are_read(system: str, target: str, rows: int | None) -> None:
    path = str(DATA / "wmt26" / f"{system}.jsonl.gz")
    names = read_column(path, "doc_id")
    assert rows is None or len(names) == rows
    about = {ItemId.of(name) for name in names}
    assert len(about) == len(names)  # a unit is a document
    assert target in {one.pair.partition("-")[2] for one in about}
    assert all(one.domain for one in about)
    assert "hypothesis" in next(TextTable(path).batches(["hypothesis"])).columns
    result = bolide("score", "hypothesis", "--table", path, "-i", "hypothesis", "-f", "json")
    assert result.code == 2  # outputs against themselves are refused


def test_outputs_are_joined_with_a_test_set(tmp_path: object) -> None:
    path = str(DATA / "wmt26" / "AMI.jsonl.gz")
    names = read_column(path, "doc_id")
    test = str(tmp_path) + "/test.jsonl"
    with open(test, "w", encoding="utf-8") as file:
        for k, name in enumerate(names):
            refs = {"refA": "<p>Ein setning.</p>\n<p>Önnur.</p>"} if k % 2 else {}
            file.write(json.dumps({"doc_id": name, "refs": refs}) + "\n")
    words = ("--table", test, "--table", path, "--join", "doc_id", "-f", "json")
    result = bolide("score", "refs.refA", "-i", "hypothesis", *words)
    assert result.code == 0, result.err
    assert json.loads(result.out)["identity"][0]["outputs"]["lines"] >= len(names) // 2
    assert "99 rows without a reference left out" in result.err
