"""Score system outputs against references, line by line.

examples:
  bolide score ref.txt -i system.txt
  bolide score ref.txt -i system.txt -m bleu chrf ter
  bolide score ref.txt < system.txt
  bolide score ref1.txt ref2.txt -i a.txt b.txt -f markdown
  bolide score ref.txt -i system.txt -b -w 4
  bolide score ref.txt -i system.txt -sl -f json
  bolide score ref.txt -i system.txt --confidence
  bolide score ref.txt -i a.txt b.txt -f html -o scores.html
  bolide score ref.txt -i a.txt b.txt --scores comet.seg.score
  bolide score reference --table texts.tsv -i system_a system_b
  bolide score reference --table 'parts/*.parquet' -i system_a --by domain
  bolide score reference --table texts.parquet -i system_a system_b -o segments.parquet --counts
  bolide score references --table texts.jsonl -i system_a -m bleu chrf
  bolide score ref.txt -i system.txt -m rgbf --units word stem char -l en
  bolide score ref.txt -i system.txt -m rgbf --units wbmp -l en
  bolide score ref.zh -i system.zh -l en-zh --bleu.smooth-method none
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolide.cli.parser import Parser, add_seed, number, warn, whole_number
from bolide.cli.parser.metric_options import add_metrics, scorers_from, warn_of_settings, warn_of_texts
from bolide.cli.parser.output import OUTPUT_HELP, add_format, add_paper, add_width, put_out, put_text, width_of
from bolide.cli.parser.texts import (
    add_hyp_and_ref,
    add_names,
    add_runs,
    add_scores,
    add_table,
    add_units,
    provenance_from,
    reader_from,
    resolve_positionals,
    runs_from,
    warn_if_waiting_for_outputs,
)
from bolide.corpus.lines import STDIN, empty_references, read_text
from bolide.data.results import Report
from bolide.evaluation.scoring import evaluate
from bolide.metrics.measuring import work
from bolide.metrics.scorer import Scorer
from bolide.reporting.views.scores import report_blocks, report_lines, report_numbers
from bolide.system import limits, threads
from bolide.system.errors import OptionError
from bolide.system.progress import progress
from bolide.system.stdio import EXIT_DONE, EXIT_FAILED

if TYPE_CHECKING:
    from bolide.significance.plan import Plan

ROWS = ".parquet"  # a file so called is for rows
POISSON = "poisson"


def parser() -> Parser:
    """The options of the command."""
    usage, files = "REF [REF …] [-i HYP [HYP …]] ", ("references", "ref", "input", "scores")
    command = Parser("score", __doc__, usage, files=files, answers="bolide.compat.sacrebleu_flags")
    command.add_argument("references", nargs="*", metavar="REF", help="reference files; plain or gzipped")
    command.add_argument(
        "-i", "--input", "--hyp", nargs="+", metavar="HYP", help="system outputs (default: standard input)"
    )
    add_hyp_and_ref(command, hyp=False)
    add_names(command)
    add_table(command, "REF, HYP, --documents and --strata")
    add_scores(command, "scores of segments or systems")
    rows = f"{OUTPUT_HELP}; FILE.parquet, with --table: one row per segment there, and the scores here"
    add_format(command, text="one line per score, signature first", output=rows)
    add_paper(command)
    command.add_argument("-sl", "--sentence-level", action="store_true", help="also print the score of every segment")
    command.add_argument(
        "-b", "--score-only", action="store_true", help="print the numbers and nothing else; with --by also the groups"
    )
    command.add_argument(
        "--hashes", action="store_true", help="put hashes of the references and outputs into the signatures"
    )
    command.add_argument(
        "--earlier", metavar="FILE", help="JSON of an earlier run: say which texts, settings or numbers differ from it"
    )
    command.add_argument(
        "--fail-under", nargs="+", default=[], type=_limit, metavar="METRIC=N",
        help="end with exit code 1 if a score is worse than this, on the scale of the table: bleu=30",
    )  # fmt: skip
    command.add_argument(
        "--against", metavar="FILE", help="end with exit code 1 if a score is worse than in this JSON of an earlier run"
    )
    command.add_argument(
        "--by-more-than", type=number, metavar="N", help="with --against: only if it is worse by more than this"
    )
    add_width(command)
    command.add_argument(
        "-j", "--jobs", type=whole_number(0, threads.MOST), default=1, metavar="N",
        help="threads; 0: all cores (default: 1; all cores for a --table)",
    )  # fmt: skip
    command.add_argument("--confidence", nargs="?", type=whole_number(1, limits.TRIALS), const=1000, metavar="N",
                      help="95 %% confidence intervals from N bootstrap resamples (default: 1000)")  # fmt: skip
    command.add_argument(
        "--mode", default="sound",
        help="for --confidence: sound, sacrebleu, or poisson for a --table of any size (default: sound)",
    )  # fmt: skip
    add_seed(command)
    add_units(command)
    add_runs(command)
    _add_streams(command)
    add_metrics(command)
    for option in ("--documents", "--unit", "--strata"):
        command.needs(option, "--confidence")
    command.needs("--mode", "--confidence")
    command.needs("--by-more-than", "--against")
    command.needs("--seed", "--confidence")
    command.clashes("--confidence", "-b")
    command.clashes("-f", "-b")
    command.clashes("--hashes", "-b")
    command.clashes("--only", "-b", "-f text")
    command.clashes("-w", "-f json")
    return command


def _add_streams(parser: Parser) -> None:
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


def run(arguments: Sequence[str]) -> int:
    """Read, score, print."""
    command = parser()
    options = command.read(arguments)
    resolve_positionals(options, command)
    scorers = scorers_from(options)
    if options.table and not (options.input or options.runs):
        raise OptionError("With --table, name the columns of the outputs after -i.")
    rows = options.output if str(options.output or "").endswith(ROWS) else None
    report = _stream(options, scorers, rows) if _streams(options, scorers, rows) else _evaluate(options, scorers)
    options.output = None if rows else options.output
    changes = report.changes(Report.from_json(read_text(options.earlier))) if options.earlier else []
    for note in (*report.notes, *report.provenance_notes(), *changes):
        warn(note)
    failures = report.below(dict(options.fail_under))
    if options.against:
        earlier = Report.from_json(read_text(options.against))
        failures = [*failures, *report.worse_than(earlier, options.by_more_than or 0.0)]
    report = report.with_hashes() if options.hashes else report
    if options.score_only:
        put_text(report_numbers(report, width_of(options)), options)
    elif options.format == "text":
        put_text(report_lines(report, width_of(options)), options)
    else:
        put_out(lambda: report_blocks(report, width_of(options)), report.to_json, options, "Scores")
    for failure in failures:
        warn(failure)
    return EXIT_FAILED if failures else EXIT_DONE


def _limit(text: str) -> tuple[str, float]:
    """A metric and the score that it must reach."""
    name, _, value = text.partition("=")
    return name, number(value)


def _evaluate(options: argparse.Namespace, scorers: Sequence[Scorer]) -> Report:
    """Score texts that are read first."""
    plan, metrics = _plan(options), [scorer.corpus for scorer in scorers]
    if not options.table and not options.runs:
        warn_if_waiting_for_outputs(options)
    systems, runs = runs_from(options, options.input or ([] if options.runs else [STDIN]), metrics)
    texts = [*systems, *(corpus for corpora in runs.values() for corpus in corpora)]
    for name, line in [] if options.table else empty_references(options.references, texts)[:1]:
        warn(f"{name}, line {line} is empty; it counts as an empty reference (and so may other lines).")
    warn_of_settings(metrics)
    reader = reader_from(options)
    documents, strata = (reader.lines(name) if name else None for name in (options.documents, options.strata))
    with progress("scoring", work(texts, metrics)) as step:
        return evaluate(
            systems or None, metrics=scorers, segments=bool(options.sentence_level), scores=options.scores,
            lower=options.lower, jobs=options.jobs, progress=step, confidence=plan, documents=documents,
            strata=strata, runs=runs, health=True, warn=warn, **provenance_from(options),
        )  # fmt: skip


def _stream(options: argparse.Namespace, scorers: Sequence[Scorer], rows: str | None) -> Report:
    """Score a table as it is read, on all cores unless told otherwise."""
    from bolide.calls.table import evaluate_table, table_work  # needs what other texts do not

    metrics = [scorer.corpus for scorer in scorers]
    if options.strata:
        raise OptionError(f"--strata is not for --mode {POISSON}, which draws every segment or document by itself.")
    warn_of_settings(metrics)
    with progress("scoring", table_work(options.table, options.input, scorers)) as step:
        return evaluate_table(
            options.table, options.input, options.references, scorers, by=options.by or (), names=options.names,
            rows=rows, counts=options.counts, resume=options.resume, confidence=options.confidence, seed=options.seed,
            documents=options.documents, unit=options.unit, options=reader_from(options).options,
            signatures=options.metrics, jobs=options.jobs if "jobs" in options.explicit else 0, progress=step,
            look=lambda references: warn_of_texts(options, metrics, references),
        )  # fmt: skip


def _streams(options: argparse.Namespace, scorers: Sequence[Scorer], rows: str | None) -> bool:
    """Whether the table is scored as it is read; otherwise everything is read first."""
    poisson = options.confidence is not None and options.mode == POISSON
    asked = {"--by": options.by, "--counts": options.counts, "--resume": options.resume, f"-o FILE{ROWS}": rows,
             f"--mode {POISSON}": poisson}  # fmt: skip
    streamed = [name for name, value in asked.items() if value]
    if not options.table:
        if streamed:
            raise OptionError(f"{streamed[0]} is for --table.")
        return False
    if options.counts and not rows:
        raise OptionError(f"--counts has no effect without -o FILE{ROWS}; leave it out.")
    files = [scorer.corpus.name for scorer in scorers if scorer.corpus.form.reads_files]
    reasons = {
        f"--confidence without --mode {POISSON}": options.confidence is not None and not poisson,
        "--scores": options.scores,
        "--runs": options.runs,
        "-sl": options.sentence_level and not rows,
        f"units from files, which {', '.join(files)} reads": files,
    }
    whole = next((name for name, value in reasons.items() if value), "")
    if whole and streamed:
        raise OptionError(
            f"{streamed[0]} is for tables that are scored as they are read; {whole} needs all of it first."
        )
    if not whole and options.sentence_level:
        raise OptionError(f"-sl has no effect with -o FILE{ROWS}, which has the segments' scores; leave it out.")
    return not whole


def _plan(options: argparse.Namespace) -> Plan | None:
    if options.confidence is None:
        return None
    from bolide.significance.plan import Plan  # needs numpy

    return Plan(options.mode, "bootstrap", options.confidence, seed=options.seed, unit=options.unit)
