"""Measures how often 95 % intervals hold the truth, and how often the randomisation test finds what is not there.

`python -m tests.real.coverage_simulation [SETS]` prints the table of docs/statistics.md.

Documents are made of WMT23's zh-en: each takes its segments from ten that stand together in a real one, as many as
documents of equal size have, or of WMT23's sizes. "zh-en's documents" are the real ones: longer ones score higher. A
test set is drawn from all documents, which are the truth. Under the null, both outputs of every document change places
at random. A cell has the coverage of one system's score and of the difference, and the share of significant tests.
"""

import sys
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bolide import BLEU, CHRF, Metric
from bolide.corpus.lines import read_lines
from bolide.significance.arithmetic import student_quantile
from bolide.significance.sample import Matrix, rows_and_values, scored_totals
from tests.real.data import DATA

SYSTEMS = ("GPT4-5shot", "ONLINE-B")
METRICS = {"BLEU": BLEU(), "chrF": CHRF(), "mean of segments": CHRF(average="mean")}
COUNTS = (10, 20, 40, 200)
TRIALS = 99
PIECE, MADE = 10, 5000  # segments of a real document that stand together; documents made of them

Indices = NDArray[np.intp]


def documents(pair: str) -> list[Indices]:
    """The segments of each document."""
    labels = [line.split("\t")[-1] for line in read_lines(str(DATA / "wmt23" / pair / "docs.tsv.gz"))]
    numbers = np.unique(labels, return_inverse=True)[1]
    return [np.flatnonzero(numbers == number) for number in range(max(numbers) + 1)]


def rows_of_both(metric: Metric) -> Matrix:
    """The segments' rows of both systems, side by side."""
    texts = DATA / "wmt23" / "zh-en"
    refs = read_lines(str(texts / "refA.txt.gz"))
    outputs = [read_lines(str(texts / "system-outputs" / f"{system}.txt.gz")) for system in SYSTEMS]
    return np.concatenate([rows_and_values(metric, metric.measure(hyps, refs))[0] for hyps in outputs], axis=1)


def made(pieces: list[Indices], sizes: Indices, rng: np.random.Generator) -> list[Indices]:
    """The segments of many documents of these sizes, each from one piece."""
    chosen = rng.choice(sizes, MADE), rng.integers(len(pieces), size=MADE)
    return [rng.choice(pieces[number], size) for size, number in zip(*chosen, strict=True)]


def measured(metric: str, table: Matrix, count: int, sets: int, rng: np.random.Generator) -> tuple[float, float, float]:
    """The coverage of a score's and of the difference's interval, and the share of significant tests under the null."""
    formula, width = METRICS[metric].formula, table.shape[1] // 2

    def scores(sums: Matrix) -> Matrix:
        return scored_totals(formula, sums.reshape(-1, width)).reshape(sums.shape[:-1])

    def both(sums: Matrix) -> Matrix:
        return np.stack([scores(sums[..., :width]), scores(sums[..., width : 2 * width])])

    one, two = both(table.sum(0)[None])[:, 0]
    covered = np.zeros(2)
    rejected = 0
    for first in range(0, sets, 250):
        rows = table[rng.integers(len(table), size=(min(250, sets - first), count))]
        sizes, whole = rows[..., -1], rows.sum(1)
        freedom = np.maximum(1, sizes.sum(1) ** 2 / (sizes**2).sum(1) - 1)
        room = np.array([student_quantile(0.975, value) for value in freedom])
        values, without = both(whole), both(whole[:, None] - rows)
        for k, (value, rest, truth) in enumerate(
            ((values[0], without[0], one), (values[0] - values[1], without[0] - without[1], one - two))
        ):
            error = np.sqrt((count - 1) / count * np.square(rest - rest.mean(1, keepdims=True)).sum(1))
            covered[k] += (abs(value - truth) <= room * error).sum()
        ahead = rows[..., :width] - rows[..., width : 2 * width]
        signs = rng.integers(2, size=(len(rows), TRIALS + 1, count)).astype(float)  # the first is what is observed
        moved = signs @ ahead
        of_two = whole[:, None, width : 2 * width]
        far = abs(scores(of_two + moved) - scores(of_two + ahead.sum(1)[:, None] - moved))
        extreme = (far[:, 1:] >= far[:, :1] - 1e-12).sum(1)
        rejected += int(((1 + extreme) / (1 + TRIALS) <= 0.05).sum())
    return covered[0] / sets, covered[1] / sets, rejected / sets


def main(sets: int) -> None:
    rng = np.random.default_rng(1)
    real, others = documents("zh-en"), documents("en-de")
    pieces = [one[first : first + PIECE] for one in real for first in range(0, len(one) - PIECE + 1, PIECE)]
    kinds = {
        "of ten segments each": made(pieces, np.array([PIECE]), rng),
        "of en-de's sizes": made(pieces, np.array(list(map(len, others))), rng),
        "of zh-en's sizes": made(pieces, np.array(list(map(len, real))), rng),
        "zh-en's documents": real,
    }
    tables = {name: rows_of_both(metric) for name, metric in METRICS.items()}
    print(f"| documents | {' | '.join(METRICS)} |")
    print(f"|---|{'---|' * len(METRICS)}")
    for (kind, segments), count in product(kinds.items(), COUNTS):
        cells = []
        for name, table in tables.items():
            pool = np.array([[*table[one].sum(0), len(one)] for one in segments])
            cells.append(" · ".join(f"{share:.3f}".lstrip("0") for share in measured(name, pool, count, sets, rng)))
        print(f"| {count} {kind} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
