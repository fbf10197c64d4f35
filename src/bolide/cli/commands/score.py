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

from collections.abc import Sequence
from functools import partial

from bolide.cli.parser import Options, Parser, invoke, texts, warn, whole_number
from bolide.cli.parser.checks import add_checks, failures
from bolide.cli.parser.metric_options import add_metrics, request_from, warn_of_settings, warn_of_texts
from bolide.cli.parser.output import OUTPUT, add_output, add_paper, put_out, put_text, width_of
from bolide.corpus.lines import STDIN
from bolide.data.results import Report
from bolide.evaluation.scoring import evaluate
from bolide.metrics import check_references
from bolide.metrics.base import Metric
from bolide.metrics.measuring import work
from bolide.metrics.scorer import Scorer
from bolide.reporting.views.scores import report_blocks, report_lines, report_numbers
from bolide.significance.plan import Plan
from bolide.system import limits
from bolide.system.errors import OptionError
from bolide.system.progress import progress
from bolide.system.stdio import EXIT_DONE, EXIT_FAILED

ROWS = ".parquet"  # a file so called is for rows


def parser() -> Parser:
    """The options of the command."""
    usage, files = "REF [REF …] [-i HYP [HYP …]] ", ("references", "ref", "input", "scores")
    command = Parser("score", __doc__, usage, files=files, answers="bolide.compat.sacrebleu_flags")
    command.option("references [REF …]", "reference files; plain or gzipped")
    command.option("-i --input --hyp HYP …", "system outputs (default: standard input)")
    texts.add_ref(command)
    texts.add_names(command)
    texts.add_table(command, "REF, HYP, --documents and --strata")
    texts.add_streaming(command)
    texts.add_scores(command, "scores of segments or systems")
    rows = f"{OUTPUT}; FILE.parquet, with --table: one row per segment there, and the scores here"
    add_output(command, text="one line per score, signature first", output=rows)
    command.clashes("-f", "-b")
    add_paper(command, "-b", "-f text")
    command.option("-sl --sentence-level", "also print the score of every segment")
    command.option("-b --score-only", "print the numbers and nothing else; with --by also the groups")
    command.option("--hashes", "put hashes of the references and outputs into the signatures", clashes=["-b"])
    add_checks(command)
    command.add_jobs(more=" (default: 1; all cores for a --table)")
    confidence = "95 %% confidence intervals from N bootstrap resamples (default: 1000)"
    command.option("--confidence [N]", confidence, whole_number(1, limits.TRIALS), const=1000, clashes=["-b"])
    mode = "for --confidence: sound, sacrebleu, or poisson for a --table of any size"
    command.option("--mode MODE", mode, None, "sound", needs=["--confidence"])
    command.needs("--mode poisson", "--table")
    command.add_seed(needs=["--confidence"])
    texts.add_units(command, needs=["--confidence"])
    texts.add_runs(command)
    add_metrics(command)
    return command


def run(options: Options) -> int:
    """Read, score, print."""
    texts.resolve_positionals(options)
    scorers = request_from(options).scorers()
    report = (_score_table if options.table else _score_files)(options, scorers, [one.corpus for one in scorers])
    failed = failures(report, options)
    report, width = report.with_hashes() if options.hashes else report, width_of(options)
    if options.score_only or options.format == "text":
        put_text((report_numbers if options.score_only else report_lines)(report, width), options)
    else:
        put_out(lambda: report_blocks(report, width), report.to_json, options, "Scores")
    for failure in failed:
        warn(failure)
    return EXIT_FAILED if failed else EXIT_DONE


def _score_files(options: Options, scorers: Sequence[Scorer], metrics: Sequence[Metric]) -> Report:
    if str(options.output).endswith(ROWS):
        raise OptionError(f"-o FILE{ROWS} is for --table.")
    if not (options.input or options.runs or STDIN in options.references):
        texts.warn_if_waiting(options.references, texts.reader_from(options))
    inputs, corpora = texts.inputs_from(options, options.input or ([] if options.runs else [STDIN]), metrics)
    warn_of_settings(metrics)
    plan = Plan(options.mode, "bootstrap", options.confidence or 1, seed=options.seed, unit=options.unit)
    with progress("scoring", work(corpora, metrics)) as step:
        return invoke(
            evaluate, options, metrics=scorers, segments=options.sentence_level, health=True, progress=step,
            confidence=plan if options.confidence else None, warn=warn, **inputs,
        )  # fmt: skip


def _score_table(options: Options, scorers: Sequence[Scorer], metrics: Sequence[Metric]) -> Report:
    from bolide.calls.table import POISSON, evaluate_table, table_work  # needs what other texts do not

    rows = options.output if str(options.output).endswith(ROWS) else None
    options.output = None if rows else options.output
    warn_of_settings(metrics)
    with progress("scoring", table_work(options.table, options.input, scorers)) as step:
        report = invoke(
            evaluate_table, options, hyps=options.input, refs=options.references, metrics=scorers, rows=rows,
            segments=options.sentence_level, runs=texts.runs_from(options), warn=warn, progress=step,
            mode=options.mode if options.confidence else POISSON, options=texts.reader_from(options).options,
            jobs=options.jobs if "jobs" in options.explicit else 0,
            look=lambda references: warn_of_texts(options, metrics, references),
            prepare=partial(texts.prepared, options, metrics),
        )  # fmt: skip
    for name in options.metrics:
        check_references(name, report.systems[0].scores[0].signature.nrefs or "", 2)
    return report
