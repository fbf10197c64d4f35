"""The pictures of the page: an explanation's figures and histograms of segment scores, as SVG."""

from __future__ import annotations

from typing import Any

from bolide.explanation import Explanation
from bolide.figures import AlignmentMatrix
from bolide.report.pictures import draw

MOST_WORDS = 120  # a larger matrix shows nothing that an eye could follow


def pictures(explanation: Explanation) -> list[str]:
    """Every picture that this explanation has."""
    small = max(map(len, (explanation.hyp, *explanation.refs))) <= MOST_WORDS
    return [draw(figure).svg() for figure in explanation.figures if small or not isinstance(figure, AlignmentMatrix)]


def histograms(groups: list[dict[str, Any]]) -> list[str]:
    """A histogram for each group ({title, series: [{name, values}]}) of segment scores."""
    from bolide.report.histogram import histogram

    return [histogram(group["title"], [(one["name"], one["values"]) for one in group["series"]]) for group in groups]
