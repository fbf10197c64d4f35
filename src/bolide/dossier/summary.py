"""What a dossier says of its metrics and segments, from rows and comparisons alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bolide.dossier.material import Material
from bolide.dossier.pieces import PIECE, names_of, numbers_of, spaces_in
from bolide.metrics.base import Metric
from bolide.significance.results import Comparison
from bolide.stats import Stats


def complete(material: Material) -> Material:
    """With the source that the texts bring, if no other is given."""
    source = material.systems[0].sources if material.source is None else material.source
    return replace(material, source=source or None)


def lengths_of(material: Material) -> list[int]:
    """The words of every first reference, as the first metric cuts them."""
    cut = material.metrics[0].tokens if material.metrics else str.split
    first = material.systems[0]
    return [len(cut(first.refs[start])) for start in first.ref_starts[:-1]]


def texts_of(material: Material, pairs: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """What a dossier says of its systems and texts."""
    systems = material.systems
    return {
        "systems": [system.name for system in systems],
        "pairs": [list(pair) for pair in pairs],
        "segments": material.size,
        "references": systems[0].nrefs,
        "piece": PIECE,
        "spaces": spaces_in([*systems[0].refs, *(text for system in systems for text in system.hyps)]),
        "texts": True,
        "source": material.source is not None,
    }


def metrics_of(
    material: Material, tables: Sequence[Sequence[Stats]], comparisons: Sequence[Comparison]
) -> list[dict[str, Any]]:
    """What is the same for all segments of a metric."""
    found = []
    nrefs = material.systems[0].nrefs
    for m, scorer in enumerate(material.scorers):
        metric, sentence = scorer.corpus, scorer.sentence
        traces = sentence.traces(next(material.systems[0].blocks(1)))
        views = [] if traces is None else [
            {"unit": view.unit, "glue": view.glue, "columns": list(view.columns)} for view in traces.views
        ]  # fmt: skip
        found.append(
            {
                **about_of(comparisons[m]),
                "own_signature": str(sentence.signature(nrefs)),
                "names": names_of(sentence),
                "arithmetic": [line.to_dict() for line in sentence.arithmetic],
                "kind": "" if traces is None else traces.kind,
                "stages": [] if traces is None else list(traces.stages),
                "views": views,
                "totals": None if metric.averages else [_total(metric, by_metric[m]) for by_metric in tables],
                "corpus_names": names_of(metric),
                "corpus_arithmetic": [line.to_dict() for line in metric.arithmetic],
            }
        )
    return found


def _total(metric: Metric, rows: Stats) -> list[float | int]:
    """The numbers behind the score of all segments."""
    return numbers_of(metric, Stats.of(rows.columns, [rows.total()]))[0]


def about_of(comparison: Comparison) -> dict[str, Any]:
    return {
        "name": comparison.metric, "signature": comparison.signature, "higher": comparison.higher_is_better,
        "scale": comparison.scale,
    }  # fmt: skip
