"""The picture that goes with an explanation, whatever the metric."""

from bolide.explanation import Explanation
from bolide.report.matrix import matrix_svg


def picture(explanation: Explanation) -> str | None:
    """An SVG of the explanation, or None where there is nothing to draw."""
    return matrix_svg(explanation)
