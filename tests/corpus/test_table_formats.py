"""Every format of table holds the same texts: told by content, whole or packed, in parts or joined."""

import gzip
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bolide.corpus import Corpus
from bolide.corpus.table_files import TableOptions
from bolide.corpus.tables import TextTable
from bolide.system.errors import BolideError
from tests.cli.run import bolide
from tests.corpus.written import FORMS, write
from tests.errors import raises

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

HYPS = ['He said "no".', "", "two\nlines, a comma", "tab\there; 你好", '"quoted"', "plain"]
REFS = ['She said "no".', "something", "two\nlines", "a tab", "quoted", "plain"]
ROWS = [{"id": str(k), "hyp": hyp, "ref": ref} for k, (hyp, ref) in enumerate(zip(HYPS, REFS, strict=True))]


def read_systems_of(names: Any, hyps: list[str], refs: list[str], **options: Any) -> list[Corpus]:
    return TextTable(names, TableOptions(**options)).corpora(hyps, refs)


WHOLE = replace(Corpus.of(HYPS, REFS, "hyp"), ids=tuple(row["id"] for row in ROWS))


def table() -> Any:
    return pa.Table.from_pylist(ROWS)


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("form", FORMS)
def test_the_content_tells_the_format_whatever_the_name(form: str, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / "texts.dat"
    write(path, ROWS, form)
    if packed:
        path.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    assert read_systems_of(str(path), ["hyp"], ["ref"]) == [WHOLE]


def test_a_folder_and_a_pattern_are_parts_of_one_table(tmp_path: Path) -> None:
    for k in range(3):
        pq.write_table(table().slice(2 * k, 2), tmp_path / f"part-{k}.parquet")
    (tmp_path / "_SUCCESS").write_text("")
    (tmp_path / ".part-0.parquet.crc").write_text("x")
    whole = [WHOLE]
    for names in (str(tmp_path), str(tmp_path / "part-*"), [str(tmp_path / f"part-{k}.parquet") for k in range(3)]):
        assert read_systems_of(names, ["hyp"], ["ref"]) == whole
    raises(BolideError, "No file matches", read_systems_of, str(tmp_path / "x*"), ["hyp"], ["ref"])
    parts = [str(tmp_path), str(tmp_path / "part-0.parquet")]
    raises(BolideError, "given twice", read_systems_of, parts, ["hyp"], ["ref"])


def cut(path: Path) -> None:
    pq.write_table(table(), path)
    path.write_bytes(path.read_bytes()[:-30])


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (cut, "is a Parquet file that cannot be read, perhaps cut off or damaged"),
        (lambda path: path.write_bytes(b"ARROW1\0\0" + bytes(9)), "is an Arrow file that cannot be read"),
        (lambda path: pq.write_table(table().slice(0, 0), path), "holds no row"),
        (lambda path: pq.write_table(pa.table({"hyp": ["a", "b"], "ref": ["a", None]}), path), "row 2: .*ref.* is nul"),
        (
            lambda path: pq.write_table(
                pa.table(
                    {"hyp": ["a"], "ref": [[]]}, pa.schema([("hyp", pa.string()), ("ref", pa.list_(pa.string()))])
                ),
                path,
            ),
            "row 1: .*ref.* is an empty list",
        ),
        (
            lambda path: pq.write_table(pa.table({"hyp": [b"a"], "ref": ["a"]}), path),
            "row 1: the column 'hyp' is b'a', not text",
        ),
        (lambda path: write(path, [{"hyp": "a", "ref": 3}], "xlsx"), "row 2: the column 'ref' is 3, not text"),
        (lambda path: path.write_bytes(b"\x28\xb5\x2f\xfd123"), "a damaged Zstandard file"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bad_file_is_one_clear_line(write: Any, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad"
    write(path)
    out = tmp_path / "rows.parquet"
    for more in ((), ("--confidence", "20"), ("-o", str(out))):
        found = bolide("score", "ref", "-i", "hyp", "--table", path, *more)
        assert (found.code, found.out, found.err.count("\n")) == (2, "", 1), found
        assert re.search(words, found.err), found.err
        assert sorted(tmp_path.iterdir()) == [path]


def test_one_file_per_system_is_joined_by_a_key(here: Path) -> None:
    write(Path("refs.jsonl"), [{"doc": "a", "ref": "one"}, {"doc": "b", "ref": "two"}])
    Path("systems").mkdir()
    rows = [{"doc": "b", "hyp": "zwei"}, {"doc": "a", "hyp": "eins"}, {"doc": "c", "hyp": "-"}]
    write(Path("systems/Q2.5.jsonl"), rows)
    write(Path("systems/Q2.7.jsonl"), [{"doc": "a", "hyp": "une"}, {"doc": "b", "hyp": "deux"}])
    told: list[str] = []
    names = ["refs.jsonl", "systems/*.jsonl"]
    one, two = read_systems_of(names, ["hyp"], ["ref"], join="doc", warn=told.append)
    assert (one.name, one.hyps) == ("Q2.5", ["eins", "zwei"])
    assert (two.name, two.hyps, two.refs) == ("Q2.7", ["une", "deux"], ["one", "two"])
    assert told == ["systems/Q2.5.jsonl has 1 row whose doc is not in refs.jsonl; left out."]
    (only,) = read_systems_of(names, ["Q2.7:hyp"], ["ref"], join="doc")
    assert only.hyps == two.hyps
    words = "in several files; name one: Q2.5:hyp, Q2.7:hyp"
    raises(BolideError, words, read_systems_of, names, ["hyp"], ["hyp"], join="doc")
    words = "`join` is for several files"
    raises(BolideError, words, read_systems_of, "refs.jsonl", ["hyp"], ["ref"], join="doc")
