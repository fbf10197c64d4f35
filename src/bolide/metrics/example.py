"""Worked examples: translations with published scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bolide.corpus import Refs
from bolide.data.scores import Score


class ScoresSentences(Protocol):
    """The part of `Metric` that examples use; importing `Metric` would be circular, because it imports its examples."""

    def sentence(self, hyp: str, refs: Refs) -> Score:
        """The score of one translation."""

    def corpus(self, hyps: Iterable[str], refs: Iterable[Refs]) -> Score:
        """The score of a corpus."""


M = TypeVar("M", bound=ScoresSentences, covariant=True)


@dataclass(frozen=True)
class Example(Generic[M]):
    """A candidate, its references, a metric, and the expected score to `digits` decimals on the scale of 0 to 1."""

    title: str
    metric: M
    hyp: str
    refs: tuple[str, ...]
    expected: float
    digits: int
    source: str

    def value(self) -> float:
        """The score that Bolide computes."""
        return self.metric.sentence(self.hyp, self.refs).value

    def holds(self) -> bool:
        """Whether the computed score equals the published one to its last digit."""
        return round(self.value(), self.digits) == self.expected


@dataclass(frozen=True)
class CorpusExample(Generic[M]):
    """An example of a corpus score; `refs` has one reference for each candidate."""

    title: str
    metric: M
    hyps: tuple[str, ...]
    refs: tuple[str, ...]
    expected: float
    digits: int
    source: str

    def value(self) -> float:
        """The score that Bolide computes."""
        return self.metric.corpus(self.hyps, self.refs).value

    def holds(self) -> bool:
        """Whether the computed score equals the published one to its last digit."""
        return round(self.value(), self.digits) == self.expected
