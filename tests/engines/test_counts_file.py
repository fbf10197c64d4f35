"""Rows on disk are matched by the names of their columns and the numbers of their segments, never by position."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from bolide import BLEU, CHRF, InputError, Stats, __version__, demo
from bolide.metrics.measuring import measure_arrow
from tests.cli.run import Result, bolide, refused
from tests.errors import raises

pa = pytest.importorskip("pyarrow")
pc = pytest.importorskip("pyarrow.compute")
pq = pytest.importorskip("pyarrow.parquet")

SIZE = 40
TEXTS = {"a": demo.SYSTEMS["hasty"], "b": demo.SYSTEMS["careful"], "ref": demo.HUMAN_A}
TABLE = pa.table({name: [f"{texts[k % 6]} {k}" for k in range(SIZE)] for name, texts in TEXTS.items()})


@pytest.fixture(autouse=True)
def _folder(here: Path) -> None:
    pq.write_table(TABLE, "t.parquet")
    write_rows("t.parquet", "rows.parquet", "a", "b")


def write_rows(table: str, name: str, *systems: str) -> None:
    words = "--table", table, "-i", *systems, "-m", "bleu", "chrf", "-o", name, "--counts"
    assert bolide("score", "ref", *words).code == 0


def what_it_says() -> dict[str, Any]:
    about: dict[str, Any] = json.loads(pq.read_metadata("rows.parquet").metadata[b"bolide.rows"])
    return about


def rewritten(name: str, table: Any, about: dict[str, Any] | None = None) -> str:
    """A file with these rows and, unless told otherwise, with what rows.parquet says of itself."""
    metadata = {"bolide.rows": json.dumps(what_it_says() if about is None else about)}
    pq.write_table(table.replace_schema_metadata(metadata), name)
    return name


def compared(*names: str) -> Result:
    return bolide("compare", "--rows", *names, "-n", "300", "-f", "json")


def test_reordered_rows_are_compared_by_segment() -> None:
    rows, wanted = pq.read_table("rows.parquet"), compared("rows.parquet")
    assert wanted.code == 0, wanted.err
    for order in (list(range(2 * SIZE))[::-1], random.Random(3).sample(range(2 * SIZE), 2 * SIZE)):
        other = compared(rewritten("other.parquet", rows.take(order)))
        both = [json.loads(one.out)["comparisons"] for one in (wanted, other)]
        ranked = [sorted(each[0]["systems"], key=str) for each in both]
        pairs = [[(one["p"], abs(one["difference"])) for part in each for one in part["pairs"]] for each in both]
        assert (ranked[0], pairs[0]) == (ranked[1], pairs[1])
    first, other = (rows.filter(pc.equal(rows["system"], name)) for name in "ab")
    turned = rewritten("turned.parquet", pa.concat_tables([first, other.take(list(range(SIZE))[::-1])]))
    assert compared(turned) == wanted
    assert compared(rewritten("a.parquet", first), rewritten("b.parquet", other)) == wanted


def test_parts_of_a_table_hold_all_systems_or_are_refused() -> None:
    for k in range(2):
        pq.write_table(TABLE.slice(k * SIZE // 2, SIZE // 2), f"part{k}.parquet")
        write_rows(f"part{k}.parquet", f"r{k}.parquet", "a", "b")
        for system in "ab":
            write_rows(f"part{k}.parquet", f"r{k}{system}.parquet", system)
    parts, whole = (json.loads(compared(*names).out) for names in (("r0.parquet", "r1.parquet"), ("rows.parquet",)))
    halves = [(one["system"], one["outputs"]["lines"]) for one in parts.pop("identity")]
    assert halves == [(system, SIZE // 2) for _ in range(2) for system in "ab"]
    assert len(whole.pop("identity")) == 2
    assert parts == whole
    found = compared("r0a.parquet", "r1a.parquet", "r1b.parquet", "r0b.parquet")
    refused(found, "r0a.parquet and r1a.parquet both have segment 1 of a; parts of a table must each have the rows of")


def test_columns_in_another_order_are_found_by_name() -> None:
    rows, wanted = pq.read_table("rows.parquet"), bolide("combine", "rows.parquet", "-w", "6")
    about = what_it_says()
    turned = {**about, "metrics": [{**one, "columns": one["columns"][::-1]} for one in about["metrics"]]}
    for table, says in ((rows.select(rows.column_names[::-1]), about), (rows, turned)):
        other = rewritten("other.parquet", table, says)
        assert bolide("combine", other, "-w", "6") == wanted
        assert compared(other) == compared("rows.parquet")
    for columns in (about["metrics"][0]["columns"][:-1], about["metrics"][1]["columns"]):
        lacking = {**about, "metrics": [{**about["metrics"][0], "columns": columns}, about["metrics"][1]]}
        found = bolide("combine", rewritten("other.parquet", rows, lacking))
        refused(found, "other.parquet has other columns than BLEU counts under the signature in the file")


@pytest.mark.parametrize(
    ("column", "count", "words"),
    [
        ("BLEU.match_2", -3, "other.parquet, row 5: match_2 is -3; counts are never negative"),
        ("chrF2.hyp_char_1", -1, "row 5: hyp_char_1 is -1; counts are never negative"),
        ("BLEU.match_2", 999, "other.parquet, row 5: match_2 is 999 and total_2 is "),
        ("chrF2.ref_char_3", 0, "and ref_char_3 is 0; these are not counts that this metric measured"),
    ],
)
def test_impossible_counts_are_refused(column: str, count: int, words: str) -> None:
    rows = pq.read_table("rows.parquet")
    cells = rows[column].to_pylist()
    cells[4] = count
    other = rewritten("other.parquet", rows.set_column(rows.column_names.index(column), column, pa.array(cells)))
    refused(bolide("combine", other), words)
    refused(compared(other), words)


def test_impossible_counts_in_arrow_are_refused() -> None:
    batch = measure_arrow(BLEU(), pa.record_batch({"hyp": ["a b", "c"], "ref": ["a", "c d"]}))
    at = batch.schema.names.index("match_1")
    for count, words in ((-1, "segment 2: match_1 is -1"), (7, "segment 2: match_1 is 7 and total_1 is 1")):
        columns = [*batch.columns[:at], pa.array([1, count]), *batch.columns[at + 1 :]]
        changed = pa.RecordBatch.from_arrays(columns, schema=batch.schema)
        raises(InputError, words, lambda rows: BLEU().score_rows(Stats.from_arrow(rows)), changed)
    raises(InputError, r"hyp_char_1 is -2; these are not counts", CHRF(char_order=1).score_row, (-2, 3, 0))


def test_rows_of_two_versions_are_added_and_compared_and_the_result_says_so() -> None:
    rows, about = pq.read_table("rows.parquet"), what_it_says()
    half = rewritten("half.parquet", rows.filter(pc.less_equal(rows["segment"], SIZE // 2)))
    for metric in about["metrics"]:
        metric["signature"] = metric["signature"].replace(__version__, "0.0.1")
    rest = rewritten("rest.parquet", rows.filter(pc.greater(rows["segment"], SIZE // 2)), about)
    whole = json.loads(bolide("combine", "rows.parquet", "-f", "json").out)
    mixed = json.loads(bolide("combine", half, rest, "-f", "json").out)
    values = [[score["value"] for system in data["systems"] for score in system["scores"]] for data in (whole, mixed)]
    assert values[0] == values[1]
    note = f"Counted and scored by several versions, bolide-0.0.1 and bolide-{__version__}, with the same settings."
    assert ("notes" in whole, mixed["notes"]) == (False, [note])
    assert all(text.endswith(f"version:bolide-0.0.1,bolide-{__version__}") for text in mixed["signatures"])
    assert note in " ".join(bolide("combine", half, rest).out.split())
    study = compared(half, rest)
    assert json.loads(study.out)["notes"] == [note], study.err
    assert note in " ".join(bolide("compare", "--rows", half, rest, "-n", "100").out.split())


def test_a_file_and_its_copy_are_counted_twice_and_it_is_said() -> None:
    note = "rows.parquet and copy.parquet have rows of the same texts, which are counted twice."
    shutil.copy("rows.parquet", "copy.parquet")
    for words in (["combine"], ["compare", "-n", "100", "--rows"]):
        assert note in bolide(*words, "rows.parquet", "copy.parquet").err
        assert note not in bolide(*words, "rows.parquet").err
    assert json.loads(bolide("combine", "rows.parquet", "copy.parquet", "-f", "json").out)["notes"] == [note]
    Path("link.parquet").symlink_to("rows.parquet")
    Path("hard.parquet").hardlink_to("rows.parquet")
    for other in ("./rows.parquet", "link.parquet", "hard.parquet"):
        for words in (["combine"], ["compare", "--rows"]):
            refused(bolide(*words, "rows.parquet", other), f"{other} is given twice (as rows.parquet, too)")
