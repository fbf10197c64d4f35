"""WMT23 and WMT12 against people: the numbers that other tools gave (see each test)."""

from itertools import combinations

import pytest

from bolide import BLEU, CHRF, Metric
from bolide.agreement.evaluation import Inquiry, evaluate
from bolide.agreement.judgments import read_judgments
from bolide.agreement.questions import LanguagePair, Question, answer
from bolide.agreement.ranking import PermutationTest, rank
from bolide.agreement.ranking_data import ranked_cells, read_rankings
from bolide.agreement.table import RankingData, Source, Table
from tests.real.data import DATA, RELEASED, lines, needs_data

pytestmark = [needs_data]  # statistics of either core: tests/agreement, tests/kernels
ACCURACY = Question("accuracy", "sys")
NOT_SYSTEMS = ("refA", "synthetic_ref")


def sources(pair: str) -> tuple[Source, dict[str, Source]]:
    judged = read_judgments(DATA / "wmt23" / pair, gold="mqm").one()
    metrics = (metric.without(NOT_SYSTEMS) for metric in judged.metrics)
    return judged.source.without(NOT_SYSTEMS), {metric.name: metric for metric in metrics}


@pytest.mark.parametrize("pair", ["en-de", "zh-en"])
def test_wmt23(pair: str) -> None:
    human, metrics = sources(pair)
    at = ("en-de", "zh-en").index(pair)
    for name, expected in {**RELEASED["mtme"], **RELEASED["mtme_drawn"]}.items():
        question, metric = name.split()
        found = answer(human, metrics[metric], Question.from_text(question))
        assert found.value is not None
        if name in RELEASED["mtme"]:
            assert f"{found.value:.4f}" == f"{expected[at]:.4f}", name
        assert found.value == pytest.approx(expected[at], abs=1e-4), name
    everything = evaluate([LanguagePair("", human, tuple(metrics.values()))])
    assert all(found.value is not None for found in everything.agreements)


def test_wmt23_pairs_of_systems_pooled() -> None:
    """Counted here from the files of system scores, pair by pair."""
    pairs = []
    expected: dict[str, list[bool]] = {"BLEU-refA": [], "COMET-refA": []}
    for name in ("en-de", "zh-en"):
        human, metrics = sources(name)
        pairs.append(LanguagePair(name, human, tuple(metrics[m] for m in expected)))
        folder = DATA / "wmt23" / name
        for metric, right in expected.items():
            files = (folder / "human-scores" / "mqm.sys.score.gz", folder / "metric-scores" / f"{metric}.sys.score.gz")
            people, machine = ({s: float(v) for s, v in map(str.split, lines(f)) if v != "None"} for f in files)
            names = sorted(people.keys() - set(NOT_SYSTEMS))
            right += [(people[a] > people[b]) == (machine[a] > machine[b]) for a, b in combinations(names, 2)]
    found = evaluate(pairs, Inquiry((ACCURACY,))).with_rankings(ACCURACY, trials=200, mode="wmt24")
    pooled = {a.metric: (a.value, a.used) for a in found.agreements if a.pair == "pooled"}
    assert pooled == {metric: (sum(right) / len(right), 66 + 105) for metric, right in expected.items()}
    assert found.rankings[-1].clusters == (("COMET-refA",), ("BLEU-refA",))  # neither pair alone tells them apart
    assert [len(ranking.clusters) for ranking in found.rankings] == [1, 1, 2]


def test_wmt23_which_metric_is_better_on_segments() -> None:
    """Official BLEU and chrF on en-de, .5196 and .5192, cannot be told apart by any sound test of acc-eq."""
    human, metrics = sources("en-de")
    kept = [metrics["BLEU-refA"], metrics["chrF-refA"]]
    question = Question("acc-eq", "seg", "item")
    for mode, least in (("wmt24", 0.2), ("sound", 0.4)):
        found = rank(human, kept, question, PermutationTest(100, mode=mode))
        p = found.p["BLEU-refA", "chrF-refA"]
        assert p is not None
        assert least < p < least + 0.6


def wmt12(pair: str) -> tuple[RankingData, dict[str, list[str]], list[str]]:
    folder = DATA / "wmt12" / pair
    judged = read_rankings(DATA / "wmt12" / "rankings.csv.gz", pair)
    systems = {name: lines(folder / f"newstest2012.{pair}.{name}.gz") for name in judged.systems}
    return judged, systems, lines(folder / f"reference.{pair[-2:]}.gz")


# sacreBLEU 2.6.0's sentence scores (BLEU with exp smoothing and effective order) over the 11,594 ordered pairs.
TAUS = [(BLEU(), "0.1991"), (CHRF(), "0.2505"), (CHRF(word_order=2), "0.2519")]


@pytest.mark.parametrize(("metric", "expected"), TAUS, ids=lambda value: str(value)[:40])
def test_wmt12(metric: Metric, expected: str) -> None:
    judged, systems, refs = wmt12("fr-en")
    single = metric.for_sentences()
    table = Table.of("m", {name: list(single.segments(hyps, refs).values) for name, hyps in systems.items()})
    found = Question("2012", "ranking").measure().measured(judged, ranked_cells(judged, table))
    assert (f"{found.value:.4f}", found.used) == (expected, 11594)


def test_wmt23_other_questions_can_be_ranked() -> None:
    judged = read_judgments(DATA / "wmt23" / "en-de", gold="da-sqm").one()
    human, *kept = (
        source.without(NOT_SYSTEMS)
        for source in (judged.source, *judged.metrics)
        if source is judged.source or source.name in ("BLEU-refA", "COMET-refA")
    )
    for text in ("seg/darr", "sys/soft-accuracy"):
        found = rank(human, kept, Question.from_text(text), PermutationTest(100, mode="wmt24"))
        assert found.clusters == (("COMET-refA",), ("BLEU-refA",)), text
