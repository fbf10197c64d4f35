"""`bolide score`: system outputs against references."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.cli.parser import Parser, warn, whole_number
from bolide.cli.parser.metric_options import add_metrics, check_nrefs, scorers_from, warn_of_settings, warn_of_texts
from bolide.cli.parser.output import OUTPUT_HELP, add_format, add_paper, add_width, progress, put_out, put_text
from bolide.cli.parser.texts import (
    ORDERS,
    add_hyp_and_ref,
    add_names,
    add_scores,
    add_table,
    resolve_positionals,
    sources_from,
    system_labels,
    systems_from,
    warn_if_waiting_for_outputs,
    with_units,
)
from bolide.corpus import Corpus
from bolide.corpus.lines import STDIN, empty_references, stems
from bolide.data.results import Report
from bolide.evaluation.scoring import evaluate
from bolide.metrics.base import Metric
from bolide.metrics.measuring import work
from bolide.reporting.views.scores import report_lines, report_numbers
from bolide.system import limits, threads
from bolide.system.errors import OptionError

if TYPE_CHECKING:
    from bolide.significance.plan import Plan

EXAMPLES = """  bolide score ref.txt -i system.txt
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
  bolide score ref.zh -i system.zh -l en-zh --bleu.smooth none"""

ROWS = ".parquet"  # a file so called is for rows
MODE = "poisson"

# sacreBLEU's flags that Bolide writes differently, or does without: what to say if one is typed.
_TEST_SETS = "give references and outputs as files; `python -m bolide.compat.sacrebleu` reads sacreBLEU's test sets"
_COMPARE = "systems are compared by `bolide compare REF -i A B --mode sacrebleu"

# Each flag of sacreBLEU 2.6 that `bolide score` does not take, with what to do instead.
ANSWERS = {
    ("-s", "--smooth-method"): "write --bleu.smooth NAME",
    ("-sv", "--smooth-value"): "write --bleu.smooth-value NUMBER",
    ("--force",): "nothing has to be forced; leave it out",
    ("-cc", "--chrf-char-order"): "write --chrf.char-order N",
    ("-cw", "--chrf-word-order"): "write --chrf.word-order N",
    ("--chrf-beta",): "write --chrf.beta NUMBER",
    ("--chrf-whitespace",): "write --chrf.whitespace",
    ("--chrf-lowercase",): "write --chrf.lowercase",
    ("--chrf-eps-smoothing",): "write --chrf.eps-smoothing",
    ("-ci",): "write --confidence --mode sacrebleu",
    ("-cin", "--confidence-n"): "write --confidence N --mode sacrebleu",
    ("-par", "--paired-ar"): f"{_COMPARE} --test randomisation --baseline A`",
    ("-parn", "--paired-ar-n"): f"{_COMPARE} --test randomisation -n N`",
    ("-pbs", "--paired-bs"): f"{_COMPARE} --test bootstrap --baseline A`",
    ("-pbsn", "--paired-bs-n"): f"{_COMPARE} --test bootstrap -n N`",
    ("--paired-jobs",): f"{_COMPARE} -j N`",
    ("-t", "--test-set"): _TEST_SETS,
    ("-ol", "--origlang"): _TEST_SETS,
    ("--subset",): _TEST_SETS,
    ("--download",): _TEST_SETS,
    ("--echo",): _TEST_SETS,
    ("--list",): f"{_TEST_SETS}. `bolide list` has the metrics and tokenizers",
    ("--citation", "--cite"): f"{_TEST_SETS}, and cite them as their authors ask",
    ("-d", "--detail"): _TEST_SETS,
    ("-nr", "--num-refs"): "give each set of references as a file of its own, or as the columns of a --table",
    ("-e", "--encoding"): "files are read as UTF-8; convert them first, for example with iconv",
    ("-sh", "--short"): "signatures are written out; leave it out",
    ("-q", "--quiet"): "there is nothing to silence; leave it out",
    ("-nc", "--no-color"): "set the environment variable NO_COLOR=1",
    ("-V", "--version"): "write bolide --version",
    ("--ter-case-sensitive",): "write --ter.case-sensitive",
    ("--ter-asian-support",): "write --ter.asian-support",
    ("--ter-no-punct",): "write --ter.no-punct",
    ("--ter-normalized",): "write --ter.normalized",
}
ANSWER = {flag: answer for flags, answer in ANSWERS.items() for flag in flags}


def parser() -> Parser:
    """The options of the command."""
    command = Parser(
        "score",
        f"Score system outputs against references, line by line.\n\n{ORDERS}",
        EXAMPLES,
        "REF [REF …] [-i HYP [HYP …]] ",
        files=("references", "ref", "input", "scores"),
        answers=ANSWER,
    )
    command.add_argument("references", nargs="*", metavar="REF", help="reference files; plain or gzipped")
    command.add_argument(
        "-i", "--input", "--hyp", nargs="+", metavar="HYP", help="system outputs (default: standard input)"
    )
    add_hyp_and_ref(command, hyp=False)
    add_names(command)
    add_table(command, "REF and HYP")
    add_scores(command, "scores of segments or systems")
    rows = f"{OUTPUT_HELP}; FILE.parquet, with --table: one row per segment there, and the scores here"
    add_format(command, text="one line per score, signature first", output=rows)
    add_paper(command)
    command.add_argument("-sl", "--sentence-level", action="store_true", help="also print the score of every segment")
    command.add_argument(
        "-b", "--score-only", action="store_true", help="print the numbers and nothing else; with --by also the groups"
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
    command.add_argument(
        "--seed", type=whole_number(0, limits.SEED), metavar="N", help="random seed of --confidence (default: 12345)"
    )
    _add_streams(command)
    add_metrics(command)
    command.needs("--mode", "--confidence")
    command.needs("--seed", "--confidence")
    command.clashes("--confidence", "-b")
    command.clashes("-f", "-b")
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


def _streams(options: argparse.Namespace, metrics: Sequence[Metric]) -> bool:
    """Whether the table is scored as it is read; otherwise everything is read first."""
    wanted = _stream_options(options)
    if not options.table:
        if wanted:
            raise OptionError(f"{wanted[0]} is for --table.")
        return False
    if options.counts and not _rows_wanted(options):
        raise OptionError(f"--counts has no effect without -o FILE{ROWS}; leave it out.")
    files = [metric.name for metric in metrics if metric.form.reads_files]
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


def run(arguments: Sequence[str]) -> int:
    """Read, score, print."""
    command = parser()
    options = command.read(arguments)
    resolve_positionals(options, command)
    scorers = scorers_from(options)
    metrics = [scorer.corpus for scorer in scorers]
    if options.table and not options.input:
        raise OptionError("With --table, name the columns of the outputs after -i.")
    if _streams(options, metrics):
        from bolide.cli.parser.table_scoring import run_stream  # needs what other texts do not

        if options.sentence_level:
            raise OptionError(f"-sl has no effect with -o FILE{ROWS}, which has the segments' scores; leave it out.")
        warn_of_settings(metrics)
        rows, options.output = (options.output, None) if _rows_wanted(options) else (None, options.output)
        _print(_renamed(run_stream(options, scorers, rows), options), options)
        return 0
    plan = _plan(options)
    systems = _read(options)
    check_nrefs(options, systems)
    for name, line in [] if options.table else empty_references(options.references, systems)[:1]:
        warn(f"{name}, line {line} is empty; it counts as an empty reference (and so may other lines).")
    warn_of_texts(options, metrics, systems[0].refs)
    systems = with_units(options, systems, metrics, options.jobs)
    warn_of_settings(metrics)
    with progress("scoring", work(systems, metrics)) as step:
        segments = bool(options.sentence_level)
        report = evaluate(
            systems, metrics=scorers, segments=segments, jobs=options.jobs, progress=step, confidence=plan
        )
    if options.scores:
        from bolide.agreement.external_scores import with_external_scores  # needs numpy

        sources = sources_from(options)
        report = with_external_scores(report, sources, len(systems[0]), segments=segments, plan=plan, warn=warn)
    _print(report, options)
    return 0


def _stream_options(options: argparse.Namespace) -> list[str]:
    """The options given that are only for tables that are scored as they are read."""
    values = {
        "--by": options.by,
        "--counts": options.counts,
        "--resume": options.resume,
        f"-o FILE{ROWS}": _rows_wanted(options),
        f"--mode {MODE}": options.confidence is not None and options.mode == MODE,
    }
    return [name for name, value in values.items() if value]


def _rows_wanted(options: argparse.Namespace) -> bool:
    return bool(options.output) and str(options.output).endswith(ROWS)


def _read(options: argparse.Namespace) -> list[Corpus]:
    if not options.table:
        warn_if_waiting_for_outputs(options)
    systems = systems_from(options, options.input or [STDIN], options.references)
    names = system_labels(options, stems([system.name for system in systems]))  # as compare has them
    return [replace(system, name=name) for system, name in zip(systems, names, strict=True)]


def _renamed(report: Report, options: argparse.Namespace) -> Report:
    """The systems of a table that was scored as it was read, under the names that were given for its columns."""
    names = dict(zip(options.input, system_labels(options, options.input), strict=True))
    return replace(report, systems=tuple(replace(one, name=names.get(one.name, one.name)) for one in report.systems))


def _plan(options: argparse.Namespace) -> Plan | None:
    if options.confidence is None:
        return None
    from bolide.significance.plan import Plan  # needs numpy

    return Plan(options.mode, "bootstrap", options.confidence, seed=options.seed)


def _print(report: Report, options: argparse.Namespace) -> None:
    for note in report.notes:
        warn(note)
    width = options.width if "width" in options.explicit else None
    if options.score_only:
        put_text(report_numbers(report, width), options)
    elif options.format == "text":
        put_text(report_lines(report, width), options)
    else:
        from bolide.reporting.views.scores import report_blocks

        put_out(lambda: report_blocks(report, width), report.to_json, options, "Scores")
