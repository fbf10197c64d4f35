"""The view of a Report: a table of systems and metrics, with their signatures."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from bolide.corpus.identity import references_sentence
from bolide.data.results import Report, Result, SystemReport
from bolide.data.scores import Score, legend_of
from bolide.reporting.blocks import Block, Cell, Paragraph, Span, TableBlock, small_print
from bolide.reporting.views import score_lines
from bolide.system.dataclasses import replace


def report_blocks(report: Report, width: int | None = None) -> list[Block]:
    """The scores of all systems, after those of every segment if the report has them.

    `width` is the number of decimals; by default one, and more for small external scores.
    """
    blocks: list[Block] = []
    if any(system.segments for system in report.systems):
        blocks.append(_segments(report, width))
    blocks.append(_systems(report, width))
    named = list(zip(report.systems[0], report.systems[0].scores, strict=True))
    blocks += lower_is_better(name for name, score in named if not score.higher_is_better)
    whole = [system for system in report.systems if not system.group]
    for system in whole:
        prefix = f"{score_lines.full_name(system)}, " if len(whole) > 1 else ""
        texts = [(name, score_lines.precisions(score)) for name, score in zip(system, system.scores, strict=True)]
        blocks += small_print(*(f"{prefix}{name}: {text}" for name, text in texts if text))
    blocks += small_print(*score_lines.interval_notes(report.systems[0]))
    blocks += small_print(*(legend_of(name, str(score.signature)) for name, score in named))
    blocks += small_print(*(f"segments: {text}" for text in score_lines.distinct_segment_signatures(report.systems[0])))
    return blocks + provenance(report)


def provenance(result: Result) -> list[Block]:
    """The references of a result, and notes on references and versions that differ."""
    return small_print(references_sentence(result.identity), *result.provenance_notes())


def number_cell(
    value: float | None, interval: tuple[float, float] | None, width: int, scale: float = 1.0, style: str = ""
) -> Cell:
    """A number, if there is one, and its interval, if it has one."""
    if value is None:
        return Span("–", "dim")
    spans = [Span(f"{scale * value:.{width}f}", style)]
    return (*spans, *([] if interval is None else [Span(f" {score_lines.range_text(*interval, width, scale)}", "dim")]))


def lower_is_better(names: Iterable[str], more: str = "") -> list[Block]:
    """A note on the metrics for which lower is better, if there are any."""
    text = ", ".join(dict.fromkeys(names))
    return [Paragraph.of(f"{text}: lower is better{more}.")] if text else []


def _systems(report: Report, width: int | None) -> TableBlock:
    names = list(report.systems[0])
    widths = score_lines.widths_of(report, width)
    columns = list(dict.fromkeys(column for system in report.systems for column, _ in system.group))
    alike: dict[tuple[tuple[str, str], ...], list[SystemReport]] = {}
    for system in report.systems:
        alike.setdefault(system.group, []).append(system)
    rows: list[list[Cell]] = []
    for system in report.systems:
        others = alike[system.group]
        cells: list[Cell] = [system.name, *(dict(system.group).get(column, "all") for column in columns)]
        cells += [f"{system.size:,}"] if columns else []
        for k, score in enumerate(system.scores):
            strong = len(others) > 1 and score.value == _best([other.scores[k] for other in others])
            cells.append(Span(score_lines.formatted(score, widths[k]), "strong" if strong else ""))
        rows.append(cells)
    sizes = ["segments"] if columns else []  # of a whole corpus, the line on its references says it
    align = "l" * (1 + len(columns)) + "r" * (len(sizes) + len(names))
    table = TableBlock.of(("system", *columns, *sizes, *names), rows, align, keys=1 + len(columns))
    return replace(table, main=True, note=_table_note(report))


def _table_note(report: Report) -> str:
    """What bold type and brackets mean, as far as they occur."""
    bold = "Bold: the best score. " if len(report.systems) > 1 else ""
    intervals = any(score.interval is not None for system in report.systems for score in system.scores)
    return f"{bold}{'In brackets: 95 % confidence intervals.' if intervals else ''}".strip()


def _best(scores: list[Score]) -> float:
    values = [score.value for score in scores]
    return max(values) if scores[0].higher_is_better else min(values)


def _segments(report: Report, width: int | None) -> TableBlock:
    widths = score_lines.widths_of(report, width)
    several = len(report.systems) > 1
    header = ["line"]
    for system in report.systems:
        header += [f"{system.name} {name}" if several else name for name in system]
    lines = zip(*(system.segments for system in report.systems), strict=True)
    rows = []
    for number, values in enumerate(lines, 1):
        both = zip(report.systems, values, strict=True)
        texts = (score_lines.formatted_values(system, group, widths) for system, group in both)
        rows.append([str(number), *chain.from_iterable(texts)])
    return TableBlock.of(header, rows, "r" * len(header))
