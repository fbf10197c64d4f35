"""Lists of tokens as NLTK's calls take them: checks, and counts of the n-grams shared with each reference."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from itertools import accumulate
from typing import Any

from bolide.compat.shapes import WrongShape, check_paired
from bolide.kernels.ngrams.pairs import count, pair_rows
from bolide.system.errors import InputError
from bolide.text.tokens import encode_tokens, segment_of

Tokens = Sequence[Hashable]
Texts = Sequence[Tokens]
References = Sequence[Texts]  # of each segment
_CALLS = (
    "Pass lists of tokens, not strings, and one reference or more for each hypothesis: "
    "sentence_bleu([reference.split(), …], hypothesis.split()), or likewise "
    "corpus_bleu([[reference.split(), …], …], [hypothesis.split(), …])."
)


def check_corpus(list_of_references: Any, hypotheses: Any) -> None:
    """Raise WrongShape for texts instead of lists of tokens, and if both sides do not pair up."""
    check_paired(len(hypotheses), len(list_of_references), _CALLS)
    number = 0
    try:
        for references, hypothesis in zip(list_of_references, hypotheses):  # noqa: B905 (they pair up)
            check_segment(references, hypothesis)
            number += 1
    except WrongShape as problem:
        raise (WrongShape(f"Segment {number}: {problem}") if len(hypotheses) > 1 else problem) from None


def check_segment(references: Any, hypothesis: Any) -> None:
    """Raise WrongShape for texts instead of lists of tokens, and without a reference."""
    if isinstance(references, str) or isinstance(hypothesis, str) or not len(references):
        raise WrongShape(_CALLS)
    for reference in references:
        if isinstance(reference, str):
            raise WrongShape(_CALLS)


def check_orders(shortest: int, longest: int) -> None:
    """Raise InputError unless there are n-grams of these lengths."""
    if not 1 <= shortest <= longest:
        raise InputError(f"There are no n-grams of {shortest} to {longest} tokens; pass integers ≥ 1, in order.")


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
