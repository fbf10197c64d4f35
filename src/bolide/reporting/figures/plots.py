"""Plots as SVG: bars, scores with their intervals, metric scores against human scores, and ranks by both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from bolide.data.figures import Bars
from bolide.reporting.figures.canvas import Picture, circle, group, heading, lines, rect, text, turned
from bolide.reporting.look import chunk_colour
from bolide.reporting.render.text import columns_wide
from bolide.system.errors import visible

LETTER, LINE = 7.4, 17.0  # an upper bound of the usual width of a character, and the height of a line


@dataclass(frozen=True)
class Estimate:
    """A system's score and its interval (None: only a dot)."""

    name: str
    value: float
    interval: tuple[float, float] | None = None


def interval_plot(bars: Sequence[Estimate], title: str, unit: str, digits: int = 1) -> Picture:
    """One line per system: a dot at the score, a whisker for the interval."""
    edges = [edge for bar in bars for edge in (bar.interval or (bar.value, bar.value))]
    ticks = nice_ticks(min(edges), max(edges))
    left = 20 + LETTER * max((len(bar.name) for bar in bars), default=0)
    width, right, top, step = left + 420.0, 70.0, 44.0, 24.0
    scale = _scale(ticks, left, width - right)
    parts = [_whisker(bar, scale, top + step * k, left, width - right, digits) for k, bar in enumerate(bars)]
    y = top + step * len(bars)
    axis = _bottom_axis(ticks, scale, top - step / 2, y - step / 4, unit)
    return _plot((width, y + 34), title, "; ".join(_summary(bar, digits) for bar in bars), [axis, *parts])


LARGE, SMALL = (620.0, 460.0), (440.0, 340.0)  # of single plots, and of plots side by side


def scatter_plot(
    points: Sequence[tuple[str, float, float]],
    title: str,
    labels: tuple[str, str],
    note: str = "",
    size: tuple[float, float] = LARGE,
) -> Picture:
    """One numbered dot per system, metric across, human score up; names stand beside the plot, highest first."""
    points = sorted(points, key=lambda point: (-point[2], point[0]))
    across, up, axes = _axes([(x, y) for _, x, y in points], labels, size)
    dots, names = [], []
    for number, (name, x, y) in enumerate(points, 1):
        disc = circle((across(x), up(y)), 7.5, f'{chunk_colour(1)} fill="currentColor"')
        mark = text((across(x), up(y) + 3.5), str(number), "middle", more='class="paper" font-size="10"')
        dots.append(group([disc, mark], name))
        names.append(text((size[0] - 8, 52 + LINE * number), f"{number} {name}"))
    description = "; ".join(f"{name}: {labels[0]} {x:.4g}, {labels[1]} {y:.4g}" for name, x, y in points)
    parts = [*axes, *reversed(dots), *names, text((70, 34), note)]
    width = size[0] + LETTER * max(len(name) + 3 for name, _, _ in points)
    return _plot((width, max(size[1], 72 + LINE * len(points))), title, f"{note} {description}".strip(), parts)


def search_plot(
    dots: Mapping[int, tuple[float, float]], best: int, title: str, labels: tuple[str, str], note: str
) -> Picture:
    """A faint dot per setting, a parameter across, the agreement up; setting 0, the start, is a ring, the best a full
    dot."""
    across, up, axes = _axes(list(dots.values()), labels, SMALL)
    looks = {0: (5.0, 'fill="none" stroke="currentColor"'), best: (5.0, "")}
    drawn = [circle((across(x), up(y)), *looks.get(k, (1.8, 'opacity="0.3"'))) for k, (x, y) in dots.items()]
    return _plot(SMALL, title, note, [*axes, *drawn, text((70, 34), note)])


@dataclass(frozen=True)
class RankedScores:
    """Systems in the order of their scores, best first, each with its score as text."""

    name: str
    scores: tuple[tuple[str, str], ...]


def slope_chart(left: RankedScores, right: RankedScores) -> Picture:
    """The ranks of the same systems by two scores, joined by lines; those that differ by two or more are in colour."""
    ranks = {system: rank for rank, (system, _) in enumerate(right.scores)}
    step, top, gap = 34.0, 40.0, 210.0
    start, after = (
        max(7.2 * len(side.name), 24 + 8.4 * max(len(f"{system} {score}") for system, score in side.scores))
        for side in (left, right)
    )
    end = start + gap
    width = end + after
    faint = 'opacity="0.75" font-size="12"'
    parts = [text((start, 14), left.name, "end", more=faint), text((end, 14), right.name, more=faint)]
    usual = ("", 'fill="none" stroke="currentColor" stroke-width="1.5"', 1.5, 'opacity="0.7"')
    moved = ('font-weight="bold"', "", 2.5, chunk_colour(1))
    for rank, (system, score) in sorted(enumerate(left.scores), key=lambda item: abs(item[0] - ranks[item[1][0]])):
        y1, y2 = top + step * rank, top + step * ranks[system]
        weight, dot, wide, colour = moved if abs(rank - ranks[system]) > 1 else usual
        curve = f"M{start + 6:g} {y1:g}C{start + gap / 2:g} {y1:g} {end - gap / 2:g} {y2:g} {end - 6:g} {y2:g}"
        line = f'<path d="{curve}" fill="none" stroke="currentColor" stroke-width="{wide}"/>'
        dots = [circle((x, y), 5, dot) for x, y in ((start, y1), (end, y2))]
        other = dict(right.scores)[system]
        names = [text((start - 14, y1 + 4), f"{system} {score}", "end", more=weight)]
        names.append(text((end + 14, y2 + 4), f"{other} {system}", more=weight))
        tooltip = f"{system}: {left.name} {rank + 1}, {right.name} {ranks[system] + 1}"
        parts += [group([line, *dots], tooltip, colour), *names]
    orders = [f"{side.name}: {', '.join(map(' '.join, side.scores))}" for side in (left, right)]
    title = f"Ranks by {left.name} and by {right.name}"
    return Picture(width, top + step * len(left.scores) - 10, title, "; ".join(orders), tuple(parts))


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


def _scale(ticks: Sequence[float], start: float, end: float) -> Callable[[float], float]:
    """A linear map from values to positions on the page."""
    low, wide = ticks[0], ticks[-1] - ticks[0]
    return lambda value: start + (value - low) / wide * (end - start)


def _whisker(bar: Estimate, scale: Callable[[float], float], y: float, left: float, right: float, digits: int) -> str:
    parts = [text((left - 10, y + 4), bar.name, "end")]
    if bar.interval is not None:
        low, high = scale(bar.interval[0]), scale(bar.interval[1])
        parts.append(lines(f"M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {y - 5:.1f}v10M{high:.1f} {y - 5:.1f}v10"))
    parts.append(circle((scale(bar.value), y), 4.5, f'{chunk_colour(1)} fill="currentColor"'))
    parts.append(text((right + 12, y + 4), f"{bar.value:.{digits}f}"))
    return group(parts, _summary(bar, digits))


def _summary(bar: Estimate, digits: int) -> str:
    ends = "" if bar.interval is None else f" [{bar.interval[0]:.{digits}f}, {bar.interval[1]:.{digits}f}]"
    return f"{bar.name}: {bar.value:.{digits}f}{ends}"


def _axes(
    points: Sequence[tuple[float, float]], labels: tuple[str, str], size: tuple[float, float]
) -> tuple[Callable[[float], float], Callable[[float], float], list[str]]:
    """The scales across and up, and the axes of a plot of this size."""
    width, height = size
    sides = [(min(side), max(side), 0.04 * (max(side) - min(side))) for side in zip(*points, strict=True)]
    xs, ys = (nice_ticks(low - room, high + room) for low, high, room in sides)
    across, up = _scale(xs, 70, width - 30), _scale(ys, height - 60, 44)
    rules = lines("".join(f"M70.0 {up(tick):.1f}H{width - 30:.1f}" for tick in ys), 0.18)
    texts = "".join(text((62, up(tick) + 4), _tick(tick), "end") for tick in ys)
    left = f"{rules}{texts}{turned((16, (height - 16) / 2), labels[1], 'middle')}"
    return across, up, [_bottom_axis(xs, across, 44, height - 60, labels[0]), left]


def _bottom_axis(ticks: Sequence[float], scale: Callable[[float], float], top: float, bottom: float, label: str) -> str:
    rules = lines("".join(f"M{scale(tick):.1f} {top:.1f}V{bottom:.1f}" for tick in ticks), 0.18)
    texts = "".join(text((scale(tick), bottom + 16), _tick(tick), "middle") for tick in ticks)
    return f"{rules}{texts}{text(((scale(ticks[0]) + scale(ticks[-1])) / 2, bottom + 34), label, 'middle')}"


def _tick(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _plot(size: tuple[float, float], title: str, description: str, parts: Sequence[str]) -> Picture:
    return Picture(*size, title, description, (heading((12, 20), title), *parts), 12)


# --- bars -------------------------------------------------------------------------------------------------------------

ROW = 24  # height of a bar with its gap
LABELS = 150  # minimum width for labels
BARS = 320
NUMBERS = 80  # minimum width for numbers
_WIDEST = 9  # pixels for a letter of the widest usual fonts at size 13


def draw_bars(figure: Bars) -> Picture:
    """Bars one below the other, each with its label before and its number after it."""
    bars = figure.bars
    labels = max(LABELS, *(_room(bar.label) for bar in bars), 0)
    width = max(labels + BARS + max(NUMBERS, *(_room(bar.text) for bar in bars), 0), _room(figure.title))
    parts = [heading((0, 16), figure.title)]
    for number, bar in enumerate(bars, 1):
        top = number * ROW
        parts.append(text((labels - 8, top + 16), bar.label, "end"))
        for value, opacity in ((1.0, 0.08), (bar.behind, 0.25), (bar.value, 0.75)):
            if value is not None:
                wide = round(BARS * min(1.0, max(0.0, value)), 2)
                parts.append(rect((labels, top + 4), (wide, ROW - 8), f'opacity="{opacity}"'))
        parts.append(text((labels + BARS + 8, top + 16), bar.text))
    return Picture(width, ROW * (len(bars) + 1) + 8, figure.title, figure.description, tuple(parts))


def _room(words: str) -> int:
    """An upper bound of a text's width in pixels, with a gap beside it."""
    return ceil(_WIDEST * columns_wide(visible(words))) + 8
