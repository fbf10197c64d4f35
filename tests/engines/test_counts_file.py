"""Rows on disk are matched by the names of their columns and the numbers of their segments, never by position."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bolide import demo
from tests.cli.run import Result, bolide, refused

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
