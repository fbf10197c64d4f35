"""Measure Spark for docs/guide/scale.md: what a core scores against the kernels alone, memory, an executor that dies.

    PYTHONPATH=. .engines-env/venv/bin/python scripts/measure_spark.py WMT23/zh-en

in the environment of `scripts/test-engines`. Two executors of one core each on this machine score a million rows of
WMT23, and ten million, under BLEU and chrF. Processor time is that of all processes, Java's too, but not of a killed
executor and its workers; the memory of a process is its highest.
"""

import os
import sys
import threading
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession
from scripts.measure_scale import lines
from tests.engines.spark_parts import kill_executor_once
from tests.engines.test_spark import processor_seconds

import bolide.engines.spark
from bolide import BLEU, CHRF
from bolide.metrics.measuring import measure_arrow

ROWS, PARTS, BATCH = 1_000_000, 8, 10_000
METRICS = [BLEU(), CHRF()]


def texts(folder: Path) -> pa.Table:
    """All systems' segments, repeated until there are a million rows."""
    refs = lines(folder / "refA.txt.gz")
    tables = [
        pa.table({"system": [path.name] * len(refs), "hyp": lines(path), "ref": refs})
        for path in sorted(folder.glob("system-outputs/*.txt.gz"))
    ]
    table = pa.concat_tables(tables)
    return pa.concat_tables([table] * -(-ROWS // len(table))).slice(0, ROWS)


def kernel_seconds(table: pa.Table) -> float:
    """Processor time of the kernels for a million rows, in this process."""
    batch = table.slice(0, 10 * BATCH)
    measure_arrow(METRICS[0], batch.slice(0, 10).to_batches()[0])
    start = process_time()
    for part in batch.combine_chunks().to_batches(max_chunksize=BATCH):
        for metric in METRICS:
            measure_arrow(metric, part)
    return (process_time() - start) * ROWS / len(batch)


class Memory(threading.Thread):
    """The highest memory, in MB, of a Python worker and of an executor, looked at five times a second."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.worker = self.executor = 0
        self.ended = threading.Event()
        self.start()

    def run(self) -> None:
        while not self.ended.wait(0.2):
            for path in Path("/proc").glob("[0-9]*"):
                try:
                    command = (path / "cmdline").read_bytes()
                    java, python = b"CoarseGrainedExecutorBackend" in command, b"pyspark.daemon" in command
                    if not java and not python:
                        continue
                    peak = next(row for row in (path / "status").read_text().splitlines() if row.startswith("VmHWM"))
                except (OSError, StopIteration):  # it has ended
                    continue
                size = int(peak.split()[1]) // 1024
                if java:
                    self.executor = max(self.executor, size)
                else:
                    self.worker = max(self.worker, size)


def timed(name: str, frame: Any, rows: int, kernels: float) -> list[Any]:
    """Score a frame and print what it took."""
    memory, clock, start = Memory(), perf_counter(), processor_seconds()
    scores = bolide.engines.spark.score(frame, metrics=METRICS, by="system").collect()
    seconds, elapsed = processor_seconds() - start, perf_counter() - clock
    memory.ended.set()
    rate, alone = rows / seconds, ROWS / kernels
    print(
        f"{name}: {seconds:.1f} s of processor time, {elapsed:.0f} s by the clock; {rate:,.0f} rows per second and core"
    )
    print(f"    against {alone:,.0f} by the kernels alone; worker {memory.worker} MB, executor {memory.executor} MB")
    sys.stdout.flush()
    return sorted(tuple(row) for row in scores)


def main() -> int:
    """Print the measurements."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    table = texts(Path(sys.argv[1]))
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.executorEnv.PYTHONPATH": ":".join(filter(None, sys.path)),
        "spark.sql.files.openCostInBytes": str(1 << 30),
    }
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("bolide")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    with TemporaryDirectory() as folder:
        for part in range(PARTS):
            pq.write_table(table.slice(part * ROWS // PARTS, ROWS // PARTS), Path(folder, f"{part}.parquet"))
        million = spark.read.parquet(folder)
        kernels = min(kernel_seconds(table) for _ in range(3))
        expected = timed("a million rows", million, ROWS, kernels)
        flag = Path(folder, "killed")
        dying = million.mapInArrow(partial(kill_executor_once, str(flag)), million.schema)
        same = timed("a million rows, an executor killed", dying, ROWS, kernels) == expected
        print(f"    killed: {flag.exists()}; the same scores: {same}")
        frame = million
        for _ in range(9):
            frame = frame.union(million)
        timed("ten million rows", frame, 10 * ROWS, kernels)
    spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
