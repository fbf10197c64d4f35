"""A comparison in words: who leads, by how much, and how surely."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.significance.results import Comparison, Pair


def title_of(comparisons: Sequence[Comparison]) -> str:
    """One line: who leads by the first metric, and whether the lead can be told from luck."""
    first = comparisons[0]
    names = [standing.system for standing in first.systems]
    if len(names) == 1:
        value = first.scale * first.systems[0].value
        return (
            f"{names[0]}: {value:.1f} {first.metric}" if first.scale != 1 else f"{names[0]}: {value:.4g} {first.metric}"
        )
    if not first.clusters:
        return f"{names[0]} scores highest" if first.higher_is_better else f"{names[0]} has the lowest {first.metric}"
    top = first.clusters[0]
    if len(top) == len(names) and len(names) > 1:
        return f"{listed(top)} are not significantly different by {first.metric}"
    if len(top) > 1:
        return f"{listed(top)} lead by {first.metric}, without a significant difference between them"
    return f"{top[0]} leads by {first.metric}"


def sentences(comparisons: Sequence[Comparison]) -> list[str]:
    """The lead of the first over the next, and over the next cluster; where another metric ranks another first."""
    first = comparisons[0]
    if not first.pairs:
        return []
    said = [_lead(first, first.pair(first.systems[0].system, first.systems[1].system))]
    if len(first.clusters) > 1 and len(first.clusters[0]) > 1:
        below = first.clusters[1][0]
        said.append(_lead(first, first.pair(first.clusters[0][-1], below)))
    leader = first.systems[0].system
    others = [c.metric for c in comparisons[1:] if c.systems[0].system != leader]
    for comparison in comparisons[1:]:
        if comparison.metric in others:
            said.append(f"By {comparison.metric}, {comparison.systems[0].system} is first.")
    if len(comparisons) > 1 and not others:
        puts = "puts" if len(comparisons) == 2 else "put"
        said.append(f"{listed([c.metric for c in comparisons[1:]])} {puts} {leader} first too.")
    return said


def _lead(comparison: Comparison, pair: Pair) -> str:
    size = comparison.scale * pair.difference
    amount = f"{abs(size):.1f}" if comparison.scale != 1 else f"{abs(size):.3g}"
    if comparison.scale != 1 and abs(size) < 0.05:
        amount = f"{abs(size):.2f}"
    a, b = (pair.a, pair.b) if size >= 0 else (pair.b, pair.a)
    holds = pair.holds if size >= 0 else 1 - pair.holds
    return f"{a} leads {b} by {amount} {comparison.metric}; {resamples(holds)}."


def resamples(share: float) -> str:
    """How often a lead holds, in words that do not claim more than was seen."""
    if share >= 1:
        return "the lead holds in every resample"
    return f"the lead holds in {min(99, max(1, round(100 * share)))} of 100 resamples"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
