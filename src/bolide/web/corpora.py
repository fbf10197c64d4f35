"""Whole corpora in the page: several systems, several metrics, in small steps so that it can tell and be stopped."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

from bolide.corpus import Corpus
from bolide.measuring import measure_in_steps, work
from bolide.metrics.base import Metric
from bolide.results import Report, SystemReport
from bolide.stats import Stats
from bolide.web.describe import Options, build, build_for_sentence

_PIECE = 16  # segments measured between two looks at the clock
_PATIENCE = 0.15  # seconds of work between two pieces of news


def score(
    metrics: list[dict[str, Any]], systems: list[dict[str, Any]], refs: list[list[str]]
) -> Generator[Any, None, Any]:
    """Score systems ({name, hyps}) with metrics ({metric, options}); refs[i] are the references of segment i.

    Segments are scored as single sentences are, unless the options say otherwise; a corpus never is.
    """
    chosen = [build(one["metric"], one["options"]) for one in metrics]
    alone = [build_for_sentence(one["metric"], one["options"]) for one in metrics]
    corpora = [Corpus.of(system["hyps"], refs, system["name"]) for system in systems]
    whole, done, told = work(corpora, [*chosen, *alone]), 0, time.monotonic()
    reports = []
    for corpus in corpora:
        steps = measure_in_steps(corpus, [*chosen, *alone], _PIECE)
        try:
            while True:
                done += next(steps)
                if time.monotonic() - told > _PATIENCE:
                    yield {"done": done, "of": whole}
                    told = time.monotonic()
        except StopIteration as end:
            reports.append(_report(corpus, chosen, alone, end.value))
    return Report(tuple(reports)).to_dict()


def _report(corpus: Corpus, metrics: list[Metric], alone: list[Metric], tables: list[Stats]) -> SystemReport:
    own, others = tables[: len(metrics)], tables[len(metrics) :]
    scores = tuple(metric.aggregate(stats, corpus.nrefs) for metric, stats in zip(metrics, own, strict=True))
    values = zip(*(metric.values(stats) for metric, stats in zip(alone, others, strict=True)), strict=True)
    return SystemReport(corpus.name, scores, tuple(values), tuple(one.signature(corpus.nrefs) for one in alone))


def measure(metric: str, options: Options, hyps: list[str], refs: list[list[str]]) -> dict[str, Any]:
    """The rows of integers and the value of each segment: what the tests compare with the machine's own Python."""
    chosen = build(metric, options)
    stats = chosen.measure(hyps, refs)
    return {"columns": list(stats.columns), "rows": [list(row) for row in stats], "values": list(chosen.values(stats))}
