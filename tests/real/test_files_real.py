"""Files as released: known references are recognised in every form, a changed line is noticed; WMT folders are read."""

import gzip
import json
from pathlib import Path

import pytest

import bolide
from bolide.corpus.identity import TextHash, described, known_references
from tests.cli.run import data_of
from tests.real.data import DATA, RELEASED, lines, needs_data

pytestmark = [needs_data]


@pytest.mark.parametrize(("name", "file"), RELEASED["known_references"].items())
def test_a_reference_is_recognised_in_every_form(name: str, file: str, tmp_path: Path) -> None:
    path = DATA / file
    texts = lines(path)
    assert name in {f"{known.test_set} {known.name}" for known in known_references().values()}
    plain = gzip.decompress(path.read_bytes())
    (tmp_path / "plain").write_bytes(plain)
    (tmp_path / "open").write_bytes(plain.removesuffix(b"\n"))
    (tmp_path / "crlf").write_bytes(plain.replace(b"\n", b"\r\n"))
    (tmp_path / "hyp").write_text("x\n" * len(texts))
    rows = "".join(json.dumps({"hyp": "x", "ref": text}) + "\n" for text in texts)
    (tmp_path / "table.jsonl").write_text(rows, encoding="utf-8")
    files = [path, *(tmp_path / form for form in ("plain", "open", "crlf"))]
    forms = [(file, "-i", tmp_path / "hyp") for file in files]
    for arguments in (*forms, ("ref", "-i", "hyp", "--table", tmp_path / "table.jsonl")):
        (identity,) = data_of("score", *arguments, "-m", "wer")["identity"]
        assert [one["known"] for one in identity["references"]] == [name], arguments
    assert described(TextHash.of([*texts[:-1], texts[-1] + " "])).endswith("has as many lines, but other text")


def test_a_folder_of_wmt_is_a_test_set() -> None:
    """As published: 16 systems with 1,976 segments, in 179 documents of three domains."""
    folder = DATA / "wmt23" / "zh-en"
    data = bolide.TestSet.from_folder(folder, reference="refA")
    outputs = {path.name.removesuffix(".txt.gz"): path for path in (folder / "system-outputs").iterdir()}
    assert sorted(data.names) == sorted({*outputs} - {"refA"})
    assert data.source == lines(folder / "source.txt.gz")
    labels = [line.split("\t") for line in lines(folder / "docs.tsv.gz")]
    assert [data.domains, data.documents] == [list(column) for column in zip(*labels, strict=True)]
    for corpus in data.corpora:
        assert (corpus.hyps, corpus.refs) == (lines(outputs[corpus.name]), lines(folder / "refA.txt.gz"))
