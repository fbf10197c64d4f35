"""A Report as blocks: one line per system, one column per metric, the signatures below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bolide.data.metric_labels import legend_of, metric_labels
from bolide.data.results import Report, SystemReport
from bolide.data.scores import Score
from bolide.reporting.blocks import Block, Cell, Paragraph, Span, Table
from bolide.reporting.views.text_lines import numbers_of, of_poisson, of_segments_only, shown, widths_of


def report_blocks(report: Report, width: int | None = None) -> list[Block]:
    """Scores of all systems, those of every segment first where the report has them.

    `width` is the number of decimals; None for one, and for more where scores brought in are small.
    """
    blocks: list[Block] = []
    if any(system.segments for system in report.systems):
        blocks.append(_segments(report, width))
    blocks.append(_systems(report, width))
    scores = report.systems[0].scores
    names = _names(report.systems[0])
    named = list(zip(names, scores, strict=True))
    blocks += lower_is_better(name for name, score in named if not score.higher_is_better)
    blocks += [Paragraph.of(Span(text, "dim")) for text in (*of_poisson(report.systems[0]), *report.version_notes())]
    blocks += [Paragraph.of(Span(legend_of(name, str(score.signature)), "dim")) for name, score in named]
    blocks += [Paragraph.of(Span(f"segments: {text}", "dim")) for text in of_segments_only(report.systems[0])]
    return blocks


def _names(system: SystemReport) -> list[str]:
    """What the metrics are called in a table."""
    return metric_labels([score.signature for score in system.scores])


def lower_is_better(names: Iterable[str], more: str = "") -> list[Block]:
    """A word on metrics of which less is better, where there are any."""
    found = ", ".join(dict.fromkeys(names))
    return [Paragraph.of(f"{found}: lower is better{more}.")] if found else []


def _systems(report: Report, width: int | None) -> Table:
    names = _names(report.systems[0])
    widths = widths_of(report, width)
    columns = list(dict.fromkeys(column for system in report.systems for column, _ in system.group))
    alike: dict[tuple[tuple[str, str], ...], list[SystemReport]] = {}
    for system in report.systems:
        alike.setdefault(system.group, []).append(system)
    rows: list[list[Cell]] = []
    for system in report.systems:
        others = alike[system.group]
        cells: list[Cell] = [system.name, *(dict(system.group).get(column, "all") for column in columns)]
        for k, score in enumerate(system.scores):
            strong = len(others) > 1 and score.value == _best([other.scores[k] for other in others])
            cells.append(Span(shown(score, widths[k]), "strong" if strong else ""))
        rows.append(cells)
    align = "l" * (1 + len(columns)) + "r" * len(names)
    return replace(Table.of(("system", *columns, *names), rows, align, keys=1 + len(columns)), main=True)


def _best(scores: list[Score]) -> float:
    values = [score.value for score in scores]
    return max(values) if scores[0].higher_is_better else min(values)


def _segments(report: Report, width: int | None) -> Table:
    widths = widths_of(report, width)
    several = len(report.systems) > 1
    header = ["line"]
    for system in report.systems:
        header += [f"{system.name} {name}" if several else name for name in _names(system)]
    lines = zip(*(system.segments for system in report.systems), strict=True)
    rows = []
    for number, values in enumerate(lines, 1):
        both = zip(report.systems, values, strict=True)
        rows.append([str(number), *(text for system, group in both for text in numbers_of(system, group, widths))])
    return Table.of(header, rows, "r" * len(header))
