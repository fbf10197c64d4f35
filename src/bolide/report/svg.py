"""Pictures as text: small SVGs without scripts or fonts of their own, that read well on light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import NamedTuple

from bolide.report.renderers import columns_wide

ROW = 24  # height of a bar with its gap
LABELS = 150  # the least room for labels
BARS = 320
NUMBERS = 80  # the least room for numbers
LETTER = 9  # pixels for a letter of the widest usual fonts at size 13


class Bar(NamedTuple):
    """A bar from 0 to `value` (1 is the full width), and the fainter one behind it up to `behind`, if any."""

    label: str
    value: float
    shown: str
    behind: float | None = None


def bar_chart(title: str, description: str, bars: Sequence[Bar]) -> str:
    """Horizontal bars under a title. Screen readers get the title and the description, which should hold the numbers.

    The colour of the text around it is the colour of the picture, so it works on any ground.
    """
    labels = max(LABELS, *(_room(bar.label) for bar in bars), 0)
    width = max(labels + BARS + max(NUMBERS, *(_room(bar.shown) for bar in bars), 0), _room(title))
    height = ROW * (len(bars) + 1) + 8
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" fill="currentColor" font-family="sans-serif" font-size="13">'
    )
    lines = [
        head,
        f"<title>{_text(title)}</title>",
        f"<desc>{_text(description)}</desc>",
        f'<text x="0" y="16" font-weight="bold">{_text(title)}</text>',
    ]
    for number, bar in enumerate(bars, 1):
        lines.extend(_bar(bar, number * ROW, labels))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _room(text: str) -> int:
    """Pixels that a text surely fits into, with a gap beside it."""
    return ceil(LETTER * columns_wide(text)) + 8


def _bar(bar: Bar, top: int, left: int) -> list[str]:
    text = top + 16
    lines = [
        f'<text x="{left - 8}" y="{text}" text-anchor="end">{_text(bar.label)}</text>',
        f'<rect x="{left}" y="{top + 4}" width="{BARS}" height="{ROW - 8}" opacity="0.08"/>',
    ]
    if bar.behind is not None:
        lines.append(_rect(bar.behind, left, top, 0.25))
    lines.append(_rect(bar.value, left, top, 0.75))
    lines.append(f'<text x="{left + BARS + 8}" y="{text}">{_text(bar.shown)}</text>')
    return lines


def _rect(value: float, left: int, top: int, opacity: float) -> str:
    width = BARS * min(1.0, max(0.0, value))
    return f'<rect x="{left}" y="{top + 4}" width="{width:.2f}" height="{ROW - 8}" opacity="{opacity}"/>'


def _text(text: str) -> str:
    """Text as XML allows it: escaped, and without the control characters that no XML may hold."""
    return escape("".join(c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff"))
