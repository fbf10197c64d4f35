"""The pictures that go with an explanation: SVG that `bolide.report` writes, one or more a metric."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bolide.explanation import Explanation
from bolide.report.matrix import matrix_svg
from bolide.report.svg import Bar, bar_chart
from bolide.report.units import unit_pictures
from bolide.scores import Score

MOST_WORDS = 120  # a larger matrix shows nothing that an eye could follow


def pictures(explanation: Explanation) -> list[str]:
    """Every picture that this explanation has, told by what its score is made of."""
    found = [*_bars(explanation.score)]
    longest = max(map(len, (explanation.hyp, *explanation.refs)))
    if longest <= MOST_WORDS and (aligned := matrix_svg(explanation)):
        found.append(aligned)
    return found


def _bars(score: Score) -> Iterator[str]:
    parts = score.parts
    if "units" in parts:
        yield from unit_pictures(score).values()
    elif "ngrams" in parts:
        yield _ngram_bars("Precision", "precision", "hyp", parts["ngrams"])
        yield _ngram_bars("Recall", "recall", "ref", parts["ngrams"])
    elif "precisions" in parts:
        yield _precision_bars(parts)


def _ngram_bars(title: str, key: str, side: str, grams: list[dict[str, Any]]) -> str:
    bars = [
        Bar(f"{_unit(gram['unit'])} {gram['order']}-grams", gram[key], f"{gram['match']} of {gram[side]}")
        for gram in grams
    ]
    return bar_chart(title, f"{title} by order: {_told(bars)}.", bars)


def _precision_bars(parts: Any) -> str:
    found = zip(parts["precisions"], parts["counts"], parts["totals"], strict=False)
    bars = [_precision_bar(n, *numbers) for n, numbers in enumerate(found, 1)]
    return bar_chart("Precision", f"Clipped precision by order: {_told(bars)}.", bars)


def _precision_bar(n: int, precision: float, count: int, total: int) -> Bar:
    """As long as the matches are many; what smoothing put in their place is a fainter bar, and is called so."""
    plain = count / total if total else 0.0
    if precision == plain:
        return Bar(f"{n}-grams", plain, f"{count} of {total}")
    return Bar(f"{n}-grams", plain, f"{count} of {total}, smoothed to {precision:.4f}", behind=precision)


def _unit(name: str) -> str:
    return "character" if name == "char" else name


def _told(bars: list[Bar]) -> str:
    return ", ".join(f"{bar.label} {bar.shown}, {bar.value:.4f}" for bar in bars)


def histograms(groups: list[dict[str, Any]]) -> list[str]:
    """A histogram for each group ({title, series: [{name, values}]}) of segment scores."""
    from bolide.report.histogram import histogram

    return [histogram(group["title"], [(one["name"], one["values"]) for one in group["series"]]) for group in groups]
