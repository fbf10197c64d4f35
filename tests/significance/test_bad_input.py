"""What cannot be compared is refused, with the reason."""

from dataclasses import replace

import numpy as np
import pytest

from bolide import BLEU, InputError, OptionError
from bolide.significance.paired import compare
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from tests.errors import raises

ONE = Sample.from_values("one", "m", [1.0, 2.0, 3.0])
HYPS = ["a b c d e", "f g h i j"]
TWO = Sample.from_values("two", "m", [1.0, 3.0, 3.0])


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ([], "There are 0 systems"),
        ([ONE], "1 system; a comparison needs at least two"),
        ([ONE, ONE], "Two systems are called 'one'"),
        ([ONE, Sample.from_values("two", "m", [1.0])], "one has 3 segments and two has 1"),
        ([ONE, Sample.from_values("two", "other", [1.0, 2.0, 3.0])], "only scores with the same settings"),
        ([Sample.from_values(name, "m", [1.0]) for name in "ab"], "1 segment; resampling needs at least two"),
        ([Sample.from_values(name, "m", []) for name in "ab"], "no segments"),
        (
            [Sample.of(str(m.lowercase), m, m.measure(HYPS, HYPS)) for m in (BLEU(), BLEU(lowercase=True))],
            r"case:mixed.*case:lc",
        ),
    ],
)
def test_systems_that_cannot_be_compared_are_refused(systems: list[Sample], message: str) -> None:
    raises(InputError, message, compare, systems)


def test_constant_scores_and_ties_everywhere_are_defined() -> None:
    flat = [Sample.from_values(name, "m", [0.5] * 20) for name in "ab"]
    lower = [replace(sample, higher_is_better=False) for sample in flat]
    assert str(compare(lower, Plan(trials=99)).pairs[0].difference) == "0.0"  # not −0.0
    found = compare(flat, Plan(trials=99))
    assert (found.pairs[0].p, found.pairs[0].effect, [each.letters for each in found.systems]) == (
        1.0,
        None,
        ["a", "a"],
    )
    assert found.systems[0].interval is not None
    assert (found.systems[0].interval.low, found.systems[0].interval.high) == (0.5, 0.5)
    shifted = compare([flat[0], Sample.from_values("c", "m", [0.25] * 20)], Plan(trials=99)).pairs[0]
    assert (shifted.wins, shifted.effect) == (20, None)  # every segment differs by the same: no spread to measure by
    assert shifted.p < 0.05
    scores = np.random.default_rng(1).random(20)
    for values, wins in ((scores - 0.1, 20), (np.nextafter(scores, 0), 0)):  # but for rounding: by the same, or equal
        one, other = Sample.from_values("a", "m", scores.tolist()), Sample.from_values("b", "m", values.tolist())
        pair = compare([one, other], Plan(trials=99)).pairs[0]
        assert (pair.wins, pair.losses, pair.effect) == (wins, 0, None)


def test_plans_that_cannot_be_carried_out_are_refused() -> None:
    for name, value in {"mode": "exact", "test": "t", "correction": "bonferroni"}.items():
        raises(OptionError, f"no {name} called '{value}'", Plan, **{name: value})
    raises(OptionError, "trials is 0; it must be an integer ≥ 1", Plan, trials=0)
    raises(OptionError, "resamples is 19; it must be an integer ≥ 20", Plan, resamples=19)
    raises(OptionError, "alpha is 1.0; it must be between 0 and 1", Plan, alpha=1.0)
    raises(InputError, "'three' is not one of the systems: one, two", compare, [ONE, TWO], Plan(baseline="three"))
