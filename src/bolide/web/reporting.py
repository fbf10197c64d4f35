"""The report of what was scored last, as one HTML file: the same page that `bolide report` writes, made without numpy.

It differs in one thing: leads of groups (by length, by document) have no interval, which would take a bootstrap each.
"""

from __future__ import annotations

import platform
from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import combinations
from math import fsum, sqrt
from typing import Any

from bolide.dossier.contents import Dossier
from bolide.dossier.gained import gained
from bolide.dossier.material import Material
from bolide.dossier.pieces import pieces
from bolide.dossier.summary import complete, lengths_of, metrics_of, texts_of
from bolide.metrics.base import Metric
from bolide.report.dossiers import page
from bolide.significance.lengths import in_order, length_labels
from bolide.significance.results import Comparison
from bolide.stats import Stats
from bolide.web.corpora import comparisons_of, last

Tables = Sequence[Sequence[Stats]]  # [system][metric]
Pairs = Sequence[tuple[int, int]]


def report(sources: list[str] | None, documents: list[str] | None) -> Generator[Any, None, Any]:
    """The page as text."""
    found = last()
    comparisons = yield from comparisons_of(found)
    material = complete(
        Material(found.corpora, found.scorers, source=sources, documents=documents, marked=found.marked)
    )
    order = [standing.system for standing in comparisons[0].systems]
    places = [[system.name for system in material.systems].index(name) for name in order]
    material = replace(material, systems=[material.systems[k] for k in places])
    tables = [found.tables[k] for k in places]
    yield {"done": 1, "of": 3}
    dossier = dossier_of(material, tables, comparisons)
    yield {"done": 2, "of": 3}
    return page(dossier)


def dossier_of(material: Material, tables: Tables, comparisons: Sequence[Comparison]) -> Dossier:
    """All that a report shows, of systems in the order of the first comparison."""
    pairs = list(combinations(range(len(material.systems)), 2))
    lengths = length_labels(lengths_of(material))
    groupings = [("length", "By length of the reference, in words", lengths, in_order(lengths))]
    if material.documents is not None:
        documents = list(material.documents)
        groupings.append(("document", "By document", documents, list(dict.fromkeys(documents))))
    summary = {
        **texts_of(material, pairs),
        "human": None,
        "metrics": metrics_of(material, tables, comparisons),
        "groups": [_group(grouping, material, tables, pairs) for grouping in groupings],
        "gained": gained(material.systems, material.metrics[0], pairs),
        "colophon": {
            "python": platform.python_version(),
            "numpy": "not used (made in a browser)",
            "data": material.digests(),
        },
    }
    segments = {
        **_numbers(material, tables),
        "lengths": lengths_of(material),
        "ids": None,
        "groups": [[labels.index(label) for label in of] for _, _, of, labels in groupings],
        "human": None,
    }
    return Dossier(tuple(comparisons), summary, segments, tuple(pieces(material, tables, lambda segments: None)))


def _numbers(material: Material, tables: Tables) -> dict[str, Any]:
    """Scores and influences of segments, [metric][system][segment], and how far the metrics are apart."""
    scores, influences = [], []
    for m, scorer in enumerate(material.scorers):
        scores.append([[round(100 * value, 4) for value in scorer.sentence.values(of[m])] for of in tables])
        influences.append([_influence(scorer.corpus, of[m]) for of in tables] if material.size > 1 else None)
    return {"scores": scores, "influences": influences, "disagreements": _disagreements(material.metrics, scores)}


def _influence(metric: Metric, rows: Stats) -> list[float]:
    whole = metric.aggregate(rows).value
    return [round(100 * (whole - without), 6) for without in metric.without_each(rows)]


def _disagreements(metrics: Sequence[Metric], scores: Sequence[Sequence[Sequence[float]]]) -> Any:
    """Each metric's score in standard deviations above its mean, the highest minus the lowest; None with one metric."""
    if len(scores) < 2:
        return None
    standard = []
    for metric, table in zip(metrics, scores, strict=True):
        cells = [value for line in table for value in line]
        mean = fsum(cells) / len(cells)
        spread = sqrt(fsum((value - mean) ** 2 for value in cells) / len(cells)) or 1.0
        sign = 1 if metric.higher_is_better else -1
        standard.append([[sign * (value - mean) / spread for value in line] for line in table])
    apart = [list(zip(*lines, strict=True)) for lines in zip(*standard, strict=True)]
    return [[round(max(cell) - min(cell), 2) for cell in line] for line in apart]


def _group(
    grouping: tuple[str, str, list[str], list[str]], material: Material, tables: Tables, pairs: Pairs
) -> dict[str, Any]:
    """Scores of every system in every group, and the lead of the first of every pair."""
    name, title, of, labels = grouping
    places: dict[str, list[int]] = {label: [] for label in labels}
    for place, label in enumerate(of):
        places[label].append(place)
    metrics = []
    for m, metric in enumerate(material.metrics):
        scores = [[metric.aggregate(own[m].take(places[label])).percent for own in tables] for label in labels]
        sign = 1 if metric.higher_is_better else -1
        leads = [[round(sign * (line[a] - line[b]), 4) for a, b in pairs] for line in scores]
        shown = [[round(value, 4) for value in line] for line in scores]
        metrics.append({"scores": shown, "leads": leads, "intervals": [None] * len(labels)})
    sizes = [len(places[label]) for label in labels]
    return {"name": name, "title": title, "labels": labels, "sizes": sizes, "metrics": metrics}
