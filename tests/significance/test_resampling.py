"""Resampled sums are scored by the metric's own formula; small blocks draw the random numbers of large ones."""

from pathlib import Path

import numpy as np
import pytest

from bolide import BLEU, CHRF, METEOR
from bolide.data.stats import Stats
from bolide.engines.counts_file import CountsFiles, counts_file
from bolide.engines.row_samples import row_samples
from bolide.engines.streaming import TableQuery, score_table
from bolide.metrics.base import Metric
from bolide.significance import Plan, compare, resampling
from bolide.significance.resampling import bootstrap, draw_counts, permuted_differences
from bolide.significance.sample import Sample
from tests.laws.settings import SETTINGS
from tests.significance.texts import outputs

OTHERS = [
    BLEU(max_ngram_order=2),
    BLEU(smooth_method="floor"),
    BLEU(smooth_method="add-k"),
    BLEU(smooth_method="method3", effective_order=True),
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
    totals = np.concatenate([next(draw_counts(np.random.default_rng(1), 40, len(sample))) @ sample.rows, sample.rows])
    rows = Stats.of(metric.counts.columns, totals.astype(int).tolist())
    assert sample.score(totals).tolist() == list(metric.row_values(rows))


SIZE = 1003  # not a multiple of anything that matters here


def samples() -> list[Sample]:
    rng = np.random.default_rng(3)
    return [Sample.from_values(name, "m", rng.integers(100, size=SIZE).tolist()) for name in "abc"]


@pytest.mark.parametrize("cells", [64, 992, 1 << 12, 1 << 15])
def test_small_blocks_give_the_same(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of integers are exact in any order."""

    def drawn() -> list[list[float]]:
        permuted = permuted_differences(samples(), [(0, 1), (2, 0)], 70, 5)
        return [*bootstrap(samples(), 70, 5).tolist(), *permuted.tolist()]

    wanted = drawn()
    monkeypatch.setattr(resampling, "CELLS", cells)
    monkeypatch.setattr(resampling, "PART", cells // 32)
    assert drawn() == wanted


def test_rows_of_a_file_are_those_of_its_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    table, kept = tmp_path / "t.csv", str(tmp_path / "rows.parquet")
    texts = [(f"x {k}", f"y {k % 7}", f"x {k % 11}") for k in range(3000)]
    table.write_text("a,b,ref\n" + "".join(f"{','.join(line)}\n" for line in texts))
    metric = CHRF()
    with counts_file(kept, True) as rows:
        score_table(str(table), TableQuery(("a", "b"), ("ref",), (metric,)), rows=rows)
    *hyps, refs = zip(*texts, strict=True)
    wanted = [Sample.of(name, metric, metric.measure(each, refs), "1") for name, each in zip("ab", hyps, strict=True)]
    plan = Plan(trials=40)
    expected = compare(wanted, plan)
    monkeypatch.setattr("bolide.corpus.arrow_files.ROWS", 1 << 9)
    monkeypatch.setattr("bolide.significance.sample.PART", 512)
    (samples,), gap = row_samples(CountsFiles.of([kept]), print)
    assert gap is None
    assert [(one.rows.tolist(), one.signature) for one in samples] == [
        (one.rows.tolist(), one.signature) for one in wanted
    ]
    found = compare(samples, plan)
    assert (found.pairs, found.systems) == (expected.pairs, expected.systems)
