"""N-grams as evidence: where each stands, how much of it is credited, and what that gives to the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bolide.explanation import Mark

Grams = dict[tuple[str, ...], list[int]]


@dataclass(frozen=True)
class View:
    """The tokens of one unit of a text, and the place of each in the tokens that the explanation shows."""

    tokens: tuple[str, ...]
    places: tuple[int, ...]

    def grams(self, n: int) -> Grams:
        """Each n-gram with the places at which it begins, in the order of the text."""
        found: Grams = {}
        for i in range(len(self.tokens) - n + 1):
            found.setdefault(self.tokens[i : i + n], []).append(self.places[i])
        return found


@dataclass(frozen=True)
class Kind:
    """N-grams of one unit and order: how to write one, what a match for precision and for recall is worth."""

    unit: str
    order: int
    glue: str
    worth_p: float
    worth_r: float


@dataclass(frozen=True)
class Sides:
    """The n-grams of a hypothesis, of the reference that serves precision and of the one that serves recall."""

    hyp: Grams
    for_p: Grams
    for_r: Grams
    reference_p: int
    reference_r: int


def gram_marks(kind: Kind, sides: Sides, names: Mapping[str, str]) -> Iterator[Mark]:
    """A mark for every n-gram of the hypothesis, and for every one of the reference that the hypothesis lacks.

    `names` gives the columns that a match for precision, one for recall, and an n-gram of either side adds to.
    """
    for gram, places in sides.hyp.items():
        in_p, in_r = sides.for_p.get(gram, []), sides.for_r.get(gram, [])
        credit_p, credit_r = min(len(places), len(in_p)), min(len(places), len(in_r))
        amounts = {"match_p": credit_p, "match_r": credit_r, "hyp": len(places), "ref": len(in_r)}
        credited = max(credit_p, credit_r)
        state = "unmatched" if not credited else "clipped" if credited < len(places) else "credited"
        details = {
            "unit": kind.unit, "order": kind.order, "count": len(places), "credited": credited,
            "in_reference": len(in_p or in_r), "share": credit_p * kind.worth_p + credit_r * kind.worth_r,
        }  # fmt: skip
        if sides.reference_p != sides.reference_r:
            details |= {"credited_p": credit_p, "credited_r": credit_r, "reference_r": sides.reference_r}
        reference = sides.reference_p if in_p else sides.reference_r if in_r else None
        yield Mark(
            kind.glue.join(gram), state, _adds(amounts, names), tuple(places), tuple(in_p or in_r), reference, details
        )
    for gram, places in sides.for_r.items():
        if gram not in sides.hyp:
            details = {"unit": kind.unit, "order": kind.order, "count": 0, "credited": 0, "in_reference": len(places)}
            adds = _adds({"ref": len(places)}, names)
            yield Mark(
                kind.glue.join(gram), "missed", adds, (), tuple(places), sides.reference_r, {**details, "share": 0.0}
            )


def _adds(amounts: Mapping[str, int], names: Mapping[str, str]) -> dict[str, int]:
    """What a mark adds to which columns; a metric with one column for both matches names it once."""
    return {names[what]: amount for what, amount in amounts.items() if what in names}


def heaviest(marks: Sequence[Mark], limit: int = 4) -> str:
    """The n-grams that weigh most, in words: what is matched, what is missing on either side."""
    said = []
    matched = sorted((m for m in marks if m.details["credited"]), key=lambda m: -m.details["share"])
    if matched:
        said.append(f"Most weight: {_some([_shown(m, m.details['credited']) for m in matched], limit)}.")
    for what, number in (("Not in the reference", "count"), ("Missed", "in_reference")):
        lost = [(m.details[number] - m.details["credited"], m) for m in marks]
        shown = [_shown(m, times) for times, m in sorted(lost, key=lambda pair: -pair[0]) if times > 0]
        if shown:
            said.append(f"{what}: {_some(shown, limit)}.")
    return " ".join(said)


def _shown(mark: Mark, times: int) -> str:
    return f"“{mark.text}”" if times == 1 else f"“{mark.text}” ×{times}"


def _some(items: Sequence[str], limit: int) -> str:
    rest = len(items) - limit
    return ", ".join(items[:limit]) + (f" and {rest} more" if rest > 0 else "")
