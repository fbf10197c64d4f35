"""Resampled sums are scored by the metric's own formula."""

import numpy as np
import pytest

from bolide import BLEU, METEOR
from bolide.data.stats import Stats
from bolide.metrics.base import Metric, row_values
from bolide.significance.resampling import draws
from bolide.significance.sample import Sample
from tests.laws.settings import SETTINGS
from tests.significance.texts import outputs

OTHERS = [
    BLEU(max_order=2),
    BLEU(smooth="floor"),
    BLEU(smooth="add-k"),
    BLEU(smooth="method3", effective_order=True),
    BLEU(weights=(0.4, 0.3, 0.2, 0.1)),
    BLEU(effective_order=True, lowercase=True),
    METEOR(language="de"),
    METEOR(language="cz", task="li", alpha=1.0, delta=0.0),
    METEOR(modules=("exact", "stem"), weights=(1.0, 0.3), gamma=1.0, beta=0.5),
]


@pytest.mark.parametrize("metric", [*SETTINGS, *OTHERS], ids=lambda metric: str(metric.signature()))
def test_formula(metric: Metric) -> None:
    systems, refs = outputs()
    hyps = [*systems["system0"][:-3], refs[-3], "", "unheard of"]  # a perfect one, an empty one, one without a match
    stats = metric.measure(hyps, refs)
    sample = Sample.of("s", metric, stats)
    assert sample.value == pytest.approx(metric.score_rows(stats).value, rel=1e-12)
    if metric.formula.mean_of_segments:
        return  # the mean of scores is resampled, no total is scored
    totals = np.concatenate([next(draws(np.random.default_rng(1), 40, len(sample))) @ sample.rows, sample.rows])
    rows = Stats.of(metric.counts.columns, totals.astype(int).tolist())
    assert sample.score(totals).tolist() == list(row_values(metric, rows))
