"""sacreBLEU's paired tests on WMT23 Chinese-English: the same p-values, means and half widths; and what documents do,
the figures of docs/statistics.md within the error of 1,000 resamples.
"""

from functools import cache, partial
from typing import Any

import pytest
import sacrebleu
from sacrebleu.metrics import BLEU as PeerBLEU, CHRF as PeerCHRF
from sacrebleu.significance import PairedTest

from bolide import BLEU, CHRF, METRICS, Metric
from bolide.corpus.inputs import TextReader, documents_of
from bolide.kernels import COMPILED
from bolide.significance import Plan, Sample, compare, confidence
from bolide.significance.units import ResamplingUnits
from tests.oracles.recorded import agrees, versioned
from tests.real.data import DATA, lines, needs_data, wmt23
from tests.significance.texts import measure_samples

pytestmark = [needs_data]
with_kernels = pytest.mark.skipif(not COMPILED, reason="rows are equal on both cores; once is enough")
NAMES = ("ONLINE-G", "GPT4-5shot", "ONLINE-W", "ZengHuiMT")  # within a point of each other: p-values of all sizes
PEER = versioned("sacreBLEU", sacrebleu.__version__)
PEERS: dict[str, Any] = {"bleu": PeerBLEU, "chrf": PeerCHRF}


@with_kernels
@pytest.mark.parametrize("metric_name", PEERS)
@pytest.mark.parametrize(("test", "peer_test"), [("bootstrap", "bs"), ("randomisation", "ar")])
def test_paired(metric_name: str, test: str, peer_test: str) -> None:
    names = NAMES if metric_name == "bleu" else NAMES[:2]  # sacreBLEU takes its time for chrF
    systems, (_, refs) = {name: wmt23("zh-en", name)[0] for name in names}, wmt23("zh-en", names[0])
    metric = METRICS[metric_name]()
    samples = [Sample.of(name, metric, metric.measure(hyps, refs)) for name, hyps in systems.items()]
    found = compare(samples, Plan("sacrebleu", test, 1000, baseline=NAMES[0]))
    ours: list[float | str] = [found.pair(name, NAMES[0]).p for name in names[1:]]
    if test == "bootstrap":
        standings = {standing.system: standing for standing in found.systems}
        for name in names:
            interval = standings[name].interval
            assert interval is not None
            ours.append(f"{100 * interval.mean:.2f} ± {100 * interval.half_width:.2f}")
    asked = partial(ask, metric_name, peer_test, systems, refs)
    agrees(f"{PEER} paired {peer_test} 1000 {metric_name}", [systems, refs], ours, asked)


def ask(name: str, test: str, systems: dict[str, list[str]], refs: list[str]) -> list[float | str]:
    """sacreBLEU's p-value of each system but the baseline, and of the bootstrap each system's mean and half width."""
    metrics = {name: PEERS[name](references=[refs])}
    found = list(PairedTest(list(systems.items()), metrics, None, test, 1000)()[1].values())[1]
    shown = [f"{each.mean:.2f} ± {each.ci:.2f}" for each in found] if test == "bs" else []
    return [*(each.p_value for each in found[1:]), *shown]


@with_kernels
@pytest.mark.parametrize("metric_name", PEERS)
def test_confidence(metric_name: str) -> None:
    hyps, refs = wmt23("zh-en", "HW-TSC")
    metric = METRICS[metric_name]()
    found = confidence(Sample.of("HW-TSC", metric, metric.measure(hyps, refs)), Plan("sacrebleu", "bootstrap"))
    ours = f"{100 * found.mean:.3f} ± {100 * found.half_width:.3f}"

    def asked() -> str:
        theirs = PEERS[metric_name]().corpus_score(hyps, [refs], n_bootstrap=1000)
        return f"{theirs._mean:.3f} ± {theirs._ci:.3f}"

    agrees(f"{PEER} bootstrap 1000 {metric_name}", [hyps, refs], ours, asked)


# --- documents ----------------------------------------------------------------------------------------------------


@cache
def samples(pair: str, *systems: str, metric: Metric = BLEU(), file: str = "docs.tsv.gz") -> list[Sample]:  # noqa: B008
    """The systems under a metric, with their documents."""
    folder = DATA / pair
    outputs = [str(folder / "system-outputs" / f"{system}.txt.gz") for system in systems]
    corpora = TextReader().systems(outputs, [str(folder / "refA.txt.gz")])
    units = ResamplingUnits.of(documents_of(lines(folder / file), len(corpora[0])))
    return [sample.with_units(units) for sample in measure_samples(corpora, [metric])[0]]


def width(sample: Sample, unit: str | None = None) -> float:
    interval = confidence(sample, Plan(unit=unit))
    return 100 * (interval.high - interval.low)


@pytest.mark.parametrize(
    ("pair", "metric", "units", "by_segment", "by_document"),
    [
        ("wmt23/zh-en", BLEU(), (1976, 179), 2.08, 7.18),
        ("wmt23/en-de", BLEU(), (557, 192), 2.82, 3.46),
        ("wmt23/zh-en", CHRF(), (1976, 179), 1.81, 6.68),
    ],
    ids=["BLEU of zh-en", "BLEU of en-de", "chrF of zh-en"],
)
def test_widths_of_intervals(
    pair: str, metric: Metric, units: tuple[int, int], by_segment: float, by_document: float
) -> None:
    (sample,) = samples(pair, "GPT4-5shot", metric=metric)
    assert (len(sample), len(sample.units or ())) == units
    assert width(sample, "segment") == pytest.approx(by_segment, abs=0.006)
    assert width(sample) == pytest.approx(by_document, abs=0.006)
