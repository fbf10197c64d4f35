"""Counts of the n-grams that a hypothesis shares with each of its references."""

from __future__ import annotations

from array import array
from itertools import accumulate

from bolide.compat.nltk.shapes import References, Texts, Tokens
from bolide.kernels.ngrams.pairs import count, pair_rows
from bolide.text.vocab import encode_tokens, segment_of


def flattened(list_of_references: References) -> tuple[list[Tokens], array[int]]:
    """All references one after the other, and where those of each segment begin and end."""
    starts = array("q", accumulate(map(len, list_of_references), initial=0))
    return [reference for references in list_of_references for reference in references], starts


def matched(list_of_references: References, hypotheses: Texts, orders: int) -> list[list[tuple[int, ...]]]:
    """A row for each reference of every segment: the n-grams of orders 1 to `orders` in the hypothesis, in the
    reference, and in both."""
    width = 3 * orders
    segment = segment_of(width) if len(hypotheses) == 1 else None
    rows = None if segment is None else pair_rows(segment, [hypotheses[0], *list_of_references[0]], orders, False)
    if rows is not None:
        return [rows]
    flat, starts = flattened(list_of_references)
    cells = array("q", bytes(8 * width * max(1, len(flat))))
    if flat:
        texts, table = encode_tokens([*hypotheses, *flat]), memoryview(cells).cast("B").cast("q", (len(flat), width))
        count(texts.ids, texts.starts[:-1], texts.starts[1:], memoryview(starts), orders, 0, False, table)
    rows = [tuple(cells[first : first + width]) for first in range(0, len(flat) * width, width)]
    return [rows[starts[s] : starts[s + 1]] for s in range(len(hypotheses))]
