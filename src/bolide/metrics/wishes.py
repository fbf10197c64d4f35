"""What a user asks of all metrics at once; each metric takes what concerns it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Wishes(NamedTuple):
    """The settings that several metrics may share: `-lc`, `-tok`, `-l` and `--units` of the command line."""

    lowercase: bool
    tokenize: str | None
    language: str | None  # of the target text
    units: Sequence[str]
    remarks: list[str]  # what a metric has to say to a wish
