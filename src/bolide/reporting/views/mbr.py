"""MBR choices as blocks; the scores of all pairs as JSON or NumPy's .npy."""

from __future__ import annotations

from array import array
from math import nan
from sys import byteorder

from bolide.evaluation.mbr import Choice, Choices
from bolide.reporting.blocks import Block, Paragraph, TableBlock, small_print
from bolide.reporting.views.scores import lower_is_better
from bolide.system.strict import to_json


def choice_blocks(choice: Choice) -> list[Block]:
    """The candidates of one sentence, best first: the first is the choice."""
    rows = [(str(rank), str(k + 1), f"{100 * choice.expected[k]:.1f}") for rank, k in enumerate(choice.ranking, 1)]
    name = choice.signature.metric
    table = TableBlock.of(("rank", "candidate", f"expected {name}"), rows, "rrr")
    notes = lower_is_better([] if choice.higher_is_better else [name])
    return [Paragraph.of(choice.text), table, *notes, *small_print(str(choice.signature))]


def choices_blocks(result: Choices, width: int = 1) -> list[Block]:
    """One line per sentence."""
    rows = [
        (candidates.sentence, f"{choice.index + 1}/{len(choice.expected)}", f"{choice.percent:.{width}f}", choice.text)
        for candidates, choice in zip(result.lists, result.choices, strict=True)
    ]
    name = result.metric.form.title
    score = name if result.references else f"expected {name}"
    blocks: list[Block] = [TableBlock.of(("sentence", "candidate", score, "text"), rows, "rrrl")]
    blocks += lower_is_better([] if result.metric.formula.higher_is_better else [name])
    return blocks + small_print(*result.signatures())


def choices_text(result: Choices) -> str:
    """Only the selected texts, one per line."""
    return "".join(f"{choice.text}\n" for choice in result.choices)


def scores_as_json(result: Choices) -> bytes:
    """The scores of every candidate (rows) against every candidate (columns), one table per sentence."""
    named = zip(result.lists, result.tables, strict=True)
    sentences = [{"sentence": one.sentence, "scores": table.tolist()} for one, table in named]
    return f"{to_json(sentences, None)}\n".encode()


def scores_as_npy(result: Choices) -> bytes:
    """The scores of all pairs as an array of sentences × candidates × candidates, padded with nan.

    Version 1.0 of the format: a magic string, a header padded to a multiple of 64 bytes, then the doubles.
    """
    tables = [table.tolist() for table in result.tables]
    size = max(map(len, tables))
    data = array("d")
    for table in tables:
        for row in table:
            data.extend([*row, *[nan] * (size - len(row))])
        data.extend([nan] * (size * (size - len(table))))
    order = "<" if byteorder == "little" else ">"
    header = f"{{'descr': '{order}f8', 'fortran_order': False, 'shape': ({len(tables)}, {size}, {size}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode("ascii") + data.tobytes()
