"""Horizontal bars under a title, as SVG."""

from __future__ import annotations

from math import ceil

from bolide.data.figures import Bar, Bars
from bolide.reporting.figures.canvas import Picture, heading, rect, text
from bolide.reporting.render.text import columns_wide
from bolide.system.messages import visible

ROW = 24  # height of a bar with its gap
LABELS = 150  # minimum width for labels
BARS = 320
NUMBERS = 80  # minimum width for numbers
LETTER = 9  # pixels for a letter of the widest usual fonts at size 13


def draw_bars(figure: Bars) -> Picture:
    """Bars one below the other, each with its label before and its number after it."""
    bars = figure.bars
    labels = max(LABELS, *(_room(bar.label) for bar in bars), 0)
    width = max(labels + BARS + max(NUMBERS, *(_room(bar.text) for bar in bars), 0), _room(figure.title))
    parts = [heading((0, 16), figure.title)]
    for number, bar in enumerate(bars, 1):
        parts.extend(_bar(bar, number * ROW, labels))
    return Picture(width, ROW * (len(bars) + 1) + 8, figure.title, figure.description, tuple(parts))


def _room(words: str) -> int:
    """An upper bound of a text's width in pixels, with a gap beside it."""
    return ceil(LETTER * columns_wide(visible(words))) + 8


def _bar(bar: Bar, top: int, left: int) -> list[str]:
    line = top + 16
    parts = [
        text((left - 8, line), bar.label, "end"),
        rect((left, top + 4), (BARS, ROW - 8), 'opacity="0.08"'),
    ]
    if bar.behind is not None:
        parts.append(_filled(bar.behind, left, top, 0.25))
    return [*parts, _filled(bar.value, left, top, 0.75), text((left + BARS + 8, line), bar.text)]


def _filled(value: float, left: int, top: int, opacity: float) -> str:
    width = round(BARS * min(1.0, max(0.0, value)), 2)
    return rect((left, top + 4), (width, ROW - 8), f'opacity="{opacity}"')
