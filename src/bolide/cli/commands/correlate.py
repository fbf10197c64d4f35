"""Measure how well metrics agree with human judgments, by system, by document and by segment.

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
outcomes of pairs for acc-eq, and call more metrics different than there are (docs/statistics.md).

examples:
  bolide correlate --folder wmt23/en-de --gold mqm --exclude refA
  bolide correlate --folder wmt23/en-de wmt23/zh-en --gold mqm --preset wmt23
  bolide correlate --human mqm.seg.score --scores comet.seg.score -r ref.txt -i a.txt b.txt c.txt -m bleu
  bolide correlate --human da.csv --scores ter.csv --lower ter -q sys/pearson seg/kendall-b/item --intervals 100
  bolide correlate --folder wmt23/en-de --gold mqm --exclude refA --rank seg/acc-eq/item -f json
  bolide correlate --folder wmt23/en-de wmt23/zh-en --exclude refA -q sys/accuracy --rank sys/accuracy
  bolide correlate --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt
  bolide correlate --rankings rankings.csv --pair fr-en --scores comet.seg.score ter.csv --lower ter --rank ranking/2012
  bolide correlate --mqm errors.tsv --scores comet.seg.score --plot dots.svg
"""

from __future__ import annotations

from collections.abc import Sequence

from bolide.agreement.permutation import MODES
from bolide.agreement.wmt_table import PRESETS
from bolide.calls.human import correlate
from bolide.cli.parser import Parser, add_jobs, add_seed, picked, whole_number
from bolide.cli.parser.human_options import HINTS, add_people, add_test_set, judgments_from
from bolide.cli.parser.metric_options import add_metrics, refuse_for_metrics, scorers_from
from bolide.cli.parser.output import add_output, put_result, put_several
from bolide.cli.parser.texts import add_names, add_provenance, add_table, outputs_from, provenance_from, reader_from
from bolide.metrics.measuring import work
from bolide.reporting.views.agreement import agreement_plots
from bolide.system import limits
from bolide.system.progress import progress


def parser() -> Parser:
    """The options of the command."""
    command = Parser("correlate", __doc__, files=("references", "input", "scores"), rest="folder", hints=HINTS)
    add_people(command)
    add_test_set(command, source=True)
    _add_metric_sources(command)
    add_provenance(command)
    command.needs("--as-scored", "-i")
    _add_questions(command)
    add_output(command, width=3)
    add_jobs(command)
    add_metrics(command, "or, without outputs, metrics of the folders")
    command.needs("--trials", "--rank", "--preset")
    command.needs("--mode", "--rank", "--preset")
    command.needs("--macro", "--domains")
    command.needs("--source", "--chance")
    command.clashes("--chance", "--preset", "--rankings")
    command.clashes("--preset", "-q", "--rank", "--intervals", "--plot", "--domains", "--rankings")
    command.clashes("--plot", "--rankings")
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
        "--strict", action="store_true",
        help="refuse systems for which some scores are missing instead of leaving them out",
    )  # fmt: skip
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
        "--intervals", type=whole_number(0, limits.TRIALS), default=0, metavar="N",
        help="95 %% confidence intervals from N resamples",
    )  # fmt: skip
    group.add_argument(
        "--rank", nargs="+", default=[], metavar="Q",
        help="rank the metrics by these questions, with significance tests",
    )  # fmt: skip
    group.add_argument(
        "--mode", choices=MODES,
        help="tests of metrics: sound, or wmt24 as WMT made them (default: sound; with --preset, wmt24)",
    )  # fmt: skip
    group.add_argument(
        "-n", "--trials", type=whole_number(1, limits.TRIALS), default=1000, metavar="N",
        help="trials of each test (default: 1000)",
    )  # fmt: skip
    add_seed(group, "12345; for soft-accuracy WMT's, 4")
    group.add_argument("--plot", metavar="FILE", help="scatter plots as SVG, one dot per system; one file per metric")


def run(arguments: Sequence[str]) -> int:
    """Read, ask, print."""
    options = parser().read(arguments)
    scorers = scorers_from(options) if options.input else []
    metrics = [scorer.corpus for scorer in scorers]
    systems = outputs_from(options, metrics)
    if not systems:
        refuse_for_metrics(options, "there are no outputs (-i) to score", ("metrics",) if options.folder else ())
    chosen = options.metrics if "metrics" in options.explicit else ()
    with progress("scoring", work(systems, metrics)) as step:
        report = correlate(
            systems=systems or None, metrics=scorers or chosen,
            source=reader_from(options).lines(options.source) if options.source else None, progress=step,
            **picked(options, "scores strict documents domains unit macro chance language_pair questions rank preset "
                     "mode intervals trials jobs"), **judgments_from(options),
            **provenance_from(options),
        )  # fmt: skip
    if options.plot:
        put_several(options.plot, agreement_plots(report), options)
    title = "Metrics against human judgments" if options.preset else "Agreement with human judgments"
    put_result(report, options, title, options.width)
    return 0
