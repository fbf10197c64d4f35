"""Worked examples with the numbers that others published: the docs, the page and `bolide selftest` compute them."""

from __future__ import annotations

from dataclasses import dataclass

from bolide.metrics.base import Metric
from bolide.metrics.bleu import BLEU


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


_PAPER = BLEU.preset("paper")
_EPSILON = BLEU.preset("paper", smooth="method1")
_MAT = ("the cat is on the mat", "there is a cat on the mat")

EXAMPLES: tuple[Example, ...] = (
    Example("partial match", _PAPER, "the cat is on mat", _MAT[:1], 0.5789, 4, "a public BLEU calculator"),
    Example("clipping", _PAPER, "the the the the the the the", _MAT, 0.0, 4, "Papineni et al. 2002, example 2"),
    Example("clipping, smoothed", _EPSILON, "the the the the the the the", _MAT, 0.0393, 4, "NLTK's method 1"),
    Example("short perfect match", _PAPER, "hello world", ("hello world",), 0.0, 4, "a public BLEU calculator"),
    Example("the same, smoothed", _EPSILON, "hello world", ("hello world",), 0.3162, 4, "a public BLEU calculator"),
)
