"""A comparison in words, which claim no more than was seen."""

from dataclasses import replace

import pytest

from bolide.reporting.views.comparison import resamples, sentences, title_of
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison, Pair, SystemResult

pytestmark = pytest.mark.one_core


def comparison(
    metric: str, values: dict[str, float], clusters: tuple[tuple[str, ...], ...], **about: object
) -> Comparison:
    names = list(values)
    pairs = tuple(
        Pair(a, b, values[a] - values[b], (0.0, 1.0), 0.5, 0.5, None, 1, 0, 0, False, 0.97)
        for i, a in enumerate(names)
        for b in names[i + 1 :]
    )
    standings = tuple(SystemResult(name, value, None) for name, value in values.items())
    made = Comparison(metric, "", True, 100.0, 10, Plan(), standings, pairs, clusters)
    return replace(made, **about)  # type: ignore[arg-type]


def test_the_leader_and_by_how_much() -> None:
    found = comparison("chrF2", {"B": 0.513, "A": 0.5}, (("B",), ("A",)))
    assert title_of([found]) == "B leads by chrF2"
    assert sentences([found]) == ["B leads A by 1.3 chrF2; the lead holds in 97 of 100 resamples."]


def test_those_that_cannot_be_told_apart() -> None:
    found = comparison("BLEU", {"B": 0.5, "A": 0.499, "C": 0.4}, (("B", "A"), ("C",)))
    assert title_of([found]) == "B and A lead by BLEU, without a significant difference between them"
    assert sentences([found])[1] == "A leads C by 9.9 BLEU; the lead holds in 97 of 100 resamples."
    every = comparison("BLEU", {"B": 0.5, "A": 0.49}, (("B", "A"),))
    assert title_of([every]) == "B and A are not significantly different by BLEU"


def test_metrics_that_disagree_are_named() -> None:
    first = comparison("BLEU", {"B": 0.5, "A": 0.4}, (("B",), ("A",)))
    other = comparison("TER", {"A": 0.4, "B": 0.5}, (("A",), ("B",)), higher_is_better=False)
    assert sentences([first, other])[-1] == "By TER, A is first."
    assert sentences([first, first])[-1] == "BLEU puts B first too."


def test_a_share_is_never_rounded_to_all_or_nothing() -> None:
    assert resamples(1.0) == "the lead holds in every resample"
    assert resamples(0.9999) == "the lead holds in 99 of 100 resamples"
    assert resamples(0.0) == "the lead holds in 1 of 100 resamples"
