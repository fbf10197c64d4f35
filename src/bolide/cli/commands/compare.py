"""Compare systems: confidence intervals, paired tests, clusters, and where they differ.

examples:
  bolide compare ref.txt -i a.txt b.txt c.txt
  bolide compare ref.txt -i a.txt b.txt c.txt --baseline b -m bleu -f latex
  bolide compare ref.txt -i a.txt b.txt --segments 5 --lengths --ngrams 10
  bolide compare ref.txt -i a.txt b.txt --labels domains.txt --plot scores.svg
  bolide compare ref.txt -i a.txt b.txt --mode sacrebleu --test bootstrap --baseline a
  bolide compare reference --table texts.tsv -i system_a system_b
  bolide compare reference --table long.jsonl -i translation --system-column model
  bolide compare --scores comet.seg.score --baseline a
  bolide compare --rows rows.parquet
"""

from __future__ import annotations

from collections.abc import Sequence

import bolide
from bolide.cli.parser import Parser, add_jobs, add_seed, add_trials, number, picked, warn, whole_number
from bolide.cli.parser.metric_options import add_metrics, metrics_from, refuse_for_metrics
from bolide.cli.parser.output import add_output, add_paper, put_result, put_several, width_of
from bolide.cli.parser.texts import (
    add_names,
    add_runs,
    add_scores,
    add_system_column,
    add_table,
    add_units,
    provenance_from,
    reader_from,
    runs_from,
)
from bolide.corpus import Corpus
from bolide.corpus.inputs import labels_of
from bolide.metrics.measuring import work
from bolide.reporting.views.comparison import comparison_plot
from bolide.significance.plan import RUNS_TESTS
from bolide.system.errors import OptionError
from bolide.system.progress import progress

LOOKS = ("--segments", "--lengths", "--labels", "--human", "--ngrams")


def parser() -> Parser:
    """The options of the command."""
    command = Parser(
        "compare", __doc__,
        "[REF …] -i HYP HYP [HYP …] ", files=("references", "input", "scores"),
    )  # fmt: skip
    command.add_argument("references", nargs="*", metavar="REF", help="reference files; plain or gzipped")
    command.add_argument("-i", "--input", nargs="+", default=[], metavar="HYP", help="outputs of two or more systems")
    add_table(command, "REF, HYP, --source, --labels, --documents and --strata")
    add_system_column(command)
    add_scores(command, "segment scores")
    command.add_argument("--rows", nargs="+", default=[], metavar="FILE",
                      help="rows of two systems or more, from `bolide score -o FILE.parquet --counts`")  # fmt: skip
    command.add_argument(
        "--exclude", nargs="+", default=[], metavar="NAME", help="systems to leave out of outputs and scores"
    )
    add_names(command)
    add_runs(command)
    add_jobs(command)
    add_output(command, drawn="--plot")
    add_paper(command)
    _add_plan(command)
    _add_breakdown(command)
    add_metrics(command)
    command.needs("--names", "-i")
    command.needs("--runs-test", "--runs")
    command.needs("--between", *LOOKS)
    command.needs("--table", "-i", "--runs", "--labels", "--documents", "--strata")
    command.needs("--source", "--segments")
    command.needs("--source", "-i", "--runs")
    command.clashes("--effect", "-f json")
    return command


def _add_plan(command: Parser) -> None:
    group = command.add_argument_group("the test")
    add_units(group)
    group.add_argument(
        "--runs-test", choices=RUNS_TESTS, default="sound",
        help="with --runs: sound, over documents and seeds, or clark2011 as published (default: sound)",
    )  # fmt: skip
    group.add_argument("--baseline", metavar="NAME", help="test each system against this one (default: all pairs)")
    group.add_argument(
        "--mode", default="sound", help="sound, or sacrebleu for its procedure and draws (default: sound)"
    )
    group.add_argument("--test", default="randomisation", help="randomisation or bootstrap (default: randomisation)")
    add_trials(group, "10000; 1000 for sacrebleu's bootstrap", "permutations or resamples")
    add_seed(group)
    group.add_argument("--correction", metavar="NAME", help="holm, bh or none (default: holm; sacrebleu: none)")
    group.add_argument(
        "--human-agreement", action="store_true",
        help="add how often people agree with a difference in BLEU or chrF (Kocmi et al. 2024)",
    )  # fmt: skip
    group.add_argument("--effect", action="store_true", help="add an effect size to each test")
    group.add_argument("--alpha", type=number, default=0.05, metavar="P", help="significance level (default: 0.05)")


def _add_breakdown(command: Parser) -> None:
    group = command.add_argument_group("where they differ")
    group.add_argument("--between", nargs=2, metavar="NAME", help="the two systems to look at (default: the first two)")
    group.add_argument(
        "--segments", type=whole_number(0), default=0, metavar="N",
        help="list the N segments that most favour each system",
    )  # fmt: skip
    group.add_argument("--lengths", action="store_true", help="scores by length of the reference")
    group.add_argument("--labels", metavar="FILE", help="scores by label: one per line, the same lines as the texts")
    group.add_argument("--human", metavar="FILE", help="scores by the segments' human scores (or by MQM errors)")
    group.add_argument(
        "--source", metavar="FILE", help="the source text, shown with the segments that --segments lists"
    )
    group.add_argument(
        "--ngrams", type=whole_number(0), default=0, metavar="N",
        help="list N n-grams that only one system gets right, for each system",
    )  # fmt: skip
    group.add_argument("--plot", metavar="FILE", help="scores with intervals as SVG; one file per metric")


def run(arguments: Sequence[str]) -> int:
    """Read, compare, print."""
    options = parser().read(arguments)
    reader, metrics = reader_from(options), []
    systems: list[Corpus] = []
    runs: dict[str, list[Corpus]] = {}
    if (options.input or options.runs) and options.references:
        metrics = metrics_from(options)
        systems, runs = runs_from(options, options.input, metrics)
    elif options.input or options.runs or not (options.scores or options.rows):
        raise OptionError(
            "Give references and, after -i, the outputs of two systems or more. See bolide compare --help."
        )
    elif options.lengths or options.ngrams:
        raise OptionError("--lengths and --ngrams look at texts; give references and outputs (-i) too.")
    elif options.references:
        raise OptionError(f"The reference {options.references[0]} is for scoring outputs; name those with -i.")
    else:
        refuse_for_metrics(options, "scores or rows are given, and there are no texts (-i) to score")
    labels, documents, strata = (
        reader.lines(name) if name else None for name in (options.labels, options.documents, options.strata)
    )
    texts = [*systems, *(corpus for corpora in runs.values() for corpus in corpora)]
    source = labels_of(reader.segments(options.source), "source", len(texts[0])) if options.source else None
    with progress("scoring", work(texts, metrics)) as step:
        result = bolide.compare(  # imported here, with numpy: help does not wait for it
            systems or None, metrics=metrics or "bleu", documents=documents, strata=strata, runs=runs, labels=labels,
            progress=step, warn=warn, **provenance_from(options), **picked(
                options, "scores lower rows exclude human unit runs_test baseline mode test trials seed correction "
                "alpha between segments lengths ngrams human_agreement jobs"
            ),
        )  # fmt: skip
    width = width_of(options)
    if options.plot:
        put_several(options.plot, {one.metric: comparison_plot(one, width) for one in result.comparisons}, options)
    put_result(result, options, "Comparison", width, systems, source=source or (), effect=bool(options.effect))
    return 0
