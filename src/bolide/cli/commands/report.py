"""Show a whole test set in one HTML file: systems with intervals, pairs,
groups, and what each metric did in every segment. It needs no network. With
-f json it is data, which --from turns into a page.

examples:
  bolide report ref.txt -i a.txt b.txt c.txt -o report.html
  bolide report ref.txt -i a.txt b.txt -m bleu chrf ter --source source.txt --labels domains.txt -o report.html
  bolide report ref.txt -i a.txt b.txt c.txt --scores comet.seg.score --human mqm.seg.score -o report.html
  bolide report --from report.json -o report.html
"""

import sys

from bolide.cli.parser import Options, Parser, inputs, measured, warn
from bolide.cli.parser.metrics import add_metrics, scorers_from
from bolide.cli.parser.output import put_text
from bolide.reporting.testset.build import report, steps
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.page_html import read_report
from bolide.significance.plan import Plan
from bolide.system.errors import OptionError


def parser() -> Parser:
    """The options of the command."""
    command = Parser("report", __doc__, "REF [REF …] -i HYP [HYP …] ")
    inputs.add_systems(command, "outputs of one system or more", "segment scores")
    inputs.add_system_column(command)
    inputs.add_about(command)
    inputs.add_units(command)
    command.option("--title TEXT", "what the test set is called", None, "")
    command.option("--no-text", "leave all texts out: for confidential material")
    command.option("--from FILE", "read the JSON of a report instead of making one", dest="from_file")
    command.option("-f --format", "html or json: the page, or its data alone (default: html)", choices=("html", "json"))
    command.option("-o --output FILE", "write to this file, or - for standard output (at a terminal, report.html)")
    command.add_trials()
    command.add_seed()
    command.add_jobs()
    add_metrics(command)
    return command


def run(options: Options) -> None:
    """Read the inputs, build the report, write one file."""
    unnamed = options.output is None and "-o" not in options.arguments and sys.stdout.isatty()
    if unnamed:  # a page would flood the terminal
        options.output = f"report.{options.format}"
    result = _read_back(options) if options.from_file else _build(options)
    put_text(f"{result.to_json()}\n" if options.format == "json" else result.to_html(), options)
    if unnamed:
        warn(f"wrote {options.output}; -o names another file.")


def _build(options: Options) -> TestSetReport:
    inputs.resolve_positionals(options, outputs_needed=True)
    scorers, others = scorers_from(options), inputs.files_of_scores(options)
    data = inputs.test_set_from(options, [scorer.corpus for scorer in scorers], others)
    return measured(
        options,
        "building the report",
        steps(data, scorers),
        [*scorers, *others],
        lambda metrics, step: report(
            data,
            metrics,
            human=inputs.people_of(options),
            plan=Plan(trials=options.trials, seed=options.seed, unit=options.unit, stratified=bool(options.strata)),
            title=options.title,
            texts=not options.no_text,
            command=["bolide", "report", *options.arguments],
            jobs=options.jobs,
            progress=step,
        ),
    )


def _read_back(options: Options) -> TestSetReport:
    if options.references or options.input or options.scores:
        raise OptionError("--from reads what was made; leave out the texts and scores, or --from.")
    return read_report(options.from_file, texts=not options.no_text)
