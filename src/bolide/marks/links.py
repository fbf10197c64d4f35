"""Words that are aligned with words, could have been, or are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bolide.marks.mark import Indices


@dataclass(frozen=True, slots=True)
class Link:
    """Words matched with words, at one stage, in one chunk; `words` says whether they are content or function words."""

    text: str
    hyp: Indices
    ref: Indices
    reference: int
    stage: str
    chunk: int
    crossing: bool
    counted: Mapping[str, int]
    words: str = ""

    @property
    def kind(self) -> str:
        return "matched"

    def adds(self) -> dict[str, int]:
        return dict(self.counted)

    def details(self) -> dict[str, Any]:
        words = {"words": self.words} if self.words else {}
        return {"stage": self.stage, **words, "chunk": self.chunk, "crossing": self.crossing}


@dataclass(frozen=True, slots=True)
class Dropped:
    """Words that could be linked and were not, and why."""

    text: str
    hyp: Indices
    ref: Indices
    reference: int
    stage: str
    why: str

    @property
    def kind(self) -> str:
        return "dropped"

    def adds(self) -> dict[str, int]:
        return {}

    def details(self) -> dict[str, Any]:
        return {"stage": self.stage, "why": self.why}


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A word of either text that no link touches."""

    text: str
    hyp: Indices = ()
    ref: Indices = ()
    reference: int | None = None

    @property
    def kind(self) -> str:
        return "unmatched"

    def adds(self) -> dict[str, int]:
        return {}

    def details(self) -> dict[str, Any]:
        return {"side": "candidate" if self.reference is None else "reference"}
