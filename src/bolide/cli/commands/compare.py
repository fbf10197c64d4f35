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
from bolide.cli.parser import Options, Parser, measured, put_several, texts, warn, whole_number
from bolide.cli.parser.metric_options import add_metrics, refuse_for_metrics, request_from
from bolide.cli.parser.output import DATA, add_output, add_paper, put_result, width_of
from bolide.cli.parser.resampling_options import add_tests
from bolide.metrics.measuring import work
from bolide.reporting.views.comparison import comparison_plot
from bolide.significance.plan import Plan
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
    others = texts.files_of_scores(options)
    data = texts.test_set_from(options, metrics, others)
    plan = Plan(
        options.mode,
        options.test,
        options.trials,
        seed=options.seed,
        correction=options.correction,
        alpha=options.alpha,
        unit=options.unit,
        runs_test=options.runs_test,
        stratified=bool(options.strata),
    )
    baseline = None if options.baseline is None else texts.system_from(options.baseline, data)
    study = measured(
        options,
        "scoring",
        work(data.corpora, metrics),
        [*metrics, *others],
        lambda metrics, step: bolide.compare(
            data, metrics, baseline=baseline, plan=plan, jobs=options.jobs, progress=step
        ),
    )
    if options.segments or options.lengths or options.ngrams or options.labels or options.human:
        a, b = (texts.system_from(name, data) for name in options.between or study.between)
        study = study.with_details(
            (a, b),
            segments=options.segments,
            lengths=options.lengths,
            ngrams=options.ngrams,
            labels=bool(options.labels),
            human=options.human,
        )
    if options.human_agreement:
        study = study.with_human_agreement()
    if options.plot:
        put_several(options.plot, {one.metric: comparison_plot(one, width) for one in study.comparisons}, options)
    if options.format in DATA and study.details:
        warn(f"-f {options.format} is the table of scores and tests; -f json also has where the systems differ.")
    shown = [] if data.further else (data.whole or data).corpora
    source = (data.source if options.source else None) or ()
    put_result(study, options, "Comparison", width, shown, source=source, effect=options.effect)
