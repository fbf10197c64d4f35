"""sacreBLEU's paired tests on WMT23 Chinese-English: the same p-values, means and half widths."""

from functools import partial
from typing import Any

import pytest
import sacrebleu
from sacrebleu.metrics import BLEU as PeerBLEU, CHRF as PeerCHRF
from sacrebleu.significance import PairedTest

from bolide import METRICS
from bolide.kernels import COMPILED
from bolide.significance import Plan, Sample, compare, confidence
from tests.oracles.recorded import agrees, versioned
from tests.real.data import DATA, lines, needs_data

pytestmark = [
    pytest.mark.one_core,
    needs_data,
    pytest.mark.skipif(not COMPILED, reason="rows are equal on both cores; once is enough"),
    pytest.mark.one_core,
]
NAMES = ("ONLINE-G", "GPT4-5shot", "ONLINE-W", "ZengHuiMT")  # within a point of each other: p-values of all sizes
FOLDER = DATA / "wmt23" / "zh-en"
PEER = versioned("sacreBLEU", sacrebleu.__version__)
PEERS: dict[str, Any] = {"bleu": PeerBLEU, "chrf": PeerCHRF}


@pytest.mark.parametrize("metric_name", [name for name in PEERS if name in METRICS])
@pytest.mark.parametrize(("test", "peer_test", "trials"), [("bootstrap", "bs", 1000), ("randomisation", "ar", 1000)])
def test_paired(metric_name: str, test: str, peer_test: str, trials: int) -> None:
    refs = lines(FOLDER / "refA.txt.gz")
    names = NAMES if metric_name == "bleu" else NAMES[:2]  # sacreBLEU takes its time for chrF
    systems = {name: lines(FOLDER / "system-outputs" / f"{name}.txt.gz") for name in names}
    metric = METRICS[metric_name]()
    samples = [Sample.of(name, metric, metric.measure(hyps, refs)) for name, hyps in systems.items()]
    found = compare(samples, Plan("sacrebleu", test, trials, baseline=NAMES[0]))
    ours: list[float | str] = [found.pair(name, NAMES[0]).p for name in names[1:]]
    if test == "bootstrap":
        standings = {standing.system: standing for standing in found.systems}
        for name in names:
            interval = standings[name].interval
            assert interval is not None
            ours.append(f"{100 * interval.mean:.2f} ± {100 * interval.half_width:.2f}")
    asked = partial(ask, metric_name, peer_test, trials, systems, refs)
    agrees(f"{PEER} paired {peer_test} {trials} {metric_name}", [systems, refs], ours, asked)


def ask(name: str, test: str, trials: int, systems: dict[str, list[str]], refs: list[str]) -> list[float | str]:
    """sacreBLEU's p-value of each system but the baseline, and of the bootstrap each system's mean and half width."""
    metrics = {name: PEERS[name](references=[refs])}
    found = list(PairedTest(list(systems.items()), metrics, None, test, trials)()[1].values())[1]
    shown = [f"{each.mean:.2f} ± {each.ci:.2f}" for each in found] if test == "bs" else []
    return [*(each.p_value for each in found[1:]), *shown]


@pytest.mark.parametrize("metric_name", [name for name in PEERS if name in METRICS])
def test_confidence(metric_name: str) -> None:
    refs, hyps = lines(FOLDER / "refA.txt.gz"), lines(FOLDER / "system-outputs" / "HW-TSC.txt.gz")
    metric = METRICS[metric_name]()
    found = confidence(Sample.of("HW-TSC", metric, metric.measure(hyps, refs)), Plan("sacrebleu", "bootstrap"))
    ours = f"{100 * found.mean:.3f} ± {100 * found.half_width:.3f}"

    def asked() -> str:
        theirs = PEERS[metric_name]().corpus_score(hyps, [refs], n_bootstrap=1000)
        return f"{theirs._mean:.3f} ± {theirs._ci:.3f}"

    agrees(f"{PEER} bootstrap 1000 {metric_name}", [hyps, refs], ours, asked)
