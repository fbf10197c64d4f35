"""Measures how often 95 % intervals hold the truth, and how often the randomisation test finds what is not there.

python scripts/measure_coverage.py FOLDER [SETS]    where FOLDER holds wmt23; prints the table of docs/statistics.md

Test sets are drawn from real documents, which are then the whole truth: WMT23's of en-de and zh-en with their sizes,
and pieces of ten segments of zh-en's. Under the null, both outputs of every document change places at random.
"""

import sys
from itertools import product
from pathlib import Path

import numpy as np

from bolide import BLEU, CHRF
from bolide.corpus.lines import read_lines
from bolide.significance.arithmetic import student_quantile
from bolide.significance.sample import Matrix, rows_and_values, scored_totals

SYSTEMS = ("GPT4-5shot", "ONLINE-B")
METRICS = {"BLEU": BLEU(), "chrF": CHRF(), "mean of segments": CHRF(average="mean")}
COUNTS = (10, 20, 40, 200)
TRIALS = 99


def pool(folder: Path, pair: str, piece: int = 0) -> dict[str, Matrix]:
    """The documents' rows of both systems under each metric, the number of segments in the last column."""
    refs = read_lines(str(folder / "wmt23" / pair / "refA.txt.gz"))
    labels = [line.split("\t")[-1] for line in read_lines(str(folder / "wmt23" / pair / "docs.tsv.gz"))]
    if piece:
        labels = [f"{label} {labels[:k].count(label) // piece}" for k, label in enumerate(labels)]
    numbers = np.unique(labels, return_inverse=True)[1]
    sizes = np.bincount(numbers)
    kept = np.flatnonzero(sizes == piece) if piece else np.arange(len(sizes))
    found = {}
    for name, metric in METRICS.items():
        tables = []
        for system in SYSTEMS:
            hyps = read_lines(str(folder / "wmt23" / pair / "system-outputs" / f"{system}.txt.gz"))
            rows = rows_and_values(metric, metric.measure(hyps, refs))[0]
            sums = np.zeros((len(sizes), rows.shape[1]))
            np.add.at(sums, numbers, rows)
            tables.append(sums[kept])
        found[name] = np.concatenate([*tables, sizes[kept][:, None]], axis=1)
    return found


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


def main(folder: Path, sets: int) -> None:
    pools = {
        "equal sizes": pool(folder, "zh-en", 10),
        "en-de's sizes": pool(folder, "en-de"),
        "zh-en's sizes": pool(folder, "zh-en"),
    }
    rng = np.random.default_rng(1)
    print("| documents | metric | score | difference | test |")
    print("|---|---|---:|---:|---:|")
    for (kind, tables), count, metric in product(pools.items(), COUNTS, METRICS):
        numbers = measured(metric, tables[metric], count, sets, rng)
        print(f"| {count}, {kind} | {metric} | {' | '.join(f'{number:.3f}' for number in numbers)} |", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000)
