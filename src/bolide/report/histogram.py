"""A histogram of segment scores as SVG: how many segments lie in each twentieth of the scale, for each system."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.report.canvas import Picture, heading, lines, rect, text

_BINS = 20
_WIDTH, _HEIGHT, _LEFT, _FOOT = 640, 150, 40, 26


def counts(values: Sequence[float], bins: int = _BINS) -> list[int]:
    """How many values fall into each bin of 0 to 1; what lies beyond an end is counted at that end."""
    found = [0] * bins
    for value in values:
        found[min(bins - 1, max(0, int(value * bins)))] += 1
    return found


def histogram(title: str, series: Sequence[tuple[str, Sequence[float]]]) -> str:
    """One panel per system, all to the same scale."""
    tallied = [(name, counts(values)) for name, values in series]
    highest = max((max(bins) for _, bins in tallied), default=0) or 1
    over = any(value > 1 for _, values in series for value in values)  # an error rate has no upper bound
    panel = _HEIGHT + _FOOT + 22
    parts = [heading((0, 14), title)]
    for number, (name, bins) in enumerate(tallied):
        parts += _panel(name, bins, (highest, 28 + number * panel), over)
    said = "; ".join(f"{name}: {', '.join(map(str, bins))}" for name, bins in tallied)
    last = "; the last one includes everything above 100" if over else ""
    description = f"Segments in each twentieth of the scale, from 0 up{last}: {said}"
    return Picture(_WIDTH, 28 + panel * len(tallied), title, description, tuple(parts), 12).svg()


def _panel(name: str, bins: Sequence[int], scale_and_top: tuple[int, float], over: bool) -> list[str]:
    highest, top = scale_and_top
    width = (_WIDTH - _LEFT) / len(bins)
    base = top + 22 + _HEIGHT
    faint = 'opacity="0.7"'
    parts = [text((0, top + 12), name), text((_LEFT - 6, base - _HEIGHT + 10), str(highest), "end", more=faint)]
    for place, count in enumerate(bins):
        tall = _HEIGHT * count / highest
        end = " and more" if over and place == len(bins) - 1 else f"–{100 * (place + 1) / len(bins):.0f}"
        where = f"{100 * place / len(bins):.0f}{end}: {count}"
        corner, size = (_LEFT + place * width + 1, base - tall), (width - 2, tall)
        parts.append(rect(corner, size, 'class="bar" rx="2"', where))
    parts.append(lines(f"M{_LEFT} {base:g}H{_WIDTH}", 0.4))
    for tick in range(0, 101, 20):
        anchor = "start" if tick == 0 else "end" if tick == 100 else "middle"
        label = f"{tick}+" if over and tick == 100 else str(tick)
        parts.append(text((_LEFT + (_WIDTH - _LEFT) * tick / 100, base + 16), label, anchor, more=faint))
    return parts
