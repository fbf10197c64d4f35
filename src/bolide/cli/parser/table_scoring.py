"""`bolide score --table` where the table streams by: groups, rows on disk, intervals, and going on after a stop."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from bolide.cli.parser import inputs_of
from bolide.cli.parser.metric_options import warn_of_texts
from bolide.cli.parser.output import progress
from bolide.cli.parser.texts import check_once, reading
from bolide.corpus.batches import Batch
from bolide.corpus.tables import row_count
from bolide.data.results import Report
from bolide.engines.checkpoints import RowsOutput, score_with_checkpoints
from bolide.engines.counts_file import counts_file
from bolide.engines.poisson import Poisson
from bolide.engines.streaming import TableQuery, score_table
from bolide.metrics import check_references
from bolide.metrics.scorer import Scorer


def run_stream(options: argparse.Namespace, scorers: Sequence[Scorer], rows: str | None) -> Report:
    """Score the table; write the segments' rows to the Parquet file `rows`, if there is one."""
    query, how, jobs = _query(options, scorers), reading(options), jobs_of(options)

    def on_first_batch(batch: Batch) -> None:
        groups = batch.take(slice(200)).groups(options.references)
        warn_of_texts(options, query.corpus_metrics, [text for group in groups for text in group])

    counts = bool(options.counts)
    total = row_count(options.table)
    ways = len({metric.counts for metric in query.corpus_metrics})
    with progress("scoring", None if total is None else total * ways * len(query.hyps)) as step:
        if options.resume:
            output = RowsOutput(rows, counts) if rows else None
            report = score_with_checkpoints(
                options.table,
                query,
                how,
                options.resume,
                output,
                jobs=jobs,
                progress=step,
                on_first_batch=on_first_batch,
            )
            _check_nrefs(options, report)
            return report
        target: Any = counts_file(rows, counts, inputs_of(options)) if rows else nullcontext()
        with target as sink:
            report = score_table(
                options.table, query, how, jobs=jobs, progress=step, rows=sink, on_first_batch=on_first_batch
            )
            _check_nrefs(options, report)
    return report


def _query(options: argparse.Namespace, scorers: Sequence[Scorer]) -> TableQuery:
    """What is asked of the table; what would have no effect is refused."""
    check_once(options.input, options.references)
    poisson = None
    if options.confidence is not None:
        poisson = Poisson(options.confidence, **({} if options.seed is None else {"seed": options.seed}))
    by = tuple(options.by or ())
    return TableQuery(tuple(options.input), tuple(options.references), tuple(scorers), by, poisson)


def jobs_of(options: argparse.Namespace) -> int:
    """As many threads as were asked for; where a table streams by, all cores unless said otherwise."""
    return int(options.jobs) if "jobs" in options.explicit else 0


def _check_nrefs(options: argparse.Namespace, report: Report) -> None:
    for name in options.metrics:
        check_references(name, report.systems[0].scores[0].signature.nrefs or "", 2)
