"""Measure how well metrics agree with human judgments, by system, by document
and by segment.

With several folders, or files of several language pairs, every question is
asked for each pair, and sys/accuracy also for the pairs of systems of all of
them together; --preset prints the official table of a year's metrics task. For
five-way rankings, the answer is τ by the rules of three years; --rank takes
ranking/2012, ranking/2013 and ranking/2014.

examples:
  bolide correlate wmt23/en-de --gold mqm --exclude refA
  bolide correlate wmt23/en-de wmt23/zh-en --preset wmt23
  bolide correlate --human mqm.seg.score --scores comet.seg.score -r ref.txt -i a.txt b.txt c.txt -m bleu
  bolide correlate --human da.csv --scores ter.csv --lower ter -q sys/pearson seg/kendall-b/item --intervals 100
  bolide correlate --folder wmt23/en-de --gold mqm --exclude refA --rank seg/acc-eq/item -f json
  bolide correlate --rankings rankings.csv --pair fr-en --scores comet.seg.score ter.csv --lower ter --rank ranking/2012
  bolide correlate --mqm errors.tsv --scores comet.seg.score --plot dots.svg
"""

from dataclasses import replace
from typing import Any

from bolide.agreement.evaluation import SHUFFLES, AgreementReport, correlate, wmt_table
from bolide.agreement.participants import scores_of_files
from bolide.agreement.ranking import PRESETS, MetricsTable
from bolide.cli.parser import Options, Parser, measured, put_several
from bolide.cli.parser.human_options import add_people, add_questions, add_test_set, lower_from, people_from
from bolide.cli.parser.inputs import (
    add_outputs,
    add_provenance,
    commands_from,
    outputs_from,
    reader_from,
)
from bolide.cli.parser.metrics import add_metrics, scorers_from, split_names
from bolide.cli.parser.output import add_output, put_result
from bolide.metrics.counts import no_progress
from bolide.metrics.scorer import work
from bolide.reporting.views.agreement import agreement_plots
from bolide.testset import TestSet


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
    scorers = scorers_from(options) if options.input else []
    systems = outputs_from(options, [scorer.corpus for scorer in scorers])
    asked, ranked = split_names(options.questions), split_names(options.rank)
    named = [] if scorers else split_names(options.metrics)
    source = reader_from(options).segments(options.source) if options.source else None
    data = TestSet(None, {one.name: one for one in systems}, source=source) if systems else None
    gold = PRESETS[options.preset].gold if options.preset and options.folder else None
    people = people_from(options, gold, documents=options.documents, domains=options.domains)
    people = replace(people, as_scored=options.as_scored)
    about = {"lower": lower_from(options, people.files)[1], "as_scored": options.as_scored}
    others = scores_of_files(people, options.scores, **about, signatures=options.signatures) if options.scores else []

    commands = commands_from(options)
    if data is not None:
        for command in commands:
            command.scored(data)  # now, as what it prints is shown

    def ask(metrics: Any, step: Any) -> AgreementReport | MetricsTable:
        if options.preset:
            test = {"trials": options.trials, "seed": options.seed, "mode": options.mode or "wmt24"}
            return wmt_table(options.preset, people, metrics, data, **test)
        how = {"strict": options.strict, "seed": options.seed}
        found = correlate(people, metrics, data, asked, **how, jobs=options.jobs, progress=step or no_progress)
        found = found.asking(
            resamples=options.intervals,
            shuffles=SHUFFLES if options.chance else 0,
            unit=options.unit,
            macro=options.macro,
            by_domain=bool(options.domains),
        )
        mode = options.mode or "sound"
        return found.with_rankings(*ranked, trials=options.trials, mode=mode) if ranked else found

    several = others if isinstance(others, dict) else [*(scorers if systems else named), *others, *commands]
    steps = work(systems, [scorer.corpus for scorer in scorers]) if systems else None
    report = measured(options, "scoring" if systems else "", steps, several, ask)
    if options.plot and isinstance(report, AgreementReport):
        put_several(options.plot, agreement_plots(report), options)
    put_result(report, options, "Agreement with human judgments", options.width)
