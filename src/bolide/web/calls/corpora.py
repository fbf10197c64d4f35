"""Corpora in the page: several systems and metrics, in small steps with progress, so that they can be cancelled."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from bolide.corpus import Corpus, identical_notes
from bolide.corpus.identity import hashes_of
from bolide.corpus.lines import empty_reference_notes
from bolide.data.results import Report
from bolide.data.scores import metric_labels
from bolide.data.stats import Stats
from bolide.evaluation.health import health_of
from bolide.evaluation.scoring import system_report
from bolide.metrics.measuring import measure_in_steps, work
from bolide.metrics.scorer import Scorer
from bolide.reporting.blocks import TableBlock
from bolide.reporting.render.text import tsv
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.page_html import body_of, page
from bolide.reporting.testset.summary import assemble_report, digests
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import BolideError, InputError
from bolide.system.stored import plain
from bolide.testset import TestSet
from bolide.web.calls.comparing import PlainSample, ProgressReporter, compare_all
from bolide.web.calls.describe import build_scorer
from bolide.web.calls.sentence import language_advice

if TYPE_CHECKING:
    from bolide.agreement.error_overlay import Marked

_PIECE = 16  # segments measured between two checks of the clock


@dataclass(frozen=True)
class ScoredFiles:
    """The systems scored last, with their rows for later calls: tables[system][metric]."""

    corpora: Sequence[Corpus]
    scorers: Sequence[Scorer]
    tables: Sequence[Sequence[Stats]]
    compared: list[Comparison] = field(default_factory=list)
    marked: Marked = field(default_factory=dict)
    reported: list[TestSetReport] = field(default_factory=list)

    def samples(self, documents: list[str] | None, strata: list[str] | None) -> list[list[PlainSample]]:
        """One list of samples per metric, of segments that belong to these documents and strata."""
        units, names = ResamplingUnits.of(documents, strata), [corpus.name for corpus in self.corpora]
        return [
            [PlainSample(name, scorer.corpus, stats, units) for name, stats in zip(names, tables, strict=True)]
            for scorer, tables in zip(self.scorers, zip(*self.tables, strict=True), strict=True)
        ]

    def labels(self) -> list[tuple[str, str]]:
        """The name in tables, and the signature, of each metric."""
        signatures = [scorer.corpus.signature(self.corpora[0].nrefs) for scorer in self.scorers]
        return list(zip(metric_labels(signatures), map(str, signatures), strict=True))


_last: list[ScoredFiles] = []  # one or none: a page has one comparison at a time


def score(
    metrics: list[dict[str, Any]],
    systems: list[dict[str, Any]],
    refs: list[list[str]],
    sources: list[str] | None = None,
    ref_names: Sequence[str] = (),
) -> Generator[Any, None, Any]:
    """Score systems ({name, hyps}) with metrics ({metric, options}); refs[i] are the references of segment i, one of
    each file in `ref_names`, or these are not said.

    Segments are scored with the settings for single sentences, unless the options say otherwise. A metric that cannot
    measure the texts is `refused`, if another one can; a note says why.
    """
    scorers = [build_scorer(one["metric"], one["options"]) for one in metrics]
    corpora = [Corpus.of(system["hyps"], refs, system["name"]) for system in systems]
    _last.clear()
    scorers, tables, refused = yield from _measured(corpora, scorers)
    counted = [scorer.corpus for scorer in scorers]
    both = zip(corpora, tables, strict=True)
    reports = [system_report(corpus, scorers, rows, segments=False) for corpus, rows in both]
    _last.append(ScoredFiles(corpora, scorers, tables))
    sourced = [replace(one, sources=tuple(sources or ())) for one in corpora]
    texts = corpora[0].refs
    advised = [language_advice(metric, texts) for metric in counted]
    notes = (
        *(f"{metrics[k]['metric']} is left out: {why}" for k, why in refused.items()),
        *dict.fromkeys(filter(None, (text for text, _ in advised))),
        *empty_reference_notes(ref_names, corpora[0]),
        *identical_notes(one.name for one in corpora if one.identical),
        *map(str, health_of(sourced, nfc=all(metric.counts.nfc for metric in counted))),
    )
    suited = {text: remedy for _, remedies in advised for text, remedy in remedies.items()}
    report = Report(tuple(reports), notes, identity=hashes_of(corpora)).to_dict()
    return report | ({"suited": suited} if suited else {}) | ({"refused": list(refused)} if refused else {})


def _measured(
    corpora: Sequence[Corpus], scorers: Sequence[Scorer]
) -> Generator[Any, None, tuple[list[Scorer], list[list[Stats]], dict[int, str]]]:
    """The scorers that can measure the texts, their rows by system, and why others cannot, by their number."""
    kept, refused = dict(enumerate(scorers)), dict[int, str]()
    while True:
        counted = [scorer.corpus for scorer in kept.values()]
        reporter, tables = ProgressReporter(work(corpora, counted)), []
        try:
            for corpus in corpora:
                tables.append((yield from reporter.run(measure_in_steps(corpus, counted, _PIECE))))
            return [*kept.values()], tables, refused
        except InputError as error:
            unable = {k for k, each in kept.items() if error.metric and each.corpus.counts == error.metric.counts}
            if len(unable) in (0, len(kept)):
                raise
            refused |= dict.fromkeys(sorted(unable), str(error))
            kept = {k: each for k, each in kept.items() if k not in unable}


def last() -> ScoredFiles:
    """The systems scored last. Raises BolideError if there are none."""
    if not _last:
        raise BolideError("The scores are no longer available; score the files again.")
    return _last[0]


def compare(documents: list[str] | None = None, strata: list[str] | None = None) -> Generator[Any, None, Any]:
    """Intervals and p-values of the systems scored last, as by `bolide compare` with its defaults: computed once, for a
    single segment only the scores."""
    return plain((yield from comparisons_of(last(), documents, strata)))


def comparisons_of(
    scored: ScoredFiles, documents: list[str] | None, strata: list[str] | None
) -> Generator[Any, None, list[Comparison]]:
    """One comparison per metric, computed once; a single segment has scores but no intervals."""
    if not scored.compared:
        plan = Plan(stratified=strata is not None)
        scored.compared.extend((yield from compare_all(scored.samples(documents, strata), plan, scored.labels())))
    return scored.compared


def segments_tsv(sources: list[str] | None, documents: list[str] | None) -> str:
    """The segments scored last, line by line: their scores and texts."""
    scored = last()
    corpora = scored.corpora
    columns: dict[str, Iterable[object]] = {"line": range(1, len(corpora[0]) + 1)}
    columns |= {name: texts for name, texts in (("document", documents), ("source", sources)) if texts}
    for corpus, tables in zip(corpora, scored.tables, strict=True):
        for (label, _), scorer, stats in zip(scored.labels(), scored.scorers, tables, strict=True):
            columns[f"{corpus.name}:{label}"] = scorer.sentence.row_values(stats)
    columns |= {f"{corpus.name}:text": corpus.hyps for corpus in corpora}
    references = zip_longest(*(corpora[0][k].refs for k in range(len(corpora[0]))), fillvalue="")
    columns |= {f"reference:{k}": texts for k, texts in enumerate(references, 1)}
    return tsv([TableBlock.of(list(columns), zip(*(map(str, cells) for cells in columns.values()), strict=True))])


def report(
    form: str, sources: list[str] | None, documents: list[str] | None, strata: list[str] | None = None
) -> Generator[Any, None, str]:
    """The report on the systems scored last, as HTML or as JSON, which `bolide report --from` reads."""
    found = yield from _report(sources, documents, strata)
    return page(found) if form == "html" else found.to_json()


def view(
    sources: list[str] | None, documents: list[str] | None, strata: list[str] | None = None
) -> Generator[Any, None, dict[str, Any]]:
    """The same report for the page itself: what it says as HTML, and its parts."""
    found = yield from _report(sources, documents, strata)
    return {"body": body_of(found), "parts": found.parts()}


def _report(
    sources: list[str] | None, documents: list[str] | None, strata: list[str] | None
) -> Generator[Any, None, TestSetReport]:
    scored = last()
    comparisons = yield from comparisons_of(scored, documents, strata)
    if not scored.reported:
        systems = {corpus.name: corpus for corpus in scored.corpora}
        data = TestSet(None, systems, source=sources, documents=documents, domains=strata)
        samples, marked = scored.samples(documents, strata), scored.marked
        about = {"numpy": "not used (made in a browser)", "data": digests(data)}
        yield {"done": 1, "of": 3}
        scored.reported.append(
            assemble_report(data, scored.scorers, scored.tables, samples, comparisons, marked=marked, colophon=about)
        )
        yield {"done": 2, "of": 3}
    return scored.reported[0]
