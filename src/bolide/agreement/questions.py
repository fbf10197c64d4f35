"""Questions as values: which statistic, at which level, over which groups; and the answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.statistic import Measured, Statistic
from bolide.errors import OptionError, unknown

GROUPINGS = ("none", "item", "sys")
LEVELS = ("sys", "seg", "doc", "ranking")  # ranking: τ against five-way rankings, by year


@dataclass(frozen=True)
class Question:
    """A statistic, its level, and at segment level the groups it is averaged over.

    `none` is one long vector, `item` each segment across systems, `sys` each system across segments.
    """

    statistic: str
    level: str = "seg"
    grouping: str = "none"

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise unknown("level", self.level, LEVELS)
        kind = "seg" if self.level == "doc" else self.level  # documents are asked what segments are
        known = [name for name, statistic in STATISTICS.items() if kind in statistic.groupings]
        if self.statistic not in known:
            raise unknown(f"statistic at level {self.level}", self.statistic, known)
        if self.grouping not in GROUPINGS:
            raise unknown("grouping", self.grouping, GROUPINGS)
        allowed = STATISTICS[self.statistic].groupings[kind]
        if self.grouping not in allowed:
            if allowed == ("none",):
                raise OptionError(f"{self.statistic} at level {self.level} has one group only; leave the grouping out.")
            if allowed == ("item",):
                raise OptionError(f"{self.statistic} is averaged by item: its pairs are the systems of one segment.")
            raise unknown(f"grouping of {self.statistic} at level {self.level}", self.grouping, allowed)

    def __str__(self) -> str:
        """`seg/pearson/item`, as the command line and the tables write it."""
        return "/".join([self.level, self.statistic, *([self.grouping] if self.grouping != "none" else [])])

    @property
    def reads(self) -> str:
        """The level of the scores it uses: soft accuracy is about systems, but tests them on their segments."""
        return STATISTICS[self.statistic].reads or self.level

    def measure(self, seed: int | None = None) -> Statistic:
        """The statistic of tables that this question asks; `seed` governs its random numbers, if it has any."""
        return STATISTICS[self.statistic].seeded(seed).at(self.level, self.grouping)

    @classmethod
    def from_text(cls, text: str, levels: Collection[str] = ("sys", "seg")) -> Question:
        """Read what `str(question)` wrote; `levels` are those for which there are human judgments."""
        level, slash, rest = text.partition("/") if isinstance(text, str) else ("", "", "")
        if not slash:
            raise OptionError(f"{text!r:.80} is not a question; one looks like sys/pearson or seg/acc-eq/item.")
        if level in LEVELS and level not in levels:
            wanted = "five-way rankings" if level == "ranking" else "scores of people"
            if level == "doc" and "seg" in levels:
                raise OptionError(
                    f"{text} is about documents; `bolide correlate --documents FILE` says which lines are one."
                )
            raise OptionError(f"{text} is asked of {wanted}; here there are questions of level {' and '.join(levels)}.")
        statistic, _, grouping = rest.partition("/")
        return cls(statistic, level, grouping or "none")


def usual_questions() -> tuple[Question, ...]:
    """What is asked when nobody says what to ask: about systems, then about segments by grouping."""
    usual = {name: statistic for name, statistic in STATISTICS.items() if statistic.usual}
    several = [name for name, statistic in usual.items() if len(statistic.groupings.get("seg", ())) > 1]
    one = [name for name in usual if name not in several and "seg" in usual[name].groupings]
    return (
        *(Question(name, "sys") for name, statistic in usual.items() if "sys" in statistic.groupings),
        *(Question(name, "seg", group) for group in GROUPINGS for name in several
          if group in usual[name].groupings["seg"]),
        *(Question(name, "seg", group) for name in one for group in usual[name].groupings["seg"]),
    )  # fmt: skip


def document_questions() -> tuple[Question, ...]:
    """What is asked of documents when nobody says what to ask."""
    return tuple(
        Question.from_text(text, ("doc",)) for text in ("doc/pearson", "doc/kendall-b/item", "doc/acc-eq/item")
    )


@dataclass(frozen=True)
class Agreement:
    """The answer to a question about one metric: the value, or None and the reason.

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

    @classmethod
    def of(cls, metric: str, question: Question, measured: Measured) -> Agreement:
        """The answer to a question about this metric, from what a statistic measured."""
        return cls(
            metric, question, measured.value, measured.used, measured.unit, measured.left_out, measured.reason,
            measured.epsilon,
        )  # fmt: skip

    @classmethod
    def lacking(cls, metric: str, question: Question) -> Agreement:
        """No answer, because the metric has no scores at the level of the question."""
        scored = {"sys": "systems", "doc": "documents"}.get(question.reads, "segments")
        return cls(metric, question, None, 0, "", reason=f"it has no scores of {scored}")

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
