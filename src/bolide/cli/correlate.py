"""`bolide correlate`: how well metrics agree with people."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide import jobs, limits
from bolide.cli.choices import check_nrefs, for_sentences, metrics_from, refuse_for_metrics
from bolide.cli.options import Parser, add_metrics, whole_number
from bolide.cli.output import add_output, put_out
from bolide.cli.people import add_people, check_known, check_lower, judgements, kind_of_people, people
from bolide.cli.preparing import with_units
from bolide.cli.progress import progress
from bolide.cli.targets import one_of_several, write
from bolide.cli.texts import add_table, systems_from
from bolide.corpus import Corpus
from bolide.corpus.lines import stems, system_names
from bolide.errors import InputError, OptionError
from bolide.measuring import work
from bolide.metrics.base import Metric

if TYPE_CHECKING:  # these need numpy; what uses them imports them, so that --help works without it
    from bolide.agreement.evaluation import AgreementReport, Inquiry
    from bolide.agreement.pooled import LanguagePair
    from bolide.agreement.questions import Question
    from bolide.agreement.table import Source


EXAMPLES = """  bolide correlate --folder wmt23/en-de --gold mqm --exclude refA
  bolide correlate --human mqm.seg.score --scores comet.seg.score -r ref.txt -i a.txt b.txt c.txt -m bleu
  bolide correlate --human da.csv --scores ter.csv --lower ter -q sys/pearson seg/kendall-b/item --intervals 100
  bolide correlate --folder wmt23/en-de --gold mqm --exclude refA --rank seg/acc-eq/item -f json
  bolide correlate --folder wmt23/en-de wmt23/zh-en --exclude refA -q sys/accuracy --rank sys/accuracy
  bolide correlate --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt
  bolide correlate --rankings rankings.csv --pair fr-en --scores comet.seg.score ter.csv --lower ter --rank ranking/2012
  bolide correlate --mqm errors.tsv --scores comet.seg.score --plot dots.svg"""

ABOUT = """Tell how well metrics agree with people, by system and by segment.

A question is LEVEL/STATISTIC or LEVEL/STATISTIC/GROUPING. Systems: sys/ with pearson, spearman, kendall-b, kendall-c,
accuracy, soft-accuracy. Segments: seg/ with the same four correlations over all cells, /item by segment or /sys by
system; seg/acc-eq/item with calibrated ties; seg/darr for raw direct assessments. With several folders every question
is put to each language pair, and sys/accuracy to the pairs of systems of all of them counted together. Five-way
rankings answer with τ by the rules of three years; --rank takes ranking/2012, ranking/2013 and ranking/2014."""


def parser() -> Parser:
    """The options of the command."""
    made = Parser("correlate", ABOUT, EXAMPLES)
    add_people(made)
    metrics = made.add_argument_group("metrics: files, or computed here, or both")
    metrics.add_argument("--scores", nargs="+", default=[], metavar="FILE", help="score files of metrics")
    metrics.add_argument("-r", "--references", nargs="+", default=[], metavar="REF", help="references, to compute -m")
    metrics.add_argument("-i", "--input", nargs="+", default=[], metavar="HYP", help="outputs, to compute -m")
    add_table(metrics, "REF and HYP")
    metrics.add_argument("--lower", nargs="+", default=[], metavar="NAME", help="tables in which lower is better")
    metrics.add_argument("--exclude", nargs="+", default=[], metavar="SYSTEM", help="systems to leave out")
    for option in ("--table", "--table-quotes", "--drop-bom"):
        made.needs(option, "-i")
    _add_questions(made)
    add_output(made, width=3)
    made.add_argument(
        "-j", "--jobs", type=whole_number(0, jobs.MOST), default=1, metavar="N", help="threads; 0: all cores"
    )
    add_metrics(made)
    made.needs("--trials", "--rank")
    made.needs("--table", "-i")
    return made


def _add_questions(made: Parser) -> None:
    group = made.add_argument_group("questions")
    group.add_argument(
        "-q", "--questions", nargs="+", default=[], metavar="Q", help="what to ask (default: all but darr)"
    )
    group.add_argument(
        "--intervals", type=whole_number(0, limits.TRIALS), default=0, metavar="N", help="95 %% from N resamples"
    )
    group.add_argument("--rank", nargs="+", default=[], metavar="Q", help="rank the metrics, with tests")
    group.add_argument(
        "--recalibrate",
        action="store_true",
        help="test acc-eq by exchanges of scores, ties calibrated anew for each, not by outcomes of pairs",
    )
    group.add_argument(
        "-n", "--trials", type=whole_number(1, limits.TRIALS), default=1000, metavar="N", help="of a test (1000)"
    )
    group.add_argument(
        "--seed",
        type=whole_number(0, limits.SEED),
        metavar="N",
        help="of random numbers (12345; for soft-accuracy WMT's, 4)",
    )
    group.add_argument("--plot", metavar="FILE", help="one dot per system, as SVG; one file per metric")


def run(arguments: Sequence[str]) -> int:
    """Read, ask, print."""
    options = parser().read(arguments)
    from bolide.agreement.evaluation import Inquiry, evaluate_language_pairs, evaluate_metrics
    from bolide.agreement.permutation import has_outcomes
    from bolide.agreement.questions import Question

    kind = kind_of_people(options)
    levels = ("ranking",) if kind == "rankings" else ("sys", "seg")
    questions, ranked = (
        tuple(Question.from_text(text, levels) for text in texts) for texts in (options.questions, options.rank)
    )
    _refuse_idle_seed(options, questions, kind)
    if options.recalibrate and not any(has_outcomes(question.measure()) for question in ranked):
        raise OptionError("--recalibrate is about tests of acc-eq; ask for one with --rank seg/acc-eq/item.")
    inquiry = Inquiry(
        questions, options.intervals, ranked, options.trials, options.seed, tuple(options.exclude), options.recalibrate
    )
    if kind == "rankings":
        return _rankings(options, inquiry)
    if options.folder and len(options.folder) > 1:
        pairs = _language_pairs(options)
        _check_names(options, [source for pair in pairs for source in (pair.human, *pair.metrics)])
        report = evaluate_language_pairs(pairs, inquiry)
        for pair in pairs:
            _draw(pair.human, pair.metrics, options, f"{pair.name}-")
        _print(report, options)
        return 0
    human, metrics, weights = _sources(options)
    _check_names(options, [human, *metrics])
    report = replace(evaluate_metrics(human, metrics, inquiry), weights=weights)
    _draw(human, metrics, options)
    _print(report, options)
    return 0


def _refuse_idle_seed(options: argparse.Namespace, questions: Sequence[Question], kind: str) -> None:
    """Random numbers are drawn for intervals, for tests and for soft accuracy, which is asked unless -q is given."""
    soft = any(question.statistic == "soft-accuracy" for question in questions) or not (questions or kind == "rankings")
    if "seed" in options.given and not (options.intervals or options.rank or soft):
        raise OptionError("--seed has no effect without --intervals, --rank or sys/soft-accuracy; leave it out.")


def _check_names(options: argparse.Namespace, sources: Sequence[Source]) -> None:
    """Refuse a name in --exclude that nothing has."""
    systems = stems(system_names(options.input))
    systems += [name for s in sources for table in (s.seg, s.sys) if table is not None for name in table.systems]
    check_known("--exclude", options.exclude, systems)


def _draw(human: Source, metrics: Sequence[Source], options: argparse.Namespace, after: str = "") -> None:
    if not options.plot:
        return
    from bolide.report.agreements import agreement_plot

    for metric in metrics:
        several = after or len(metrics) > 1
        name = one_of_several(options.plot, f"{after}{metric.name}") if several else options.plot
        write(name, agreement_plot(human, metric, options.exclude), options)


def _rankings(options: argparse.Namespace, inquiry: Inquiry) -> int:
    if options.questions or options.plot:
        raise OptionError(
            "--rankings gives each year's τ and ρ at once, and no scores to draw; leave -q and --plot out."
        )
    from bolide.agreement.evaluation import evaluate_on_rankings
    from bolide.agreement.reading import sources_of

    judged = judgements(options)
    check_known("--exclude", options.exclude, judged.systems)
    judged = judged.without(options.exclude)
    metrics = [*sources_of(options.scores, options.lower), *_computed(options, judged.systems)]
    if not metrics:
        raise InputError("There are no metrics: bring --scores, or references (-r) and outputs (-i).")
    check_lower(options, scores=options.scores)
    _print(evaluate_on_rankings(judged, metrics, inquiry), options)
    return 0


def _language_pairs(options: argparse.Namespace) -> list[LanguagePair]:
    """One a folder, called by the folder's last name, or by more of it where two would be called alike."""
    refuse_for_metrics(options, "with several folders the metrics are those in each folder's metric-scores")
    if options.scores or options.input or options.references:
        raise OptionError(
            "Score files (--scores) and outputs (-i) belong to one language pair. With several folders the metrics are "
            "those in each folder's metric-scores; put the files there, or name one folder."
        )
    from bolide.agreement.pooled import LanguagePair
    from bolide.agreement.reading import read_folder

    read = [read_folder(folder, options.gold, options.lower) for folder in options.folder]
    check_lower(options, [source for human, metrics in read for source in (human, *metrics)])
    names = system_names([folder.rstrip("/") for folder in options.folder])
    return [LanguagePair(name, human, tuple(metrics)) for name, (human, metrics) in zip(names, read, strict=True)]


def _sources(options: argparse.Namespace) -> tuple[Source, list[Source], str]:
    """People and metrics, from the folder, from files and computed here; and the name of the MQM weights."""
    from bolide.agreement.reading import sources_of

    human, metrics, weights = people(options)
    check_lower(options, [human, *metrics] if options.folder else (), options.scores)
    level = "seg" if human.seg is not None else "sys"
    known = human.at(level).systems
    metrics = [*metrics, *sources_of(options.scores, options.lower), *_computed(options, known)]
    if not metrics:
        raise InputError("There are no metrics: bring --scores, or references (-r) and outputs (-i).")
    if options.mqm and human.seg is not None:  # a file of errors ends with the last segment that was looked at
        sizes = [metric.seg.cells.shape[1] for metric in metrics if metric.seg is not None]
        human = replace(human, seg=human.seg.widened(max(sizes, default=0)))
    return human, metrics, weights


def _computed(options: argparse.Namespace, known: Sequence[str]) -> list[Source]:
    if not options.input:
        if options.references:
            raise OptionError("The references (-r) are for scoring outputs; name those with -i.")
        refuse_for_metrics(options, "there are no outputs (-i) to score")
        return []
    from bolide.agreement.computed import computed

    metrics = metrics_from(options)
    systems = systems_like(options, known, metrics)
    with progress("scoring", work(systems, metrics)) as step:
        return computed(systems, metrics, for_sentences(metrics, options), jobs=options.jobs, done=step)


def systems_like(options: argparse.Namespace, known: Sequence[str], metrics: Sequence[Metric]) -> list[Corpus]:
    """The outputs, named as people named the systems, in the units that the metrics want."""
    if not options.references:
        raise OptionError("The outputs (-i) need references (-r).")
    from bolide.agreement.computed import names_like

    systems = systems_from(options, options.input, options.references)
    check_nrefs(options, systems)
    names = names_like(stems([system.name for system in systems]), known)
    systems = [replace(system, name=name) for system, name in zip(systems, names, strict=True)]
    systems = [system for system in systems if system.name not in options.exclude]
    return with_units(options, systems, metrics, options.jobs)


def _print(report: AgreementReport, options: argparse.Namespace) -> None:
    from bolide.report.agreements import agreement_blocks

    put_out(lambda: agreement_blocks(report, options.width), report.to_json, options, "Agreement with people")
