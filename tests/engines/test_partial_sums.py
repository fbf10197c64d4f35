"""Sums give the score of all rows to the bit, whatever the partitions, beyond 64 bits, too. No engine is needed."""

from functools import partial
from typing import Any

import pytest

from bolide import BLEU, Metric, Stats, __version__
from bolide.engines import spark
from bolide.engines.arrow import measure_batch
from bolide.metrics.sums import Sums, sums_by_label
from tests.engines.texts import HYPS, METRICS, by_system, columns

pa = pytest.importorskip("pyarrow")


def batches(size: int, **changes: Any) -> list[Any]:
    table = pa.table({**columns(), **changes})
    return table.combine_chunks().to_batches(max_chunksize=size)  # type: ignore[no-any-return]


def summed(metrics: list[Metric], parts: list[Any], version: str = __version__) -> list[dict[str, Any]]:
    """The sums of one partition."""
    tables = partial(measure_batch, hyp="hyp", refs=["ref"], metrics=metrics, key=["key"])
    return [
        row for found in spark.partial_sums(tables, metrics, ["system"], version, parts) for row in found.to_pylist()
    ]


@pytest.mark.parametrize("size", [1, 2, 5, 6])
def test_partitions_add_up(size: int) -> None:
    added = spark.sum_columns(METRICS)
    totals: dict[tuple[str, int], list[Any]] = {}
    for batch in batches(size):  # each a partition of its own
        for row in summed(METRICS, [batch]):
            assert [*row] == ["system", "metric", "signature", *added]
            known = totals.setdefault((row["system"], row["metric"]), [0] * len(added))
            known[:] = [a + row[name] for a, name in zip(known, added, strict=True)]
    for (system, place), (score, segments, *sums) in totals.items():
        metric = METRICS[place]
        width = len(metric.counts.columns)
        added_up = Sums.of_columns(metric, segments, sums[:width], score)
        assert added_up.segments == 3
        assert added_up.score(metric).value == pytest.approx(by_system(metric)[system], rel=1e-12)
        assert not any(sums[width:])


def test_rows_that_were_measured_before() -> None:
    tables = partial(measure_batch, hyp="hyp", refs=["ref"], metrics=[BLEU()])
    rows = list(spark.kept_rows(tables, ["system", "key"], batches(4)))
    assert rows[0].schema.names == ["system", "key", *BLEU().counts.columns, "signature"]

    def read(metric: Metric) -> list[dict[str, Any]]:
        read = partial(spark.read_rows, metric)
        (found,) = spark.partial_sums(read, [metric], ["system"], __version__, rows)
        return found.to_pylist()  # type: ignore[no-any-return]

    floor = BLEU(smooth_method="floor")
    added_up = {
        row["system"]: Sums.of_columns(floor, row["segments"], [row[f"sum_{k}"] for k in range(15)], None)
        for row in read(floor)
    }
    assert {system: one.score(floor).value for system, one in added_up.items()} == by_system(floor)
    [row] = read(BLEU(tokenize="intl"))
    assert (row["system"], row["metric"]) == (None, -1)
    assert "tok:13a and tok:intl" in row["signature"]


def test_what_is_wrong_is_a_row_of_its_own() -> None:
    [*_, row] = summed([BLEU()], batches(2, hyp=[*HYPS[:3], None, *HYPS[4:]]))
    assert (row["metric"], row["signature"]) == (
        -1,
        "key 'line-3': the column 'hyp' is null; an empty text is an empty string.",
    )
    [row] = summed([BLEU()], batches(2), "0.0.1")
    assert row["signature"].startswith("The driver has bolide 0.0.1 and this worker ")


def test_rows_too_large_for_64_bits_are_added_all_the_same() -> None:
    metric = METRICS[0]
    rows = Stats.of(metric.counts.columns, [[1 << 62] * len(metric.counts.columns)] * 3)
    assert sums_by_label([metric], [rows], "aab")["a"][0].total == (1 << 63,) * len(metric.counts.columns)
