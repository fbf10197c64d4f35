"""Traces: what a metric saw and did in every segment of a corpus, in bulk. An explanation says the same of one segment,
with reasons; traces are what a report of a whole test set can afford."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bolide.marks import EDITS

Tokens = Sequence[str]
JUMP = len(EDITS)  # CDER's; behind the numbers of the edits


class View(NamedTuple):
    """Texts cut into one kind of token: a list for each hypothesis and one for each reference of the corpus.

    `orders` is the longest n-gram that is counted of them, 0 where n-grams are not what is counted; `columns` are the
    columns that count the matches of each order. `glue` stands between tokens where they are written out.
    """

    unit: str
    glue: str
    hyps: Sequence[Tokens]
    refs: Sequence[Tokens]
    columns: tuple[str, ...] = ()

    @property
    def orders(self) -> int:
        return len(self.columns)


@dataclass(frozen=True)
class Traces:
    """Evidence of one of three kinds, of every segment.

    `grams`: n-grams found in the references; who knows the tokens finds them. `links`: words matched with words, each
    as (candidate place, reference place, candidate words, reference words, stage, chunk), where `stages` names the
    stage. `edits`: the operations that turn each candidate into its reference, and the shifts before them.

    `chosen` is the reference that counts among those of each segment, -1 where all of them do together.
    """

    kind: str
    views: tuple[View, ...]
    chosen: list[int]
    links: list[list[tuple[int, ...]]] | None = None
    edits: list[Edited] | None = None
    stages: tuple[str, ...] = ()


class Edited(NamedTuple):
    """How one candidate is edited into its reference.

    `operations` go from left to right, as numbers in the order of marks.EDITS, and JUMP, which takes no word; `order`
    and `theirs` are the places of the candidate's and the reference's words as the operations take them. A move is
    (what it saves, the operation before which its words stood, the operations at which they stand now …).
    """

    operations: list[int]
    order: list[int]
    moves: list[tuple[int, ...]]
    theirs: list[int]


class Line(NamedTuple):
    """A line of a metric's arithmetic, the same for every row: what is made of which columns and numbers.

    `of` names columns of the row and numbers of the formula, `settings` what is put in besides; `made` names numbers of
    the formula.
    """

    label: str
    formula: str
    of: tuple[str, ...]
    made: tuple[str, ...]
    settings: tuple[tuple[str, float], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "formula": self.formula,
            "of": list(self.of),
            "made": list(self.made),
            "settings": [list(setting) for setting in self.settings],
        }
