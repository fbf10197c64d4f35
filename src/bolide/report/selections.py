"""Segments to be judged, as blocks; and how well choices did where people's scores are known."""

from __future__ import annotations

from bolide.agreement.selecting import DRAWS, RANDOM, Selection
from bolide.report.blocks import Block, Cell, Heading, Paragraph, Span, Table
from bolide.wording import counted


def selection_blocks(selection: Selection, width: int = 4) -> list[Block]:
    """The lines to judge, or the checks where those were asked for."""
    if not selection.checks:
        rows: list[list[Cell]] = [
            [str(segment), *([] if value is None else [f"{value:.{width}f}"])] for segment, value in selection.segments
        ]
        header = ["line"] if selection.segments[0][1] is None else ["line", selection.way]
        return [Table.of(header, rows, "r" * len(header))]
    rows = []
    for check in selection.checks:
        low, high = (f"{end:.{width}f}" for end in check.interval)
        rows.append([check.way, f"{check.chosen:.{width}f}", f"{check.random:.{width}f}", f"[{low}, {high}]"])
    checks = selection.checks
    return [
        Heading(
            f"Share of system pairs ordered by {counted(len(selection.segments), 'segment')} as by all "
            f"{checks[0].segments:,}"
        ),
        Table.of(("method", "chosen", "random", "95 %"), rows),
        Paragraph.of(
            Span(
                f"random: the mean and the middle 95 % of {RANDOM:,} random choices of the same size; balance: the "
                f"mean of {DRAWS} draws.",
                "dim",
            )
        ),
    ]
