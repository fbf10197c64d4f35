"""Scores of predicted error spans as blocks."""

from __future__ import annotations

from bolide.agreement.spans import Predictor, SpanReport
from bolide.reporting.blocks import Block, Cell, Heading, Paragraph, TableBlock, small_print
from bolide.reporting.views.comparison import pairs_table, procedure
from bolide.reporting.views.scores import number_cell
from bolide.system.messages import counted


def span_blocks(report: SpanReport, width: int = 1) -> list[Block]:
    """A line per predictor, the tests between them, and what was left out."""
    error_free = [f"error-free {name}" for name in ("MCC", "precision", "recall")]
    header = ("predictor", f"{report.scoring.method} F", "precision", "recall", *error_free)
    rows = [_row(each, width) for each in report.predictors]
    blocks: list[Block] = [
        Heading(f"Error spans against {report.gold}, {counted(report.outputs, 'output')}"),
        TableBlock.of(header, rows),
    ]
    if report.comparison is not None:
        blocks += [Heading("Tests"), pairs_table(report.comparison, width)]
        blocks += [Paragraph.of(f"{p.a} − {p.b}: {p.remark}") for p in report.comparison.pairs if p.remark]
        blocks += small_print(procedure(report.comparison))
    return blocks + small_print(*report.notes, _about(report))


def _row(each: Predictor, width: int) -> list[Cell]:
    free = each.error_free
    if each.totals.most_predicted:
        score: Cell = number_cell(each.f, each.interval, width, 100)
        spans: tuple[float | None, float | None] = each.precision, each.recall
    else:  # it marks nothing, and says only which outputs have an error
        score, spans = "–", (None, None)
    shares = (*spans, free.mcc, free.precision, free.recall)
    return [each.name, score, *("–" if value is None else f"{100 * value:.{width}f}" for value in shares)]


_METHODS = {
    "MPP": "MPP: a pair of spans earns the share of each that overlaps",
    "MP": "MP: a pair of spans that overlap earns 1",
    "EM": "EM: a pair of equal spans earns 1",
    "WMT25": "WMT25: characters that are marked on both sides are earned",
}


def _about(report: SpanReport) -> str:
    scoring = report.scoring
    high = f" and a score of {report.threshold:g} or more" if report.threshold is not None else ""
    free = report.predictors[0].error_free
    number = free.right + free.missed
    if scoring.weights is not None:
        weights = ", ".join(f"{name} {value:g}" for name, value in scoring.weights.items())
        severities = f"severities weigh {weights}"
    else:
        severities = f"{100 * scoring.penalty:g} % of the credit lost if severities differ"
    settings = f"{scoring.matching} matching, {scoring.average} average, {severities}"
    return (
        f"{_METHODS[scoring.method]}; {settings}. Missing and undecided marks are left out. Free of errors: no "
        f"span{high}, as {number:,} of {counted(report.outputs, 'output')} are; a constant answer has an MCC of 0. In "
        "brackets: 95 % confidence intervals."
    )
