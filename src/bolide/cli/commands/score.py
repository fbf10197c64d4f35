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

from functools import partial

from bolide.cli.parser import Options, Parser, measured, texts
from bolide.cli.parser.metric_options import add_metrics, request_from, warn_of_metrics
from bolide.cli.parser.output import add_score_output, put_scores, rows_file
from bolide.cli.parser.resampling_options import add_confidence, plan_from
from bolide.cli.sacrebleu_flags import ANSWERS, HARMLESS
from bolide.corpus.inputs import labels_for
from bolide.data.results import Report
from bolide.evaluation.scoring import score
from bolide.metrics.measuring import work
from bolide.metrics.scorer import Scorer


def parser() -> Parser:
    """The options of the command."""
    usage, files = "REF [REF …] [-i HYP [HYP …]] ", ("references", "ref", "input", "scores")
    command = Parser("score", __doc__, usage, files=files, answers=ANSWERS, harmless=HARMLESS)
    outputs = "system outputs (default: standard input)"
    texts.add_systems(command, outputs, "segment or system scores", "-i --input --hyp")
    texts.add_ref(command)
    texts.add_names(command)
    by = "with --table: also score groups of segments by these columns: those that share the values of all of them"
    command.option("--by COLUMN …", by, needs=["--table"])
    counts = "with -o FILE.parquet: also write the integers behind every score, which `bolide combine` adds up"
    command.option("--counts", counts, needs=["--table"])
    resume = "with --table: save finished work there; resume from it after an interrupted run"
    command.option("--resume FOLDER", resume, needs=["--table"])
    add_score_output(command)
    command.add_jobs(more=" (default: 1; all cores for a --table)")
    add_confidence(command, clashes=["-b"])
    add_metrics(command)
    return command


def run(options: Options) -> int:
    """Read, score, print."""
    scorers = request_from(options).scorers()
    texts.resolve_positionals(options)
    rows = rows_file(options)
    streamed = texts.is_streamed(options, scorers, rows)
    return put_scores(_scanned(options, scorers, rows) if streamed else _scored(options, scorers), options)


def _scored(options: Options, scorers: list[Scorer]) -> Report:
    metrics, others = [scorer.corpus for scorer in scorers], texts.files_of_scores(options)
    data = texts.test_set_from(options, metrics, others)
    scores = measured(
        options,
        "scoring",
        work(data.corpora, metrics),
        [*scorers, *others],
        lambda metrics, step: score(data, metrics, plan=plan_from(options), jobs=options.jobs, progress=step),
    )
    return scores.with_segments() if options.sentence_level else scores


def _scanned(options: Options, scorers: list[Scorer], rows: str | None) -> Report:
    from bolide.engines.scan import Scan, table_work  # needs what other texts do not

    metrics, reading = [scorer.corpus for scorer in scorers], texts.reader_from(options).options
    table = Scan(options.table, reading, options.resume, partial(warn_of_metrics, options, metrics))
    names = options.names
    if names:
        names = labels_for(names, options.input)
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
            documents=options.documents,
            plan=plan_from(options, "sound"),
            rows=rows,
            counts=options.counts,
            jobs=options.jobs if "jobs" in options.explicit else 0,
            progress=step,
        ),
    )
