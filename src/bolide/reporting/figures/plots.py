"""Plots as SVG: scores with their intervals, and metric scores against human scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, floor, log10

from bolide.reporting.figures.canvas import Picture, circle, group, heading, lines, text, turned

LETTER, LINE = 6.6, 14.0  # approximate width of a character and height of a line


@dataclass(frozen=True)
class Estimate:
    """A system's score and its interval (None: only a dot)."""

    name: str
    value: float
    interval: tuple[float, float] | None = None
    group: int | None = None


def interval_plot(bars: Sequence[Estimate], title: str, unit: str, digits: int = 1) -> str:
    """One line per system: a dot at the score, a whisker for the interval; gaps between groups."""
    edges = [edge for bar in bars for edge in (bar.interval or (bar.value, bar.value))]
    ticks = nice_ticks(min(edges), max(edges))
    left = 20 + LETTER * max((len(bar.name) for bar in bars), default=0)
    width, right, top, step = left + 420.0, 70.0, 44.0, 24.0
    scale = _Scale(ticks[0], ticks[-1], left, width - right)
    parts, y, previous = [], top, None
    for bar in bars:
        y += step * (0.5 if previous is not None and bar.group != previous else 0)
        parts.append(_whisker(bar, scale, y, left, digits))
        previous, y = bar.group, y + step
    axis = _bottom_axis(ticks, scale, top - step / 2, y - step / 4, unit)
    described = "; ".join(_summary(bar, digits) for bar in bars)
    return _svg(width, y + 34, title, described, [axis, *parts])


LARGE, SMALL = (620.0, 460.0), (440.0, 340.0)  # of single plots, and of plots side by side


def scatter_plot(
    points: Sequence[tuple[str, float, float]],
    title: str,
    labels: tuple[str, str],
    note: str = "",
    size: tuple[float, float] = LARGE,
) -> str:
    """One labelled dot per system, metric across, human score up; labels overlap as little as possible."""
    xs, ys = nice_ticks(*_ends([x for _, x, _ in points])), nice_ticks(*_ends([y for _, _, y in points]))
    width, height = size
    across, up = _Scale(xs[0], xs[-1], 70, width - 30), _Scale(ys[0], ys[-1], height - 60, 44)
    axes = [
        _bottom_axis(xs, across, 44, height - 60, labels[0]),
        _left_axis(ys, up, 70, width - 30, labels[1]),
    ]
    positions = [(name, across(x), up(y)) for name, x, y in points]
    dots = [circle((x, y), 4, tooltip=name) for name, x, y in positions]
    names = [text((x, y), name, anchor) for name, x, y, anchor in placed_labels(positions, width, height)]
    description = "; ".join(f"{name}: {labels[0]} {x:.4g}, {labels[1]} {y:.4g}" for name, x, y in points)
    return _svg(width, height, title, f"{note} {description}".strip(), [*axes, *dots, *names, text((70, 34), note)])


def placed_labels(
    positions: Sequence[tuple[str, float, float]], width: float, height: float
) -> list[tuple[str, float, float, str]]:
    """Place each name beside its dot, greedily, so that it overlaps as few dots and names as possible."""
    taken = [(x - 5, y - 5, x + 5, y + 5) for _, x, y in positions]
    labels = []
    for name, x, y in sorted(positions, key=lambda position: position[2]):
        costs = []
        for rank, (anchor, dx, dy) in enumerate(_OFFSETS):
            box = _box(name, x + dx, y + dy, anchor)
            outside = box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height - 45
            costs.append((1000 * sum(_overlap(box, other) for other in taken) + 1e6 * outside, rank))
        anchor, dx, dy = _OFFSETS[min(costs)[1]]
        labels.append((name, x + dx, y + dy, anchor))
        taken.append(_box(name, x + dx, y + dy, anchor))
    return labels


def nice_ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Round numbers that cover the range, about `count` of them."""
    if high - low <= SMALLEST * max(1.0, abs(low), abs(high)):  # as good as one number
        room = 0.5 * (abs(low) if abs(low) > SMALLEST else 1.0)
        low, high = low - room, high + room
    rough = (high - low) / count
    power = 10.0 ** floor(log10(rough))
    step = next(k * power for k in (1, 2, 2.5, 5, 10) if k * power >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


SMALLEST = 1e-12  # of a range beside its numbers: below it labels would not differ


_OFFSETS = [
    ("start", 8, 4), ("end", -8, 4), ("middle", 0, -9), ("middle", 0, 18),
    *((anchor, dx, dy) for dy, (anchor, dx) in product((-12, 16, -24, 28, 40, -36), (("start", 8.0), ("end", -8.0)))),
]  # fmt: skip


@dataclass(frozen=True)
class _Scale:
    """A linear map from values to positions on the page."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def _ends(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = 0.04 * (high - low)
    return low - room, high + room


def _box(text: str, x: float, y: float, anchor: str) -> tuple[float, float, float, float]:
    wide = LETTER * len(text)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return left, y - LINE + 3, left + wide, y + 3


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1])) / 100


def _whisker(bar: Estimate, scale: _Scale, y: float, left: float, digits: int) -> str:
    parts = [text((left - 10, y + 4), bar.name, "end")]
    if bar.interval is not None:
        low, high = scale(bar.interval[0]), scale(bar.interval[1])
        parts.append(lines(f"M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {y - 5:.1f}v10M{high:.1f} {y - 5:.1f}v10"))
    parts.append(circle((scale(bar.value), y), 4))
    parts.append(text((scale.end + 12, y + 4), f"{bar.value:.{digits}f}"))
    return group(parts, _summary(bar, digits))


def _summary(bar: Estimate, digits: int) -> str:
    ends = "" if bar.interval is None else f" [{bar.interval[0]:.{digits}f}, {bar.interval[1]:.{digits}f}]"
    return f"{bar.name}: {bar.value:.{digits}f}{ends}"


def _bottom_axis(ticks: Sequence[float], scale: _Scale, top: float, bottom: float, label: str) -> str:
    rules = lines("".join(f"M{scale(tick):.1f} {top:.1f}V{bottom:.1f}" for tick in ticks), 0.18)
    texts = "".join(text((scale(tick), bottom + 16), f"{tick:g}", "middle") for tick in ticks)
    return f"{rules}{texts}{text(((scale.start + scale.end) / 2, bottom + 34), label, 'middle')}"


def _left_axis(ticks: Sequence[float], scale: _Scale, left: float, right: float, label: str) -> str:
    rules = lines("".join(f"M{left:.1f} {scale(tick):.1f}H{right:.1f}" for tick in ticks), 0.18)
    texts = "".join(text((left - 8, scale(tick) + 4), f"{tick:g}", "end") for tick in ticks)
    return f"{rules}{texts}{turned((16, (scale.start + scale.end) / 2), label, 'middle')}"


def _svg(width: float, height: float, title: str, described: str, parts: Sequence[str]) -> str:
    return Picture(width, height, title, described, (heading((12, 20), title), *parts), 12).svg()
