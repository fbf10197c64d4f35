"""Explanations as a result: of one translation by several metrics, or of a corpus by the segments that cost it most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bolide.explanation import Explanation
from bolide.figures import MarkedText
from bolide.results import Result
from bolide.scores import Score, Signature


@dataclass(frozen=True)
class Influential:
    """A segment, what it does to the corpus score, and its own score."""

    line: int
    influence: float
    value: float
    hyp: str


@dataclass(frozen=True)
class CorpusExplanation:
    """A corpus score with the segments that cost it most, worst first; their own scores have their own settings."""

    score: Score
    size: int
    segments: tuple[Influential, ...]
    own: Signature
    definition: str = ""

    @property
    def title(self) -> str:
        """The metric's name, with the definition and the language if the name has several: `METEOR (1.5, en)`."""
        return f"{self.score.name} ({self.definition})" if self.definition else self.score.name

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "name": self.score.name,
            "title": self.title,
            "value": self.score.value,
            "percent": self.score.percent,
            "signature": str(self.score.signature),
            "parts": dict(self.score.parts),
            "size": self.size,
            "own_signature": str(self.own),
            "segments": [vars(segment) for segment in self.segments],
        }


@dataclass(frozen=True)
class Explanations(Result):
    """Explanations of one translation, one per metric, or of a corpus; `people` is what people marked in it."""

    explanations: tuple[Explanation, ...] = ()
    corpora: tuple[CorpusExplanation, ...] = ()
    people: MarkedText | None = None

    _view = "bolide.report.explained:explanations_blocks"
    _pictures = True

    def __repr__(self) -> str:
        names = [*(one.score.name for one in self.explanations), *(one.score.name for one in self.corpora)]
        return f"<Explanations: {', '.join(names)}>"

    def signatures(self) -> Iterator[str]:
        yield from (str(found.score.signature) for found in self.explanations)
        for corpus in self.corpora:
            yield from (str(corpus.score.signature), str(corpus.own))

    def data(self) -> dict[str, Any]:
        if self.corpora:
            return {"corpora": [found.to_dict() for found in self.corpora]}
        people = {} if self.people is None else {"people": self.people.to_dict()}
        return {"explanations": [found.to_dict() for found in self.explanations], **people}
