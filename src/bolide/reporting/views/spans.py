"""Scores of predicted error spans as blocks."""

from __future__ import annotations

from bolide.agreement.spans import Predictor, SpanReport
from bolide.reporting.blocks import Block, Cell, Heading, Paragraph, Span, TableBlock
from bolide.reporting.views.comparison import pairs_table, procedure
from bolide.system.messages import counted


def span_blocks(report: SpanReport, width: int = 1) -> list[Block]:
    """A line per predictor, the tests between them, and what was left out."""
    header = ("predictor", "F1", "precision", "recall", "error-free F1", "called", "free")
    rows = [_row(each, width) for each in report.predictors]
    blocks: list[Block] = [
        Heading(f"Error spans against {report.gold}, {counted(report.outputs, 'output')}"),
        TableBlock.of(header, rows),
    ]
    if report.comparison is not None:
        blocks += [Heading("Tests"), pairs_table(report.comparison, width)]
        blocks.append(Paragraph.of(Span(procedure(report.comparison), "dim")))
    return blocks + [Paragraph.of(Span(line, "dim")) for line in (*report.notes, _about(report))]


def _row(each: Predictor, width: int) -> list[Cell]:
    low, high = each.interval
    score = (Span(f"{100 * each.f1:.{width}f}"), Span(f" [{100 * low:.{width}f}, {100 * high:.{width}f}]", "dim"))
    free = "–" if each.free_f1 is None else f"{100 * each.free_f1:.{width}f}"
    shares = [f"{100 * value:.{width}f}" for value in (each.precision, each.recall)]
    return [each.name, score, *shares, free, str(each.free[1]), str(each.free[2])]


def _about(report: SpanReport) -> str:
    high = f" and a score of {report.threshold:g} or more" if report.threshold is not None else ""
    return (
        "F1 by characters (WMT25): full credit where severities agree, half where they do not; missing and undecided "
        f"marks are left out. Free of errors: no span{high}. In brackets: 95 % confidence intervals."
    )
