"""sacreBLEU's paired tests on WMT23 Chinese-English, run live: the same p-values, means and half widths."""

import pytest
from sacrebleu.metrics import BLEU as PeerBLEU
from sacrebleu.significance import PairedTest

from bolide import BLEU
from bolide.kernels import COMPILED
from bolide.significance.paired import compare, confidence
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from tests.real.data import DATA, lines, needs_data

pytestmark = [needs_data, pytest.mark.skipif(not COMPILED, reason="rows are equal on both cores; once is enough")]
NAMES = ("ONLINE-G", "GPT4-5shot", "ONLINE-W", "ZengHuiMT")  # within a point of each other: p-values of all sizes
FOLDER = DATA / "wmt23" / "zh-en"


@pytest.mark.parametrize(("test", "peer_test", "trials"), [("bootstrap", "bs", 1000), ("randomisation", "ar", 1000)])
def test_paired(test: str, peer_test: str, trials: int) -> None:
    refs = lines(FOLDER / "refA.txt.gz")
    systems = {name: lines(FOLDER / "system-outputs" / f"{name}.txt.gz") for name in NAMES}
    theirs = PairedTest(list(systems.items()), {"BLEU": PeerBLEU(references=[refs])}, None, peer_test, trials)()[1]
    metric = BLEU()
    samples = [Sample.of(name, metric, metric.measure(hyps, refs)) for name, hyps in systems.items()]
    found = compare(samples, Plan("sacrebleu", test, trials, baseline=NAMES[0]))
    for name, result in list(zip(NAMES, theirs["BLEU"], strict=True))[1:]:
        assert found.pair(name, NAMES[0]).p == result.p_value
    if test == "bootstrap":
        standings = {standing.system: standing for standing in found.systems}
        for name, result in zip(NAMES, theirs["BLEU"], strict=True):
            interval = standings[name].interval
            assert interval is not None
            assert (
                f"{100 * interval.mean:.2f} ± {100 * interval.half_width:.2f}" == f"{result.mean:.2f} ± {result.ci:.2f}"
            )


def test_confidence() -> None:
    refs, hyps = lines(FOLDER / "refA.txt.gz"), lines(FOLDER / "system-outputs" / "HW-TSC.txt.gz")
    theirs = PeerBLEU().corpus_score(hyps, [refs], n_bootstrap=1000)
    metric = BLEU()
    found = confidence(Sample.of("HW-TSC", metric, metric.measure(hyps, refs)), Plan("sacrebleu", "bootstrap"))
    assert f"{100 * found.mean:.3f} ± {100 * found.half_width:.3f}" == f"{theirs._mean:.3f} ± {theirs._ci:.3f}"
