"""Rows by `map(batched=True)` of Hugging Face's datasets give the library's numbers to the bit."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from bolide import BLEU, CHRF, Metric
from bolide.engines.datasets import combine, measure
from bolide.system.errors import InputError
from tests.engines.texts import HYPS, METRICS, OTHERS, REFS, columns
from tests.errors import raises

hf = pytest.importorskip("datasets", reason="datasets is not installed: scripts/test-engines has it")


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path)
    hf.disable_progress_bars()
    return hf.Dataset.from_dict(columns())


@pytest.mark.parametrize("form", [None, "arrow", "numpy"])
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))
def test_scores(texts: Any, metric: Metric, form: str | None) -> None:
    rows = texts.with_format(form).map(measure(metric=metric), batched=True, batch_size=4)
    assert rows.column_names == ["key", "system", "hyp", "ref", "other", "row"]
    found = combine(rows, metric)
    assert found == metric.corpus(HYPS, REFS)
    counted = rows.with_format(None)["row"][0]
    assert tuple(counted[name] for name in metric.counts.columns) == metric.measure(HYPS[:1], REFS[:1])[0]


def test_several_metrics_and_references(texts: Any) -> None:
    both = texts.map(measure(name="bleu"), batched=True)
    both = both.map(measure("hyp", ["ref", "other"], "chrf", name="chrf"), batched=True)
    assert combine(both, "bleu", name="bleu") == BLEU().corpus(HYPS, REFS)
    expected = CHRF().corpus(HYPS, list(zip(REFS, OTHERS, strict=True)))
    assert combine(both, "chrf", name="chrf") == expected
    system = both.filter(lambda system: system == "a", input_columns="system")
    rows = [row for row in range(6) if texts["system"][row] == "a"]
    expected = BLEU().corpus([HYPS[k] for k in rows], [REFS[k] for k in rows])
    assert combine(system, BLEU(), name="bleu") == expected
    raises(InputError, "chrF2 and BLEU", combine, both, BLEU(), name="chrf")


def test_a_measure_is_a_value_that_pickles() -> None:
    one, other = (measure(metric=BLEU(), key="key"), measure(metric="bleu", key=["key"]))
    assert one == other
    assert pickle.loads(pickle.dumps(one)) == one
