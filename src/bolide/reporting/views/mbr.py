"""MBR choices as blocks and as plain data; the scores of all pairs as JSON or NumPy's .npy."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import nan
from sys import byteorder
from typing import Any

from bolide.corpus.nbest import Candidates
from bolide.data.results import Result
from bolide.evaluation.mbr import Choice
from bolide.metrics.base import Metric
from bolide.reporting.blocks import Block, Paragraph, Span, TableBlock
from bolide.reporting.views.scores import lower_is_better
from bolide.system.strict import to_json

Scores = Sequence[Sequence[Sequence[float]]]


@dataclass(frozen=True)
class Choices(Result):
    """The selected candidate of every sentence."""

    metric: Metric
    lists: tuple[Candidates, ...]
    choices: tuple[Choice, ...]

    _view = "bolide.reporting.views.mbr:choices_blocks"

    def signatures(self) -> Iterator[str]:
        yield str(self.metric.signature("1"))

    def data(self) -> dict[str, Any]:
        return {
            "choices": [
                {
                    "sentence": candidates.sentence,
                    "candidate": choice.index + 1,
                    "expected": choice.value,
                    "text": choice.text,
                    "all_expected": list(choice.expected),
                }
                for candidates, choice in zip(self.lists, self.choices, strict=True)
            ]
        }


def choices_blocks(result: Choices, width: int = 1) -> list[Block]:
    """One line per sentence."""
    rows = [
        (candidates.sentence, f"{choice.index + 1}/{len(candidates.texts)}", f"{choice.percent:.{width}f}", choice.text)
        for candidates, choice in zip(result.lists, result.choices, strict=True)
    ]
    name = result.metric.form.title
    blocks: list[Block] = [TableBlock.of(("sentence", "candidate", f"expected {name}", "text"), rows, "rrrl")]
    blocks += lower_is_better([] if result.metric.formula.higher_is_better else [name])
    return [*blocks, *(Paragraph.of(Span(signature, "dim")) for signature in result.signatures())]


def choices_text(result: Choices) -> str:
    """Only the selected texts, one per line."""
    return "".join(f"{choice.text}\n" for choice in result.choices)


def scores_as_json(lists: Sequence[Candidates], tables: Scores) -> str:
    """The scores of every candidate (rows) against every candidate (columns), one table per sentence."""
    named = zip(lists, tables, strict=True)
    return to_json([{"sentence": one.sentence, "scores": [list(row) for row in table]} for one, table in named], None)


def scores_as_npy(tables: Scores) -> bytes:
    """The scores of all pairs as an array of sentences × candidates × candidates, padded with nan.

    Version 1.0 of the format: a magic string, a header padded to a multiple of 64 bytes, then the doubles.
    """
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
