"""Blocks and a picture for the result of tuning: one panel per parameter, one dot per setting."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING

from bolide.reporting.blocks import Block, Heading, Illustration, Paragraph, TableBlock, small_print
from bolide.reporting.figures.canvas import Picture, circle, heading, lines, text
from bolide.reporting.look import number
from bolide.system.messages import counted

if TYPE_CHECKING:
    from bolide.tuning.search import Tuning

PANEL, GAP, ASIDE, TOP, LEFT = 150.0, 26.0, 66.0, 64.0, 56.0
MOST_DOTS = 300


def tuning_blocks(tuning: Tuning, width: int = 3, *, drawn: bool = False) -> list[Block]:
    """The best setting, its gain on held-out data and its signature; with `drawn` also a picture of the search."""
    rows = [
        (str(number), str(fold.size), *(f"{value:.{width}f}" for value in (fold.start, fold.tuned)),
         f"{fold.gain:+.{width}f}") for number, fold in enumerate(tuning.folds, 1)
    ]  # fmt: skip
    means = [fsum(values) / len(tuning.folds) for values in
             ([fold.start for fold in tuning.folds], [fold.tuned for fold in tuning.folds])]  # fmt: skip
    rows.append(("mean", "", *(f"{value:.{width}f}" for value in means), f"{tuning.gain:+.{width}f}"))
    picture = [Illustration(search_picture(tuning))] if drawn and tuning.names else []
    return [
        Heading(f"{tuning.objective}, {counted(len(tuning.values), 'setting')} of {tuning.start.form.title}", 1),
        *([Paragraph.of(f"MQM weights: those of {tuning.weights}.")] if tuning.weights else []),
        Paragraph.of(
            f"On all the data: {tuning.start_value:.{width}f} at the start, {tuning.best_value:.{width}f} for the "
            "best setting. It was chosen on the same data, so this is optimistic; the folds show what to expect."
        ),
        Heading(f"On held-out {tuning.by}"),
        TableBlock.of(("fold", tuning.by, "start", "tuned on the rest", "gain"), rows),
        Paragraph.of(_gain_sentence(tuning, width)),
        Heading("Use it as" if tuning.gain > 0 else "The best setting on all the data"),
        Paragraph.of(str(tuning.best.signature())),
        *small_print(*tuning.notes),
        *picture,
    ]


def _gain_sentence(tuning: Tuning, width: int) -> str:
    low, high = tuning.interval
    spread = (
        f"{tuning.gain:+.{width}f} [{low:+.{width}f}, {high:+.{width}f}] (95 %, t of "
        f"{counted(len(tuning.folds), 'fold')})"
    )
    if tuning.gain <= 0:
        return f"Tuning gains nothing on held-out data: {spread}. Keep the initial setting."
    if low <= 0:
        return f"The gain on held-out data is within the noise: {spread}."
    return f"The gain on held-out data: {spread}."


def search_picture(tuning: Tuning) -> str:
    """One panel per parameter: its value across, the agreement up; the start as a ring, the best as a full dot."""
    values = _sample_of_settings(tuning)
    low, high = min(values.values()), max(values.values())
    columns = min(4, len(tuning.names))
    rows = -(-len(tuning.names) // columns)
    width = LEFT + columns * (PANEL + ASIDE)
    height = TOP + rows * (PANEL + 2 * GAP)
    best = max(values, key=values.__getitem__)
    title = f"{tuning.start.form.title}: {tuning.objective} of {counted(len(tuning.values), 'setting')}"
    described = (
        f"Agreement from {number(low)} to {number(high)}; {number(tuning.start_value)} at the start, "
        f"{number(tuning.best_value)} at the best: "
        + ", ".join(f"{name} {tuning.settings[best][k]:g}" for k, name in enumerate(tuning.names))
    )
    key = f"start {number(tuning.start_value)} (ring), best {number(tuning.best_value)} (full dot)"
    parts = [heading((12, 20), title), text((12, 40), key)]
    for panel, name in enumerate(tuning.names):
        x = LEFT + (panel % columns) * (PANEL + ASIDE)
        y = TOP + (panel // columns) * (PANEL + 2 * GAP)
        dots = [(float(tuning.settings[k][panel]), v) for k, v in values.items()]
        parts += _panel((x, y), name, dots, best, values)
    return Picture(width, height, title, described, tuple(parts), 12).svg()


def _sample_of_settings(tuning: Tuning) -> dict[int, float]:
    """The values of the start, the best and an even sample of the other settings, by index."""
    values = {k: float(value) for k, value in enumerate(tuning.values) if value == value}
    best = max(values, key=values.__getitem__)
    step = max(1, len(values) // MOST_DOTS)
    return {k: value for position, (k, value) in enumerate(values.items()) if position % step == 0 or k in (0, best)}


def _panel(
    at: tuple[float, float], name: str, dots: Sequence[tuple[float, float]], best: int, values: dict[int, float]
) -> list[str]:
    left, top = at
    xs, ys = [x for x, _ in dots], [y for _, y in dots]
    across, up = (min(xs), max(xs) - min(xs) or 1.0), (min(ys), max(ys) - min(ys) or 1.0)
    marks = []
    for index, (x, y) in zip(values, dots, strict=True):
        cx, cy = left + (x - across[0]) / across[1] * PANEL, top + PANEL - (y - up[0]) / up[1] * PANEL
        if index in (0, best):
            marks.append(circle((cx, cy), 5, "" if index == best else 'fill="none" stroke="currentColor"'))
        else:
            marks.append(circle((cx, cy), 1.8, 'opacity="0.3"'))
    frame = lines(f"M{left:.0f} {top:.0f}v{PANEL:.0f}h{PANEL:.0f}", 0.4)
    texts = [
        _label(left + PANEL / 2, top + PANEL + 28, name), _label(left, top + PANEL + 14, f"{min(xs):g}"),
        _label(left + PANEL, top + PANEL + 14, f"{max(xs):g}"),
        _label(left - 24, top + 4, number(max(ys))), _label(left - 24, top + PANEL, number(min(ys))),
    ]  # fmt: skip
    return [frame, *texts, *marks]


def _label(x: float, y: float, words: str) -> str:
    return text((x, y), words, "middle", more='font-size="11"')
