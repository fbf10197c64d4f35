"""Evidence for TER: the shifts one by one, the remaining edits, and the rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.marks import Mark, Shift
from bolide.kernels.edits.ter import REF_SCALE, Edits, explain as edits_of
from bolide.metrics.edit_rate import Edited, EditEvidence, Words, as_pair, describe_edits
from bolide.metrics.evidence import BulkEvidence, EditPath, TokenView
from bolide.metrics.ter import TERCounts
from bolide.system.errors import counted

MAX_SHIFT_CANDIDATES = 1000  # after which sacreBLEU ends the search for shifts
MAX_DISTANCE = 50  # words by which a block may move, in longer texts


@dataclass(frozen=True)
class TEREvidence(EditEvidence):
    """Shifts and edits for the reference that needs the fewest."""

    counts: TERCounts
    _length: ClassVar[str] = "mean reference length"

    def _paths(self, corpus: Corpus) -> tuple[BulkEvidence, list[list[int]]]:
        texts = self.counts.encode(corpus.hyps, corpus.refs)
        ids = [texts.ids[start:end] for start, end in pairwise(texts.starts)]
        tokens = [[texts.tokens[k] for k in text] for text in ids]
        hyps, refs = ids[: len(corpus)], ids[len(corpus) :]
        references, paths, needed = [], [], []
        for hyp, (start, end) in zip(hyps, pairwise(corpus.starts()), strict=True):
            edits = [edits_of(*as_pair(hyp, ref)) for ref in refs[start:end]]
            needed.append([one.row[0] for one in edits])
            best = needed[-1].index(min(needed[-1]))
            paths.append(_path(edits[best], len(hyp), len(refs[start + best])))
            references.append(best)
        view = TokenView("word", " ", tokens[: len(corpus)], tokens[len(corpus) :])
        return BulkEvidence("edits", (view,), references, edits=paths), needed

    def explain(self, segment: Corpus) -> Explanation:
        edited = self._edited(segment)
        path, refs, shifts = edited.path, edited.refs, list(_shift_marks(edited))
        lengths = {k: len(ref) * (REF_SCALE // len(refs)) for k, ref in enumerate(refs)}
        right = edited.result == edited.ref and sorted(path.order) == list(range(len(edited.hyp)))
        why = f"{describe_edits(edited, bool(shifts))}{_tags(edited.edits)}"
        length = self._length_step(edited, self._tokenized_twice(segment.refs, refs))
        steps = _shift_steps(edited, shifts)
        return self._explanation(edited, lengths, right, why, length, shifts=shifts, shift_steps=steps)

    def _length_step(self, edited: Edited, remark: str) -> Step:
        sizes = list(map(len, edited.refs))
        why = "The mean length of all references, not the length of the closest one."
        if len(sizes) == 1:
            why = f"The reference has {counted(sizes[0], 'word')}."
        value, columns = edited.score.parts["ref_len"], {"references": "ref_len"}
        return Step("Length", self._length, {"references": sizes}, value, why + remark, columns, value_name="length")

    def _tokenized_twice(self, texts: Sequence[str], refs: Sequence[Words]) -> str:
        """A sentence if a second pass of the tokenizer changed a reference."""
        if all(tuple(self.counts.tokens(text)) == ref for text, ref in zip(texts, refs, strict=True)):
            return ""
        return " References are tokenized twice, as in sacreBLEU, which changed tokens here; tokenize_once avoids it."


def _path(edits: Edits, hyp_len: int, ref_len: int) -> EditPath:
    order = edits.shifts[-1].order if edits.shifts else list(range(hyp_len))
    return EditPath(edits.operations, order, list(range(ref_len)), edits.shifts, edits.tried)


def _shift_marks(edited: Edited) -> Iterator[Shift]:
    hyp, path = edited.hyp, edited.path
    for before, shift in zip(path.orders, path.shifts, strict=False):
        indices = tuple(before[shift.start : shift.start + shift.length])
        text = " ".join(hyp[index] for index in indices)
        yield Shift(text, indices, (), edited.best, shift.start, shift.target, shift.gain)


def _shift_steps(edited: Edited, shifts: Sequence[Shift]) -> Iterator[Step]:
    """The edit distance before any shift, and after each."""
    path, hyp = edited.path, edited.hyp
    left = len([operation for operation in path.operations if operation])
    distance = left + sum(shift.gain for shift in shifts)
    why = "The number of single-word edits needed if no block of words is moved."
    if path.tried >= MAX_SHIFT_CANDIDATES:
        why += f" The search for shifts was given up after {counted(path.tried, 'candidate')}, as sacreBLEU does."
    elif not shifts:
        within = f", by at most {MAX_DISTANCE} words," if max(len(hyp), len(edited.ref)) > MAX_DISTANCE else ""
        why += f" No move that TER tries{within} would save any."
    yield Step(
        "Without shifts", "edit distance", {"words": len(hyp)}, distance, why, {"words": "hyp_len"}, value_name="d0"
    )
    for k, (shift, after) in enumerate(zip(shifts, path.orders[1:], strict=True), 1):
        numbers = {"before": distance}
        distance -= shift.gain
        yield Step(
            f"Shift {k}",
            "edit distance after it",
            numbers,
            distance,
            _sentence(shift, after, hyp),
            terms={"before": f"d{k - 1}"},
            value_name=f"d{k}",
        )


def _sentence(shift: Shift, after: Sequence[int], hyp: Words) -> str:
    first, last = shift.start + 1, shift.start + shift.length
    at = after.index(shift.hyp[0])
    destination = f"after “{hyp[after[at - 1]]}”" if at else "to the beginning"
    where = f"word {first}" if first == last else f"words {first} to {last}"
    return (
        f"“{shift.text}” ({where}) moves {destination}, which saves {counted(shift.gain, 'edit')} and costs 1. "
        f"Now: {' '.join(hyp[word] for word in after)}"
    )


def _tags(edits: Sequence[Mark]) -> str:
    """The tags of quality estimation, if they are few enough to read."""
    if not edits or len(edits) > 40:
        return ""
    return f" Tags of quality estimation: {' '.join(mark.details()['tag'] for mark in edits)}."
