"""sacreBLEU's paired tests on WMT23 Chinese-English, run live: the same p-values, means and half widths."""

from typing import Any

import pytest
from sacrebleu.metrics import BLEU as PeerBLEU
from sacrebleu.metrics import CHRF as PeerCHRF
from sacrebleu.significance import PairedTest

from bolide import METRICS
from bolide.kernels import COMPILED
from bolide.significance import Plan, Sample, compare, confidence
from tests.real.data import DATA, lines, needs_data

pytestmark = [needs_data, pytest.mark.skipif(not COMPILED, reason="rows are equal on both cores; once is enough")]
NAMES = ("ONLINE-G", "GPT4-5shot", "ONLINE-W", "ZengHuiMT")  # within a point of each other: p-values of all sizes
FOLDER = DATA / "wmt23" / "zh-en"
PEERS: dict[str, Any] = {"bleu": PeerBLEU, "chrf": PeerCHRF}


@pytest.mark.parametrize("metric_name", [name for name in PEERS if name in METRICS])
@pytest.mark.parametrize(("test", "peer_test", "trials"), [("bootstrap", "bs", 1000), ("randomisation", "ar", 1000)])
def test_paired(metric_name: str, test: str, peer_test: str, trials: int) -> None:
    refs = lines(FOLDER / "refA.txt.gz")
    names = NAMES if metric_name == "bleu" else NAMES[:2]  # sacreBLEU takes its time for chrF
    systems = {name: lines(FOLDER / "system-outputs" / f"{name}.txt.gz") for name in names}
    peer = PEERS[metric_name](references=[refs])
    theirs = list(PairedTest(list(systems.items()), {metric_name: peer}, None, peer_test, trials)()[1].values())[1]
    metric = METRICS[metric_name]()
    samples = [Sample.of(name, metric, metric.measure(hyps, refs)) for name, hyps in systems.items()]
    found = compare(samples, Plan("sacrebleu", test, trials, baseline=NAMES[0]))
    for name, result in list(zip(names, theirs, strict=True))[1:]:
        assert found.pair(name, NAMES[0]).p == result.p_value
    if test == "bootstrap":
        standings = {standing.system: standing for standing in found.systems}
        for name, result in zip(names, theirs, strict=True):
            interval = standings[name].interval
            assert interval is not None
            ours = f"{100 * interval.mean:.2f} ± {100 * interval.half_width:.2f}"
            assert ours == f"{result.mean:.2f} ± {result.ci:.2f}"


@pytest.mark.parametrize("metric_name", [name for name in PEERS if name in METRICS])
def test_confidence(metric_name: str) -> None:
    refs, hyps = lines(FOLDER / "refA.txt.gz"), lines(FOLDER / "system-outputs" / "HW-TSC.txt.gz")
    theirs = PEERS[metric_name]().corpus_score(hyps, [refs], n_bootstrap=1000)
    metric = METRICS[metric_name]()
    found = confidence(Sample.of("HW-TSC", metric, metric.measure(hyps, refs)), Plan("sacrebleu", "bootstrap"))
    assert f"{100 * found.mean:.3f} ± {100 * found.half_width:.3f}" == f"{theirs._mean:.3f} ± {theirs._ci:.3f}"
