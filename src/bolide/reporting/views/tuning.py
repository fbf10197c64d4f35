"""Blocks and plots for the result of tuning: one plot per parameter, one dot per setting."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from bolide.reporting.blocks import Block, Heading, Illustration, Paragraph, TableBlock, small_print
from bolide.reporting.figures.canvas import Picture, sheet
from bolide.reporting.figures.plots import search_plot
from bolide.reporting.look import number
from bolide.system.errors import counted

if TYPE_CHECKING:
    from bolide.tuning.search import Tuning

MOST_DOTS = 300


def tuning_blocks(tuning: Tuning, width: int = 3, *, drawn: bool = False) -> list[Block]:
    """The best setting, its gain on held-out data and its signature; with `drawn` also a picture of the search."""
    folds, count = tuning.folds, len(tuning.folds)

    def cells(start: float, tuned: float, gain: float) -> tuple[str, str, str]:
        return f"{start:.{width}f}", f"{tuned:.{width}f}", f"{gain:+.{width}f}"

    rows = [(str(k), str(fold.size), *cells(fold.start, fold.tuned, fold.gain)) for k, fold in enumerate(folds, 1)]
    means = (fsum(fold.start for fold in folds) / count, fsum(fold.tuned for fold in folds) / count)
    rows.append(("mean", "", *cells(*means, tuning.gain)))
    pictures = [Illustration(plot.svg(), small=True) for plot in (_search_plots(tuning) if drawn else ())]
    return [
        Heading(f"{tuning.objective}, {counted(len(tuning.values), 'setting')} of {tuning.start.title}", 1),
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
        *pictures,
    ]


def _gain_sentence(tuning: Tuning, width: int) -> str:
    low, high = tuning.interval
    folds = counted(len(tuning.folds), "fold")
    spread = f"{tuning.gain:+.{width}f} [{low:+.{width}f}, {high:+.{width}f}] (95 %, t of {folds})"
    if tuning.gain <= 0:
        return f"Tuning gains nothing on held-out data: {spread}. Keep the initial setting."
    if low <= 0:
        return f"The gain on held-out data is within the noise: {spread}."
    return f"The gain on held-out data: {spread}."


def search_picture(tuning: Tuning) -> str:
    """The plots of all parameters as one document."""
    return sheet(_search_plots(tuning), columns=3)


def _search_plots(tuning: Tuning) -> list[Picture]:
    """For each parameter, its values in all settings, or in the start, the best and an even sample of the others, and
    the agreement."""
    if not tuning.names:  # a stored result has no settings
        return []
    values = {k: float(value) for k, value in enumerate(tuning.values) if value == value}
    best, step = max(values, key=values.__getitem__), max(1, len(values) // MOST_DOTS)
    sample = [k for position, k in enumerate(values) if position % step == 0 or k in (0, best)]
    title = f"{tuning.start.title}: {tuning.objective} of {counted(len(tuning.values), 'setting')}"
    key = f"start {number(tuning.start_value)} (ring), best {number(tuning.best_value)} (full dot)"
    return [
        search_plot(
            {k: (float(tuning.settings[k][at]), values[k]) for k in sample},
            best,
            f"{title}, by {name}",
            (name, tuning.objective),
            key,
        )
        for at, name in enumerate(tuning.names)
    ]
