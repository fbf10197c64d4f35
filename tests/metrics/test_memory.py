"""Beyond the texts a measurement needs its rows and little else, however many segments there are."""

import tracemalloc

import pytest

from bolide import CDER, CHRF, RGBF, Metric
from bolide.kernels import COMPILED


@pytest.mark.parametrize("metric", [CHRF(word_order=2), RGBF(units=("word", "tag"))], ids=lambda metric: metric.name)
def test_rows_and_a_few_megabytes(metric: Metric) -> None:
    size, most = (20_000, 64_000_000) if COMPILED else (1_000, 32_000_000)
    hyps = [f"the cat number {i} sat on a mat and looked at {i % 37} dogs ++ D N N C V P D N" for i in range(size)]
    refs = [f"a cat with number {i} is on the mat and sees {i % 31} dogs ++ D N P N C V P D N" for i in range(size)]
    metric.measure(hyps[:300], refs[:300])
    tracemalloc.start()
    rows = metric.measure(hyps, refs)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak - 8 * len(rows.data) < most


def test_cder_is_explained_with_four_bytes_for_a_pair_of_words() -> None:
    hyp, ref = (" ".join(f"{side}{k}" for k in range(300)) for side in "hr")
    CDER().explain("a b", "b a")
    tracemalloc.start()
    CDER().explain(hyp, ref)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 300**2 + 300_000  # eight bytes would be more
