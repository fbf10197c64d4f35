"""Questions as values: which statistic, at which level, over which groups."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bolide.correlation.rankings import VARIANTS
from bolide.correlation.table import Table
from bolide.correlation.vectors import VECTOR
from bolide.errors import InputError, OptionError, unknown

GROUPINGS = ("none", "item", "sys")
AT_LEVEL = {
    "sys": (*VECTOR, "accuracy", "soft-accuracy"),
    "seg": (*VECTOR, "acc-eq", "darr"),
    "ranking": tuple(VARIANTS),  # τ against five-way rankings, by year
}


@dataclass(frozen=True)
class Question:
    """A statistic, its level, and at segment level the groups it is averaged over.

    `none` is one long vector, `item` each segment across systems, `sys` each system across segments.
    """

    statistic: str
    level: str = "seg"
    grouping: str = "none"

    def __post_init__(self) -> None:
        if self.level not in AT_LEVEL:
            raise unknown("level", self.level, AT_LEVEL)
        if self.statistic not in AT_LEVEL[self.level]:
            raise unknown(f"statistic at level {self.level}", self.statistic, AT_LEVEL[self.level])
        if self.grouping not in GROUPINGS:
            raise unknown("grouping", self.grouping, GROUPINGS)
        if self.statistic == "acc-eq" and self.grouping != "item":
            raise OptionError("acc-eq is averaged by item: its pairs are the systems of one segment.")
        if self.grouping != "none" and (self.level != "seg" or self.statistic == "darr"):
            raise OptionError(f"{self.statistic} at level {self.level} has one group only; leave the grouping out.")

    def __str__(self) -> str:
        """`seg/pearson/item`, as the command line and the tables write it."""
        return "/".join([self.level, self.statistic, *([self.grouping] if self.grouping != "none" else [])])

    @property
    def reads(self) -> str:
        """The level of the scores it looks at: soft accuracy is about systems, and tests them on their segments."""
        return "seg" if self.statistic == "soft-accuracy" else self.level

    @classmethod
    def from_text(cls, text: str, levels: Collection[str] = ("sys", "seg")) -> Question:
        """What `str(question)` wrote; `levels` are those at which people's judgements can be asked."""
        level, slash, rest = text.partition("/")
        if not slash:
            raise OptionError(f"{text!r} is not a question; one looks like sys/pearson or seg/acc-eq/item.")
        if level in AT_LEVEL and level not in levels:
            wanted = "five-way rankings" if level == "ranking" else "scores of people"
            raise OptionError(f"{text} is asked of {wanted}; here there are questions of level {' and '.join(levels)}.")
        statistic, _, grouping = rest.partition("/")
        return cls(statistic, level, grouping or "none")


QUESTIONS = (
    *(Question(statistic, "sys") for statistic in AT_LEVEL["sys"]),
    *(Question(statistic, "seg", grouping) for grouping in GROUPINGS for statistic in VECTOR),
    Question("acc-eq", "seg", "item"),
)


@dataclass(frozen=True, eq=False)
class Source:
    """The people's or a metric's scores at both levels; systems alone are the mean of the segments unless given."""

    name: str
    seg: Table | None = None
    sys: Table | None = None

    def at(self, level: str) -> Table:
        """The table of a level."""
        if level == "seg":
            if self.seg is None:
                raise InputError(f"{self.name} has no scores of segments; they are needed for this statistic.")
            return self.seg
        if self.sys is not None:
            return self.sys
        if self.seg is None:
            raise InputError(f"{self.name} has no scores at all.")
        return self.seg.averaged()

    def has(self, level: str) -> bool:
        """Whether a question of this level can be put."""
        return self.seg is not None or (level == "sys" and self.sys is not None)


@dataclass(frozen=True)
class Agreement:
    """The answer to a question about one metric: the value, or None and the reason why there is none.

    `used` counts what was averaged or compared (`unit`), `left_out` the groups without an answer; `epsilon` is the
    difference up to which acc-eq calls two scores a tie; `pair` is the language pair where there are several.
    """

    metric: str
    question: Question
    value: float | None
    used: int
    unit: str
    left_out: int = 0
    reason: str = ""
    epsilon: float | None = None
    interval: tuple[float, float] | None = None
    pair: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "pair": self.pair or None,
            "metric": self.metric,
            "level": self.question.level,
            "statistic": self.question.statistic,
            "grouping": self.question.grouping,
            "value": self.value,
            "interval": None if self.interval is None else list(self.interval),
            "used": self.used,
            "unit": self.unit,
            "left_out": self.left_out,
            "reason": self.reason,
            "epsilon": self.epsilon,
        }
