"""`bolide score --table` where the table streams by: groups, rows on disk, intervals, and going on after a stop."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from bolide.cli.options import Parser, warn
from bolide.cli.progress import progress
from bolide.cli.targets import inputs_of
from bolide.cli.texts import check_once, reading
from bolide.errors import OptionError
from bolide.metrics import check_references
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.results import Report

if TYPE_CHECKING:
    from bolide.corpus.batches import Batch
    from bolide.scale.streaming import TableQuery

ROWS = ".parquet"  # a file so called is for rows
MODE = "poisson"


def add_streams(parser: Parser) -> None:
    """The options for tables that are scored as they are read."""
    parser.add_argument(
        "--by", nargs="+", metavar="COLUMN",
        help="with --table: also score every group of segments that share the values of these columns",
    )  # fmt: skip
    parser.add_argument(
        "--counts", action="store_true",
        help=f"with -o FILE{ROWS}: also write the integers behind every score, which `bolide combine` adds up",
    )  # fmt: skip
    parser.add_argument(
        "--resume", metavar="FOLDER",
        help="with --table: save finished work there, and resume from it after an interrupted run",
    )  # fmt: skip
    for option in ("--by", "--counts", "--resume"):
        parser.needs(option, "--table")


def streams(options: argparse.Namespace, metrics: Sequence[Metric]) -> bool:
    """Whether the table is scored as it is read; otherwise everything is read first."""
    wanted = _asked(options)
    if not options.table:
        if wanted:
            raise OptionError(f"{wanted[0]} is for --table.")
        return False
    if options.counts and not _rows_wanted(options):
        raise OptionError(f"--counts has no effect without -o FILE{ROWS}; leave it out.")
    files = [metric.name for metric in metrics if metric.reads_files]
    whole = f"units from files, which {files[0]} reads" if files else ""
    if options.sentence_level and not _rows_wanted(options):
        whole = "-sl"
    if options.scores:
        whole = "--scores"
    if options.confidence is not None and options.mode != MODE:
        whole = f"--confidence without --mode {MODE}"
    if whole and wanted:
        raise OptionError(f"{wanted[0]} is for tables that are scored as they are read; {whole} needs all of it first.")
    return not whole


def run_stream(options: argparse.Namespace, scorers: Sequence[Scorer]) -> Report:
    """Score the table."""
    # What is imported here takes its time, and other texts do not need it.
    from bolide.corpus.tables import rows_of
    from bolide.scale.checkpoints import RowsOutput, score_with_checkpoints
    from bolide.scale.counts_file import counts_file
    from bolide.scale.streaming import score_table

    query, how, jobs = _query(options, scorers), reading(options), jobs_of(options)
    on_first_batch = partial(_warn_of_tokenizers, options, query.corpus_metrics)
    rows, options.output = (options.output, None) if _rows_wanted(options) else (None, options.output)
    counts = bool(options.counts)
    total = rows_of(options.table)
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
    from bolide.scale.poisson import Poisson
    from bolide.scale.streaming import TableQuery

    check_once(options.input, options.references)
    if options.sentence_level:
        raise OptionError(f"-sl has no effect with -o FILE{ROWS}, which has the segments' scores; leave it out.")
    poisson = None
    if options.confidence is not None:
        poisson = Poisson(options.confidence, **({} if options.seed is None else {"seed": options.seed}))
    by = tuple(options.by or ())
    return TableQuery(tuple(options.input), tuple(options.references), tuple(scorers), by, poisson)


def jobs_of(options: argparse.Namespace) -> int:
    """As many threads as were asked for; where a table streams by, all cores unless said otherwise."""
    return int(options.jobs) if "jobs" in options.given else 0


def _asked(options: argparse.Namespace) -> list[str]:
    """The options given that are for streams alone."""
    given = {
        "--by": options.by,
        "--counts": options.counts,
        "--resume": options.resume,
        f"-o FILE{ROWS}": _rows_wanted(options),
        f"--mode {MODE}": options.confidence is not None and options.mode == MODE,
    }
    return [name for name, value in given.items() if value]


def _rows_wanted(options: argparse.Namespace) -> bool:
    return bool(options.output) and str(options.output).endswith(ROWS)


def _check_nrefs(options: argparse.Namespace, report: Report) -> None:
    for name in options.metrics:
        check_references(name, report.systems[0].scores[0].signature.nrefs or "", 2)


def _warn_of_tokenizers(options: argparse.Namespace, metrics: Sequence[Metric], batch: Batch) -> None:
    """One line where a tokenizer plainly does not suit the first texts."""
    from bolide.text.tokenize.suitability import better_tokenizer

    groups = batch.take(slice(200)).groups(options.references)
    for name in dict.fromkeys(metric.tokenizer_name for metric in metrics):
        found = better_tokenizer((text for group in groups for text in group), name) if name else None
        if found:
            warn(f"this looks like {found[0]}, of which {name} makes one long token; try -tok {found[1]}.")
            return
