"""What turns a hypothesis into its reference: edits, shifts of blocks, jumps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bolide.marks.mark import Indices

# An insertion is a word too many in the hypothesis, a deletion one of the reference that is missing.
EDITS = {"ok": "", "substitute": "substitutions", "insert": "insertions", "delete": "deletions"}
# As quality estimation tags them: a word of the hypothesis is OK or BAD, and so is a gap where words are missing.
TAGS = {"ok": "OK", "substitute": "BAD", "insert": "BAD", "delete": "missing"}


@dataclass(frozen=True, slots=True)
class Edit:
    """What becomes of a word on the way from the hypothesis to the reference: `operation` is one of EDITS.

    Without `by_kind` only the sum of edits is counted, as CDER does.
    """

    text: str
    operation: str
    hyp: Indices
    ref: Indices
    reference: int
    by_kind: bool = True

    @property
    def kind(self) -> str:
        return self.operation

    def adds(self) -> dict[str, int]:
        column = EDITS[self.operation]
        if not column:
            return {}
        return {"edits": 1, column: 1} if self.by_kind else {"edits": 1}

    def details(self) -> dict[str, Any]:
        return {"tag": TAGS[self.operation]}


@dataclass(frozen=True, slots=True)
class Shift:
    """A block of words that moved: `length` words from `start` on went to `target`, which saved `gain` edits.

    `start` and `target` count in the hypothesis as earlier shifts left it; `hyp` are the places before any shift.
    """

    text: str
    hyp: Indices
    start: int
    target: int
    gain: int
    ref: Indices = ()
    reference: int | None = None

    @property
    def length(self) -> int:
        return len(self.hyp)

    @property
    def kind(self) -> str:
        return "shift"

    def adds(self) -> dict[str, int]:
        return {"edits": 1, "shifts": 1, "shifted_words": len(self.hyp)}

    def details(self) -> dict[str, Any]:
        return {"start": self.start, "length": len(self.hyp), "target": self.target, "gain": self.gain}


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump of CDER's to another place of the hypothesis; `hyp` is the word there, empty at the end."""

    text: str
    hyp: Indices
    reference: int
    ref: Indices = ()

    @property
    def kind(self) -> str:
        return "jump"

    def adds(self) -> dict[str, int]:
        return {"edits": 1}

    def details(self) -> dict[str, Any]:
        return {}
