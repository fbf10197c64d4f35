"""Score a table of any size as it is read: groups, rows on disk, intervals, and resuming after a stop."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from typing import Any

from bolide.agreement.external_scores import Scores
from bolide.corpus import Corpus
from bolide.corpus.batches import EVERY
from bolide.corpus.inputs import Path, Prepare, TextReader, check_once, columns_of, file_of, files_of
from bolide.corpus.table_files import TableOptions, parts_of
from bolide.corpus.tables import BY_CONTENT, Names, row_count
from bolide.data.results import Report
from bolide.engines.checkpoints import score_with_checkpoints
from bolide.engines.counts_file import counts_file
from bolide.engines.poisson import Poisson
from bolide.engines.streaming import TableQuery, score_table
from bolide.evaluation.health import health_of
from bolide.evaluation.scoring import check_about_scores, evaluate
from bolide.forms import form_of
from bolide.metrics.scorer import Metrics, check_every_signature, metric_list, scorers_of
from bolide.significance.plan import Plan
from bolide.significance.units import SEGMENT
from bolide.system.errors import InputError, OptionError, check_effects

FIRST = 200  # references that are looked at before anything is measured
CHECKED = 500  # rows whose texts are checked for what is odd about them
POISSON = "poisson"  # the mode that draws the resamples of a table as it is read


def evaluate_table(
    table: Names,
    hyps: str | Sequence[str],
    refs: str | Sequence[str],
    metrics: Metrics = "bleu",
    *,
    by: str | Sequence[str] = (),
    names: Sequence[str] = (),
    rows: Path | None = None,
    counts: bool = False,
    resume: Path | None = None,
    segments: bool = False,
    scores: Scores = (),
    lower: Collection[str] = (),
    signatures: Mapping[str, str] | None = None,
    as_scored: bool = False,
    runs: Mapping[str, Sequence[str]] | None = None,
    confidence: int | None = None,
    mode: str = POISSON,
    seed: int | None = None,
    documents: str | None = None,
    unit: str | None = None,
    strata: str | None = None,
    options: TableOptions = BY_CONTENT,
    jobs: int = 0,
    progress: Callable[[int], None] = lambda segments: None,
    warn: Callable[[str], None] = lambda message: None,
    look: Callable[[list[str]], None] = lambda references: None,
    prepare: Prepare = lambda systems, read: systems,
) -> Report:
    """Score the columns `hyps` of a table against the columns `refs`, and with `by` every group of segments.

    The table is scored as it is read and need not fit into memory, unless `segments`, `scores`, `runs` (columns) or a
    `mode` other than poisson, as in `evaluate`, need all of it. The rows of segments, with `counts` also the integers
    behind them, are written to the Parquet file `rows`; `resume` is a folder for finished work. `names` are those of
    the systems. `documents` and `strata` are columns that name the document and stratum of a segment; whole documents
    are drawn, unless `unit` is `segment`. `look` is called with the first references, `prepare` with texts that were
    read first.

    >>> import bolide
    >>> report = bolide.evaluate_table("texts.tsv", ["system_a", "system_b"], "reference", "chrf")
    >>> [(system.name, round(system["chrf"].percent, 1)) for system in report.systems]
    [('system_a', 82.5), ('system_b', 52.1)]
    """
    table = files_of(table, "table")
    hyps, refs, by = columns_of(hyps, "hyps"), columns_of(refs, "refs"), columns_of(by, "by")
    if not (table and refs and (hyps or runs)):
        raise InputError("There is nothing to score: name a `table`, and its columns of `hyps` and `refs`.")
    if not isinstance(options, TableOptions):
        raise OptionError(f"`options` is {options!r:.60}; it must be TableOptions.")
    target = None if rows is None else file_of(rows, "rows")
    folder = None if resume is None else file_of(resume, "resume")
    metrics = metric_list(metrics)
    read_notes: list[str] = []
    options = _collecting(options, read_notes, warn)
    check_about_scores(scores, lower, signatures, as_scored)
    named = {"documents": documents, "seed": seed, "unit": unit, "strata": strata, "confidence": confidence}
    passed = {name: value is not None for name, value in named.items()} | {"mode": mode != POISSON}
    check_effects(passed, {name: ["confidence"] for name in ("documents", "seed", "unit", "strata", "mode")}, {})
    poisson = confidence is not None and mode == POISSON
    usual = "sound" if poisson else mode  # a plan checks the numbers, also of what is drawn as the table is read
    plan = None if confidence is None else Plan.for_intervals(confidence, usual, seed=seed, unit=unit)
    streamed = {"`by`": by, "`counts`": counts, "`resume`": folder, "`rows`": target, "`mode` poisson": poisson}
    whole = {
        "`confidence` without `mode` poisson": confidence is not None and not poisson,
        "`scores`": scores,
        "`runs`": runs,
        "`segments`": segments and not target,
        "`units` from files": any(form_of(scorer.corpus).reads_files for scorer in scorers_of(metrics, others=scores)),
    }
    for reason in (what for what, value in whole.items() if value):
        for name in (name for name, value in streamed.items() if value):
            raise OptionError(f"{name} is for tables that are scored as they are read; {reason} needs all of it first.")
        inputs = TextReader(table, options).inputs(hyps, refs, names, runs, prepare, documents=documents, strata=strata)
        report = evaluate(
            metrics=metrics,
            segments=segments,
            scores=scores,
            lower=lower,
            signatures=signatures,
            as_scored=as_scored,
            confidence=plan,
            health=True,
            jobs=jobs,
            progress=progress,
            warn=warn,
            **inputs,
        )
        return replace(report, notes=(*report.notes, *read_notes))
    if counts and not target:
        raise OptionError("`counts` has no effect without `rows` FILE.parquet; leave it out.")
    if target and segments:
        raise OptionError("`segments` has no effect with `rows`, which has the segments' scores; leave it out.")
    if strata is not None:
        raise OptionError("`strata` is not for `mode` poisson, which draws every segment or document by itself.")
    check_once(hyps, refs)
    if unit is not None and documents is None:
        raise OptionError("`unit`: the documents of the segments are not known; pass `documents`, or leave it out.")
    drawn = None if unit == SEGMENT else documents
    draws = None if plan is None else Poisson(plan.trials_used, Poisson.seed if seed is None else seed, drawn)
    query = TableQuery(tuple(hyps), tuple(refs), metrics, tuple(by), draws, names)
    beginning: list[Corpus] = []

    def on_first_batch(corpora: list[Corpus]) -> None:
        check_every_signature(metrics, corpora[0].nrefs, 1)
        look(corpora[0].refs[:FIRST])
        beginning.extend(next(each.blocks(CHECKED)) for each in corpora)

    def checked(report: Report) -> Report:
        check_every_signature(metrics, report.systems[0].scores[0].signature.nrefs or "", 2)
        size = len(beginning[0])
        where = f"in the first {size:,} rows, " if report.systems[0].size > size else ""
        nfc = all(scorer.corpus.counts.nfc for scorer in scorers_of(metrics))
        notes = [f"{where}{note}" for note in health_of(beginning, nfc=nfc)]
        return replace(report, notes=(*report.notes, *notes, *read_notes))

    if folder:
        return checked(
            score_with_checkpoints(
                table,
                query,
                options,
                folder,
                target,
                counts,
                jobs=jobs,
                progress=progress,
                on_first_batch=on_first_batch,
            )
        )
    opened: Any = counts_file(target, counts, parts_of(table)) if target else nullcontext()
    with opened as sink:
        return checked(
            score_table(table, query, options, jobs=jobs, progress=progress, rows=sink, on_first_batch=on_first_batch)
        )


def _collecting(options: TableOptions, read_notes: list[str], warn: Callable[[str], None]) -> TableOptions:
    """The options; warnings that would be lost are added to `read_notes` and passed to `warn`."""

    def tell(message: str) -> None:
        read_notes.append(message)
        warn(message)

    return options._replace(warn=tell) if options.warn is BY_CONTENT.warn else options


def table_work(
    table: Names, hyps: Sequence[str], metrics: Metrics, runs: Mapping[str, Sequence[str]], options: TableOptions
) -> int | None:
    """The number of segments to measure, if it is known without reading the table: how many outputs are meant by
    `hyps.*`, or by a column of joined files, is not."""
    outputs = [*hyps, *chain.from_iterable(runs.values())]
    unknown = options.join is not None or any(column.endswith(EVERY) for column in outputs)
    rows = None if unknown else row_count(table)
    return None if rows is None else rows * len({scorer.corpus.counts for scorer in scorers_of(metrics)}) * len(outputs)
