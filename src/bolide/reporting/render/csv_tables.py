"""The tables among blocks as CSV, quoted where a cell holds a comma, a quote or a line break."""

from __future__ import annotations

import io
from collections.abc import Sequence
from csv import writer

from bolide.reporting.blocks import Block, Table
from bolide.reporting.render.text import all_rows, guarded_cell


def csv(blocks: Sequence[Block]) -> str:
    """The tables one after the other with an empty line between; formulas are guarded against as in TSV."""
    texts = []
    for block in blocks:
        if isinstance(block, Table):
            out = io.StringIO()
            writer(out, lineterminator="\n").writerows([guarded_cell(cell) for cell in row] for row in all_rows(block))
            texts.append(out.getvalue())
    return "\n".join(texts)
