"""Why a translation has its TER: the shifts one by one, the edits that are left, and the rate."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction

from bolide.corpus import Corpus
from bolide.explanation import Explanation, Step, is_identical
from bolide.figures import Move
from bolide.kernels.edits.ter import REF_SCALE, Edits
from bolide.kernels.edits.ter import explain as edits_of
from bolide.marks import Edit, Mark, Shift
from bolide.metrics.edits import (
    KINDS,
    Tokens,
    agrees,
    alignment,
    choice,
    edit_marks,
    edited,
    listed,
    rate_steps,
    sum_step,
    text_marks,
    which_reference,
)
from bolide.metrics.ter.counts import TERCounts
from bolide.scores import Score
from bolide.wording import counted

GIVEN_UP = 1000  # candidates for a shift after which sacreBLEU looks no further


def explain(counting: TERCounts, segment: Corpus, score: Score) -> Explanation:
    """The explanation of the score of a corpus of one segment."""
    hyp, refs = segment.hyps[0], segment.refs
    texts = counting.encode([hyp], refs)
    ids = [texts.ids[start:end] for start, end in zip(texts.starts, texts.starts[1:], strict=False)]
    tokens, *others = (tuple(texts.tokens[k] for k in text) for text in ids)
    found = [edits_between(ids[0], ref) for ref in ids[1:]]
    counts = [one.row[0] for one in found]
    best = counts.index(min(counts))
    chosen, ref = found[best], others[best]
    order = chosen.shifts[-1].order if chosen.shifts else list(range(len(tokens)))
    edits = edit_marks(chosen.operations, order, tokens, ref, best)
    shifts = list(_shift_marks(chosen, tokens, best))
    scale = REF_SCALE // len(others)
    marks: list[Mark] = [*text_marks(tokens, (len(other) * scale for other in others)), *shifts, *edits]
    words = sum(map(len, others))
    exact = Fraction(score.parts["edits"] * len(others), words) if words else None
    checked = edited(edits, tokens, ref) == ref and sorted(order) == list(range(len(tokens))) and agrees(exact, score)
    steps = [
        *choice(counts, best),
        *_shift_steps(chosen, tokens, shifts),
        sum_step(score, ("shifts", *KINDS), f"{listed(edits, (tokens, ref))}{_tags(edits)}"),
        _length(others, score),
        *rate_steps(score, exact, _check(checked), "ter"),
    ]
    moves = tuple(_moves(chosen, shifts, edits))
    figure = alignment(score, edits, (tokens, ref), which_reference(best, len(others)), moves)
    same = is_identical(hyp, refs)
    return Explanation(score, tokens, tuple(others), tuple(steps), tuple(marks), checked, same, (figure,))


def edits_between(hyp: memoryview[int], ref: memoryview[int]) -> Edits:
    """How one text, given as integers, is edited into another."""
    ids = array("i", hyp.tobytes() + ref.tobytes())
    return edits_of(memoryview(ids), memoryview(array("q", [0, len(hyp), len(ids)])))


def orders_of(found: Edits, size: int) -> list[list[int]]:
    """The sentence before the first shift and after each: which of the candidate's words stands at each place."""
    return [list(range(size)), *(shift.order for shift in found.shifts)]


def _shift_marks(found: Edits, hyp: Tokens, reference: int) -> Iterator[Shift]:
    orders = orders_of(found, len(hyp))
    for before, shift in zip(orders, found.shifts, strict=False):
        places = tuple(before[shift.start : shift.start + shift.length])
        text = " ".join(hyp[place] for place in places)
        yield Shift(text, places, shift.start, shift.target, shift.gain, (), reference)


def _shift_steps(found: Edits, hyp: Tokens, shifts: Sequence[Shift]) -> Iterator[Step]:
    """The edit distance before any shift, and after each."""
    left = len([operation for operation in found.operations if operation])
    distance = left + sum(shift.gain for shift in shifts)
    why = "The number of single-word edits needed if no block of words is moved."
    if found.tried >= GIVEN_UP:
        why += f" The search for shifts was given up after {counted(found.tried, 'candidate')}, as sacreBLEU does."
    elif not shifts:
        why += " Moving a block would not save any."
    yield Step("Without shifts", "edit distance", {"words": len(hyp)}, distance, why, {"words": "hyp_len"}, made="d0")
    orders = orders_of(found, len(hyp))
    for k, (shift, before, after) in enumerate(zip(shifts, orders, orders[1:], strict=False), 1):
        numbers = {"before": distance}
        distance -= shift.gain
        yield Step(
            f"Shift {k}", "edit distance after it", numbers, distance, _told(shift, before, after, hyp),
            terms={"before": f"d{k - 1}"}, made=f"d{k}",
        )  # fmt: skip


def _told(shift: Shift, before: Sequence[int], after: Sequence[int], hyp: Tokens) -> str:
    first, last = shift.start + 1, shift.start + shift.length
    at = after.index(shift.hyp[0])
    place = f"after “{hyp[after[at - 1]]}”" if at else "to the beginning"
    where = f"word {first}" if first == last else f"words {first} to {last}"
    return (
        f"“{shift.text}” ({where}) moves {place}, which saves {counted(shift.gain, 'edit')} and costs 1. "
        f"Now: {' '.join(hyp[word] for word in after)}"
    )


def _tags(edits: Sequence[Edit]) -> str:
    """The tags of quality estimation, where they are few enough to read."""
    if not edits or len(edits) > 40:
        return ""
    return f" Tags: {' '.join(mark.details()['tag'] for mark in edits)}."


def _length(refs: Sequence[Tokens], score: Score) -> Step:
    sizes = [len(ref) for ref in refs]
    why = (
        f"The reference has {counted(sizes[0], 'word')}." if len(sizes) == 1
        else "The mean length of all references, not the length of the closest one."
    )  # fmt: skip
    return Step(
        "Length", "mean reference length", {"references": sizes}, score.parts["ref_len"], why,
        {"references": "ref_len"}, made="length",
    )  # fmt: skip


def _check(checked: bool) -> str:
    if checked:
        return "Carrying out the shifts and edits gives the reference; the exact fraction edits / length is this score."
    return "Carrying out the shifts and edits DOES NOT give the reference, or the exact fraction is another number."


def _moves(found: Edits, shifts: Sequence[Shift], edits: Sequence[Edit]) -> Iterator[Move]:
    """The shifts for the picture: in columns of the final alignment."""
    column = {place: k for k, mark in enumerate(edits) for place in mark.hyp}
    orders = orders_of(found, len(column))
    for shift, before in zip(shifts, orders, strict=False):
        neighbour = before[shift.start - 1] if shift.start else None
        origin = 0 if neighbour is None else column[neighbour] + 1
        yield Move(shift.text, shift.gain, origin, tuple(sorted(column[place] for place in shift.hyp)))
