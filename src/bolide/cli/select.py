"""`bolide select`: the segments that people should judge next."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide import jobs, limits
from bolide.cli.choices import for_sentences, metrics_from, refuse_for_metrics
from bolide.cli.judged import add_people, kind_of_people, people
from bolide.cli.options import Parser, add_metrics, check_known, whole_number
from bolide.cli.output import add_output, put_out
from bolide.cli.progress import progress
from bolide.cli.texts import add_names, add_table
from bolide.corpus import Corpus
from bolide.errors import InputError, OptionError
from bolide.measuring import work

if TYPE_CHECKING:  # these need numpy; what uses them imports them, so that --help works without it
    from bolide.agreement.selecting import Choice
    from bolide.agreement.table import Source

WAYS = ("balance", "influence", "disagreement", "diversity")  # those of agreement.selecting; a test holds them together

EXAMPLES = """  bolide select -r ref.txt -i a.txt b.txt c.txt -n 3
  bolide select -r ref.txt -i a.txt b.txt c.txt -m bleu chrf --by disagreement -n 2 -f tsv
  bolide select --scores comet.seg.score -n 3 --by influence
  bolide select -r ref.txt -i a.txt b.txt c.txt -n 3 --human mqm.seg.score"""

ABOUT = """Choose the segments that people should judge next, based on metrics and outputs.

balance: a choice on which metrics score the systems as on all segments; influence: segments that move systems apart;
disagreement: segments on which metrics disagree; diversity: segments on which outputs differ. If human scores are given
(--human and the like), it reports instead how close the ranking of systems by the chosen segments comes to the ranking
by all segments, for each method and for random choices."""


def parser() -> Parser:
    """The options of the command."""
    made = Parser("select", ABOUT, EXAMPLES)
    made.add_argument(
        "-n", "--count", type=whole_number(1), default=100, metavar="N", help="how many segments (default: 100)"
    )
    made.add_argument("--by", choices=WAYS, default=WAYS[0], help=f"how to choose (default: {WAYS[0]})")
    made.add_argument("-r", "--references", nargs="+", default=[], metavar="REF", help="reference files")
    made.add_argument("-i", "--input", nargs="+", default=[], metavar="HYP", help="system outputs")
    add_names(made)
    add_table(made, "REF and HYP")
    made.add_argument(
        "--scores", nargs="+", default=[], metavar="FILE", help="segment scores from other tools (COMET, …)"
    )
    made.add_argument(
        "--lower", nargs="+", default=[], metavar="NAME", help="which of those scores are better when lower"
    )
    made.add_argument("--exclude", nargs="+", default=[], metavar="NAME", help="systems to leave out")
    made.add_argument("--seed", type=whole_number(0, limits.SEED), metavar="N", help="random seed (default: 12345)")
    add_people(made)
    made.add_argument(
        "-j", "--jobs", type=whole_number(0, jobs.MOST), default=1, metavar="N", help="threads; 0: all cores"
    )
    add_output(made, width=4)
    add_metrics(made)
    for option in ("--names", "--table", "--table-quotes", "--drop-bom"):
        made.needs(option, "-i")
    for option in ("--gold", "--pair", "--mqm-weights"):
        made.needs(option, "--human", "--mqm", "--folder")
    made.clashes("--rankings", "-n", "-i", "--scores")
    return made


def run(arguments: Sequence[str]) -> int:
    """Read, choose, print."""
    options = parser().read(arguments)
    from bolide.agreement.labels import Lines
    from bolide.agreement.matching import matched
    from bolide.agreement.selecting import Choice, checked, select
    from bolide.report.selections import selection_blocks

    judged = None
    if any(getattr(options, name) for name in ("folder", "human", "mqm", "rankings")):
        if kind_of_people(options) == "rankings":
            raise OptionError("--rankings has no segment scores; give human segment scores with --human.")
        if "by" in options.given:
            raise OptionError(
                "--by has no effect with human scores, because every method is then checked; leave it out."
            )
        judged = people(options)
    known = judged.systems if judged is not None else ()
    metrics, systems = _metrics(options, known)
    if judged is None:
        if "seed" in options.given and options.by != WAYS[0]:
            raise OptionError(f"--seed has no effect on {options.by}, which uses no random numbers; leave it out.")
        if "width" in options.given and options.by == WAYS[0]:
            raise OptionError(f"-w has no effect on {options.by}, which prints no numbers; leave it out.")
        found = select(Choice(metrics, systems, options.seed), options.by, options.count, _segments(metrics))
    else:
        human = judged.on(Lines({system.name: system.hyps for system in systems}), _segments(metrics))
        human, metrics, _ = matched(human, metrics, options.exclude)
        taking = [system for system in systems if system.name in human.at("seg").systems]
        choice = Choice(metrics, taking, options.seed)
        ways = [way for way in WAYS if _possible(way, choice)]
        found = select(choice, WAYS[0], options.count, _segments(metrics))
        found = replace(found, checks=checked(human.at("seg"), choice, ways, options.count))
    put_out(lambda: selection_blocks(found, options.width), found.to_json, options, "Segments to judge")
    return 0


def _possible(way: str, choice: Choice) -> bool:
    """Whether there is what a way looks at."""
    return {"diversity": len(choice.systems) > 1, "disagreement": len(choice.metrics) > 1}.get(way, True)


def _metrics(options: argparse.Namespace, known: Sequence[str]) -> tuple[list[Source], list[Corpus]]:
    """Metrics brought in and computed here, and the outputs."""
    from bolide.agreement.computed import computed
    from bolide.agreement.matching import matched
    from bolide.agreement.reading import sources_of
    from bolide.cli.taking_part import systems_like

    metrics = sources_of(options.scores, options.lower)
    check_known("--lower", options.lower, [metric.name for metric in metrics])
    systems: list[Corpus] = []
    if options.input:
        chosen = metrics_from(options)
        systems = systems_like(options, known, chosen)
        with progress("scoring", work(systems, chosen)) as step:
            metrics += computed(systems, chosen, for_sentences(chosen, options), jobs=options.jobs, done=step)
    else:
        refuse_for_metrics(options, "there are no outputs (-i) to score")
        if options.references:
            raise OptionError("The references (-r) are for scoring outputs; name those with -i.")
    if not metrics:
        raise InputError("There are no metrics: give --scores, or references (-r) and outputs (-i).")
    names = [name for metric in metrics for name in metric.at("seg").systems]
    check_known("--exclude", options.exclude, [*names, *(options.exclude if options.input else ())])
    if not known:
        first, others, _ = matched(metrics[0], metrics[1:], options.exclude)
        metrics = [first, *others]
    return metrics, systems


def _segments(metrics: Sequence[Source]) -> int:
    return int(metrics[0].at("seg").cells.shape[1])
