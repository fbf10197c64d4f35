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

from bolide.cli.parser import (
    Options,
    Parser,
    add_jobs,
    add_seed,
    invoke,
    named_number,
    number,
    texts,
    warn,
    whole_number,
)
from bolide.cli.parser.metric_options import add_metrics, request_from, warn_of_settings, warn_of_texts
from bolide.cli.parser.output import OUTPUT_HELP, add_output, add_paper, put_out, put_text, width_of
from bolide.corpus.lines import STDIN, empty_references, read_text
from bolide.data.results import Report
from bolide.evaluation.scoring import evaluate
from bolide.metrics.measuring import work
from bolide.metrics.scorer import Scorer
from bolide.reporting.views.scores import report_blocks, report_lines, report_numbers
from bolide.significance.plan import Plan
from bolide.system import limits
from bolide.system.errors import OptionError
from bolide.system.progress import progress
from bolide.system.stdio import EXIT_DONE, EXIT_FAILED

ROWS = ".parquet"  # a file so called is for rows
POISSON = "poisson"


def parser() -> Parser:
    """The options of the command."""
    usage, files = "REF [REF …] [-i HYP [HYP …]] ", ("references", "ref", "input", "scores")
    command = Parser("score", __doc__, usage, files=files, answers="bolide.compat.sacrebleu_flags")
    command.option("references [REF …]", "reference files; plain or gzipped")
    command.option("-i --input --hyp HYP …", "system outputs (default: standard input)")
    texts.add_ref(command)
    texts.add_names(command)
    texts.add_table(command, "REF, HYP, --documents and --strata")
    texts.add_scores(command, "scores of segments or systems")
    rows = f"{OUTPUT_HELP}; FILE.parquet, with --table: one row per segment there, and the scores here"
    add_output(command, text="one line per score, signature first", output=rows)
    command.clashes("-f", "-b")
    add_paper(command, "-b", "-f text")
    command.option("-sl --sentence-level", "also print the score of every segment")
    command.option("-b --score-only", "print the numbers and nothing else; with --by also the groups")
    command.option("--hashes", "put hashes of the references and outputs into the signatures", clashes=["-b"])
    command.option("--earlier FILE", "JSON of an earlier run: say which texts, settings or numbers differ from it")
    limit = "end with exit code 1 if a score is worse than this, on the scale of the table: bleu=30"
    command.option("--fail-under METRIC=N …", limit, named_number)
    command.option("--against FILE", "end with exit code 1 if a score is worse than in this JSON of an earlier run")
    more_than = "with --against: only if it is worse by more than this"
    command.option("--by-more-than N", more_than, number, needs=["--against"])
    add_jobs(command, more=" (default: 1; all cores for a --table)")
    confidence = "95 %% confidence intervals from N bootstrap resamples (default: 1000)"
    trials = whole_number(1, limits.TRIALS)
    command.option("--confidence [N]", confidence, trials, const=1000, clashes=["-b"])
    mode = "for --confidence: sound, sacrebleu, or poisson for a --table of any size"
    command.option("--mode MODE", mode, None, "sound", needs=["--confidence"])
    add_seed(command, needs=["--confidence"])
    texts.add_units(command, needs=["--confidence"])
    texts.add_runs(command)
    by = "with --table: also score every group of segments that share the values of these columns"
    command.option("--by COLUMN …", by, needs=["--table"])
    counts = f"with -o FILE{ROWS}: also write the integers behind every score, which `bolide combine` adds up"
    command.option("--counts", counts, needs=["--table"])
    resume = "with --table: save finished work there, and resume from it after an interrupted run"
    command.option("--resume FOLDER", resume, needs=["--table"])
    add_metrics(command)
    return command


def run(options: Options) -> int:
    """Read, score, print."""
    texts.resolve_positionals(options)
    scorers = request_from(options).scorers()
    rows = options.output if str(options.output or "").endswith(ROWS) else None
    report = _stream(options, scorers, rows) if _streams(options, scorers, rows) else _evaluate(options, scorers)
    options.output = None if rows else options.output
    earlier, against = (f and Report.from_json(read_text(f)) for f in (options.earlier, options.against))
    for note in (*report.notes, *report.provenance_notes(), *(report.changes(earlier) if earlier else ())):
        warn(note)
    worse = report.worse_than(against, options.by_more_than or 0.0) if against else ()
    failures = [*report.below(dict(options.fail_under)), *worse]
    report, width = report.with_hashes() if options.hashes else report, width_of(options)
    if options.score_only or options.format == "text":
        put_text((report_numbers if options.score_only else report_lines)(report, width), options)
    else:
        put_out(lambda: report_blocks(report, width), report.to_json, options, "Scores")
    for failure in failures:
        warn(failure)
    return EXIT_FAILED if failures else EXIT_DONE


def _evaluate(options: Options, scorers: Sequence[Scorer]) -> Report:
    """Score texts that are read first."""
    metrics = [scorer.corpus for scorer in scorers]
    plan = Plan(options.mode, "bootstrap", options.confidence or 1, seed=options.seed, unit=options.unit)
    if not (options.input or options.table or options.runs or STDIN in options.references):
        texts.warn_if_waiting(options.references, texts.reader_from(options))
    inputs, corpora = texts.inputs_from(options, options.input or ([] if options.runs else [STDIN]), metrics)
    for name, line in [] if options.table else empty_references(options.references, corpora)[:1]:
        warn(f"{name}, line {line} is empty; it counts as an empty reference (and so may other lines).")
    warn_of_settings(metrics)
    with progress("scoring", work(corpora, metrics)) as step:
        return invoke(
            evaluate, options, metrics=scorers, segments=options.sentence_level, health=True, progress=step,
            confidence=plan if options.confidence else None, warn=warn, **inputs,
        )  # fmt: skip


def _stream(options: Options, scorers: Sequence[Scorer], rows: str | None) -> Report:
    """Score a table as it is read, on all cores unless told otherwise."""
    from bolide.calls.table import evaluate_table, table_work  # needs what other texts do not

    metrics = [scorer.corpus for scorer in scorers]
    if options.strata:
        raise OptionError(f"--strata is not for --mode {POISSON}, which draws every segment or document by itself.")
    warn_of_settings(metrics)
    with progress("scoring", table_work(options.table, options.input, scorers)) as step:
        return invoke(
            evaluate_table, options, hyps=options.input, refs=options.references, metrics=scorers, rows=rows,
            options=texts.reader_from(options).options, signatures=options.metrics, progress=step,
            jobs=options.jobs if "jobs" in options.explicit else 0,
            look=lambda references: warn_of_texts(options, metrics, references),
        )  # fmt: skip


def _streams(options: Options, scorers: Sequence[Scorer], rows: str | None) -> bool:
    """Whether the table is scored as it is read; otherwise everything is read first."""
    poisson = options.confidence is not None and options.mode == POISSON
    asked = {"--by": options.by, "--counts": options.counts, "--resume": options.resume, f"-o FILE{ROWS}": rows,
             f"--mode {POISSON}": poisson}  # fmt: skip
    streamed = next((name for name, value in asked.items() if value), "")
    if streamed and not options.table:
        raise OptionError(f"{streamed} is for --table.")
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
        raise OptionError(f"{streamed} is for tables that are scored as they are read; {whole} needs all of it first.")
    if rows and options.sentence_level:
        raise OptionError(f"-sl has no effect with -o FILE{ROWS}, which has the segments' scores; leave it out.")
    return bool(options.table) and not whole
