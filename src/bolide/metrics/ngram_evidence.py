"""N-grams as evidence: where each stands, how much of it is credited, and what that gives to the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bolide.data.marks import Gram, GramKind, Recalled

Grams = dict[tuple[str, ...], list[int]]


def ngrams(tokens: Sequence[str], n: int, positions: Sequence[int] | None = None) -> Grams:
    """Each n-gram with the positions at which it begins, in the order of the text; by default these are indices."""
    words = tuple(tokens)
    grams: Grams = {}
    for i in range(len(words) - n + 1):
        grams.setdefault(words[i : i + n], []).append(i if positions is None else positions[i])
    return grams


@dataclass(frozen=True)
class Worth:
    """What a match for precision and one for recall give to the score."""

    precision: float
    recall: float = 0.0


@dataclass(frozen=True)
class Sides:
    """The n-grams of a hypothesis, of the reference that serves precision and of the one that serves recall."""

    hyp: Grams
    for_p: Grams
    for_r: Grams
    reference_p: int
    reference_r: int


def gram_marks(kind: GramKind, glue: str, worth: Worth, sides: Sides) -> Iterator[Gram]:
    """A mark for every n-gram of the hypothesis, and for every one of the reference that the hypothesis lacks.

    `glue` stands between the tokens of an n-gram where it is written out.
    """
    for gram, places in sides.hyp.items():
        in_p, in_r = sides.for_p.get(gram, []), sides.for_r.get(gram, [])
        credit_p, credit_r = min(len(places), len(in_p)), min(len(places), len(in_r))
        share = credit_p * worth.precision + credit_r * worth.recall
        reference = sides.reference_p if in_p else sides.reference_r if in_r else None
        apart = sides.reference_p != sides.reference_r
        recall = Recalled(sides.reference_r, len(in_r), credit_r) if apart else None
        text = glue.join(gram)
        yield Gram(text, kind, tuple(places), tuple(in_p or in_r), reference, credit_p, share, recall)
    for gram, places in sides.for_r.items():
        if gram not in sides.hyp:
            yield Gram(glue.join(gram), kind, (), tuple(places), sides.reference_r, 0, 0.0)


def heaviest(marks: Sequence[Gram], limit: int = 4) -> str:
    """The n-grams that weigh most, in words: what is matched, what is missing on either side."""
    said = []
    matched = sorted((m for m in marks if m.credited), key=lambda m: -(m.share or 0.0))
    if matched:
        said.append(f"Largest contributions: {_some([_shown(m, m.credited) for m in matched], limit)}.")
    left = [(m.count - m.credited, m) for m in marks], [(m.in_reference - m.credited, m) for m in marks]
    for what, lost in zip(("Not in the reference", "Missed"), left, strict=True):
        shown = [_shown(m, times) for times, m in sorted(lost, key=lambda pair: -pair[0]) if times > 0]
        if shown:
            said.append(f"{what}: {_some(shown, limit)}.")
    return " ".join(said)


def _shown(mark: Gram, times: int) -> str:
    return f"“{mark.text}”" if times == 1 else f"“{mark.text}” ×{times}"


def _some(items: Sequence[str], limit: int) -> str:
    rest = len(items) - limit
    return ", ".join(items[:limit]) + (f" and {rest} more" if rest > 0 else "")
