"""Which segments cost a corpus its score: exact leave-one-out influence as blocks."""

from __future__ import annotations

from bolide.corpus import Corpus
from bolide.influence import costliest, influence
from bolide.metrics.base import Metric
from bolide.report.blocks import Block, Heading, Paragraph, Table


def influence_blocks(metric: Metric, corpus: Corpus, count: int, jobs: int = 1) -> list[Block]:
    """The segments that pull the corpus score down most, with their own scores and texts."""
    stats = metric.measure_corpus(corpus, jobs=jobs)
    score = metric.aggregate(stats, corpus.nrefs)
    changes = influence(metric, stats)
    values = metric.values(stats)
    rows = []
    for i in costliest(changes, count, metric.higher_is_better):
        text = corpus.hyps[i]
        shown = text if len(text) <= 60 else text[:59] + "…"
        rows.append((str(i + 1), f"{100 * changes[i]:+.4f}", f"{100 * values[i]:.1f}", shown))
    return [
        Heading(f"{score.name} {score.percent:.2f} over {len(corpus)} segments", 1),
        Heading("Segments that cost most"),
        Paragraph.of("Influence: the corpus score with the segment minus the score without it."),
        Table.of(("line", "influence", "own score", "candidate"), rows, "rrrl"),
    ]
