"""N-grams that two texts share or do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from bolide.marks.mark import Indices


@dataclass(frozen=True, slots=True)
class GramKind:
    """N-grams of one unit and order, and the columns that count them; an empty name where none does.

    `match` counts matches, for precision alone where `match_recall` counts those for recall.
    """

    order: int
    match: str
    hyp: str = ""
    ref: str = ""
    match_recall: str = ""
    unit: str = ""


class Recalled(NamedTuple):
    """What recall takes from a reference of its own: which one, how many copies it has, how many are credited."""

    reference: int
    copies: int
    credited: int


@dataclass(frozen=True, slots=True)
class Gram:
    """An n-gram: where it begins in both texts, how many of its copies are credited, what they give to the score.

    Where another reference serves recall, `recall` says what is found there.
    """

    text: str
    of: GramKind
    hyp: Indices
    ref: Indices
    reference: int | None
    matched: int
    share: float | None = None
    recall: Recalled | None = None

    @property
    def order(self) -> int:
        return self.of.order

    @property
    def unit(self) -> str:
        return self.of.unit

    @property
    def count(self) -> int:
        """Copies in the hypothesis."""
        return len(self.hyp)

    @property
    def in_reference(self) -> int:
        """Copies in the reference."""
        return len(self.ref)

    @property
    def credited(self) -> int:
        """Copies in the hypothesis that count as matched."""
        return self.matched if self.recall is None else max(self.matched, self.recall.credited)

    @property
    def kind(self) -> str:
        if not self.hyp:
            return "missed"
        credited = self.credited
        return "unmatched" if not credited else "clipped" if credited < len(self.hyp) else "credited"

    def adds(self) -> dict[str, int]:
        of, recall = self.of, self.recall
        copies, recalled = (len(self.ref), self.matched) if recall is None else (recall.copies, recall.credited)
        amounts = {of.ref: copies}
        if self.hyp:
            amounts = {of.match: self.matched, of.match_recall: recalled, of.hyp: len(self.hyp), of.ref: copies}
        amounts.pop("", None)
        return amounts

    def details(self) -> dict[str, Any]:
        found: dict[str, Any] = {"unit": self.of.unit} if self.of.unit else {}
        found |= {
            "order": self.of.order,
            "count": len(self.hyp),
            "credited": self.credited,
            "in_reference": len(self.ref),
        }
        if self.share is not None:
            found["share"] = self.share
        if self.recall is not None:
            found |= {
                "credited_p": self.matched,
                "credited_r": self.recall.credited,
                "reference_r": self.recall.reference,
            }
        return found
