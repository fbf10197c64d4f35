"""Counts of the n-grams that a hypothesis shares with each of its references."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from bolide.compat.nltk.shapes import Tokens
from bolide.kernels.ngrams.pairs import count
from bolide.text.vocab import encode_tokens


class Matched(NamedTuple):
    """The numbers of n-grams of each order in the hypothesis, in the reference, and in both."""

    hyp: tuple[int, ...]
    ref: tuple[int, ...]
    match: tuple[int, ...]


def matched(
    list_of_references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens], orders: int
) -> list[list[Matched]]:
    """For every segment one `Matched` per reference, orders 1 to `orders`."""
    flat = [reference for references in list_of_references for reference in references]
    starts = array("q", [0])
    for references in list_of_references:
        starts.append(starts[-1] + len(references))
    width = 3 * orders
    cells = array("q", bytes(8 * width * max(1, len(flat))))
    if flat:
        texts = encode_tokens([*hypotheses, *flat])
        rows = memoryview(cells).cast("B").cast("q", (len(flat), width))
        count(texts.ids, texts.starts[:-1], texts.starts[1:], memoryview(starts), orders, 0, False, rows)
    by_reference = []
    for reference in range(len(flat)):
        row = tuple(cells[reference * width : (reference + 1) * width])
        by_reference.append(Matched(row[:orders], row[orders : 2 * orders], row[2 * orders :]))
    return [by_reference[starts[s] : starts[s + 1]] for s in range(len(hypotheses))]
