"""Several metrics over several systems: whatever counts alike is measured once, in one go or in steps."""

from collections.abc import Generator
from typing import Any

import pytest

from bolide import BLEU, CHRF, Corpus
from bolide.metrics.scorer import measure_all, measure_in_steps, work

HYPS = [f"the cat number {i} sat on the mat" for i in range(40)]
REFS = [[f"a cat number {i % 7} is on the mat", "cats"][: 1 + i % 2] for i in range(40)]
METRICS = [BLEU(), BLEU(effective_order=True), CHRF(), CHRF(beta=0.1)]
SYSTEM = Corpus.of(HYPS, REFS)


def result(steps: Generator[int, None, Any]) -> tuple[int, Any]:
    """What the steps add up to, and what they return."""
    returned = []

    def taken() -> Generator[int, None, None]:
        returned.append((yield from steps))

    return sum(taken()), returned[0]


@pytest.mark.parametrize("size", [1, 16, 1000])
def test_steps_give_the_same_rows_and_as_many_as_were_announced(size: int) -> None:
    done, tables = result(measure_in_steps(SYSTEM, METRICS, size))
    assert tables == measure_all([SYSTEM], METRICS)[0] == [metric.measure(HYPS, REFS) for metric in METRICS]
    assert done == work([SYSTEM], METRICS) == 2 * len(SYSTEM)
