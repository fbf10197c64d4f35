"""`bolide tune`: the weights of rgbF, or METEOR's parameters, that people would agree with."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bolide.agreement.error_overlay import names_like
from bolide.agreement.labels import Lines
from bolide.agreement.questions import Question
from bolide.agreement.ranking_data import win_shares
from bolide.agreement.table import Source, Table
from bolide.cli.parser import Parser, check_known, whole_number
from bolide.cli.parser.human_options import add_people, check_lower, judgements, kind_of_people, people_of_one_pair
from bolide.cli.parser.metric_options import add_metrics, metrics_from
from bolide.cli.parser.output import add_output, progress, put_out, write
from bolide.cli.parser.participants import systems_like
from bolide.cli.parser.texts import add_names, add_table
from bolide.corpus import Corpus
from bolide.corpus.lines import stems, system_names
from bolide.metrics.base import Metric
from bolide.metrics.measuring import work
from bolide.reporting.views.tuning import search_picture, tuning_blocks
from bolide.system import limits, threads
from bolide.system.errors import InputError, OptionError
from bolide.system.messages import counted
from bolide.tuning.objectives import Objective, Ranked, Scored
from bolide.tuning.search import BY, TuningPlan, tune
from bolide.tuning.spaces import Rows, rows_of, space_of

EXAMPLES = """  bolide tune -m rgbf --units ws -l en --human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt --folds 2
  bolide tune -m meteor --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt -n 200 --folds 2 --seed 1
  bolide tune -m rgbf --units wc --human da.csv -r ref.txt -i a.txt b.txt c.txt -q seg/pearson -n 200 --folds 2 \
--plot search.svg"""

ABOUT = """Search for the weights of rgbF, or the parameters of METEOR, that agree best with human judgments.

Texts are measured once; every setting is then a sum over rows. The search is repeated with each fold left out, and its
choice is judged on that fold: that is the gain to expect. The objective is any question of `bolide correlate`; for
rankings it is ranking/2012, ranking/2013 or ranking/2014, which treat a metric's ties differently, or sys/spearman and
the like, with the systems' shares of wins."""


def parser() -> Parser:
    """The options of the command."""
    command = Parser("tune", ABOUT, EXAMPLES, files=("references", "input"))
    add_people(command)
    command.add_argument("-r", "--references", nargs="+", default=[], metavar="REF", help="reference files")
    command.add_argument("-i", "--input", nargs="+", default=[], metavar="HYP", help="system outputs")
    add_names(command)
    add_table(command, "REF and HYP")
    command.add_argument("--lower", nargs="+", default=[], metavar="NAME", help="score files in which lower is better")
    command.add_argument("--exclude", nargs="+", default=[], metavar="SYSTEM", help="systems to leave out")
    command.add_argument("-q", "--question", metavar="Q",
                      help="what to maximise (default: seg/kendall-b/item; for rankings ranking/2012)")  # fmt: skip
    command.add_argument(
        "-n",
        "--settings",
        type=whole_number(2, limits.SETTINGS),
        default=10_000,
        metavar="N",
        help="how many settings to try (default: 10000)",
    )
    command.add_argument(
        "--folds",
        type=whole_number(2, limits.FOLDS),
        default=5,
        metavar="K",
        help="folds of the cross-validation (default: 5)",
    )
    command.add_argument("--by", choices=BY, default="segments", help="what is split into folds (default: segments)")
    command.add_argument(
        "--seed",
        type=whole_number(0, limits.SEED),
        metavar="N",
        help="random seed (default: 12345; for soft-accuracy WMT's, 4)",
    )
    command.add_argument("--plot", metavar="FILE", help="plot the search as SVG")
    command.add_argument(
        "-j",
        "--jobs",
        type=whole_number(0, threads.MOST),
        default=0,
        metavar="N",
        help="threads; 0: all cores (default: 0)",
    )
    add_output(command, width=4)
    add_metrics(command)
    return command


def run(arguments: Sequence[str]) -> int:
    """Read, measure, search, print."""
    options = parser().read(arguments)

    plan = TuningPlan(
        options.settings, options.folds, options.by, TuningPlan.seed if options.seed is None else options.seed
    )
    metrics = metrics_from(options)
    if len(metrics) != 1:
        raise OptionError("One metric is tuned at a time; name one with -m.")
    space = space_of(metrics[0])
    if not options.input:
        raise OptionError("There is nothing to tune on: give references (-r) and outputs (-i).")
    rows, objective, weights = _data(options, metrics[0])
    with progress("searching", plan.settings) as step:
        tuning = tune(space, rows, objective, plan, jobs=options.jobs, progress=step)
    tuning = replace(tuning, weights=weights)
    if options.plot:
        write(options.plot, search_picture(tuning), options)
    drawn = options.format == "html"
    put_out(lambda: tuning_blocks(tuning, options.width, drawn=drawn), tuning.to_json, options)
    return 0


def _data(options: argparse.Namespace, metric: Metric) -> tuple[Rows, Objective, str]:
    if kind_of_people(options) == "rankings":
        return *_ranked(options, metric), ""

    question = Question.from_text(options.question or "seg/kendall-b/item")
    judged = people_of_one_pair(options)
    check_lower(options, [judged.source] if options.folder else ())
    known = judged.systems
    check_known("--exclude", options.exclude, names_like(stems(system_names(options.input)), known))
    systems = systems_like(options, known, [metric])
    human = judged.on(Lines({system.name: system.hyps for system in systems}), len(systems[0]))
    return _rows(options, systems, metric), _objective(human, question, systems, options.seed), judged.weights


def _ranked(options: argparse.Namespace, metric: Metric) -> tuple[Rows, Objective]:
    """Rankings answer for segments by year, and for systems by their shares of wins."""

    question = Question.from_text(options.question or "ranking/2012", ("ranking", "sys"))
    if question.reads == "seg":
        raise OptionError(f"{question} needs people's scores of segments; rankings have none.")
    check_lower(options)
    judged = judgements(options)
    check_known("--exclude", options.exclude, judged.systems)
    judged = judged.without(options.exclude)
    systems = systems_like(options, judged.systems, [metric])
    names = tuple(system.name for system in systems)
    rows = _rows(options, systems, metric)
    if question.level == "ranking":
        return rows, Ranked(judged, names, question.statistic)
    shares = Table.of_systems(judged.name, win_shares(judged))
    return rows, _objective(Source(judged.name, sys=shares), question, systems, options.seed)


def _objective(human: Source, question: Question, systems: list[Corpus], seed: int | None) -> Objective:

    names = [system.name for system in systems]
    # Scores of systems that are means of segments are taken again on every fold.
    table = human.at("seg" if question.reads == "seg" or human.sys is None else "sys")
    absent = [name for name in names if name not in table.systems]
    if absent:
        raise InputError(f"{human.name} has no scores for {', '.join(absent)}; exclude them by name.")
    table = table.take(names)
    if table.level == "seg" and table.cells.shape[1] != len(systems[0]):
        raise InputError(
            f"{human.name} has {counted(table.cells.shape[1], 'segment')} and the texts have "
            f"{counted(len(systems[0]), 'line')}."
        )
    return Scored(question, table.upward, seed)


def _rows(options: argparse.Namespace, systems: list[Corpus], metric: Metric) -> Rows:

    with progress("measuring", work(systems, [metric])) as step:
        return np.stack(
            [rows_of(metric.counts.measure(system, jobs=options.jobs, progress=step)) for system in systems]
        )
