"""TER in every segment of a corpus: shifts and edits by the reference that counts."""

from __future__ import annotations

from itertools import pairwise

from bolide.corpus import Corpus
from bolide.kernels.edits.ter import Edits
from bolide.metrics.edits import OPERATIONS
from bolide.metrics.ter.counts import TERCounts
from bolide.metrics.ter.explain import edits_between, orders_of
from bolide.metrics.traces import Edited, Traces, View

DELETE = OPERATIONS.index("delete")


def traces(counts: TERCounts, corpus: Corpus) -> Traces:
    """The tokens of all texts and how each candidate is edited."""
    texts = counts.encode(corpus.hyps, corpus.refs)
    ids = [texts.ids[start:end] for start, end in pairwise(texts.starts)]
    words = texts.tokens
    tokens = [[words[k] for k in text] for text in ids]
    hyps, refs = ids[: len(corpus)], ids[len(corpus) :]
    chosen, edits = [], []
    for hyp, (start, end) in zip(hyps, pairwise(corpus.starts()), strict=True):
        found = [edits_between(hyp, ref) for ref in refs[start:end]]
        needed = [one.row[0] for one in found]
        best = needed.index(min(needed))
        edits.append(_edited(found[best], len(hyp), len(refs[start + best])))
        chosen.append(best)
    view = View("word", " ", list(tokens[: len(corpus)]), list(tokens[len(corpus) :]))
    return Traces("edits", (view,), chosen, edits=edits)


def _edited(found: Edits, size: int, other: int) -> Edited:
    orders = orders_of(found, size)
    standing = [k for k, operation in enumerate(found.operations) if operation != DELETE]
    column = dict(zip(orders[-1], standing, strict=True))
    moves = []
    for shift, before in zip(found.shifts, orders, strict=False):
        words = before[shift.start : shift.start + shift.length]
        origin = column[before[shift.start - 1]] + 1 if shift.start else 0
        moves.append((shift.gain, origin, *sorted(column[word] for word in words)))
    return Edited(found.operations, orders[-1], moves, list(range(other)))
