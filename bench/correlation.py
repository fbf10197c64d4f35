"""Every statistic of agreement with people, for one language pair and ten metrics: twenty seconds are allowed."""

from dataclasses import replace
from time import perf_counter

import numpy as np

from bench.timing import DATA, Line
from bolide.agreement import Source, evaluate_metrics, read_folder
from bolide.agreement.evaluation import Inquiry

ALLOWED = 20.0
METRICS = 10


def lines() -> list[Line]:
    """WMT23 Chinese-English, or a table of its size where that is absent."""
    human, metrics = _tables()
    start = perf_counter()
    evaluate_metrics(human, metrics, Inquiry(exclude=("refA", "synthetic_ref")))
    taken = perf_counter() - start
    return [Line(f"19 statistics, {len(metrics)} metrics, 15 systems", "20 s allowed", ALLOWED, taken, 1)]


def _tables() -> tuple[Source, list[Source]]:
    rng = np.random.default_rng(1)
    folder = DATA / "wmt23" / "zh-en"
    if folder.is_dir():
        human, known = read_folder(folder, "mqm")
    else:
        from bolide.agreement import Table

        names = tuple(f"system{k}" for k in range(15))
        human = Source("human", Table("human", names, rng.integers(-25, 0, (15, 1976)).astype(float)))
        known = [Source("m", Table("m", names, rng.random((15, 1976))))]
    return human, [_disturbed(known[k % len(known)], k, rng) for k in range(METRICS)]


def _disturbed(source: Source, number: int, rng: np.random.Generator) -> Source:
    """The same metric with a little noise: ten different ones from four."""
    table = source.at("seg")
    noise = rng.normal(0, 0.05 * np.nanstd(table.cells), table.cells.shape)
    return Source(f"{source.name}{number}", replace(table, cells=table.cells + noise), source.sys)
