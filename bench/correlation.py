"""Agreement with people, for one language pair and ten metrics: all answers, and tests of every metric against every
other with 1,000 exchanges.

The reference tool, mt-metrics-eval, is not on PyPI (what has its name there is empty). So what tests are compared with
is the published procedure as it stands, PERM-BOTH over soft pairwise accuracy: for each two metrics and each exchange
both tables of scores are made, and the p-values of all pairs of systems found anew. It is timed on a few exchanges of
one pair of metrics and scaled up. All times are of the processor.
"""

from dataclasses import replace
from math import comb
from time import process_time

import numpy as np
from numpy.typing import NDArray

from bench.timing import DATA, Line
from bolide.agreement import Source, evaluate_metrics, rank, read_folder
from bolide.agreement.evaluation import Inquiry
from bolide.agreement.questions import Question
from bolide.agreement.ranking import on_common_cells, standard

ALLOWED, ALLOWED_FOR_TESTS = 20.0, 60.0
METRICS, TRIALS, SAMPLE = 10, 1000, 8
EXCLUDE = ("refA", "synthetic_ref")
SOFT, ACC_EQ = Question("soft-accuracy", "sys"), Question("acc-eq", "seg", "item")
TESTED = (ACC_EQ, Question("pearson", "seg"), Question("spearman", "seg"), Question("kendall-b", "seg"))
Cells = NDArray[np.float64]


def lines() -> list[Line]:
    """WMT23 Chinese-English, or a table of its size where that is absent."""
    human, metrics = _tables()
    start = process_time()
    evaluate_metrics(human, metrics, Inquiry(exclude=EXCLUDE))
    taken = process_time() - start
    found = [Line(f"19 statistics, {METRICS} metrics, 15 systems", "20 s allowed", ALLOWED, taken, 1)]
    theirs = _plainly(human, metrics)
    found.append(Line(f"PERM-BOTH, {SOFT}, 10 metrics", "as published", theirs, _tests(human, metrics, SOFT), 10))
    for question in TESTED:
        taken = _tests(human, metrics, question)
        found.append(Line(f"tests of 10 metrics, {question}", "60 s allowed", ALLOWED_FOR_TESTS, taken, 1))
    taken = _tests(human, metrics, ACC_EQ, mode="wmt24")
    found.append(Line(f"the same, {ACC_EQ} --mode wmt24", "60 s allowed", ALLOWED_FOR_TESTS, taken, 1))
    return found


def _tests(human: Source, metrics: list[Source], question: Question, *, mode: str = "sound") -> float:
    """Seconds for the ranking of all metrics, each tested against all below it."""
    start = process_time()
    rank(human, metrics, question, trials=TRIALS, exclude=EXCLUDE, mode=mode)
    return process_time() - start


def _plainly(human: Source, metrics: list[Source]) -> float:
    """Seconds that the published procedure would take for all pairs of metrics."""
    part = on_common_cells(human, metrics[:2], "seg", EXCLUDE)
    judged = np.isfinite(part.people).any(0)
    h, one, two = (np.nan_to_num(standard(cells[:, judged])) for cells in (part.people, *part.cells.values()))
    drawn = np.random.default_rng(4).random((1000, h.shape[1]), dtype=np.float32)
    signs = 2.0 * np.rint(drawn).astype(np.float64) - 1.0
    wanted, rng = _p_values(h, signs), np.random.default_rng(1)
    start = process_time()
    for _ in range(SAMPLE):
        swapped = rng.integers(2, size=h.shape) > 0
        for table in (np.where(swapped, two, one), np.where(swapped, one, two)):
            float(1 - np.abs(_p_values(table, signs) - wanted).mean())
    return (process_time() - start) / SAMPLE * TRIALS * comb(METRICS, 2)


def _p_values(cells: Cells, signs: Cells) -> Cells:
    """For each pair of systems the share of sign vectors under which their difference is at least the observed one."""
    first, second = np.triu_indices(len(cells), 1)
    differences = cells[first] - cells[second]
    shares: Cells = (differences @ signs.T >= differences.sum(1)[:, None]).mean(1)
    return shares


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
