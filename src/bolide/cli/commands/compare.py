"""Compare systems: intervals, paired tests, clusters, and where they differ.

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

import bolide
from bolide.cli.parser import Options, Parser, invoke, number, texts, warn, whole_number
from bolide.cli.parser.metric_options import add_metrics, refuse_for_metrics, request_from
from bolide.cli.parser.output import add_output, add_paper, put_result, put_several, width_of
from bolide.corpus.inputs import labels_of
from bolide.metrics.measuring import work
from bolide.reporting.views.comparison import comparison_plot
from bolide.significance.plan import RUNS_TESTS
from bolide.system.errors import OptionError
from bolide.system.progress import progress

LOOKS = ("--segments", "--lengths", "--labels", "--human", "--ngrams")


def parser() -> Parser:
    """The options of the command."""
    command = Parser("compare", __doc__, "[REF …] -i HYP HYP [HYP …] ", files=("references", "input", "scores"))
    command.option("references [REF …]", "reference files; plain or gzipped")
    command.option("-i --input HYP …", "outputs of two or more systems")
    texts.add_table(command, "REF, HYP, --source, --labels, --documents and --strata")
    texts.add_system_column(command)
    texts.add_scores(command, "segment scores")
    command.option("--rows FILE …", "rows of two systems or more, from `bolide score -o FILE.parquet --counts`")
    command.option("--exclude NAME …", "systems to leave out of outputs and scores")
    texts.add_names(command, needs=["-i"])
    texts.add_runs(command)
    command.add_jobs()
    add_output(command, drawn="--plot")
    add_paper(command)
    command.section("the test")
    texts.add_units(command)
    runs_test = "with --runs: sound, over documents and seeds, or clark2011 as published"
    command.option("--runs-test", runs_test, None, "sound", choices=RUNS_TESTS, needs=["--runs"])
    command.option("--baseline NAME", "test each system against this one (default: all pairs)")
    command.option("--mode MODE", "sound, or sacrebleu for its procedure and draws", None, "sound")
    command.option("--test TEST", "randomisation or bootstrap", None, "randomisation")
    command.add_trials("10000; 1000 for sacrebleu's bootstrap", "permutations or resamples")
    command.add_seed()
    command.option("--correction NAME", "holm, bh or none (default: holm; sacrebleu: none)")
    command.option("--human-agreement", "add how often people agree with a difference in BLEU or chrF (Kocmi 2024)")
    command.option("--effect", "add an effect size to each test", clashes=["-f json"])
    command.option("--alpha P", "significance level", number, 0.05)
    command.section("where they differ")
    command.option("--between NAME", "the two systems to look at (default: the first two)", nargs=2, needs=LOOKS)
    command.option("--segments N", "list the N segments that most favour each system", whole_number(0), 0)
    command.option("--lengths", "scores by length of the reference")
    command.option("--labels FILE", "scores by label: one per line, the same lines as the texts")
    command.option("--human FILE", "scores by the segments' human scores (or by MQM errors)")
    command.option("--source FILE", "the source text, shown with the segments that are listed", needs=["--segments"])
    command.needs("--source", "-i", "--runs")
    command.option("--ngrams N", "list N n-grams that only one system gets right, for each system", whole_number(0), 0)
    command.option("--plot FILE", "scores with intervals as SVG; one file per metric")
    command.section()
    add_metrics(command)
    return command


def run(options: Options) -> None:
    """Read, compare, print."""
    scored = bool(options.input or options.runs or not (options.scores or options.rows))
    if scored:
        texts.resolve_positionals(options, outputs_needed=True)
    else:
        refuse_for_metrics(options, "scores or rows are given, and there are no texts (-i) to score")
        if options.table and not (options.labels or options.documents or options.strata):
            raise OptionError("--table has no effect on scores or rows; name columns of it, with -i or --labels.")
    metrics, width = request_from(options).metrics() if scored else [], width_of(options)
    inputs, corpora = texts.inputs_from(options, options.input, metrics)
    lines = inputs.pop("source")
    source = labels_of(lines, "source", len(corpora[0])) if lines else ()
    with progress("scoring", work(corpora, metrics)) as step:
        result = invoke(  # `compare` is imported here, with numpy: help does not wait for it
            bolide.compare, options, metrics=metrics or "bleu", refs=None if scored else options.references or None,
            progress=step, warn=warn, **inputs,
        )  # fmt: skip
    if options.plot:
        put_several(options.plot, {one.metric: comparison_plot(one, width) for one in result.comparisons}, options)
    put_result(result, options, "Comparison", width, inputs["systems"] or (), source=source, effect=options.effect)
