"""The table of a metrics task as blocks: one line per metric, best average first; every value with its rank."""

from __future__ import annotations

from bolide.agreement.statistics import STATISTICS
from bolide.agreement.wmt_table import Column, MetricsTable
from bolide.reporting.blocks import Block, Cell, Heading, Paragraph, Span, Table
from bolide.system.plurals import counted

ACROSS = 8  # columns beside each other


def table_blocks(table: MetricsTable, width: int = 3) -> list[Block]:
    """The average and all questions; where those are many, in several tables of the same lines."""
    blocks: list[Block] = [Heading(f"Metrics ranked by the questions of {table.preset}, against {table.human}")]
    for first in range(0, len(table.columns), ACROSS):
        shown = table.columns[first : first + ACROSS]
        header = ["rank", "metric", "average", *(_title(column) for column in shown)]
        rows = [_row(table, name, shown, width) for name in table.metrics]
        blocks.append(Table.of(header, rows, "rl" + "r" * (len(header) - 2)))
    blocks += [Paragraph.of(Span(line, "dim")) for line in (*table.notes, *_about(table))]
    return blocks


def _title(column: Column) -> str:
    weight = f" ×{column.weight:g}" if column.weight != 1 else ""
    return f"{column.pair} {column.question}{weight}"


def _row(table: MetricsTable, name: str, columns: tuple[Column, ...], width: int) -> list[Cell]:
    average, rank = table.averages[name], table.ranks.get(name)
    cells: list[Cell] = [str(rank or "–"), name, _value(average, rank, width, False)]
    return cells + [_value(column.values.get(name), column.ranks.get(name), width) for column in columns]


def _value(value: float | None, rank: int | None, width: int, ranked: bool = True) -> Cell:
    if value is None:
        return Span("–", "dim")
    number = Span(f"{value:.{width}f}", "strong" if rank == 1 else "")
    return (number, Span(f" ({rank})", "dim")) if ranked else number


def _about(table: MetricsTable) -> list[str]:
    lines = [
        f"Ranks, in front and in brackets, are by clusters; a cluster ends where one of its members is ahead at "
        f"p ≤ {table.alpha:g}. p: share of {counted(table.trials, 'exchange')} with at least this lead (PERM-BOTH, for "
        f"acc-eq outcomes of pairs; seed {table.seed}); for the average, leads are added over the questions."
    ]
    if any(STATISTICS[column.question.statistic].least < 0 for column in table.columns):
        lines.append("In the average, a correlation r counts as (1 + r) / 2, so all values are between 0 and 1.")
    if any(column.weight != 1 for column in table.columns):
        lines.append("×: the weight of a question about all language pairs together.")
    lacking = [name for name in table.metrics if table.averages[name] is None]
    if lacking:
        lines.append(f"No average, because a value is missing:  {', '.join(lacking)}.")
    return lines
