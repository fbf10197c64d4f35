"""Measure how well metrics agree with human judgments, by system, by document and by segment.

With several folders, or files of several language pairs, every question is asked for each pair, and sys/accuracy also
for the pairs of systems of all of them together; --preset prints the official table of a year's metrics task. For
five-way rankings, the answer is τ by the rules of three years; --rank takes ranking/2012, ranking/2013 and
ranking/2014.

examples:
  bolide correlate wmt23/en-de --gold mqm --exclude refA
  bolide correlate wmt23/en-de wmt23/zh-en --preset wmt23
  bolide correlate --human mqm.seg.score --scores comet.seg.score -r ref.txt -i a.txt b.txt c.txt -m bleu
  bolide correlate --human da.csv --scores ter.csv --lower ter -q sys/pearson seg/kendall-b/item --intervals 100
  bolide correlate --folder wmt23/en-de --gold mqm --exclude refA --rank seg/acc-eq/item -f json
  bolide correlate --rankings rankings.csv --pair fr-en --scores comet.seg.score ter.csv --lower ter --rank ranking/2012
  bolide correlate --mqm errors.tsv --scores comet.seg.score --plot dots.svg
"""

from bolide.agreement.human import correlate
from bolide.cli.parser import Options, Parser, invoke, put_several
from bolide.cli.parser.human_options import add_people, add_questions, add_test_set
from bolide.cli.parser.inputs import (
    add_metrics,
    add_outputs,
    add_provenance,
    outputs_from,
    reader_from,
    refuse_for_metrics,
    request_from,
    split_names,
)
from bolide.cli.parser.output import add_output, put_result
from bolide.metrics.measuring import work
from bolide.reporting.views.agreement import agreement_plots


def parser() -> Parser:
    """The options of the command."""
    command = Parser("correlate", __doc__, "[FOLDER …] ")
    add_people(command)
    add_test_set(command, source=True)
    command.section("metrics: files, or computed here, or both")
    command.option("--scores FILE …", "score files of metrics")
    add_outputs(command, ", to compute -m")
    command.option("--lower NAME …", "score files in which lower is better")
    command.option("--exclude NAME …", "systems or metrics to leave out; PAIR:NAME for one folder alone")
    command.option("--strict", "refuse systems with missing scores, which are otherwise left out")
    add_provenance(command)
    add_questions(command)
    add_output(command, width=3)
    command.add_jobs()
    add_metrics(command, "or, without outputs, metrics of the folders")
    return command


def run(options: Options) -> None:
    """Read, ask, print."""
    scorers = request_from(options).scorers() if options.input else []
    metrics = [scorer.corpus for scorer in scorers]
    systems = outputs_from(options, metrics)
    if not systems:
        refuse_for_metrics(options, "there are no outputs (-i) to score", ("metrics",) if options.folder else ())
    names = [] if scorers else [name for word in options.metrics for name in split_names(word)]
    source = reader_from(options).segments(options.source) if options.source else None
    report = invoke(
        correlate,
        options,
        "scoring",
        work(systems, metrics),
        systems=systems or None,
        metrics=scorers or names,
        source=source,
        human=options.human or None,
    )
    if options.plot:
        put_several(options.plot, agreement_plots(report), options)
    put_result(report, options, "Agreement with human judgments", options.width)
