"""Sums give the score of all rows to the bit, in whatever order and pieces they are added; partitions do the same. No
engine is needed.
"""

import pickle
import random
from dataclasses import replace
from typing import Any

import pytest

from bolide import BLEU, Metric, Stats
from bolide.engines import partial_sums as engine
from bolide.engines.partial_sums import PartitionTask, measure_rows, partial_sums, read_rows
from bolide.metrics.sums import Sums, sums_by_label
from bolide.system.errors import InputError
from tests.engines.texts import HYPS, METRICS, REFS, by_system, columns
from tests.errors import raises

pa = pytest.importorskip("pyarrow")


def batches(size: int, **changes: Any) -> list[Any]:
    table = pa.table({**columns(), **changes})
    return table.combine_chunks().to_batches(max_chunksize=size)  # type: ignore[no-any-return]


def task(metrics: list[Metric], **changes: Any) -> PartitionTask:
    return replace(PartitionTask(pickle.dumps(metrics), "hyp", ("ref",), ("system",), ("key",)), **changes)


@pytest.mark.parametrize("size", [1, 2, 5, 6])
def test_partitions_add_up(size: int) -> None:
    about, added = engine.sum_columns(1, METRICS)
    totals: dict[tuple[str, int], list[Any]] = {}
    for batch in batches(size):  # each a partition of its own
        for found in partial_sums(measure_rows, task(METRICS), [batch]):
            assert found.schema.names == [*about, *added]
            for row in found.to_pylist():
                known = totals.setdefault((row["by_0"], row["metric"]), [0] * len(added))
                known[:] = [a + row[name] for a, name in zip(known, added, strict=True)]
    for (system, place), (score, segments, *sums) in totals.items():
        metric = METRICS[place]
        width = len(metric.counts.columns)
        added_up = Sums.of_columns(metric, segments, sums[:width], score)
        assert added_up.segments == 3
        assert added_up.score(metric).value == pytest.approx(by_system(metric)[system], rel=1e-12)
        assert not any(sums[width:])


def test_rows_that_were_measured_before() -> None:
    rows = list(engine.labelled_rows(task([BLEU()], by=("system", "key")), batches(4)))
    assert rows[0].schema.names == ["system", "key", *BLEU().counts.columns, "signature"]
    floor = BLEU(smooth_method="floor")
    sums = [found.to_pylist() for found in partial_sums(read_rows, task([floor], key=()), rows)]
    added_up = {
        row["by_0"]: Sums.of_columns(floor, row["segments"], [row[f"sum_{k}"] for k in range(15)], None)
        for row in sums[0]
    }
    assert {system: one.score(floor).value for system, one in added_up.items()} == by_system(floor)
    raises(InputError, "tok:13a and tok:intl", list, partial_sums(read_rows, task([BLEU(tokenize="intl")]), rows))


# --- sums, of which partitions are made -------------------------------------------------------------------------------


all_metrics = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))


@all_metrics
def test_the_score_of_sums_in_any_order(metric: Metric) -> None:
    stats = metric.measure(HYPS * 3, REFS * 3)
    expected, order = metric.score_rows(stats).value, random.Random(1).sample(range(len(stats)), len(stats))
    one, other = (Sums.of(metric, stats.take(rows)) for rows in (order[:7], order[7:]))
    assert (one + other).score(metric).value == expected
    assert one + Sums.none(metric) == one
    halves = sums_by_label([metric], [stats], ["even", "odd"] * (len(stats) // 2))
    assert list(halves) == ["even", "odd"]
    assert (halves["even"][0] + halves["odd"][0]).score(metric).value == expected
    even = stats.take(range(0, len(stats), 2))
    assert halves["even"] == (Sums.of(metric, even),)
    assert halves["even"][0].score(metric).value == metric.score_rows(even).value


def test_rows_too_large_for_64_bits_are_added_all_the_same() -> None:
    metric = METRICS[0]
    rows = Stats.of(metric.counts.columns, [[1 << 62] * len(metric.counts.columns)] * 3)
    assert sums_by_label([metric], [rows], "aab")["a"][0].total == (1 << 63,) * len(metric.counts.columns)
