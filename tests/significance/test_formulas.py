"""A formula over many totals gives what the metric itself gives for each."""

import numpy as np
import pytest

from bolide import BLEU
from bolide.metrics import METRICS
from bolide.metrics.base import Metric
from bolide.significance.resampling import draws
from bolide.significance.sample import Sample
from bolide.stats import Stats
from tests.significance.texts import outputs

SETTINGS = [
    *(cls() for cls in METRICS.values()),
    BLEU(max_order=2),
    BLEU(smooth="floor"),
    BLEU(smooth="add-k"),
    BLEU(smooth="method4"),
    BLEU(smooth="method3", effective_order=True),
    BLEU(weights=(0.4, 0.3, 0.2, 0.1)),
    BLEU(effective_order=True, lowercase=True),
]


@pytest.mark.parametrize("metric", SETTINGS, ids=lambda metric: str(metric.signature()))
def test_formula(metric: Metric) -> None:
    systems, refs = outputs()
    stats = metric.measure(systems["system0"], refs)
    sample = Sample.of("s", metric, stats)
    totals = np.concatenate([next(draws(np.random.default_rng(1), 40, len(sample))) @ sample.rows, sample.rows])
    rows = Stats.of(metric.columns, totals.astype(int).tolist())
    assert sample.score(totals) == pytest.approx(np.array(metric.values(rows)), rel=1e-12, abs=1e-15)
    assert sample.value == pytest.approx(metric.aggregate(stats).value, rel=1e-12)
