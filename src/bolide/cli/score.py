"""`bolide score`: system outputs against references."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide import jobs, limits
from bolide.cli.brought import add_scores, with_brought
from bolide.cli.choices import check_nrefs, scorers_from
from bolide.cli.options import Parser, add_metrics, warn, warn_of_settings, warn_of_tokenizers, whole_number
from bolide.cli.orders import ORDERS, add_hyp_and_ref, await_outputs, settle
from bolide.cli.output import add_format, add_paper, add_width, put_out, put_text
from bolide.cli.preparing import with_units
from bolide.cli.progress import progress
from bolide.cli.sacrebleu_flags import ANSWER
from bolide.cli.streams import add_streams, run_stream, streams
from bolide.cli.targets import OUTPUT_HELP
from bolide.cli.texts import add_names, add_table, given_names, systems_from
from bolide.corpus import Corpus
from bolide.corpus.lines import STDIN, empty_references, stems
from bolide.errors import OptionError
from bolide.measuring import work
from bolide.report.plain_lines import report_lines, report_numbers
from bolide.results import Report
from bolide.scoring import evaluate

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


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "score",
        f"Score system outputs against references, line by line.\n\n{ORDERS}",
        EXAMPLES,
        "REF [REF …] [-i HYP [HYP …]] ",
    )
    made.add_argument("references", nargs="*", metavar="REF", help="reference files; plain or gzipped")
    made.add_argument(
        "-i", "--input", "--hyp", nargs="+", metavar="HYP", help="system outputs (default: standard input)"
    )
    add_hyp_and_ref(made, hyp=False)
    add_names(made)
    add_table(made, "REF and HYP")
    add_scores(made, "scores of segments or systems")
    rows = f"{OUTPUT_HELP}; FILE.parquet, with --table: one row per segment there, and the scores here"
    add_format(made, text="one line per score, signature first", output=rows)
    add_paper(made)
    made.add_argument("-sl", "--sentence-level", action="store_true", help="also print the score of every segment")
    made.add_argument(
        "-b", "--score-only", action="store_true", help="print the numbers and nothing else; with --by also the groups"
    )
    add_width(made)
    made.add_argument(
        "-j", "--jobs", type=whole_number(0, jobs.MOST), default=1, metavar="N",
        help="threads; 0: all cores (default: 1; all cores for a --table)",
    )  # fmt: skip
    made.add_argument("--confidence", nargs="?", type=whole_number(1, limits.TRIALS), const=1000, metavar="N",
                      help="95 %% confidence intervals from N bootstrap resamples (default: 1000)")  # fmt: skip
    made.add_argument(
        "--mode", default="sound",
        help="for --confidence: sound, sacrebleu, or poisson for a --table of any size (default: sound)",
    )  # fmt: skip
    made.add_argument(
        "--seed", type=whole_number(0, limits.SEED), metavar="N", help="random seed of --confidence (default: 12345)"
    )
    add_streams(made)
    add_metrics(made)
    made.needs("--mode", "--confidence")
    made.needs("--seed", "--confidence")
    made.clashes("--confidence", "-b")
    made.clashes("-f", "-b")
    made.clashes("--only", "-b", "-f text")
    made.clashes("-w", "-f json")
    made.answers = ANSWER
    made.files = ("references", "ref", "input", "scores")
    return made


def run(arguments: Sequence[str]) -> int:
    """Read, score, print."""
    made = parser()
    options = made.read(arguments)
    settle(options, made)
    scorers = scorers_from(options)
    metrics = [scorer.corpus for scorer in scorers]
    if options.table and not options.input:
        raise OptionError("With --table, name the columns of the outputs after -i.")
    if streams(options, metrics):
        warn_of_settings(metrics)
        _print(_renamed(run_stream(options, scorers), options), options)
        return 0
    plan = _plan(options)
    systems = _read(options)
    check_nrefs(options, systems)
    for name, line in [] if options.table else empty_references(options.references, systems)[:1]:
        warn(f"{name}, line {line} is empty; it counts as an empty reference (and so may other lines).")
    warn_of_tokenizers(metrics, systems[0].refs)
    systems = with_units(options, systems, metrics, options.jobs)
    warn_of_settings(metrics)
    with progress("scoring", work(systems, metrics)) as step:
        report = evaluate(
            systems, scorers, segments=bool(options.sentence_level), jobs=options.jobs, done=step, confidence=plan
        )
    report = with_brought(report, options, len(systems[0]), plan)
    _print(report, options)
    return 0


def _read(options: argparse.Namespace) -> list[Corpus]:
    if not options.table:
        await_outputs(options)
    systems = systems_from(options, options.input or [STDIN], options.references)
    names = given_names(options, stems([system.name for system in systems]))  # as compare has them
    return [replace(system, name=name) for system, name in zip(systems, names, strict=True)]


def _renamed(report: Report, options: argparse.Namespace) -> Report:
    """The systems of a table that was scored as it was read, under the names that were given for its columns."""
    names = dict(zip(options.input, given_names(options, options.input), strict=True))
    return replace(report, systems=tuple(replace(one, name=names.get(one.name, one.name)) for one in report.systems))


def _plan(options: argparse.Namespace) -> Plan | None:
    if options.confidence is None:
        return None
    from bolide.significance.plan import Plan  # numpy is needed there, and only there

    return Plan(options.mode, "bootstrap", options.confidence, seed=options.seed)


def _print(report: Report, options: argparse.Namespace) -> None:
    width = options.width if "width" in options.given else None
    if options.score_only:
        put_text(report_numbers(report, width), options)
    elif options.format == "text":
        put_text(report_lines(report, width), options)
    else:
        from bolide.report.tables import report_blocks

        put_out(lambda: report_blocks(report, width), report.to_json, options, "Scores")
