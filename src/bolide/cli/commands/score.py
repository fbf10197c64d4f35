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

from bolide.cli.parser import Options, Parser, invoke, texts
from bolide.cli.parser.metric_options import add_metrics, request_from, warn_of_metrics
from bolide.cli.parser.output import add_score_output, put_scores, rows_file
from bolide.cli.parser.resampling_options import add_confidence, plan_from
from bolide.cli.sacrebleu_flags import ANSWERS, HARMLESS
from bolide.data.results import Report
from bolide.evaluation.scoring import evaluate
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
    texts.add_streaming(command)
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
    report = _score_table(options, scorers, rows) if options.table else _score_files(options, scorers)
    return put_scores(report, options)


def _score_files(options: Options, scorers: list[Scorer]) -> Report:
    metrics = [scorer.corpus for scorer in scorers]
    inputs, corpora = texts.inputs_from(options, metrics)
    return invoke(
        evaluate,
        options,
        "scoring",
        work(corpora, metrics),
        metrics=scorers,
        segments=options.sentence_level,
        health=True,
        confidence=plan_from(options),
        **inputs,
    )


def _score_table(options: Options, scorers: list[Scorer], rows: str | None) -> Report:
    from bolide.calls.table import POISSON, evaluate_table, table_work  # needs what other texts do not

    metrics, reading = [scorer.corpus for scorer in scorers], texts.reader_from(options).options
    steps = table_work(options.table, options.input, scorers, options.runs, reading)
    return invoke(
        evaluate_table,
        options,
        "scoring",
        steps,
        hyps=options.input,
        refs=options.references,
        metrics=scorers,
        segments=options.sentence_level,
        mode=options.mode if options.confidence else POISSON,
        rows=rows,
        options=reading,
        jobs=options.jobs if "jobs" in options.explicit else 0,
        look=partial(warn_of_metrics, options, metrics),
        prepare=partial(texts.prepared, options, metrics),
    )
