"""BLEU and chrF from Arrow's buffers against the same from lists of strings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.timing import Line, Side, corpus, duel
from bolide import BLEU, CHRF, Metric, Stats
from bolide.measuring import measure_arrow

if TYPE_CHECKING:
    import pyarrow as pa


def lines() -> list[Line]:
    """Corpus scores of one batch, one thread; the goal is BLEU's."""
    import pyarrow as pa  # an extra, which may be absent

    name, hyps, refs = corpus()
    batch = pa.record_batch({"hyp": hyps, "ref": refs})
    return [_corpus(name, BLEU(), batch, 1.3), _corpus(name, CHRF(), batch, 0.9)]


def _corpus(name: str, metric: Metric, batch: pa.RecordBatch, goal: float) -> Line:
    def listed() -> float:
        return metric.corpus(batch["hyp"].to_pylist(), batch["ref"].to_pylist()).value

    def arrow() -> float:
        return metric.score_rows(Stats.from_arrow(measure_arrow(metric, batch))).value

    assert listed() == arrow()
    theirs, ours, spread = duel(Side(listed), Side(arrow), rounds=25, warm_up=3)
    return Line(f"corpus {metric.name} from Arrow ({name})", "to_pylist, lists", theirs, ours, goal, spread)
