"""Compare systems: intervals, paired tests, letters, and where they differ.

examples:
  bolide compare ref.txt -i a.txt b.txt c.txt
  bolide compare ref.txt -i a.txt b.txt c.txt --baseline b -m bleu -f latex
  bolide compare ref.txt -i a.txt b.txt --segments 5 --lengths --ngrams 10
  bolide compare ref.txt -i a.txt b.txt --labels domains.txt --plot scores.svg
  bolide compare reference --table texts.tsv -i system_a system_b
  bolide compare reference --table long.jsonl -i translation --system-column model
  bolide compare --scores comet.seg.score --baseline a
  bolide compare --rows rows.parquet
"""

import bolide
from bolide.cli.parser import Options, Parser, invoke, put_several, texts, warn, whole_number
from bolide.cli.parser.metric_options import add_metrics, refuse_for_metrics, request_from
from bolide.cli.parser.output import DATA, add_output, add_paper, put_result, width_of
from bolide.cli.parser.resampling_options import add_tests
from bolide.metrics.measuring import work
from bolide.reporting.views.comparison import comparison_plot
from bolide.system.errors import OptionError


def parser() -> Parser:
    """The options of the command."""
    command = Parser("compare", __doc__, "[REF …] -i HYP HYP [HYP …] ", files=("references", "input", "scores"))
    texts.add_systems(command, "outputs of two or more systems", "segment scores")
    texts.add_system_column(command)
    texts.add_names(command, needs=["-i"])
    command.option("--rows FILE …", "rows of two systems or more, from `bolide score -o FILE.parquet --counts`")
    command.option("--exclude NAME …", "systems to leave out of outputs and scores")
    command.add_jobs()
    add_output(command, drawn="--plot")
    looks = ("--segments", "--lengths", "--labels", "--human", "--ngrams")
    add_paper(command, (*looks, "--effect", "--human-agreement"))
    add_tests(command)
    command.section("where they differ")
    command.option("--between NAME", "the two systems to look at (default: the first two)", nargs=2, needs=looks)
    command.option("--segments N", "list the N segments that most favour each system", whole_number(0), 0)
    command.option("--lengths", "scores by length of the reference")
    command.option("--ngrams N", "list N n-grams that only one system gets right, for each system", whole_number(0), 0)
    texts.add_about(command, needs=["--segments"])
    command.needs("--source", "-i", "--runs")
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
    inputs, corpora = texts.inputs_from(options, metrics)
    source = inputs.pop("source") or ()
    result = invoke(  # `compare` is imported here, with numpy: help does not wait for it
        bolide.compare,
        options,
        "scoring",
        work(corpora, metrics),
        metrics=metrics or "bleu",
        refs=None if scored else options.references or None,
        **inputs,
    )
    if options.plot:
        put_several(options.plot, {one.metric: comparison_plot(one, width) for one in result.comparisons}, options)
    if options.format in DATA and (options.segments or options.lengths or options.ngrams or options.labels):
        warn(f"-f {options.format} is the table of scores and tests; -f json also has where the systems differ.")
    put_result(result, options, "Comparison", width, inputs["systems"] or (), source=source, effect=options.effect)
