"""WER, CER, PER and CDER in every segment of a corpus: the edits by the reference that needs the fewest."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from bolide.corpus import Corpus
from bolide.kernels.edits.levenshtein import operations
from bolide.marks import Edit, Mark
from bolide.metrics.edits import OPERATIONS
from bolide.metrics.error_rates.counts import BagCounts, ErrorCounts, JumpCounts
from bolide.metrics.error_rates.explain import paired
from bolide.metrics.error_rates.reading import reading
from bolide.metrics.traces import JUMP, Edited, Traces, View

Tokens = tuple[str, ...]
NUMBERS = {operation: number for number, operation in enumerate(OPERATIONS)}


def traces(counts: ErrorCounts, corpus: Corpus, glue: str) -> Traces:
    """The tokens of all texts and how each candidate is edited."""
    needed, starts = counts.measure(corpus).rows.column("edits"), list(corpus.starts())
    chosen = []
    for start, end in pairwise(starts):
        own = needed[start:end]
        chosen.append(own.index(min(own)))
    hyps, refs = ([tuple(counts.cut(text)) for text in side] for side in (corpus.hyps, corpus.refs))
    places = [start + best for start, best in zip(starts, chosen, strict=False)]
    marks = _MARKS.get(type(counts))
    if marks is None:
        edits = list(_aligned(counts, corpus, places))
    else:
        edits = [_edited(marks(hyp, refs[place])) for hyp, place in zip(hyps, places, strict=True)]
    unit = "word" if glue else "char"
    return Traces("edits", (View(unit, glue, hyps, refs),), chosen, edits=edits)


def _aligned(counts: ErrorCounts, corpus: Corpus, places: Sequence[int]) -> Iterator[Edited]:
    """Edits from left to right in both texts; `places` are the references that count."""
    texts = counts.cut.encode([*corpus.hyps, *corpus.refs])
    ids = [texts.ids[start:end] for start, end in pairwise(texts.starts)]
    for hyp, place in zip(ids, places, strict=False):
        ref = ids[len(corpus) + place]
        pair = array("i", hyp.tobytes() + ref.tobytes())
        done = operations(memoryview(pair), memoryview(array("q", [0, len(hyp), len(pair)])))
        yield Edited(list(done), list(range(len(hyp))), [], list(range(len(ref))))


# Edits that do not go from left to right in both texts: as the explanation marks them.
_MARKS: dict[type[ErrorCounts], Callable[[Tokens, Tokens], Iterable[Mark]]] = {
    BagCounts: lambda hyp, ref: paired((hyp, ref), 0),
    JumpCounts: lambda hyp, ref: reading(hyp, ref, 0),
}


def _edited(marks: Iterable[Mark]) -> Edited:
    found: list[int] = []
    order: list[int] = []
    theirs: list[int] = []
    for mark in marks:
        if isinstance(mark, Edit):
            found.append(NUMBERS[mark.operation])
            order.extend(mark.hyp)
            theirs.extend(mark.ref)
        else:
            found.append(JUMP)
    return Edited(found, order, [], theirs)
