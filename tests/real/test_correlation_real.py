"""WMT23 and WMT12 against people: the numbers that other tools gave (see each test)."""

import pytest

from bolide import BLEU, CHRF, Metric
from bolide.correlation.agreement import answer, correlate
from bolide.correlation.questions import Question, Source
from bolide.correlation.rankings import Judgements, ranking_tau, read_rankings
from bolide.correlation.reading import read_folder
from bolide.correlation.table import Table
from bolide.kernels import COMPILED
from tests.real.data import DATA, lines, needs_data

pytestmark = needs_data
NOT_SYSTEMS = ("refA", "synthetic_ref")

# mt-metrics-eval on WMT23, MQM as gold, human outputs and synthetic_ref left out, refA: en-de, zh-en.
BY_MTME = {
    ("sys/pearson", "BLEU-refA"): (0.9165, 0.7341),
    ("sys/pearson", "chrF-refA"): (0.8657, 0.8091),
    ("seg/pearson", "BLEU-refA"): (0.1921, 0.1194),
    ("seg/pearson", "chrF-refA"): (0.2320, 0.0635),
    ("seg/acc-eq/item", "BLEU-refA"): (0.5196, 0.4718),
    ("seg/acc-eq/item", "chrF-refA"): (0.5192, 0.4850),
}
SOFT = {"BLEU-refA": (0.8572, 0.7967), "chrF-refA": (0.8366, 0.7977)}


def sources(pair: str) -> tuple[Source, dict[str, Source]]:
    human, metrics = read_folder(DATA / "wmt23" / pair, "mqm")
    return human, {metric.name: metric for metric in metrics}


@pytest.mark.parametrize("pair", ["en-de", "zh-en"])
def test_wmt23(pair: str) -> None:
    human, metrics = sources(pair)
    at = ("en-de", "zh-en").index(pair)
    for (question, metric), expected in BY_MTME.items():
        found = answer(human, metrics[metric], Question.from_text(question), NOT_SYSTEMS)
        assert found.value is not None
        assert f"{found.value:.4f}" == f"{expected[at]:.4f}", (question, metric)
    for metric, expected in SOFT.items():
        found = answer(human, metrics[metric], Question("soft-accuracy", "sys"), NOT_SYSTEMS)
        assert found.value == pytest.approx(expected[at], abs=0.005)  # the random draw moves the third digit
    everything = correlate(human, list(metrics.values()), exclude=NOT_SYSTEMS)
    assert all(found.value is not None for found in everything)


def wmt12(pair: str) -> tuple[Judgements, dict[str, list[str]], list[str]]:
    folder = DATA / "wmt12" / pair
    judged = read_rankings(DATA / "wmt12" / "rankings.csv.gz", pair)
    systems = {name: lines(folder / f"newstest2012.{pair}.{name}.gz") for name in judged.systems}
    return judged, systems, lines(folder / f"reference.{pair[-2:]}.gz")


# sacreBLEU 2.6.0's sentence scores (BLEU with exp smoothing and effective order) over the 11,594 ordered pairs.
TAUS = [(BLEU(), "0.1991"), (CHRF(), "0.2505"), (CHRF(word_order=2), "0.2519")]


@pytest.mark.parametrize(("metric", "expected"), TAUS if COMPILED else TAUS[:1], ids=lambda value: str(value)[:40])
def test_wmt12(metric: Metric, expected: str) -> None:
    judged, systems, refs = wmt12("fr-en")
    single = metric.for_sentences()
    table = Table.of("m", {name: list(single.segments(hyps, refs).values) for name, hyps in systems.items()})
    tau, pairs = ranking_tau(judged, table, "discordant")
    assert (f"{tau:.4f}", pairs) == (expected, 11594)
