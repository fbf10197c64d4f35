"""Several language pairs: each asked alone, and their pairs of systems counted together."""

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from bolide.agreement.evaluation import Inquiry, evaluate
from bolide.agreement.questions import LanguagePair, Question
from bolide.agreement.table import Source, Table
from bolide.significance.resampling import draw_counts
from tests.agreement.judged import asked_of

ACCURACY = Question("accuracy", "sys")
RNG = np.random.default_rng(8)
SIZES = {"en-de": 6, "zh-en": 4}


def language_pair(name: str, systems: int) -> LanguagePair:
    human = RNG.normal(size=systems)
    metrics = {"good": human + RNG.normal(0, 0.3, systems), "poor": RNG.normal(size=systems)}

    def source(called: str, values: np.ndarray) -> Source:
        return Source(called, None, Table.of_systems(called, {f"s{k}": float(v) for k, v in enumerate(values)}))

    return LanguagePair(name, source("mqm", human), tuple(source(*item) for item in metrics.items()))


PAIRS = [language_pair(name, systems) for name, systems in SIZES.items()]


def column(source: Source) -> np.ndarray:
    return source.at("sys").upward[:, 0]


def right(human: np.ndarray, metric: np.ndarray) -> tuple[int, int]:
    """Pairs in the people's order and all pairs, one by one."""
    pairs = [(human[a] - human[b], metric[a] - metric[b]) for a, b in combinations(range(len(human)), 2)]
    return sum(np.sign(h) == np.sign(m) for h, m in pairs), len(pairs)


def counted(name: str) -> tuple[int, int]:
    found = [right(column(pair.human), column(pair.by_name[name])) for pair in PAIRS]
    return sum(r for r, _ in found), sum(n for _, n in found)


def test_every_pair_alone_and_all_together() -> None:
    asked = Inquiry((Question("pearson", "sys"), ACCURACY))
    found = evaluate(PAIRS, asked)
    for pair in PAIRS:
        alone = asked_of(pair.human, pair.metrics, asked).agreements
        assert [a.value for a in found.agreements if a.pair == pair.name] == [a.value for a in alone]
    pooled = [a for a in found.agreements if a.pair == "pooled"]
    assert [(a.metric, a.value, a.used) for a in pooled] == [
        (name, counted(name)[0] / counted(name)[1], 15 + 6) for name in ("good", "poor")
    ]
    assert {a["pair"] for a in found.to_dict()["agreements"]} == {"en-de", "zh-en", "pooled"}
    only = evaluate(PAIRS, Inquiry((Question("pearson", "sys"),)))
    assert "pooled" not in {a.pair for a in only.agreements}


@pytest.mark.parametrize("asked", [Question("pearson", "sys"), ACCURACY])
def test_a_metric_that_was_turned_round_is_noticed(asked: Question) -> None:
    human, good = PAIRS[0].human, PAIRS[0].metrics[0]
    assert good.sys is not None
    turned = replace(good, sys=replace(good.sys, cells=-good.sys.cells))
    found = [asked_of(human, [metric], Inquiry((asked,))).notes for metric in (good, turned)]
    assert [[note for note in notes if "--lower" in note] for notes in found] == [
        [],
        [
            "good: it calls systems worse that people call better. If lower scores are better, name it with --lower "
            "(`lower`)."
        ],
    ]


def test_interval_draws_systems_inside_each_language_pair() -> None:
    found = evaluate(PAIRS, Inquiry((ACCURACY,), resamples=200, seed=3)).agreements[-2]
    rng = np.random.default_rng(3)
    sums = np.zeros((200, 2))
    for pair in PAIRS:
        human, metric = column(pair.human), column(pair.by_name["good"])
        for trial, counts in enumerate(np.concatenate(list(draw_counts(rng, 200, len(human))))):
            for a, b in combinations(range(len(human)), 2):
                times = counts[a] * counts[b]
                sums[trial] += times * (np.sign(human[a] - human[b]) == np.sign(metric[a] - metric[b])), times
    shares = sums[sums[:, 1] > 0]
    assert (found.metric, found.pair) == ("good", "pooled")
    assert found.interval == pytest.approx(np.quantile(shares[:, 0] / shares[:, 1], (0.025, 0.975)))


def test_ranking_is_perm_both_over_all() -> None:
    found = evaluate(PAIRS, Inquiry((ACCURACY,))).with_rankings(ACCURACY, trials=4000).rankings
    assert [ranking.pair for ranking in found] == ["en-de", "zh-en", "pooled"]
    pooled = found[-1]
    first, second = (a.metric for a in pooled.metrics)
    # Every exchange there is: 2^10 of them.
    parts = []
    for pair in PAIRS:
        human = column(pair.human)
        one, two = ((c - c.mean()) / c.std() for c in (column(pair.by_name[name]) for name in (first, second)))
        swaps = [np.array(swap) for swap in product((False, True), repeat=len(human))]
        parts.append([right(human, np.where(s, two, one))[0] - right(human, np.where(s, one, two))[0] for s in swaps])
    leads = np.add.outer(*map(np.array, parts))
    assert pooled.p[first, second] == pytest.approx((leads >= leads[0, 0]).mean(), abs=0.03)
