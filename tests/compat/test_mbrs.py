"""mbrs decodes with Bolide's metrics: its real package, its real decoder."""

from importlib.util import find_spec
from typing import Any

import pytest

import bolide
from bolide import BLEU, CHRF, WER, InputError
from tests.compat.guide_examples import run_example
from tests.errors import raises

NEEDS = ("mbrs", "torch", "bert_score", "bleurt_pytorch", "comet", "transformers", "fastchrf")
absent = [name for name in NEEDS if find_spec(name) is None]
if absent:
    pytest.skip(f"mbrs needs packages of several GB: pip install {' '.join(absent)}", allow_module_level=True)

decoders = pytest.importorskip("mbrs.decoders")
mbrs_metrics = pytest.importorskip("mbrs.metrics")

from bolide.compat.mbrs import MetricBolide  # noqa: E402

pytestmark = pytest.mark.one_core

CANDIDATES = ["the cat sat on the mat", "a cat sat on the mat", "the cat sat on a mat", "no cat", "the cat sat"]


def chosen(metric: Any, references: list[str]) -> tuple[int, float]:
    found = decoders.DecoderMBR(decoders.DecoderMBR.Config(), metric).decode(CANDIDATES, references, nbest=1)
    return found.idx[0], found.score[0]


@pytest.mark.parametrize("name", ["chrf", "bleu", "ter", "wer", "meteor"])
def test_the_decoder_chooses_as_mbr_does(name: str) -> None:
    metric = MetricBolide(MetricBolide.Config(metric=name))
    index, score = chosen(metric, CANDIDATES)
    wanted = bolide.mbr(CANDIDATES, name)
    assert index == wanted.index
    assert score == pytest.approx(wanted.value, rel=1e-6)  # mbrs has float32


def test_it_is_registered() -> None:
    assert mbrs_metrics.get_metric("bolide") is MetricBolide


def test_chrf_is_that_of_mbrs() -> None:
    ours = MetricBolide(MetricBolide.Config(metric=str(CHRF().signature())))
    theirs = mbrs_metrics.MetricChrF(mbrs_metrics.MetricChrF.Config(fastchrf=True))
    mine, yours = (metric.pairwise_scores(CANDIDATES, CANDIDATES[:3]) for metric in (ours, theirs))
    assert tuple(mine.shape) == (5, 3)
    for row, other in zip(mine.tolist(), yours.tolist(), strict=True):
        assert [100 * value for value in row] == pytest.approx(other, rel=1e-5)
    assert chosen(ours, CANDIDATES)[0] == chosen(theirs, CANDIDATES)[0]


def test_every_call_of_the_frame() -> None:
    metric = MetricBolide(MetricBolide.Config(metric=str(BLEU().signature())))
    references = CANDIDATES[1:] + CANDIDATES[:1]
    wanted = [BLEU().sentence(hyp, ref).value for hyp, ref in zip(CANDIDATES, references, strict=True)]
    assert metric.scores(CANDIDATES, references).tolist() == pytest.approx(wanted, rel=1e-6)
    assert [metric.score(hyp, ref) for hyp, ref in zip(CANDIDATES, references, strict=True)] == wanted
    both = [list(group) for group in zip(references, CANDIDATES, strict=True)]
    assert metric.corpus_score(CANDIDATES, [references, CANDIDATES]) == BLEU().corpus(CANDIDATES, both).value
    assert MetricBolide(MetricBolide.Config(metric="wer")).HIGHER_IS_BETTER is WER().formula.higher_is_better
    assert not MetricBolide(MetricBolide.Config(metric="wer")).HIGHER_IS_BETTER


def test_bad_shapes_are_refused() -> None:
    metric = MetricBolide(MetricBolide.Config())
    raises(InputError, "one text", metric.scores, "a b", "a b")
    raises(InputError, "one list per reference set", metric.corpus_score, ["a", "b"], [["a"]])
    raises(InputError, "one text", metric.pairwise_scores, "a b", ["a"])


def test_the_guide() -> None:
    run_example("mbrs")
