"""The pictures of the page: an explanation's figures as SVG."""

from __future__ import annotations

from typing import Any

from bolide.data.explanation import Explanation
from bolide.data.figures import AlignmentMatrix, Bars, EditAlignment, Figure
from bolide.reporting.figures.draw import draw
from bolide.reporting.figures.edits import draw_edits

MOST_WORDS = 120  # a larger matrix shows nothing that an eye could follow
MOST_EDITS = 1000  # a longer alignment of edits nobody reads to its end
NAMES: dict[type[Any], str] = {AlignmentMatrix: "alignment", Bars: "bars", EditAlignment: "edits"}


def pictures(explanation: Explanation, room: int | None = None) -> list[dict[str, Any]]:
    """Every picture that this explanation has, with its kind and title; `room` is how wide lines of words may be."""
    return [
        {
            "kind": NAMES[type(figure)],
            "title": figure.title,
            "caption": getattr(figure, "caption", ""),
            "svg": _drawn(figure, room),
            "bars": _bars(figure, explanation),
        }
        for figure in explanation.figures
        if _can_be_followed(figure)
    ]


def _bars(figure: Figure, explanation: Explanation) -> list[dict[str, Any]]:
    """The bars of a figure, each with the place of the step that it shows."""
    labels = [step.label for step in explanation.steps]
    return [
        {**bar._asdict(), "step": labels.index(bar.step) if bar.step in labels else None}
        for bar in (figure.bars if isinstance(figure, Bars) else ())
    ]


def _drawn(figure: Figure, room: int | None) -> str:
    if room and isinstance(figure, EditAlignment):
        return draw_edits(figure, max(120, min(room, 4000))).svg()
    return draw(figure).svg()


def _can_be_followed(figure: Figure) -> bool:
    if isinstance(figure, EditAlignment):
        return len(figure.columns) <= MOST_EDITS
    return not isinstance(figure, AlignmentMatrix) or max(len(figure.hyp), len(figure.ref)) <= MOST_WORDS
