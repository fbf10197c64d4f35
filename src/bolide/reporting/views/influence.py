"""Which segments cost a corpus its score, as blocks."""

from __future__ import annotations

from bolide.data.explanation import CorpusExplanation
from bolide.reporting.blocks import Block, Heading, Paragraph, Span, Table
from bolide.system.plurals import counted


def influence_blocks(found: CorpusExplanation) -> list[Block]:
    """The corpus score, and the segments that cost most."""
    score = found.score
    rows = [
        (str(s.line), f"{100 * s.influence:+.4f}", f"{100 * s.value:.1f}", _shortened(s.hyp)) for s in found.segments
    ]
    return [
        Heading(f"{found.title} {score.percent:.2f} over {counted(found.size, 'segment')}", 1),
        Heading("Segments that cost the most"),
        Paragraph.of("Influence: the corpus score with the segment minus the score without it."),
        Table.of(("line", "influence", "own score", "candidate"), rows, "rrrl"),
        Paragraph.of(Span(str(score.signature), "dim")),
        *([Paragraph.of(Span(f"own scores: {found.own}", "dim"))] if found.own != score.signature else []),
    ]


def _shortened(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
