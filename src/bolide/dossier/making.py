"""From texts to a dossier: everything is measured once, and taken apart from there."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from bolide.dossier.contents import Dossier
from bolide.dossier.gained import gained
from bolide.dossier.groups import Grouping, group_scores
from bolide.dossier.material import Material
from bolide.dossier.pieces import pieces
from bolide.dossier.summary import about_of, complete, lengths_of, metrics_of, texts_of
from bolide.measuring import measure_all
from bolide.significance.paired import compare, confidence
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison, Standing
from bolide.significance.sample import Sample, Vector, measured_samples
from bolide.stats import Stats

Done = Callable[[int], None]


def steps(material: Material) -> int:
    """How many segments there are to go through, for a progress bar."""
    return 2 * material.size * len(material.systems) * max(1, len(material.metrics))


def unfold(
    material: Material, plan: Plan | None = None, *, about: Mapping[str, Any] | None = None, jobs: int = 1,
    done: Done = lambda segments: None,
) -> Dossier:  # fmt: skip
    """All that a report shows. `about` are further lines of its colophon.

    `done` is called with numbers of segments that add up to `steps`.
    """
    material = complete(material)
    tables = measure_all(material.systems, material.metrics, jobs=jobs, done=_shared(material, done))
    samples = _samples(material, tables)
    comparisons = tuple(_compared(group, plan or Plan()) for group in samples)
    order = [standing.system for standing in comparisons[0].systems]
    material, tables, samples = _in_order(material, tables, samples, order)
    pairs = list(combinations(range(len(order)), 2))
    groupings = _groupings(material)
    segments = _segments(material, tables, samples, groupings)
    summary = {
        **texts_of(material, pairs),
        "human": None if material.human is None else {"name": material.human.name},
        "metrics": [*metrics_of(material, tables, comparisons), *map(_brought, comparisons[len(material.metrics) :])],
        "groups": [group_scores(grouping, samples, pairs) for grouping in groupings],
        "gained": gained(material.systems, material.metrics[0], pairs) if material.metrics else None,
        "colophon": {**_colophon(material), **(about or {})},
    }
    return Dossier(comparisons, summary, segments, tuple(pieces(material, tables, done)))


def _shared(material: Material, done: Done) -> Done:
    """Metrics that count alike are measured once; the bar goes on as if each had been."""
    ways = len({metric.counts for metric in material.metrics})
    share = len(material.metrics) / max(1, ways)
    return lambda segments: done(round(segments * share))


def _samples(material: Material, tables: Sequence[Sequence[Stats]]) -> list[list[Sample]]:
    """One list per metric, those brought in behind the others."""
    found = measured_samples(material.systems, material.metrics, tables)
    for group in material.brought:
        by_name = {sample.system: sample for sample in group}
        found.append([by_name[system.name] for system in material.systems])
    return found


def _compared(samples: Sequence[Sample], plan: Plan) -> Comparison:
    """All pairs; a lone system has its interval, and a lone segment not even that."""
    first = samples[0]
    if len(samples) > 1 and len(first) > 1:
        return compare(samples, plan)
    values = [sample.value for sample in samples]
    upward = 1 if first.higher_is_better else -1
    ranking = sorted(range(len(samples)), key=lambda k: -upward * values[k])
    bootstrap = Plan(plan.mode, "bootstrap", plan.resamples_used, seed=plan.seed)
    systems = tuple(
        Standing(samples[k].system, values[k], confidence(samples[k], bootstrap) if len(first) > 1 else None)
        for k in ranking
    )
    return Comparison(
        first.metric, first.signature, first.higher_is_better, first.scale, len(first), bootstrap, systems, ()
    )


def _in_order(
    material: Material, tables: list[list[Stats]], samples: list[list[Sample]], order: Sequence[str]
) -> tuple[Material, list[list[Stats]], list[list[Sample]]]:
    """Systems as the first metric ranks them, everywhere."""
    names = [system.name for system in material.systems]
    places = [names.index(name) for name in order]
    ordered = replace(material, systems=[material.systems[k] for k in places])
    return ordered, [tables[k] for k in places], [[group[k] for k in places] for group in samples]


def _groupings(material: Material) -> list[Grouping]:
    found = [Grouping.by_length(lengths_of(material))]
    if material.documents is not None:
        found.append(Grouping.by_label("document", "By document", material.documents))
    if material.labels is not None:
        found.append(Grouping.by_label("label", "By label", material.labels))
    quarters = None if material.human is None else Grouping.by_human(material.human)
    return [*found, quarters] if quarters is not None else found


def _segments(
    material: Material,
    tables: Sequence[Sequence[Stats]],
    samples: Sequence[Sequence[Sample]],
    groupings: Sequence[Grouping],
) -> dict[str, Any]:
    """Numbers of segments: [metric][system][segment], as they are shown."""
    scores, influences = [], []
    for m, group in enumerate(samples):
        scale = group[0].scale
        values: list[Any] = [sample.values for sample in group]
        if m < len(material.scorers):
            values = [material.scorers[m].sentence.values(by_metric[m]) for by_metric in tables]
        scores.append([np.round(scale * np.array(line), 4).tolist() for line in values])
        several = material.size > 1
        influences.append([_influence(s).tolist() for s in group] if several else None)
    return {
        "scores": scores,
        "influences": influences,
        "disagreements": _disagreements(samples, scores),
        "lengths": lengths_of(material),
        "ids": list(material.systems[0].ids) or None,
        "groups": [list(grouping.of) for grouping in groupings],
        "human": _human(material),
    }


def _influence(sample: Sample) -> Vector:
    """The corpus score with each segment minus the score without it, as it is shown."""
    found: Vector = np.round(sample.scale * (sample.value - sample.without_each()), 6)
    return found


def _disagreements(samples: Sequence[Sequence[Sample]], scores: Sequence[Sequence[Sequence[float]]]) -> Any:
    """How far the metrics are apart about a segment of a system, in standard deviations: each metric's score as so many
    above or below its mean over all segments and systems, the highest minus the lowest. None with one metric."""
    if len(scores) < 2:
        return None
    standard = []
    for group, table in zip(samples, np.array(scores), strict=True):
        spread = float(table.std()) or 1.0
        standard.append((table - table.mean()) / spread * (1 if group[0].higher_is_better else -1))
    return np.round(np.max(standard, 0) - np.min(standard, 0), 2).tolist()


def _human(material: Material) -> list[list[float | None]] | None:
    if material.human is None:
        return None
    table = material.human
    rows = dict(zip(table.systems, table.cells.tolist(), strict=True))
    empty = [float("nan")] * material.size
    lines = [rows.get(system.name, empty) for system in material.systems]
    return [[None if value != value else round(value, 4) for value in line] for line in lines]


def _brought(comparison: Comparison) -> dict[str, Any]:
    nothing: dict[str, Any] = {"names": [], "arithmetic": [], "kind": "", "stages": [], "views": [], "totals": None}
    return {**about_of(comparison), "own_signature": "", **nothing}


def _colophon(material: Material) -> dict[str, Any]:
    return {"python": platform.python_version(), "numpy": np.__version__, "data": material.digests()}
