"""A histogram of segment scores as SVG: how many segments lie in each twentieth of the scale, for each system."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_BINS = 20
_WIDTH, _HEIGHT, _LEFT, _FOOT = 640, 150, 40, 26


def counts(values: Sequence[float], bins: int = _BINS) -> list[int]:
    """How many values fall into each bin of 0 to 1; what lies beyond an end is counted at that end."""
    found = [0] * bins
    for value in values:
        found[min(bins - 1, max(0, int(value * bins)))] += 1
    return found


def histogram(title: str, series: Sequence[tuple[str, Sequence[float]]]) -> str:
    """One panel a system, all to the same scale."""
    tallied = [(name, counts(values)) for name, values in series]
    highest = max((max(bins) for _, bins in tallied), default=0) or 1
    panel = _HEIGHT + _FOOT + 22
    body = f'<text x="0" y="14" font-size="13" font-weight="bold">{_text(title)}</text>'
    body += "".join(_panel(name, bins, highest, 28 + number * panel) for number, (name, bins) in enumerate(tallied))
    said = "; ".join(f"{name}: {', '.join(map(str, bins))}" for name, bins in tallied)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {28 + panel * len(tallied)}" width="{_WIDTH}" '
        f'role="img" aria-label="{_text(title)}. Segments in each twentieth of the scale, from 0 up: {_text(said)}" '
        f'font-family="inherit" font-size="12" fill="currentColor">{body}</svg>'
    )


def _text(words: str) -> str:
    """Text as XML allows it: escaped, and without characters that no XML may hold."""
    return escape("".join(c for c in words if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff"))


def _panel(name: str, bins: Sequence[int], highest: int, top: float) -> str:
    width = (_WIDTH - _LEFT) / len(bins)
    base = top + 22 + _HEIGHT
    drawn = [f'<text x="0" y="{top + 12}">{_text(name)}</text>']
    drawn += [f'<text x="{_LEFT - 6}" y="{base - _HEIGHT + 10}" text-anchor="end" opacity="0.7">{highest}</text>']
    for place, count in enumerate(bins):
        tall = _HEIGHT * count / highest
        where = f"{100 * place / len(bins):.0f}–{100 * (place + 1) / len(bins):.0f}: {count}"
        drawn.append(
            f'<rect class="bar" x="{_LEFT + place * width + 1:.1f}" y="{base - tall:.1f}" width="{width - 2:.1f}" '
            f'height="{tall:.1f}" rx="2"><title>{where}</title></rect>'
        )
    drawn.append(f'<line x1="{_LEFT}" x2="{_WIDTH}" y1="{base}" y2="{base}" stroke="currentColor" opacity="0.4"/>')
    for tick in range(0, 101, 20):
        x = _LEFT + (_WIDTH - _LEFT) * tick / 100
        anchor = "start" if tick == 0 else "end" if tick == 100 else "middle"
        drawn.append(f'<text x="{x:.0f}" y="{base + 16:.0f}" text-anchor="{anchor}" opacity="0.7">{tick}</text>')
    return "".join(drawn)
