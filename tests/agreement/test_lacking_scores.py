"""A metric without scores of segments: the others are answered for, and what it lacks is said."""

import numpy as np
import pytest

from bolide import InputError
from bolide.agreement.evaluation import Inquiry, evaluate_metrics, evaluate_on_rankings, rank
from bolide.agreement.questions import Question, usual_questions
from bolide.agreement.table import Source, Table
from tests.agreement.judged import from_table
from tests.errors import raises

RNG = np.random.default_rng(4)
NAMES = tuple("abcd")
CELLS = RNG.normal(size=(4, 12))
HUMAN = Source("people", Table("people", NAMES, CELLS))
WHOLE = Source("whole", Table("whole", NAMES, CELLS + RNG.normal(size=CELLS.shape)))
BARE = Source("bare", None, Table("bare", NAMES, RNG.normal(size=(4, 1)), "sys"))
LACKS = "it has no scores of segments"


@pytest.mark.parametrize("metrics", [[WHOLE, BARE], [BARE, WHOLE]], ids=["last", "first"])
def test_every_question_is_answered_for_the_others(metrics: list[Source]) -> None:
    found = evaluate_metrics(HUMAN, metrics).agreements
    assert {each.question for each in found} == set(usual_questions())
    alone = evaluate_metrics(HUMAN, [WHOLE]).agreements
    assert [each for each in found if each.metric == "whole"] == list(alone)
    for each in found:
        if each.metric == "bare":
            lacking = each.question.reads == "seg"
            assert (each.value is None, each.reason) == (lacking, LACKS if lacking else "")
    with_intervals = evaluate_metrics(HUMAN, metrics, Inquiry((Question("pearson"),), resamples=20)).agreements
    assert [(each.metric, each.interval is None) for each in with_intervals] == [
        (metric.name, metric is BARE) for metric in metrics
    ]


def test_it_is_ranked_last_without_a_value() -> None:
    found = rank(HUMAN, [BARE, WHOLE], Question("acc-eq", "seg", "item"), trials=10)
    assert [(each.metric, each.reason) for each in found.metrics] == [("whole", ""), ("bare", LACKS)]
    assert (found.p, found.letters) == ({}, {})


def test_against_rankings_it_has_a_rho_and_no_tau() -> None:
    judged = from_table(HUMAN.at("seg"))
    question = Question("2012", "ranking")
    found = evaluate_on_rankings(judged, [BARE, WHOLE], Inquiry(resamples=20, ranked=(question,), trials=10))
    assert (set(found.taus[0].taus.values()), found.taus[0].reason) == ({None}, LACKS)
    assert None not in found.taus[0].spearman.values()
    assert found.taus[1] == evaluate_on_rankings(judged, [WHOLE], Inquiry(resamples=20)).taus[0]
    assert [each.metric for each in found.rankings[0].metrics] == ["whole", "bare"]
    raises(InputError, "bare has no scores of segments", evaluate_on_rankings, judged, [BARE])
    less = Source("bare", None, BARE.at("sys").without(judged.systems[:1]))
    with pytest.raises(InputError, match=f"bare has no scores for {judged.systems[0]}, which"):
        evaluate_on_rankings(judged, [less, WHOLE])
