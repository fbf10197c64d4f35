"""A comparison in words, which claim no more than was seen."""

from dataclasses import replace

import pytest

import bolide
from bolide.reporting.blocks import Span
from bolide.reporting.views.comparison import (
    agreement_counts,
    agreement_sentence,
    pairs_table,
    sentences,
    summary,
    title_of,
)
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison, Pair, SystemResult
from bolide.significance.units import UnitCount

pytestmark = pytest.mark.one_core


def comparison(
    metric: str,
    values: dict[str, float],
    clusters: tuple[tuple[str, ...], ...],
    interval: tuple[float, float] = (0.001, 0.1),
    **about: object,
) -> Comparison:
    names = list(values)
    number = {name: k for k, group in enumerate(clusters) for name in group}
    pairs = tuple(
        Pair(a, b, values[a] - values[b], interval, 0.01, 0.03, None, 1, 0, 0, number[a] < number[b])
        for i, a in enumerate(names)
        for b in names[i + 1 :]
    )
    standings = tuple(SystemResult(name, value, None) for name, value in values.items())
    made = Comparison(metric, "", True, 100.0, 10, Plan(), standings, pairs, clusters)
    return replace(made, **about)  # type: ignore[arg-type]


def test_the_leader_and_by_how_much() -> None:
    found = comparison("chrF2", {"B": 0.513, "A": 0.5}, (("B",), ("A",)))
    assert title_of([found]) == "B is significantly better than A by chrF2"
    assert sentences([found]) == [
        "B is significantly better than A by chrF2 (+1.3 [+0.1, +10.0], p = 0.0300 after correction)."
    ]


def test_those_that_cannot_be_told_apart() -> None:
    found = comparison("BLEU", {"B": 0.5, "A": 0.499, "C": 0.4}, (("B", "A"), ("C",)), (-0.001, 0.1))
    assert title_of([found]) == "B and A lead by BLEU and are not significantly different"
    first, second = sentences([found])
    assert first.startswith("B and A are not significantly different by BLEU (+0.1 [−0.1, +10.0], p = 0.0300 after")
    assert second.startswith("B is significantly better than C by BLEU (+10.0")  # the pair that the page opens with
    every = comparison("BLEU", {"B": 0.5, "A": 0.49}, (("B", "A"),))
    assert title_of([every]) == "B and A are not significantly different by BLEU"


def test_a_title_names_a_few_systems_and_counts_the_rest() -> None:
    names = "BACDEF"
    found = comparison("BLEU", {name: 0.5 - k / 1000 for k, name in enumerate(names)}, (tuple(names[:5]), ("F",)))
    assert title_of([found]) == "B, A and 3 others lead by BLEU and are not significantly different"
    every = replace(found, clusters=(tuple(names),))
    assert title_of([every]) == "B, A and 4 others are not significantly different by BLEU"


def test_a_leader_that_does_not_beat_everyone_is_not_said_to() -> None:
    found = comparison("BLEU", {"B": 0.5, "A": 0.49, "C": 0.4}, (("B",), ("A", "C")))
    assert title_of([found]) == "B is significantly better than all others by BLEU"
    pairs = tuple(replace(pair, significant=pair.b == "A") for pair in found.pairs)
    assert title_of([replace(found, pairs=pairs)]) == "B is significantly better than 1 of 2 others by BLEU"


def test_an_interval_that_disagrees_with_the_test_is_reconciled_in_one_sentence() -> None:
    out = comparison("BLEU", {"B": 0.5, "A": 0.49}, (("B", "A"),), (0.001, 0.1))
    assert sentences([out])[0].startswith("B and A are not significantly different by BLEU (")
    assert sentences([out])[0].endswith("). The interval excludes 0, but the test, which decides, is not significant.")
    inside = comparison("BLEU", {"B": 0.5, "A": 0.49}, (("B",), ("A",)), (-0.001, 0.1))
    assert sentences([inside])[0].endswith("The interval includes 0, but the test, which decides, is significant.")
    agreeing = comparison("BLEU", {"B": 0.5, "A": 0.49}, (("B",), ("A",)))
    assert agreeing.pairs[0].remark == ""


def test_where_no_test_is_possible_no_p_value_is_shown_and_no_cluster() -> None:
    groups = (("B", "A", "C"),)
    found = comparison("BLEU", {"B": 0.5, "A": 0.49, "C": 0.4}, groups, (-0.1, 0.1))
    found = replace(found, pairs=tuple(replace(pair, tested=False) for pair in found.pairs))
    assert title_of([found]) == "B, A and C: no test possible by BLEU"
    assert title_of([replace(found, systems=found.systems[:2])]) == "B and A: no test possible by BLEU"
    assert sentences([found]) == ["B and A: no test possible by BLEU (+1.0 [−10.0, +10.0])."]
    table = summary([found])
    assert table.header == ("system", "BLEU")
    assert {row[4:6] for row in pairs_table(found).rows} == {(Span("–"), Span("–"))}
    assert table.note == "Bold: the best score. In brackets: 95 % confidence intervals."


def judged(values: dict[str, float], clusters: tuple[tuple[str, ...], ...]) -> Comparison:
    return comparison("mqm", values, clusters, scale=1.0)


def test_people_who_judged_too_little_for_a_test_prefer_nobody() -> None:
    bleu = comparison("BLEU", {"A": 0.5, "B": 0.4}, (("A",), ("B",)))
    human = judged({"B": -2.1, "A": -3.4}, (("B", "A"),))
    few = replace(human, pairs=tuple(replace(pair, tested=False) for pair in human.pairs))
    assert title_of([bleu], few) == title_of([bleu]) == "A is significantly better than B by BLEU"
    assert sentences([bleu], few) == sentences([bleu])
    assert agreement_sentence([bleu], few) == "People’s scores (mqm) are too few for a test between systems."


def test_one_segment_and_one_system_have_no_tests() -> None:
    for systems in ({"a": ["a b c d"], "b": ["a b"]}, {"a": ["a b c d", "e"]}):
        text = str(bolide.report(systems, ["a b c d", "e"][: len(systems["a"])]))
        assert "Mode sound: intervals from 1,000 resamples, seed 12345; units: " in text


def test_people_who_disagree_come_first() -> None:
    bleu = comparison("BLEU", {"A": 0.5, "B": 0.499, "C": 0.4, "D": 0.39}, (("A", "B"), ("C", "D")))
    human = judged({"C": -2.1, "D": -2.3, "B": -3.3, "A": -3.4}, (("C", "D"), ("B", "A")))
    assert title_of([bleu], human) == "People and BLEU disagree"
    first, lead = sentences([bleu], human)
    assert first == "People (mqm) prefer C and D. BLEU puts A first; people put it last of four."
    assert lead.startswith("A is significantly better than C by BLEU (")  # that A and B tie is no finding
    third = judged({"C": -2.1, "A": -2.3, "B": -3.3, "D": -3.4}, (("C",), ("A",), ("B", "D")))
    assert sentences([bleu], third)[0].endswith("people put it second of four.")


def test_people_who_agree_are_said_to() -> None:
    bleu = comparison("BLEU", {"A": 0.5, "B": 0.4}, (("A",), ("B",)))
    assert title_of([bleu], judged({"A": -1, "B": -2}, (("A",), ("B",)))) == title_of([bleu])
    assert sentences([bleu], judged({"A": -1, "B": -2}, (("A",), ("B",))))[0] == "People (mqm) put A first too."
    tie = judged({"B": -1, "A": -1.1}, (("B", "A"),))
    assert sentences([bleu], tie)[0] == "People (mqm) do not tell B and A apart."
    assert title_of([bleu], tie) == title_of([bleu])  # nobody disagrees who cannot tell them apart
    assert sentences([bleu], judged({"B": -1}, ())) == sentences([bleu])  # one judged system says nothing


def test_pairs_are_counted_that_people_tell_apart() -> None:
    human = judged({"A": -1, "B": -2, "C": -2.1}, (("A",), ("B", "C")))
    bleu = comparison("BLEU", {"C": 0.5, "A": 0.4, "B": 0.3}, (("C",), ("A",), ("B",)))
    ter = comparison("TER", {"A": 0.3, "B": 0.4, "C": 0.5}, (("A",), ("B",), ("C",)), higher_is_better=False)
    assert agreement_counts([bleu, ter], human) == (2, [("BLEU", 1), ("TER", 2)])
    assert agreement_sentence([bleu, ter], human) == (
        "Of the 2 pairs that people (mqm) tell apart, BLEU orders 1 as they do, TER 2."
    )


def test_ties_are_no_findings() -> None:
    first = comparison("BLEU", {"B": 0.5, "A": 0.4}, (("B",), ("A",)))
    tie = comparison("TER", {"A": 0.4, "B": 0.4}, (("A", "B"),), higher_is_better=False)
    assert sentences([first, tie])[-1] == "TER puts B among the best too."


def test_metrics_that_disagree_are_named() -> None:
    first = comparison("BLEU", {"B": 0.5, "A": 0.4}, (("B",), ("A",)))
    other = comparison("TER", {"A": 0.4, "B": 0.5}, (("A",), ("B",)), higher_is_better=False)
    assert sentences([first, other])[-1] == "By TER, A is first."
    assert sentences([first, first])[-1] == "BLEU puts B first too."


def test_a_small_test_set_is_said_to_be_one() -> None:
    few = comparison("BLEU", {"B": 0.5, "A": 0.4}, (("B",), ("A",)), units=UnitCount.of(None, "segment", 10))
    assert sentences([few])[-1] == "There are only 10 segments; with fewer than 30, intervals are too narrow."
    enough = replace(few, segments=30, units=UnitCount.of(None, "segment", 30))
    assert len(sentences([enough])) == len(sentences([few])) - 1
