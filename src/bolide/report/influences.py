"""Which segments cost a corpus its score: exact leave-one-out influence, as data and as blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bolide.corpus import Corpus
from bolide.influence import costliest, influence
from bolide.metrics.base import Metric
from bolide.report.blocks import Block, Heading, Paragraph, Span, Table
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

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "name": self.score.name,
            "value": self.score.value,
            "percent": self.score.percent,
            "signature": str(self.score.signature),
            "parts": dict(self.score.parts),
            "size": self.size,
            "own_signature": str(self.own),
            "segments": [vars(segment) for segment in self.segments],
        }

    def blocks(self) -> list[Block]:
        """The same for a reader."""
        rows = [
            (str(s.line), f"{100 * s.influence:+.4f}", f"{100 * s.value:.1f}", _shortened(s.hyp)) for s in self.segments
        ]
        return [
            Heading(f"{self.score.name} {self.score.percent:.2f} over {self.size} segments", 1),
            Heading("Segments that cost most"),
            Paragraph.of("Influence: the corpus score with the segment minus the score without it."),
            Table.of(("line", "influence", "own score", "candidate"), rows, "rrrl"),
            Paragraph.of(Span(str(self.score.signature), "dim")),
            *([Paragraph.of(Span(f"own scores: {self.own}", "dim"))] if self.own != self.score.signature else []),
        ]


def explain_corpus(metric: Metric, alone: Metric, corpus: Corpus, count: int) -> CorpusExplanation:
    """The segments that pull the corpus score down most; `alone` is the metric that scores each by itself."""
    stats = metric.measure_corpus(corpus)
    changes = influence(metric, stats)
    values = alone.values(stats if alone in (metric, metric.for_sentences()) else alone.measure_corpus(corpus))
    worst = costliest(changes, count, metric.higher_is_better)
    segments = tuple(Influential(i + 1, changes[i], values[i], corpus.hyps[i]) for i in worst)
    score = metric.aggregate(stats, corpus.nrefs)
    return CorpusExplanation(score, len(corpus), segments, alone.signature(corpus.nrefs))


def _shortened(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
