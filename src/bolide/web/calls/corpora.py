"""Corpora in the page: several systems and metrics, in small steps, so that it shows progress and can be stopped."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bolide.corpus import Corpus, identical_notes
from bolide.data.marks import MarkedError
from bolide.data.results import Report
from bolide.data.scores import metric_labels
from bolide.data.stats import Stats
from bolide.evaluation.scoring import system_report
from bolide.metrics.base import Metric, row_values
from bolide.metrics.measuring import measure_in_steps, work
from bolide.metrics.scorer import Scorer
from bolide.reporting.testset.inputs import ReportInputs
from bolide.reporting.testset.page_html import page
from bolide.reporting.testset.summary import assemble_report, ranked
from bolide.significance.labels import by_label
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison
from bolide.system.errors import BolideError
from bolide.web.calls.comparing import compare_all
from bolide.web.calls.describe import Options, build, build_scorer
from bolide.web.calls.resampling import PlainSample
from bolide.web.calls.sentence import language_advice

_PIECE = 16  # segments measured between two looks at the clock
_PATIENCE = 0.15  # seconds of work between two pieces of news


Marked = dict[tuple[str, int], list[MarkedError]]  # by system and segment


@dataclass(frozen=True)
class ScoredFiles:
    """What was scored last, for questions that need its rows: tables[system][metric]."""

    corpora: Sequence[Corpus]
    scorers: Sequence[Scorer]
    tables: Sequence[Sequence[Stats]]
    compared: list[Comparison] = field(default_factory=list)
    marked: Marked = field(default_factory=dict)

    def samples(self) -> list[list[PlainSample]]:
        """One list per metric."""
        return [
            [PlainSample(corpus.name, metric, of[number]) for corpus, of in zip(self.corpora, self.tables, strict=True)]
            for number, metric in enumerate(self.metrics)
        ]

    @property
    def metrics(self) -> list[Metric]:
        """The metrics that score the systems."""
        return [scorer.corpus for scorer in self.scorers]


_last: list[ScoredFiles] = []  # one, or none: a page has one comparison at a time


def score(
    metrics: list[dict[str, Any]], systems: list[dict[str, Any]], refs: list[list[str]]
) -> Generator[Any, None, Any]:
    """Score systems ({name, hyps}) with metrics ({metric, options}); refs[i] are the references of segment i.

    Segments are scored as single sentences are, unless the options say otherwise; a corpus never is.
    """
    scorers = [build_scorer(one["metric"], one["options"]) for one in metrics]
    counted = [scorer.corpus for scorer in scorers]
    corpora = [Corpus.of(system["hyps"], refs, system["name"]) for system in systems]
    whole, done, told = work(corpora, counted), 0, time.monotonic()
    _last.clear()
    reports, tables = [], []
    for corpus in corpora:
        steps = measure_in_steps(corpus, counted, _PIECE)
        try:
            while True:
                done += next(steps)
                if time.monotonic() - told > _PATIENCE:
                    yield {"done": done, "of": whole}
                    told = time.monotonic()
        except StopIteration as end:
            reports.append(system_report(corpus, scorers, end.value, segments=True))
            tables.append(end.value)
    _last.append(ScoredFiles(corpora, scorers, tables))
    advised = (language_advice(metric, corpora[0].refs) for metric in counted)
    notes = (*dict.fromkeys(filter(None, advised)), *identical_notes(one.name for one in corpora if one.identical))
    return Report(tuple(reports), notes).to_dict()


def last() -> ScoredFiles:
    """What was scored last; refused where nothing was."""
    if not _last:
        raise BolideError("Score the files first: what was measured is no longer here.")
    return _last[0]


def compare() -> Generator[Any, None, Any]:
    """Intervals and p-values of what was scored last: `bolide compare` with its defaults, all pairs."""
    found = yield from comparisons_of(last())
    return [comparison.to_dict() for comparison in found]


def comparisons_of(found: ScoredFiles) -> Generator[Any, None, list[Comparison]]:
    """One comparison per metric, made once; a lone segment has scores and no intervals."""
    if not found.compared:
        nrefs = found.corpora[0].nrefs
        signatures = [metric.signature(nrefs) for metric in found.metrics]
        about = list(zip(metric_labels(signatures), map(str, signatures), strict=True))
        made = yield from compare_all(found.samples(), Plan(), about)
        found.compared.extend(made)
    return found.compared


def groups(labels: list[str]) -> list[dict[str, Any]]:
    """The scores of every group of segments, by the segments' labels: [metric][system], in the order of the labels."""
    found = last()
    by_metric = [by_label([of[number] for of in found.tables], labels) for number in range(len(found.scorers))]
    return [
        {"label": label, "segments": len(parts[0]), "scores": [
            [scorer.corpus.score_rows(stats).percent for stats in groups[label]]
            for scorer, groups in zip(found.scorers, by_metric, strict=True)
        ]}
        for label, parts in by_metric[0].items()
    ]  # fmt: skip


def measure(metric: str, options: Options, hyps: list[str], refs: list[list[str]]) -> dict[str, Any]:
    """The rows of integers and the value of each segment: what the tests compare with the machine's own Python."""
    chosen = build(metric, options)
    stats = chosen.measure(hyps, refs)
    return {
        "columns": list(stats.columns),
        "rows": [list(row) for row in stats],
        "values": list(row_values(chosen, stats)),
    }


def report(sources: list[str] | None, documents: list[str] | None) -> Generator[Any, None, Any]:
    """The page as text."""
    found = last()
    comparisons = yield from comparisons_of(found)
    inputs = ReportInputs(found.corpora, found.scorers, source=sources, documents=documents, marked=found.marked)
    inputs, tables, order = ranked(inputs, found.tables, comparisons[0])
    samples = [[group[k] for k in order] for group in found.samples()]
    yield {"done": 1, "of": 3}
    report = assemble_report(inputs, tables, samples, comparisons, numpy="not used (made in a browser)")
    yield {"done": 2, "of": 3}
    return page(report)
