"""Beyond the texts a measurement needs its rows and little else, however many segments there are."""

import tracemalloc

import pytest

from bolide import CHRF, RGBF, Metric

pytestmark = pytest.mark.one_core  # interpreted, so many segments take minutes
SIZE = 20_000


@pytest.mark.parametrize("metric", [CHRF(word_order=2), RGBF(units=("word", "tag"))], ids=lambda metric: metric.name)
def test_rows_and_a_few_megabytes(metric: Metric) -> None:
    hyps = [f"the cat number {i} sat on a mat and looked at {i % 37} dogs ++ D N N C V P D N" for i in range(SIZE)]
    refs = [f"a cat with number {i} is on the mat and sees {i % 31} dogs ++ D N P N C V P D N" for i in range(SIZE)]
    metric.measure(hyps[:300], refs[:300])
    tracemalloc.start()
    rows = metric.measure(hyps, refs)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak - 8 * len(rows.data) < 64_000_000
