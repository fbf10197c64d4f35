"""Why a translation has its WER, CER, PER or CDER: every edit, and the rate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from bolide.corpus import Corpus
from bolide.explanation import Explanation, Step, is_identical
from bolide.kernels.edits.levenshtein import operations
from bolide.marks import Edit, Jump, Mark
from bolide.metrics.edit_rate import EditRate
from bolide.metrics.edits import (
    KINDS,
    Tokens,
    agrees,
    alignment,
    choice,
    edit,
    edit_marks,
    edited,
    listed,
    rate_steps,
    sum_step,
    text_marks,
    which_reference,
)
from bolide.metrics.error_rates.counts import AlignedCounts, BagCounts, ErrorCounts, JumpCounts
from bolide.metrics.error_rates.reading import reading, reads_off
from bolide.scores import Score
from bolide.text.vocab import encode_tokens
from bolide.wording import counted

Texts = tuple[Tokens, Tokens]


def explain(
    counts: ErrorCounts, formula: EditRate, segment: Corpus, score: Score, needed: Sequence[int]
) -> Explanation:
    """The explanation of the score of a corpus of one segment; `needed` are the edits by each reference."""
    hyp, *refs = (tuple(counts.cut(text)) for text in (*segment.hyps, *segment.refs))
    best = needed.index(min(needed))
    pair = (hyp, refs[best])
    marks, holds, said = _WAYS[type(counts)](pair, best)
    unit = counts.cut.unit
    exact = Fraction(score.parts["edits"], len(refs[best])) if refs[best] else None
    checked = holds and agrees(exact, score) and sum(mark.adds().get("edits", 0) for mark in marks) == needed[best]
    kinds = KINDS if "deletions" in score.parts else ()
    steps = [
        *choice(needed, best),
        sum_step(score, kinds or ("edits",), said),
        _length(len(refs[best]), unit, score),
        *rate_steps(score, exact, _check(checked), formula.title),
    ]
    whole = text_marks(hyp, [len(refs[best])], best)
    figure = alignment(score, marks, pair, which_reference(best, len(refs)))
    same = is_identical(segment.hyps[0], segment.refs)
    return Explanation(
        score, hyp, tuple(refs), tuple(steps), (*whole, *marks), checked, same, (figure,),
    )  # fmt: skip


Found = tuple[tuple[Mark, ...], bool, str]


def _aligned(pair: Texts, reference: int) -> Found:
    """Edits in order; carried out, they must give the reference."""
    ids = encode_tokens(pair)
    marks = edit_marks(operations(ids.ids, ids.starts), range(len(pair[0])), *pair, reference)
    return marks, edited(marks, *pair) == pair[1], listed(marks, pair)


def _bagged(pair: Texts, reference: int) -> Found:
    """Words with their equals, wherever they stand; the others in pairs, in the order of the texts."""
    marks = tuple(paired(pair, reference))
    same = Counter(edited(marks, *pair)) == Counter(pair[1])
    return marks, same, f"{listed(marks, pair)} Word order does not count."


def paired(pair: Texts, reference: int) -> Iterator[Edit]:
    """The marks of PER: every word of the candidate in turn, then what is missing."""
    hyp, ref = pair
    places: dict[str, list[int]] = {}
    for place in range(len(ref) - 1, -1, -1):
        places.setdefault(ref[place], []).append(place)
    found = {i: places[word].pop() for i, word in enumerate(hyp) if places.get(word)}
    taken = set(found.values())
    left = iter([place for place in range(len(ref)) if place not in taken])
    for i in range(len(hyp)):
        if i in found:
            yield edit("ok", (i,), (found[i],), pair, reference)
            continue
        other = next(left, None)
        theirs = () if other is None else (other,)
        yield edit("substitute" if theirs else "insert", (i,), theirs, pair, reference)
    for place in left:
        yield edit("delete", (), (place,), pair, reference)


def _jumping(pair: Texts, reference: int) -> Found:
    """The cheapest way to read the reference off the candidate."""
    marks = tuple(reading(*pair, reference))
    jumps = sum(isinstance(mark, Jump) for mark in marks)
    edits = [mark for mark in marks if isinstance(mark, Edit)]
    said = f"{counted(jumps, 'jump')} to another place in the candidate. {listed(edits, pair)}"
    return marks, reads_off(marks, *pair), said


_WAYS: dict[type[ErrorCounts], Callable[[Texts, int], Found]] = {
    AlignedCounts: _aligned, BagCounts: _bagged, JumpCounts: _jumping,
}  # fmt: skip


def _length(size: int, unit: str, score: Score) -> Step:
    why = f"The reference has {counted(size, unit)}."
    return Step(
        "Length", f"reference {unit}s", {"reference": size}, float(size), why, {"reference": "ref_len"}, made="length"
    )


def _check(checked: bool) -> str:
    if checked:
        return "Carrying out the edits gives the reference, and the exact fraction edits / length is this score."
    return "Carrying out the edits DOES NOT give the reference, or the exact fraction is another number."
