"""What a user asks of all metrics at once; each metric takes what concerns it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Wishes:
    """The settings that several metrics may share: `-lc`, `-tok`, `-l` and `--units` of the command line."""

    lowercase: bool = False
    tokenize: str | None = None
    language: str | None = None  # of the target text
    units: Sequence[str] = ()
    remarks: list[str] = field(default_factory=list, compare=False)  # what a metric has to say to a wish
