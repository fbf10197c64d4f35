"""A worked example: a translation with the number that somebody published for it."""

from __future__ import annotations

from dataclasses import dataclass

from bolide.metrics.base import Metric


@dataclass(frozen=True)
class Example:
    """A candidate, its references, a metric, and what must come out to so many decimals on the scale of 0 to 1."""

    title: str
    metric: Metric
    hyp: str
    refs: tuple[str, ...]
    expected: float
    digits: int
    source: str

    def value(self) -> float:
        """What this Bolide computes."""
        return self.metric.sentence(self.hyp, self.refs).value

    def holds(self) -> bool:
        """Whether that is the published number, to its last digit."""
        return round(self.value(), self.digits) == self.expected
