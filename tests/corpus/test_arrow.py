"""Arrow in, rows out: the same rows as from strings, whatever the column's type; what is not text is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from bolide import BLEU, Metric
from bolide.data.stats import Stats
from bolide.engines import arrow
from tests.laws.settings import every_metric

pa = pytest.importorskip("pyarrow")

HYPS = ["The cat sat, on 3.5 mats.", "", "“Grüße” aus Köln – 你好。", "AT&amp;T <skipped>\nend-\ning.", "ÀÉ I 10-20 "]
REFS = ["A cat sat on 3.5 mats.", "nothing", "Grüße aus “Köln” 你好。", "AT&T ending .", "àé i 10 - 20"]


def rows(metric: Metric, batch: Any, refs: str | list[str] = "ref") -> Stats:
    return Stats.from_arrow(arrow.measure(batch, "hyp", refs, metric))


@every_metric
def test_the_rows_are_those_of_strings(metric: Metric) -> None:
    batch = pa.record_batch({"hyp": HYPS, "ref": REFS})
    assert rows(metric, batch) == metric.measure(HYPS, REFS)
    assert rows(metric, batch.slice(2, 2)) == metric.measure(HYPS[2:4], REFS[2:4])
    several = pa.record_batch({"hyp": HYPS, "a": REFS, "b": HYPS[::-1]})
    assert rows(metric, several, ["a", "b"]) == metric.measure(HYPS, list(zip(REFS, HYPS[::-1], strict=True)))
    groups = [[REFS[k], *HYPS[:k]] for k in range(5)]
    listed = pa.record_batch({"hyp": HYPS, "ref": groups})
    assert rows(metric, listed) == metric.measure(HYPS, groups)
    assert rows(metric, listed.slice(1, 3)) == metric.measure(HYPS[1:4], groups[1:4])


TYPES: dict[str, Callable[[list[str]], Any]] = {
    "large_string": lambda texts: pa.array(texts, pa.large_string()),
    "dictionary": lambda texts: pa.array(texts).dictionary_encode(),
    "view": lambda texts: pa.array(texts, pa.string_view()),
    "sliced": lambda texts: pa.array(["x", *texts, "yy"]).slice(1, len(texts)),
}


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_of_text(kind: str) -> None:
    batch = pa.record_batch({"hyp": TYPES[kind](HYPS), "ref": TYPES[kind](REFS)})
    assert rows(BLEU(), batch) == BLEU().measure(HYPS, REFS)
