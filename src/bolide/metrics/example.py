"""Worked examples: translations with the number that somebody published for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bolide.corpus import Refs
from bolide.data.scores import Score


class ScoresSentences(Protocol):
    """What an example asks of its metric; naming `Metric` here would close a circle, for it names its examples."""

    def sentence(self, hyp: str, refs: Refs) -> Score:
        """The score of one translation."""

    def corpus(self, hyps: Iterable[str], refs: Iterable[Refs]) -> Score:
        """The score of several together."""


M = TypeVar("M", bound=ScoresSentences, covariant=True)


@dataclass(frozen=True)
class Example(Generic[M]):
    """A candidate, its references, a metric, and what must come out to so many decimals on the scale of 0 to 1."""

    title: str
    metric: M
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


@dataclass(frozen=True)
class CorpusExample(Generic[M]):
    """The same for several translations together: `refs` has the one reference of each."""

    title: str
    metric: M
    hyps: tuple[str, ...]
    refs: tuple[str, ...]
    expected: float
    digits: int
    source: str

    def value(self) -> float:
        """What this Bolide computes."""
        return self.metric.corpus(self.hyps, self.refs).value

    def holds(self) -> bool:
        """Whether that is the published number, to its last digit."""
        return round(self.value(), self.digits) == self.expected
