"""Spark on two executor processes: the library's numbers to the bit, rows named by their keys, a killed executor."""

import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bolide
import bolide.engines.spark
from bolide import BLEU, CHRF, Metric, Stats
from bolide.corpus.batches import Batch
from bolide.engines.poisson import Poisson
from bolide.system.errors import InputError, OptionError
from tests.engines.spark_parts import kill_executor_once
from tests.engines.texts import HYPS, METRICS, REFS, by_system, columns
from tests.errors import raises
from tests.real.data import needs_data, systems

pytest.importorskip("pyspark", reason="pyspark is not installed (a download of 456 MB): scripts/test-engines has it")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
from pyspark.sql import SparkSession, functions  # noqa: E402

ROWS = int(os.environ.get("BOLIDE_ENGINE_ROWS", "20000"))  # scripts/test-engines takes a million
PARTS = 8


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("events")


@pytest.fixture(scope="module")
def spark(events: Path) -> Iterator[Any]:
    paths = [str(Path(bolide.__file__).parents[1]), str(Path(__file__).parents[2])]
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": events.as_uri(),
        "spark.eventLog.compress": "false",
        "spark.eventLog.rolling.enabled": "false",
        "spark.executorEnv.PYTHONPATH": ":".join(paths),
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "500",
        "spark.sql.files.openCostInBytes": str(1 << 30),  # so that every file is a partition of its own
    }
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("bolide")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def texts(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The texts of all engines' tests, in four files."""
    folder = tmp_path_factory.mktemp("texts")
    for part in range(4):
        numbers = [part * 6 + k for k in range(6)]
        pq.write_table(pa.table({**columns(), "id": numbers}), folder / f"part-{part}.parquet")
    return spark.read.parquet(str(folder))


def one(found: Any) -> float:
    """The only score."""
    (row,) = found.collect()
    return float(row["score"])


def test_scores_by_group(texts: Any) -> None:
    found = bolide.engines.spark.score(texts, metrics=METRICS, by=["system"])
    assert found.columns == ["system", "metric", "score", "segments", "signature"]
    rows = [(row["system"], row["metric"], row["score"], row["segments"], row["signature"]) for row in found.collect()]
    assert rows == [
        (system, metric.title, by_system(metric, 4)[system], 12, str(metric.signature("1")))
        for system in "ab"
        for metric in METRICS
    ]


def test_intervals_by_documents(texts: Any) -> None:
    """As a stream of the same table draws them (test_poisson_documents.py), whatever the partitions."""
    listed = [(row["system"], row["hyp"], row["ref"], f"d{row['id'] // 4}") for row in texts.collect()]
    named = texts.withColumn("doc", functions.expr("'d' || id div 4"))
    options = {"by": "system", "confidence": 200, "documents": "doc", "seed": 7}
    found = {row["system"]: row for row in bolide.engines.spark.score(named, metrics=BLEU(), **options).collect()}
    rows = bolide.engines.spark.measure(named, keep=["system", "doc"])
    again = {row["system"]: row for row in bolide.engines.spark.combine(rows, **options).collect()}
    for system in "ab":
        hyps, refs, documents = zip(*(row[1:] for row in listed if row[0] == system), strict=True)
        poisson, stats = Poisson(200, 7, "doc"), BLEU().measure(hyps, refs)
        sums = poisson.sums([BLEU()], [stats], Batch("x", {"doc": list(documents)}, range(len(hyps))))[()]
        (score,) = poisson.with_intervals([BLEU()], [BLEU().score_rows(stats, "1")], sums, len(hyps))
        for row in (found[system], again[system]):
            assert (row["score"], (row["low"], row["high"])) == (score.value, score.interval)
            assert (row["documents"], row["segments"]) == (len(set(documents)), len(hyps))
    raises(OptionError, "`confidence` needs `documents`", bolide.engines.spark.score, named, confidence=10)
    low = named.withColumn("low", functions.lit("x"))
    raises(OptionError, "own column 'low'", bolide.engines.spark.score, low, **{**options, "by": "low"})
    empty = named.withColumn("doc", functions.expr("nullif(doc, 'd1')"))
    raises(InputError, "'doc' holds None", bolide.engines.spark.score, empty, **options)


def test_rows_written_and_read_again(spark: Any, texts: Any, tmp_path: Path) -> None:
    measured = bolide.engines.spark.measure(texts, keep=["system", "id"])
    measured.write.parquet(str(tmp_path / "rows"))
    again = spark.read.parquet(str(tmp_path / "rows"))
    counted = [tuple(row[name] for name in BLEU().counts.columns) for row in again.orderBy("id").collect()]
    assert counted == list(BLEU().measure(HYPS * 4, REFS * 4))
    floor = BLEU(smooth_method="floor")
    found = bolide.engines.spark.combine(again, floor, by="system")
    rows = [(row["system"], row["score"], row["signature"]) for row in found.collect()]
    assert rows == [(system, by_system(floor, 4)[system], str(floor.signature("1"))) for system in "ab"]


def test_what_is_wrong_with_a_text_is_one_sentence(texts: Any) -> None:
    """As on one machine: no pages of Spark's."""
    null = texts.withColumn("hyp", functions.expr("nullif(hyp, '')"))
    said = r"id (1|7|13|19): the column 'hyp' is null; an empty text is an empty string.$"
    raises(InputError, said, bolide.engines.spark.score, null, key="id")
    number = texts.withColumn("ref", functions.length("ref"))
    raises(InputError, "'ref' is [0-9]+, not text; write it as text", bolide.engines.spark.score, number)
    dotted = texts.withColumnsRenamed({"hyp": "a.b", "system": "the system"})
    found = bolide.engines.spark.score(dotted, "a.b", by="the system")
    assert [row["score"] for row in found.collect()] == [by_system(BLEU(), 4)[system] for system in "ab"]


def test_a_killed_executor_changes_nothing(texts: Any, tmp_path: Path) -> None:
    flag = tmp_path / "killed"
    dying = texts.mapInArrow(partial(kill_executor_once, str(flag)), texts.schema)
    found = bolide.engines.spark.score(dying, metrics=METRICS)
    assert flag.exists()
    assert [row["score"] for row in found.collect()] == [metric.corpus(HYPS * 4, REFS * 4).value for metric in METRICS]


# --- a million rows of WMT23 --------------------------------------------------------------------------------------


def local_scores(metric: Metric, times: int) -> dict[str, tuple[float, int]]:
    """Score and number of segments of every system, on this machine alone, with every segment `times` times."""
    found = {}
    for system in systems("wmt23/zh-en"):
        stats = metric.measure(*system.texts)
        found[system.name] = metric.score_rows(Stats(stats.columns, stats.data * times)).value, len(stats) * times
    return found


@pytest.fixture(scope="module")
def wmt(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, int]:
    """WMT23 zh-en, all systems, multiplied until there are ROWS rows, in some files; and how often each is there."""
    folder = tmp_path_factory.mktemp("wmt")
    rows = [(one.name, *pair) for one in systems("wmt23/zh-en") for pair in zip(*one.texts, strict=True)]
    times = -(-ROWS // len(rows))
    table = pa.table(dict(zip(("system", "hyp", "ref"), zip(*rows, strict=True), strict=True)))
    whole = pa.concat_tables([table] * times)
    whole = whole.append_column("id", pa.array(range(len(whole)), pa.int64()))
    step = -(-len(whole) // PARTS)
    for part in range(PARTS):
        pq.write_table(whole.slice(part * step, step), folder / f"part-{part}.parquet")
    return spark.read.parquet(str(folder)), times


def shuffled(events: Path) -> int:
    """Records that all tasks so far wrote for others, as Spark's own log has them."""
    tasks = [json.loads(line) for path in events.iterdir() for line in path.read_text().splitlines()]
    ended = [task.get("Task Metrics") for task in tasks if task["Event"] == "SparkListenerTaskEnd"]
    return sum(one["Shuffle Write Metrics"]["Shuffle Records Written"] for one in ended if one)


@needs_data
def test_a_million_rows(wmt: tuple[Any, int], events: Path) -> None:
    frame, times = wmt
    frame.sparkSession.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "10000")
    metrics, before = [BLEU(), CHRF()], shuffled(events)
    found = bolide.engines.spark.score(frame, metrics=metrics, by="system", key="id").collect()
    records = shuffled(events) - before
    for metric in metrics:
        own = {row["system"]: (row["score"], row["segments"]) for row in found if row["metric"] == metric.title}
        assert own == local_scores(metric, times)
    assert sum(row["segments"] for row in found) // 2 >= ROWS
    assert frame.rdd.getNumPartitions() == PARTS
    assert 0 < records <= PARTS * len(found)
