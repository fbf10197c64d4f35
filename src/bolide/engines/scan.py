"""Score a table of any size as it is read: groups, rows on disk, intervals, and resuming after a stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from bolide.corpus import Corpus
from bolide.corpus.arrow_files import row_count
from bolide.corpus.batches import EVERY
from bolide.corpus.inputs import Path, check_once, columns_of, file_of, files_of
from bolide.corpus.table_files import TableOptions, parts_of
from bolide.corpus.tables import BY_CONTENT, Names
from bolide.data.results import Report
from bolide.engines.checkpoints import checkpoint
from bolide.engines.counts_file import counts_file
from bolide.engines.poisson import Poisson
from bolide.engines.streaming import TableQuery, score_table
from bolide.evaluation.health import health_of
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.scorer import Metrics, check_every_signature, metric_list, scorers_of
from bolide.significance.plan import Plan
from bolide.significance.units import SEGMENT
from bolide.system.errors import InputError, OptionError

FIRST = 200  # references that are looked at before anything is measured
CHECKED = 500  # rows whose texts are checked for what is odd about them


def scan(
    table: Path | Sequence[Path],
    *,
    options: TableOptions | None = None,
    resume: Path | None = None,
    documents: str | None = None,
) -> Scan:
    """A table of any size: files (Parquet, Arrow, CSV, TSV, JSON …) that need not fit into memory.

    >>> import bolide
    >>> print(bolide.scan("texts.tsv").score("system_a", "reference", "bleu").systems[0]["bleu"].name)
    BLEU
    """
    if not isinstance(options, TableOptions | None):
        raise OptionError(f"`options` is {options!r:.60}; it must be TableOptions.")
    files = files_of(table, "table")
    if not files:
        raise InputError("There is nothing to score: name a `table`.")
    return Scan(tuple(files), options or BY_CONTENT, None if resume is None else file_of(resume, "resume"), documents)


@dataclass(frozen=True)
class Scan:
    """A table of any size, which is scored as it is read; `resume` is a folder for finished work.

    `options` say how its files are read, `documents` is the column of documents; `look` is called with the first
    references.
    """

    table: Sequence[str]
    options: TableOptions = BY_CONTENT
    resume: str | None = None
    documents: str | None = None
    look: Callable[[list[str]], None] = lambda references: None

    def score(
        self,
        systems: str | Sequence[str] | Mapping[str, str],
        refs: str | Sequence[str],
        metrics: Metrics = "bleu",
        *,
        by: str | Sequence[str] = (),
        plan: Plan | None = None,
        rows: Path | None = None,
        counts: bool = False,
        jobs: int = 0,
        progress: Progress = no_progress,
    ) -> Report:
        """Score columns of systems, or a dict of these by name, against the columns `refs`, and with `by` every group.

        The rows of segments, with `counts` also the integers behind them, are written to the Parquet file `rows`. With
        a `plan`, every score has an interval from resamples that are drawn as the table is read (Poisson), of whole
        documents if their column is named.

        >>> import bolide
        >>> report = bolide.scan("texts.tsv").score(["system_a", "system_b"], "reference", "chrf")
        >>> [(system.name, round(system["chrf"].points, 1)) for system in report.systems]
        [('system_a', 82.5), ('system_b', 52.1)]
        """
        table, names = self.table, tuple(systems) if isinstance(systems, Mapping) else ()
        hyps = columns_of(list(systems.values()) if isinstance(systems, Mapping) else systems, "systems")
        refs, by = columns_of(refs, "refs"), columns_of(by, "by")
        if not (hyps and refs):
            raise InputError("There is nothing to score: name the columns of `systems` and `refs`.")
        target = None if rows is None else file_of(rows, "rows")
        metrics = metric_list(metrics)
        read_notes: list[str] = []
        options = self.options
        if options.warn is BY_CONTENT.warn:
            options = options._replace(warn=read_notes.append)
        if counts and not target:
            raise OptionError("`counts` is of a file of `rows`; name one.")
        check_once(hyps, refs)
        draws = None
        if plan is not None:
            drawn = None if plan.unit == SEGMENT else self.documents
            trials = plan.trials_used if plan.test == "bootstrap" else plan.resamples_used
            draws = Poisson(trials, Poisson.seed if plan.seed is None else plan.seed, drawn)
        query = TableQuery(hyps, refs, metrics, by, draws, names)
        beginning: list[Corpus] = []

        def on_first_batch(corpora: list[Corpus]) -> None:
            check_every_signature(metrics, corpora[0].nrefs, 1)
            self.look(corpora[0].refs[:FIRST])
            beginning.extend(next(each.blocks(CHECKED)) for each in corpora)

        opened: Any = nullcontext()
        if self.resume:
            opened = checkpoint(self.resume, table, options, target, counts)
        elif target:
            opened = counts_file(target, counts, parts_of(table))
        with opened as sink:
            report = score_table(
                table, query, options, jobs=jobs, progress=progress, rows=sink, on_first_batch=on_first_batch
            )
        check_every_signature(metrics, report.systems[0].scores[0].signature.nrefs or "", 2)
        size = len(beginning[0])
        where = f"in the first {size:,} rows, " if report.systems[0].size > size else ""
        nfc = all(scorer.corpus.counts.nfc for scorer in scorers_of(metrics))
        notes = [f"{where}{note}" for note in health_of(beginning, nfc=nfc)]
        return replace(report, notes=(*report.notes, *notes, *read_notes))


def table_work(table: Names, hyps: Sequence[str], metrics: Metrics, options: TableOptions) -> int | None:
    """The number of segments to measure, if it is known without reading the table: how many outputs are meant by
    `hyps.*`, or by a column of joined files, is not."""
    unknown = options.join is not None or any(column.endswith(EVERY) for column in hyps)
    rows = None if unknown else row_count(parts_of(table))
    return None if rows is None else rows * len({scorer.corpus.counts for scorer in scorers_of(metrics)}) * len(hyps)
