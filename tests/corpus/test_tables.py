"""Texts from TSV and JSON lines: named columns, lists of references, what is refused and where."""

import gzip
import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from bolide import Runs, TestSet, score
from bolide.corpus import Corpus, tables
from bolide.corpus.table_files import TableOptions
from bolide.corpus.tables import TextTable
from tests.cli.run import bolide, refused
from tests.corpus.written import write
from tests.tables import table

FOLDER = Path(__file__).parent
CASES = table(__file__, "texts.toml")


def file(folder: Path, text: str) -> str:
    path = folder / "texts"
    path.write_text(text, encoding="utf-8")
    return str(path)


def read(folder: Path, text: str, *refs: str) -> Corpus:
    """The system in the column `hyp` of a table."""
    (system,) = TextTable(file(folder, text)).corpora(["hyp"], refs or ["ref"])
    return system


@pytest.mark.parametrize("case", CASES["read"], ids=lambda case: repr(case["text"]))
def test_texts_with_their_references_sources_and_ids(case: dict[str, Any], tmp_path: Path) -> None:
    table = TextTable(file(tmp_path, case["text"]))
    systems = table.corpora(case.get("columns", ["hyp"]), case.get("refs", ["ref"]))
    first, size = systems[0], range(len(systems[0]))
    assert [system.hyps for system in systems] == case["hyps"]
    assert [list(first[k].refs) for k in size] == case["references"]
    assert ([*first.sources], [*first.ids]) == (case.get("sources", []), case.get("ids", []))


@pytest.fixture
def both(here: Path) -> None:
    """The texts as a table and as files; a command must not tell them apart."""
    text = (FOLDER / "samples" / "table.tsv").read_text("utf-8")
    header, *rows = (line.split("\t") for line in text.splitlines())
    for name, *lines in zip(header, *rows, strict=True):
        Path(name).write_text("".join(f"{line}\n" for line in lines))
    Path("t.tsv").write_text(text)
    write(Path("t.jsonl"), [dict(zip(header, row, strict=True)) for row in rows])
    Path("human.csv").write_text("a,b\n3,1\n2,2\n4,1\n1,2\n")


@pytest.mark.usefixtures("both")
@pytest.mark.parametrize("table", ["t.tsv", "t.jsonl"])
@pytest.mark.parametrize("command", CASES["commands"])
def test_every_command_reads_columns_as_it_reads_files(command: str, table: str) -> None:
    files = bolide(*command.split())
    assert (files.code, bool(files.out)) == (0, True), files.err
    assert bolide(*command.split(), "--table", table) == files


# --- tables that are read line by line ----------------------------------------------------------------------------

TEXTS = ['plain, with "quotes" and\ttab', "zwei\nZeilen", "", "ünï 文 \u2028 inside", "last"]


def _written(folder: Path, kind: str) -> str:
    """The same texts as a table of one kind."""
    form, _, packed = kind.partition(".")
    path = write(folder / f"t.{kind}", [{"hyp": text, "ref": text} for text in TEXTS], form)
    if packed:
        path.write_bytes(gzip.compress(path.read_bytes()))
    return str(path)


@pytest.mark.parametrize("part", [1, 7, 1 << 20])
@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "csv.gz", "jsonl.gz"])
def test_batches_of_any_size_hold_the_same(
    kind: str, part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bolide.corpus.lines.PART", part)
    name = _written(tmp_path, kind)
    [(texts, numbers)] = batches_of(name)
    assert texts == TEXTS
    monkeypatch.setattr(tables, "ROWS", 2)
    assert batches_of(name) == [(texts[k : k + 2], numbers[k : k + 2]) for k in (0, 2, 4)]
    monkeypatch.setattr(tables, "CHARACTERS", 1)
    assert [text for some, _ in batches_of(name) for text in some] == TEXTS


def batches_of(name: str) -> list[tuple[list[str], list[int]]]:
    """The texts of a column and the numbers of their rows, by batch."""
    return [(batch.texts("hyp"), list(batch.numbers)) for batch in tables.TextTable(name).batches(["hyp"])]


@pytest.mark.parametrize(
    ("last", "said"),
    [
        (b"a,b,c\n", "line 9 has 3 columns and the header 2"),
        (b"a,\xff\n", "line 9: byte 0xff is not UTF-8"),
        (b'a,"b\n', "line 9: the quotes cannot be read as CSV"),
    ],
)
def test_what_is_wrong_far_down_is_said_with_its_line(
    last: bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "ROWS", 2)
    monkeypatch.setattr("bolide.corpus.lines.PART", 8)
    path = tmp_path / "t.csv"
    path.write_bytes(b"hyp,ref\n" + b"x,y\n" * 7 + last)
    refused(bolide("score", "ref", "--table", path, "-i", "hyp", "-m", "bleu", "-o", tmp_path / "rows.parquet"), said)
    assert os.listdir(tmp_path) == ["t.csv"]


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_a_long_table_takes_little_memory(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ROWS", 64)
    monkeypatch.setattr("bolide.corpus.lines.PART", 1 << 12)
    rows = [{"hyp": f'a "b" {k}', "ref": f"x {k}"} for k in range(6_000)]
    path = write(tmp_path / "t", rows, kind)
    tracemalloc.start()
    try:
        assert sum(map(len, tables.TextTable(str(path)).batches(["hyp", "ref"]))) == len(rows)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < path.stat().st_size  # some 180 kB; the rows as Python has them take ten times that


# --- columns inside objects -----------------------------------------------------------------------------------------


ROWS, REFS = (
    list(map(json.loads, (FOLDER / "samples" / name).read_text("utf-8").splitlines()))
    for name in ("outputs.jsonl", "references.jsonl")
)


@pytest.mark.parametrize("form", ["jsonl", "json", "parquet", "ipc", "map"])
def test_every_system_and_the_rows_with_a_reference(form: str, tmp_path: Path) -> None:
    table = str(write(tmp_path / "t", ROWS, form))
    result = bolide("score", "ref.text", "--table", table, "-i", "hyps.*", "-f", "json")
    data = json.loads(result.out)
    assert [system["name"] for system in data["systems"]] == ["A", "B.1"]
    assert data["identity"][0]["outputs"]["lines"] == 2
    assert "1 row without a reference left out" in result.err
    words = "score", "ref.text", "--table", table, "-i", "hyps.*", "-f", "json", "--resume", str(tmp_path / "state")
    resumed = bolide(*words)
    assert (resumed.out, "1 row without a reference left out" in resumed.err) == (result.out, True)
    for err in (result.err, resumed.err):
        assert "has 1 post-edited reference; such references favour the systems" in err.replace("\n", " ")


def test_a_column_that_stands_for_several_runs(tmp_path: Path) -> None:
    runs = [{"A": "one two", "B": "one", "C": "two"}, {"A": "three four", "B": "three four", "C": "four"}]
    table = write(tmp_path / "t", [{"ref": "one two", "runs": each} for each in runs])
    [one], [other] = (
        score(TestSet.from_table(table, "ref", {"x": Runs(*columns)}), "chrf").systems
        for columns in (["runs.A", "runs.B", "runs.C"], ["runs.*"])
    )
    assert one == other
    refs = write(tmp_path / "refs.jsonl", [{"id": 1, "ref": "one two"}])
    files = [write(tmp_path / f"{name}.jsonl", [{"id": 1, "hyp": name}]) for name in ("one", "two")]
    options = TableOptions(join="id")
    [system] = score(TestSet.from_table([refs, *files], "ref", {"x": "hyp"}, options=options), "chrf").systems
    assert len(system.scores[0].parts["runs"]) == 2
