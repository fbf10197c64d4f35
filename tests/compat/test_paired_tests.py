"""sacreBLEU's significance tests by Bolide: the same p-values from the same draws, for any metric."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import sacrebleu as peer
import sacrebleu.metrics.base
import sacrebleu.significance as theirs

from bolide import OptionError
from bolide.compat import sacrebleu as ours
from bolide.compat.sacrebleu import significance as mine
from bolide.compat.sacrebleu.metrics import base
from tests.compat.test_command_line import variants
from tests.errors import raises

pytestmark = pytest.mark.one_core

REFS, _, *SYSTEMS = variants(random.Random(2))
NAMED = [(f"system {number}", lines) for number, lines in enumerate(SYSTEMS)]


def metrics(which: Any, references: Any) -> dict[str, Any]:
    chrf, ter = which.CHRF(word_order=2, references=references), which.TER(references=references)
    return {"BLEU": which.BLEU(references=references), "chrF": chrf, "TER": ter}


@pytest.mark.parametrize("options", [("bs", 300, -1), ("ar", 300, -1), ("ar", 200, 100), ("bs", 0, -1)])
@pytest.mark.parametrize("seed", ["12345", "7"])
def test_equal(options: tuple[str, int, int], seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    signatures, results = mine.PairedTest(NAMED, metrics(ours, [REFS]), None, *options)()
    their_signatures, wanted = theirs.PairedTest(NAMED, metrics(peer, None), [REFS], *options)()
    assert list(results) == list(wanted) == ["System", "BLEU", "chrF2++", "TER"]
    assert results.pop("System") == wanted.pop("System")
    for name, column in wanted.items():
        for got, result in zip(results[name], column, strict=True):
            assert got.p_value == result.p_value
            assert got.score == pytest.approx(result.score, rel=1e-12)
            assert got.mean == (result.mean and pytest.approx(result.mean, rel=1e-5))
            assert got.ci == (result.ci and pytest.approx(result.ci, rel=1e-3))
        one, two = (str(table[name]).rpartition("|version:")[0] for table in (signatures, their_signatures))
        assert one == two


def mean_length(which: Any) -> Any:
    """A metric of one's own on the base class: words of the hypothesis per word of its first reference."""

    class Ratio(which.Metric):  # type: ignore[misc, name-defined]
        def _preprocess_segment(self, sent: str) -> str:
            return sent.strip()

        def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
            return {"size": len(refs[0].split())}

        def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[int]:
            return [len(hypothesis.split()), ref_kwargs["size"]]

        def _compute_score_from_stats(self, stats: Any) -> Any:
            return which.Score("ratio", float(stats[0]) / float(stats[1]))

        def _aggregate_and_compute(self, stats: Any) -> Any:
            return self._compute_score_from_stats(np.array(stats).sum(0))

    return Ratio()


@pytest.mark.parametrize("test_type", ["ar", "bs"])
def test_a_metric_of_ones_own(test_type: str) -> None:
    tables = [
        module.PairedTest(NAMED, {"ratio": mean_length(which)}, [REFS], test_type, 150)()[1]["ratio"]
        for module, which in ((mine, base), (theirs, sacrebleu.metrics.base))
    ]
    for got, wanted in zip(*tables, strict=True):
        assert got.p_value == wanted.p_value
        assert got.score == wanted.score
        assert got.mean == (wanted.mean and pytest.approx(wanted.mean, rel=1e-6))
    score, wanted = (
        mean_length(which).corpus_score(SYSTEMS[0], [REFS], 50) for which in (base, sacrebleu.metrics.base)
    )
    assert str(score) == str(wanted)


def test_the_small_functions() -> None:
    numbers = np.random.default_rng(3).normal(size=97)
    assert mine.estimate_ci(numbers) == pytest.approx(theirs.estimate_ci(numbers))
    assert mine._compute_p_value(numbers, 0.3) == theirs._compute_p_value(numbers, 0.3)
    assert repr(mine.Result(1.5, 0.2)) == repr(theirs.Result(1.5, 0.2))
    alone, wanted = (
        module.PairedTest(NAMED[:1], {"TER": which.TER()}, [REFS], "ar", 20)()[1]["TER"]
        for module, which in ((mine, ours), (theirs, peer))
    )
    assert list(map(repr, alone)) == list(map(repr, wanted))
    metric, their_metric = ours.BLEU(), peer.BLEU()
    rows = metric._extract_corpus_statistics(SYSTEMS[0], [REFS])
    seed, scores = mine._bootstrap_resample(rows, metric, 20)
    their_seed, their_scores = theirs._bootstrap_resample(rows, their_metric, 20)
    assert seed == their_seed
    assert [score.score for score in scores] == pytest.approx([score.score for score in their_scores], rel=1e-5)


def test_a_seed_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "soon")
    raises(OptionError, "SACREBLEU_SEED is 'soon'", mine.PairedTest, NAMED, metrics(ours, [REFS]), None)
