"""The pictures of the page: an explanation's figures and histograms of segment scores, as SVG."""

from __future__ import annotations

from typing import Any

from bolide.explanation import Explanation
from bolide.figures import AlignmentMatrix, EditAlignment, Figure
from bolide.report.pictures import draw

MOST_WORDS = 120  # a larger matrix shows nothing that an eye could follow
MOST_EDITS = 1000  # a longer alignment of edits nobody reads to its end


def pictures(explanation: Explanation) -> list[str]:
    """Every picture that this explanation has."""
    return [draw(figure).svg() for figure in explanation.figures if _can_be_followed(figure)]


def _can_be_followed(figure: Figure) -> bool:
    if isinstance(figure, EditAlignment):
        return len(figure.columns) <= MOST_EDITS
    return not isinstance(figure, AlignmentMatrix) or max(len(figure.hyp), len(figure.ref)) <= MOST_WORDS


def histograms(groups: list[dict[str, Any]]) -> list[str]:
    """A histogram for each group ({title, series: [{name, values}]}) of segment scores."""
    from bolide.report.histogram import histogram

    return [histogram(group["title"], [(one["name"], one["values"]) for one in group["series"]]) for group in groups]
