"""Measure what a million pairs cost on one core, metric by metric: the table of docs/guide/scale.md.

    PYTHONPATH=src python scripts/measure_scale.py WMT23/zh-en

The folder has `refA.txt.gz` and `system-outputs/*.txt.gz`, as WMT23's metrics task has them. Processor time of one
thread, the best of several rounds over batches of 10,000 pairs in Arrow, as engines pass them on.
"""

import gzip
import sys
from pathlib import Path
from time import process_time

from bolide import BLEU, CER, CHRF, METEOR, TER, WER, Metric
from bolide.data.stats import Stats
from bolide.kernels import COMPILED
from bolide.metrics.measuring import measure_arrow
from bolide.metrics.sums import sums_by_label, width

BATCH = 10_000
MACHINES, CORES = 100, 16
METRICS: dict[str, Metric] = {
    "BLEU": BLEU(),
    "chrF": CHRF(),
    "chrF++": CHRF(word_order=2),
    "TER": TER(),
    "WER": WER(),
    "CER": CER(),
    "METEOR 1.5": METEOR(),
    "METEOR as NLTK": METEOR(variant="nltk"),
    "METEOR as NLTK, mean of segments": METEOR(variant="nltk", average="mean"),
}


def lines(path: Path) -> list[str]:
    """The lines of a gzipped file."""
    return gzip.decompress(path.read_bytes()).decode("utf-8").removesuffix("\n").split("\n")


def batch_of(folder: Path) -> tuple[object, int, int]:
    """Pairs of several systems, how many there are, and how many bytes they have."""
    import pyarrow as pa

    hyps: list[str] = []
    refs: list[str] = []
    for path in sorted(folder.glob("system-outputs/*.txt.gz")):
        hyps += lines(path)
        refs += lines(folder / "refA.txt.gz")
    hyps, refs = hyps[:BATCH], refs[:BATCH]
    size = sum(len(text.encode()) for text in hyps + refs)
    return pa.record_batch({"hyp": hyps, "ref": refs}), len(hyps), size


def cost(metric: Metric, batch: object, rounds: int) -> float:
    """Seconds of processor time for a batch: measured, and added up."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        stats = Stats.from_arrow(measure_arrow(metric, batch))
        sums_by_label([metric], [stats], [0] * len(stats))
        best = min(best, process_time() - start)
    return best


def main() -> int:
    """Print the table."""
    batch, pairs, size = batch_of(Path(sys.argv[1]))
    print(f"{pairs} pairs, {size / pairs:.0f} bytes of text per pair, {'compiled' if COMPILED else 'INTERPRETED'}\n")
    print("| metric | seconds per million pairs and core | integers per sum | seconds for 10⁹ pairs on 1,600 cores |")
    print("| --- | ---: | ---: | ---: |")
    for name, metric in METRICS.items():
        seconds = cost(metric, batch, 7) * 1e6 / pairs
        shared = seconds * 1000 / (MACHINES * CORES)
        print(f"| {name} | {seconds:.3g} | {width(metric)} | {shared:.2g} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
