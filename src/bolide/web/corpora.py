"""Whole corpora in the page: several systems, several metrics, in small steps so that it can tell and be stopped."""

from __future__ import annotations

import time
from array import array
from collections.abc import Generator
from typing import Any

from bolide.corpus import Corpus
from bolide.metrics.base import Metric
from bolide.report.model import Report, SystemReport
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
    whole = len(chosen) * sum(map(len, corpora))
    done = 0
    reports = []
    for corpus in corpora:
        tables = []
        for metric in chosen:
            for news in _measure(metric, corpus):
                if isinstance(news, Stats):
                    tables.append(news)
                else:
                    yield {"done": done + news, "of": whole}
            done += len(corpus)
        pairs = list(zip(chosen, tables, strict=True))
        scores = tuple(metric.aggregate(stats, corpus.nrefs) for metric, stats in pairs)
        values = zip(*(one.values(stats) for one, stats in zip(alone, tables, strict=True)), strict=True)
        signatures = tuple(one.signature(corpus.nrefs) for one in alone)
        reports.append(SystemReport(corpus.name, scores, tuple(values), signatures))
    return Report(tuple(reports)).to_dict()


def _measure(metric: Metric, corpus: Corpus) -> Generator[Any, None, None]:
    """The rows of a corpus, preceded by how many segments are done, now and then."""
    data = array("q")
    told = time.monotonic()
    for piece in corpus.blocks(_PIECE):
        data.extend(metric.measure_corpus(piece).data)
        if time.monotonic() - told > _PATIENCE:
            yield len(data) // len(metric.columns)
            told = time.monotonic()
    yield Stats(metric.columns, data)


def measure(metric: str, options: Options, hyps: list[str], refs: list[list[str]]) -> dict[str, Any]:
    """The rows of integers and the value of each segment: what the tests compare with the machine's own Python."""
    chosen = build(metric, options)
    stats = chosen.measure(hyps, refs)
    return {"columns": list(stats.columns), "rows": [list(row) for row in stats], "values": list(chosen.values(stats))}
