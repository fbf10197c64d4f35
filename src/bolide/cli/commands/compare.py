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
from bolide.cli.parser import Options, Parser, inputs, measured, put_several, warn, whole_number
from bolide.cli.parser.metrics import add_metrics, scorers_from
from bolide.cli.parser.output import DATA, add_output, add_paper, put_result
from bolide.metrics.scorer import work
from bolide.reporting.views.comparison import comparison_plot
from bolide.significance.plan import Plan


def parser() -> Parser:
    """The options of the command."""
    command = Parser("compare", __doc__, "[REF …] -i HYP HYP [HYP …] ")
    inputs.add_systems(command, "outputs of two or more systems", "segment scores")
    add_metrics(command)
    add_output(command, None)
    add_paper(command)
    inputs.add_system_column(command)
    inputs.add_names(command)
    command.option("--rows FILE …", "rows of two systems or more, from `bolide score -o FILE.parquet --counts`")
    command.option("--exclude NAME …", "systems to leave out of outputs and scores")
    command.add_jobs()
    inputs.add_tests(command)
    command.section("where they differ")
    command.option("--between NAME", "the two systems to look at (default: the first two)", nargs=2)
    command.option("--segments N", "list the N segments that most favour each system", whole_number(0), 0)
    command.option("--lengths", "scores by length of the reference")
    command.option("--ngrams N", "list N n-grams that only one system gets right", whole_number(0), 0)
    inputs.add_about(command)
    command.option("--plot FILE", "scores with intervals as SVG; one file per metric")
    command.section()
    return command


def run(options: Options) -> None:
    """Read, compare, print."""
    scored = bool(options.input or options.runs or not (options.scores or options.rows))
    if scored:
        inputs.resolve_positionals(options, outputs_needed=True)
    elif options.test_set is not None:
        inputs.name_known_references(options)  # its documents and domains
    if options.metrics and not scored:
        warn("-m is ignored: without outputs (-i) nothing is scored.")
    metrics, width = [each.corpus for each in scorers_from(options)] if scored else [], options.width
    others = inputs.files_of_scores(options)
    data = inputs.test_set_from(options, metrics, others)
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
    baseline = None if options.baseline is None else inputs.system_from(options.baseline, data)
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
        a, b = (inputs.system_from(name, data) for name in options.between or study.between)
        study = study.with_details(
            (a, b),
            segments=options.segments,
            lengths=options.lengths,
            ngrams=options.ngrams,
            labels=bool(options.labels),
            human=inputs.people_of(options),
        )
    if options.human_agreement:
        study = study.with_human_agreement()
    if options.plot:
        put_several(options.plot, {one.metric: comparison_plot(one, width) for one in study.comparisons}, options)
    if options.format in DATA and study.details:
        warn(f"-f {options.format} is the table of scores and tests; -f json also has where the systems differ.")
    put_result(study, options, "Comparison", width, effect=options.effect, texts=True)
