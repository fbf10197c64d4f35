"""A comparison in words, which claim no more than was seen: `headline.toml`."""

from typing import Any

import pytest

from bolide.reporting.views.comparison import agreement_sentence, sentences, title_of
from bolide.significance.letters import compact_letters, rank_range
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison, Pair, SystemResult
from bolide.significance.units import UnitCount
from tests.tables import table

CASES = table(__file__, "headline.toml")["cases"]


def comparison(
    metric: str,
    values: dict[str, float],
    wins: list[str],
    interval: tuple[float, float] = (0.001, 0.1),
    higher: bool = True,
    scale: float = 100.0,
    untested: bool = False,
    segments: int = 0,
) -> Comparison:
    """Systems of which `AB` in `wins` says that A is significantly better than B."""
    names = list(values)
    pairs = tuple(
        Pair(
            a, b, values[a] - values[b], tuple(interval), 0.01, 0.03, None, 1, 0, 0, a + b in wins, tested=not untested
        )
        for i, a in enumerate(names)
        for b in names[i + 1 :]
    )
    letters = {} if untested else compact_letters(names, lambda a, b: a + b in wins)
    ranks = {name: rank_range(name, names, lambda a, b: a + b in wins) for name in letters}
    systems = tuple(
        SystemResult(name, value, None, letters.get(name, "") if pairs else "", ranks.get(name))
        for name, value in values.items()
    )
    units = UnitCount.of(None, "segment", segments) if segments else None
    return Comparison(metric, "", higher, scale, segments or 10, Plan(), systems, pairs, units=units)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_what_is_said(case: dict[str, Any]) -> None:
    metrics = [comparison(**about) for about in case["metrics"]]
    human = comparison(**case["human"]) if "human" in case else None
    assert title_of(metrics, human) == case["title"]
    assert sentences(metrics, human) == case["sentences"]
    if human is not None:
        assert agreement_sentence(metrics, human) == case["agreement"]
