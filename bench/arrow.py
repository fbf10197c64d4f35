"""BLEU and chrF from Arrow's buffers against the same from lists of strings."""

import pyarrow as pa

from bench.timing import Line, Side, corpus, duel
from bolide import BLEU, CHRF, Metric, Stats


def lines() -> list[Line]:
    """Corpus scores of one batch, one thread; the goal is BLEU's."""
    name, hyps, refs = corpus()
    batch = pa.record_batch({"hyp": hyps, "ref": refs})
    return [_corpus(name, BLEU(), batch, 1.3), _corpus(name, CHRF(), batch, 0.9)]


def _corpus(name: str, metric: Metric, batch: pa.RecordBatch, goal: float) -> Line:
    def listed() -> float:
        return metric.corpus(batch["hyp"].to_pylist(), batch["ref"].to_pylist()).value

    def arrow() -> float:
        return metric.aggregate(Stats.from_arrow(metric.measure_arrow(batch))).value

    assert listed() == arrow()
    return Line(
        f"corpus {metric.name} from Arrow ({name})",
        "to_pylist, lists",
        *duel(Side(listed), Side(arrow), 25, 3)[:2],
        goal,
    )
