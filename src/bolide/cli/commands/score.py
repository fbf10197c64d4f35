"""Score system outputs against references, line by line.

examples:
  bolide score ref.txt -i system.txt
  bolide score ref.txt -i system.txt -m bleu chrf ter
  bolide score ref.txt < system.txt
  bolide score ref1.txt ref2.txt -i a.txt b.txt -f markdown
  bolide score ref.txt -i system.txt --confidence
  bolide score ref.zh -i system.zh -l en-zh --bleu.smooth-method none
  bolide score reference --table texts.tsv -i system_a system_b
  bolide score reference --table 'parts/*.parquet' -i system_a --by domain
"""

import argparse
from functools import partial

from bolide.cli.parser import Options, Parser, inputs, measured, warn, whole_number
from bolide.cli.parser.metrics import add_metrics, scorers_from, warn_of_metrics
from bolide.cli.parser.output import OUTPUT, add_output, add_paper, put_report, put_text
from bolide.corpus.inputs import labels_for
from bolide.data.results import Report
from bolide.evaluation.scoring import score
from bolide.metrics.scorer import Scorer, work
from bolide.reporting.views.scores import report_lines, report_numbers
from bolide.system import limits
from bolide.system.errors import OptionError, warn_caller


def parser() -> Parser:
    """The options of the command."""
    command = Parser("score", __doc__, "REF [REF …] [-i HYP [HYP …]] ", ANSWERS)
    inputs.add_systems(
        command, "system outputs (default: standard input)", "segment or system scores", "-i --input --hyp"
    )
    add_metrics(command)
    add_output(
        command,
        None,
        text="one line per score, signature first",
        output=f"{OUTPUT}; FILE.parquet, with --table: one row per segment there, and the scores here",
    )
    add_paper(command)
    command.option("-sl --sentence-level", "also print the score of every segment")
    command.option("-b --score-only", "print the numbers and nothing else; with --by also the groups")
    command.option("--hashes", "put hashes of all texts into the signatures")
    command.option(
        "--confidence [N]",
        "95 %% confidence intervals; N resamples where the mode resamples (default: 1000)",
        whole_number(limits.LEAST_RESAMPLES, limits.TRIALS),
        const=1000,
    )
    command.option("--mode MODE", "for --confidence: sound, or by resampling, sacrebleu or poisson (a --table)")
    command.add_seed()
    inputs.add_units(command)
    inputs.add_ref(command)
    inputs.add_names(command)
    command.option("--source FILE", "the source text, one line per segment")
    command.option(
        "--by COLUMN …",
        "with --table: also score groups of segments by these columns: those that share the values of all of them",
    )
    command.option(
        "--counts", "with -o FILE.parquet: also write the integers behind every score, which `bolide combine` adds up"
    )
    command.option("--resume FOLDER", "with --table: save finished work there; resume from it after an interrupted run")
    command.add_jobs(None, more=" (default: 1; all cores for a --table)")
    for flag in HARMLESS:
        command.option(flag, argparse.SUPPRESS)
    return command


def run(options: Options) -> None:
    """Read, score, print."""
    for flag, reason in HARMLESS.items():
        if getattr(options, flag.strip("-")):
            warn(f"{flag} is ignored: {reason}.")
    scorers = scorers_from(options)
    inputs.resolve_positionals(options)
    rows = options.output if (options.output or "").lower().endswith(".parquet") else None
    if rows and not options.table:
        raise OptionError("-o FILE.parquet is for --table.")
    options.output = None if rows else options.output  # the scores are then printed
    streamed = options.table and inputs.is_streamed(options, scorers, rows)
    report = _scanned(options, scorers, rows) if streamed else _scored(options, scorers)
    for note in (*report.notes, *report.provenance):
        warn_caller(note)  # those of the texts have been said, and are not said twice
    report = report.with_hashes() if options.hashes else report
    if options.score_only or options.format == "text":
        put_text((report_numbers if options.score_only else report_lines)(report, options.width), options)
    else:
        put_report(report, options)


def _scored(options: Options, scorers: list[Scorer]) -> Report:
    if options.by:
        raise OptionError("--by is for --table, of which it names columns.")
    metrics, others = [scorer.corpus for scorer in scorers], inputs.files_of_scores(options)
    data, plan = inputs.test_set_from(options, metrics, others), inputs.plan_from(options)
    scores = measured(
        options,
        "scoring",
        work(data.corpora, metrics),
        [*scorers, *others],
        lambda metrics, step: score(
            data, metrics, plan=plan, jobs=1 if options.jobs is None else options.jobs, progress=step
        ),
    )
    return scores.with_segments() if options.sentence_level else scores


def _scanned(options: Options, scorers: list[Scorer], rows: str | None) -> Report:
    from bolide.engines.scan import Scan, table_work  # needs what other texts do not

    metrics, reading = [scorer.corpus for scorer in scorers], inputs.reader_from(options).options
    look = partial(warn_of_metrics, metrics)
    table = Scan(options.table, reading, options.resume, options.documents, look)
    names = labels_for(options.names, options.input) if options.names else []
    plan = inputs.plan_from(options, "sound")
    return measured(
        options,
        "scoring",
        table_work(options.table, options.input, scorers, reading),
        scorers,
        lambda metrics, step: table.score(
            dict(zip(names, options.input, strict=True)) if names else options.input,
            options.references,
            metrics,
            by=options.by,
            plan=plan,
            rows=rows,
            counts=options.counts,
            jobs=options.jobs or 0,
            progress=step,
        ),
    )


# What to write instead of sacreBLEU's options that are called otherwise here.
_FILES = "`bolide accelerate sacrebleu -- -m sacrebleu` has parts of sacreBLEU's test sets, and prints them"
_COMPARED = "systems are compared by `bolide compare REF -i A B --mode sacrebleu"

_ANSWERS = {
    "--citation --cite": "give references and outputs as files, and cite test sets as their authors ask",
    "--list": "`python -m sacrebleu` lists its test sets; `bolide list` has the metrics and tokenizers",
    "--origlang -ol --subset --download --echo --detail -d": _FILES,
    "--num-refs -nr": "give each set of references as a file of its own, or as the columns of a --table",
    "--encoding -e": "files are read as UTF-8; convert them first, for example with iconv",
    "--smooth-method -s": "write --bleu.smooth-method NAME",
    "--smooth-value -sv": "write --bleu.smooth-value NUMBER",
    "--chrf-char-order -cc": "write --chrf.char-order N",
    "--chrf-word-order -cw": "write --chrf.word-order N",
    "--chrf-beta": "write --chrf.beta NUMBER",
    "--chrf-whitespace": "write --chrf.whitespace",
    "--chrf-lowercase": "write --chrf.lowercase",
    "--chrf-eps-smoothing": "write --chrf.eps-smoothing",
    "--ter-case-sensitive": "write --ter.case-sensitive",
    "--ter-asian-support": "write --ter.asian-support",
    "--ter-no-punct": "write --ter.no-punct",
    "--ter-normalized": "write --ter.normalized",
    "-ci": "write --confidence --mode sacrebleu",
    "--confidence-n -cin": "write --confidence N --mode sacrebleu",
    "--paired-ar -par": f"{_COMPARED} --test randomisation --baseline A`",
    "--paired-bs -pbs": f"{_COMPARED} --test bootstrap --baseline A`",
    "--paired-ar-n -parn": f"{_COMPARED} --test randomisation -n N`",
    "--paired-bs-n -pbsn": f"{_COMPARED} --test bootstrap -n N`",
    "--paired-jobs": f"{_COMPARED} -j N`",
    "--no-color -nc": "set the environment variable NO_COLOR=1",
    "--version -V": "write bolide --version",
}
ANSWERS = {flag: answer for flags, answer in _ANSWERS.items() for flag in flags.split()}

# sacreBLEU's switches that change nothing, and why.
HARMLESS = {
    "--force": "nothing has to be forced",
    "--quiet": "there is nothing to silence",
    "-q": "there is nothing to silence",
    "--short": "signatures are written out",
    "-sh": "signatures are written out",
}
