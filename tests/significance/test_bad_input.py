"""What cannot be compared is refused, with the reason."""

from dataclasses import replace

import numpy as np

from bolide.significance.paired import compare
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample


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
