"""`bolide.reporting.html`: a test set as one page, from Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from bolide.corpus import Corpus, Refs
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.system.errors import InputError

if TYPE_CHECKING:
    from bolide.agreement.table import Table
    from bolide.significance.plan import Plan


def html(
    systems: Mapping[str, Iterable[str]],
    refs: Iterable[Refs],
    metrics: Sequence[str | Metric] = ("bleu",),
    *,
    source: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    labels: Sequence[str] | None = None,
    human: Table | None = None,
    plan: Plan | None = None,
    title: str = "",
    texts: bool = True,
    jobs: int = 1,
) -> str:
    """The report of one system or more as one HTML file: `systems` are their outputs by name, refs[i] the references of
    segment i. `source`, `documents` and `labels` have one entry per segment; with `texts=False` no text is in it."""
    from bolide.reporting.testset import ReportInputs, build_report  # numpy is needed there, and only there
    from bolide.reporting.testset.page_html import page

    if not isinstance(systems, Mapping):
        raise InputError("`systems` must be a mapping from names to outputs: {'a': [...], 'b': [...]}.")
    groups = list(refs)
    corpora = [Corpus.of(outputs, groups, name) for name, outputs in systems.items()]
    scorers = [Scorer.of(metric) for metric in metrics]
    inputs = ReportInputs(corpora, scorers, (), source, documents, labels, human)
    report = build_report(inputs, plan, about={"title": title}, jobs=jobs)
    return page(report if texts else report.without_texts())
