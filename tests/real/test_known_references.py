"""Known references are recognised in the real files, in every form, and a changed line is noticed."""

import gzip
import json
from pathlib import Path

import pytest

from bolide.corpus.identity import TextHash, described, known_references
from tests.cli.run import bolide
from tests.real.data import DATA, lines, needs_data

pytestmark = [needs_data, pytest.mark.one_core]

FILES = {
    "wmt12/en-de ref": "wmt12/en-de/reference.de.gz",
    "wmt12/fr-en ref": "wmt12/fr-en/reference.en.gz",
    "wmt23/cs-uk refA": "wmt23-news/cs-uk/generaltest2023.cs-uk.ref.refA.uk.gz",
    "wmt23/de-en refA": "wmt23-news/de-en/generaltest2023.de-en.ref.refA.en.gz",
    "wmt23/en-de refA": "wmt23/en-de/refA.txt.gz",
    "wmt23/zh-en refA": "wmt23/zh-en/refA.txt.gz",
    "wmt24/en-cs refA": "wmt24/en-cs/refA.txt.gz",
}


@pytest.mark.parametrize("name", FILES)
def test_a_reference_is_recognised_in_every_form(name: str, tmp_path: Path) -> None:
    path = DATA / FILES[name]
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
    forms = [[str(file), "-i", str(tmp_path / "hyp")] for file in files]
    forms.append(["ref", "-i", "hyp", "--table", str(tmp_path / "table.jsonl")])
    for arguments in forms:
        done = bolide("score", *arguments, "-m", "wer", "-f", "json")
        assert [one["known"] for one in json.loads(done.out)["identity"][0]["references"]] == [name], arguments
    assert described(TextHash.of([*texts[:-1], texts[-1] + " "])).endswith("has as many lines, but other text")
