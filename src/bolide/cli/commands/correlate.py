"""`bolide correlate`: how well metrics agree with people."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from bolide.agreement.evaluation import (
    AgreementReport,
    Inquiry,
    evaluate_language_pairs,
    evaluate_metrics,
    evaluate_on_rankings,
    evaluate_within,
)
from bolide.agreement.labels import Labels
from bolide.agreement.permutation import MODES
from bolide.agreement.pooled import LanguagePair
from bolide.agreement.questions import Question, document_questions, usual_questions
from bolide.agreement.reading import sources_of
from bolide.agreement.table import Source
from bolide.agreement.wmt_table import PRESETS, metrics_table
from bolide.cli.parser import Parser, check_known, whole_number
from bolide.cli.parser.human_options import (
    add_people,
    add_test_set,
    check_lower,
    judgements,
    kind_of_people,
    labels_from,
)
from bolide.cli.parser.metric_options import add_metrics
from bolide.cli.parser.output import add_output, one_of_several, put_out, write
from bolide.cli.parser.participants import Pairs, computed_metrics, read_pairs
from bolide.cli.parser.texts import add_names, add_table
from bolide.reporting.views.agreement import agreement_blocks, agreement_plot, system_plots, table_blocks
from bolide.system import limits, threads
from bolide.system.errors import InputError, OptionError

EXAMPLES = """  bolide correlate --folder wmt23/en-de --gold mqm --exclude refA
  bolide correlate --folder wmt23/en-de wmt23/zh-en --gold mqm --preset wmt23
  bolide correlate --human mqm.seg.score --scores comet.seg.score -r ref.txt -i a.txt b.txt c.txt -m bleu
  bolide correlate --human da.csv --scores ter.csv --lower ter -q sys/pearson seg/kendall-b/item --intervals 100
  bolide correlate --folder wmt23/en-de --gold mqm --exclude refA --rank seg/acc-eq/item -f json
  bolide correlate --folder wmt23/en-de wmt23/zh-en --exclude refA -q sys/accuracy --rank sys/accuracy
  bolide correlate --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt
  bolide correlate --rankings rankings.csv --pair fr-en --scores comet.seg.score ter.csv --lower ter --rank ranking/2012
  bolide correlate --mqm errors.tsv --scores comet.seg.score --plot dots.svg"""

SHUFFLES = 100  # of --chance

ABOUT = """Measure how well metrics agree with human judgments, by system, by document and by segment.

A question is LEVEL/STATISTIC or LEVEL/STATISTIC/GROUPING:

    sys/pearson             systems; also spearman, kendall-b, kendall-c, accuracy, soft-accuracy
    seg/pearson             all cells; also spearman, kendall-b, kendall-c, pdp
    seg/pearson/item, /sys  the same by segment or by system, averaged
    seg/acc-eq/item         pairwise accuracy with calibrated ties
    seg/darr                relative ranking from raw direct assessments
    doc/pearson             documents (--documents); the same statistics as for segments

With several folders, or files of several language pairs, every question is asked for each pair, and sys/accuracy also
for the pairs of systems of all of them together; --preset prints the official table of a year's metrics task. For
five-way rankings, the answer is τ by the rules of three years; --rank takes ranking/2012, ranking/2013 and
ranking/2014.

Two metrics are tested by exchanging their scores at random (PERM-BOTH), two-sided; acc-eq finds its tie thresholds anew
each time, and soft-accuracy exchanges whole systems. Mode wmt24 repeats WMT's tests, which are one-sided, exchange
outcomes of pairs for acc-eq, and call more metrics different than there are (docs/statistics.md)."""


def parser() -> Parser:
    """The options of the command."""
    command = Parser("correlate", ABOUT, EXAMPLES, files=("references", "input", "scores"))
    add_people(command)
    add_test_set(command, source=True)
    _add_metric_sources(command)
    _add_questions(command)
    add_output(command, width=3)
    command.add_argument(
        "-j", "--jobs", type=whole_number(0, threads.MOST), default=1, metavar="N", help="threads; 0: all cores"
    )
    add_metrics(command, "or, without outputs, metrics of the folders")
    command.needs("--trials", "--rank", "--preset")
    command.needs("--mode", "--rank", "--preset")
    command.needs("--macro", "--domains")
    command.needs("--source", "--chance")
    command.clashes("--chance", "--preset", "--rankings")
    command.clashes(
        "--preset",
        "-q",
        "--rank",
        "--intervals",
        "--plot",
        "--domains",
        "--rankings",
    )
    return command


def _add_metric_sources(command: Parser) -> None:
    metrics = command.add_argument_group("metrics: files, or computed here, or both")
    metrics.add_argument("--scores", nargs="+", default=[], metavar="FILE", help="score files of metrics")
    metrics.add_argument("-r", "--references", nargs="+", default=[], metavar="REF", help="references, to compute -m")
    metrics.add_argument("-i", "--input", nargs="+", default=[], metavar="HYP", help="outputs, to compute -m")
    add_names(metrics)
    add_table(metrics, "REF and HYP")
    metrics.add_argument("--lower", nargs="+", default=[], metavar="NAME", help="score files in which lower is better")
    metrics.add_argument(
        "--exclude", nargs="+", default=[], metavar="NAME",
        help="systems or metrics to leave out; PAIR:NAME for one folder alone",
    )  # fmt: skip
    metrics.add_argument(
        "--strict",
        action="store_true",
        help="refuse systems for which some scores are missing instead of leaving them out",
    )
    for option in ("--names", "--table", "--table-quotes", "--drop-bom"):
        command.needs(option, "-i")


def _add_questions(command: Parser) -> None:
    group = command.add_argument_group("questions")
    group.add_argument(
        "-q", "--questions", nargs="+", default=[], metavar="Q", help="what to ask (default: all but darr and pdp)"
    )
    group.add_argument(
        "--preset", choices=tuple(PRESETS), help="what that year's metrics task asked, as one table with ranks"
    )
    group.add_argument(
        "--chance", action="store_true",
        help="add what shuffled scores get on each question, and with outputs (-i) metrics that look only at lengths",
    )  # fmt: skip
    group.add_argument(
        "--macro", action="store_true", help="a system's human score is the mean over domains, as in WMT24"
    )
    group.add_argument(
        "--intervals",
        type=whole_number(0, limits.TRIALS),
        default=0,
        metavar="N",
        help="95 %% confidence intervals from N resamples",
    )
    group.add_argument(
        "--rank",
        nargs="+",
        default=[],
        metavar="Q",
        help="rank the metrics by these questions, with significance tests",
    )
    group.add_argument(
        "--mode", choices=MODES,
        help="tests of metrics: sound, or wmt24 as WMT made them (default: sound; with --preset, wmt24)",
    )  # fmt: skip
    group.add_argument(
        "-n",
        "--trials",
        type=whole_number(1, limits.TRIALS),
        default=1000,
        metavar="N",
        help="trials of each test (default: 1000)",
    )
    group.add_argument(
        "--seed",
        type=whole_number(0, limits.SEED),
        metavar="N",
        help="random seed (default: 12345; for soft-accuracy WMT's, 4)",
    )
    group.add_argument("--plot", metavar="FILE", help="scatter plots as SVG, one dot per system; one file per metric")


def run(arguments: Sequence[str]) -> int:
    """Read, ask, print."""
    options = parser().read(arguments)
    kind = kind_of_people(options)
    inquiry = _inquiry(options, kind)
    if kind == "rankings":
        return _rankings(options, inquiry)

    documents, domains = labels_from(options)
    participants = read_pairs(options, documents, domains)
    if options.preset:
        return _preset(options, participants, inquiry)
    report = _report(options, participants, inquiry, domains)
    for pair in participants.pairs:
        _draw(pair, options, f"{pair.name}-" if len(participants.pairs) > 1 else "")
    _print(report, options, participants.pairs)
    return 0


def _print(report: AgreementReport, options: argparse.Namespace, pairs: Sequence[LanguagePair] = ()) -> None:
    """The answers; in a page also a plot of the systems for each metric."""

    drawn = pairs if options.format == "html" else ()
    put_out(
        lambda: [*agreement_blocks(report, options.width), *system_plots(report, drawn)],
        report.to_json, options, "Agreement with human judgments",
    )  # fmt: skip


def _preset(options: argparse.Namespace, participants: Pairs, inquiry: Inquiry) -> int:
    """The table of a year's metrics task."""

    table = metrics_table(participants.pairs, PRESETS[options.preset], inquiry.test, participants.notes)
    put_out(lambda: table_blocks(table, options.width), table.to_json, options, "Metrics against human judgments")
    return 0


def _inquiry(options: argparse.Namespace, kind: str) -> Inquiry:
    """What is asked; what would have no effect is refused."""

    levels = ("ranking",) if kind == "rankings" else ("sys", "seg", "doc") if options.documents else ("sys", "seg")
    questions, ranked = (
        tuple(Question.from_text(text, levels) for text in texts) for texts in (options.questions, options.rank)
    )
    _refuse_idle_seed(options, questions, kind)
    if options.macro and questions and not any(question.reads == "sys" for question in (*questions, *ranked)):
        raise OptionError("--macro is about people's scores of systems; ask about them, as in -q sys/pearson.")
    if options.documents and not questions and not options.preset:
        questions = (*usual_questions(), *document_questions())
    mode = options.mode or ("wmt24" if options.preset else "sound")
    return Inquiry(
        questions, options.intervals, ranked, options.trials, options.seed, mode=mode,
        shuffles=SHUFFLES if options.chance else 0,
    )  # fmt: skip


def _refuse_idle_seed(options: argparse.Namespace, questions: Sequence[Question], kind: str) -> None:
    """Random numbers are drawn for intervals, for tests and for soft accuracy, which is asked unless -q is given."""
    soft = any(question.statistic == "soft-accuracy" for question in questions) or not (questions or kind == "rankings")
    if "seed" in options.explicit and not (
        options.intervals or options.rank or options.preset or soft or options.chance
    ):
        raise OptionError("--seed has no effect without --intervals, --rank or sys/soft-accuracy; leave it out.")


def _report(
    options: argparse.Namespace, participants: Pairs, inquiry: Inquiry, domains: Labels | None
) -> AgreementReport:
    """The answers about one language pair, as a whole or within its domains, or about several."""

    first = participants.pairs[0]
    if len(participants.pairs) > 1:
        report = evaluate_language_pairs(participants.pairs, inquiry)
    elif domains is not None:
        report = evaluate_within(first.human, first.metrics, domains.groups(), inquiry)
    else:
        report = evaluate_metrics(first.human, first.metrics, inquiry)
    return replace(report, weights=participants.weights, notes=(*participants.notes, *report.notes))


def _draw(pair: LanguagePair, options: argparse.Namespace, after: str = "") -> None:

    for metric in pair.metrics if options.plot else ():
        several = after or len(pair.metrics) > 1
        name = one_of_several(options.plot, f"{after}{metric.name}") if several else options.plot
        write(name, agreement_plot(pair.human, metric), options)


def _rankings(options: argparse.Namespace, inquiry: Inquiry) -> int:
    if options.questions or options.plot:
        raise OptionError("--rankings prints every year's τ and ρ, and has no scores to plot; leave -q and --plot out.")
    for flag in ("documents", "domains", "strict"):
        if flag in options.explicit:
            raise OptionError(f"--{flag} has no effect on --rankings; leave it out.")

    judged = judgements(options)
    check_known("--exclude", options.exclude, judged.systems)
    judged = judged.without(options.exclude)
    external = sources_of(options.scores, options.lower)
    metrics = [*external, *_sources(options, judged.systems)]
    if not metrics:
        raise InputError("There are no metrics: give --scores, or references (-r) and outputs (-i).")
    check_lower(options, external)
    _print(evaluate_on_rankings(judged, metrics, inquiry), options)
    return 0


def _sources(options: argparse.Namespace, known: Sequence[str]) -> list[Source]:

    return computed_metrics(options, known)[0]
