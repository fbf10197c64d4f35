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
  bolide correlate wmt23/en-de --gold mqm --exclude refA
  bolide correlate wmt23/en-de wmt23/zh-en --preset wmt23
  bolide correlate --human mqm.seg.score --scores comet.seg.score -r ref.txt -i a.txt b.txt c.txt -m bleu
  bolide correlate --human da.csv --scores ter.csv --lower ter -q sys/pearson seg/kendall-b/item --intervals 100
  bolide correlate --folder wmt23/en-de --gold mqm --exclude refA --rank seg/acc-eq/item -f json
  bolide correlate --folder wmt23/en-de wmt23/zh-en --exclude refA -q sys/accuracy --rank sys/accuracy
  bolide correlate --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt
  bolide correlate --rankings rankings.csv --pair fr-en --scores comet.seg.score ter.csv --lower ter --rank ranking/2012
  bolide correlate --mqm errors.tsv --scores comet.seg.score --plot dots.svg
"""

from __future__ import annotations

from bolide.agreement.permutation import MODES
from bolide.agreement.questions import document_questions, is_question, usual_questions
from bolide.agreement.wmt_table import PRESETS
from bolide.calls.human import correlate
from bolide.cli.parser import Names, Options, Parser, invoke, whole_number
from bolide.cli.parser.human_options import add_people, add_test_set
from bolide.cli.parser.metric_options import add_metrics, refuse_for_metrics, request_from
from bolide.cli.parser.output import add_output, put_result, put_several
from bolide.cli.parser.texts import add_names, add_provenance, add_table, outputs_from, reader_from
from bolide.metrics.measuring import work
from bolide.reporting.views.agreement import agreement_plots
from bolide.system import limits
from bolide.system.progress import progress


def parser() -> Parser:
    """The options of the command."""
    command = Parser("correlate", __doc__, "[FOLDER …] ", files=("references", "input", "scores"), rest="folder")
    add_people(command)
    add_test_set(command, source=True)
    command.section("metrics: files, or computed here, or both")
    command.option("--scores FILE …", "score files of metrics")
    command.option("-r --references REF …", "references, to compute -m")
    command.option("-i --input HYP …", "outputs, to compute -m")
    add_names(command, needs=["-i"])
    add_table(command, "REF and HYP", needs=["-i"])
    command.needs("--drop-bom", "-i")
    command.option("--lower NAME …", "score files in which lower is better")
    command.option("--exclude NAME …", "systems or metrics to leave out; PAIR:NAME for one folder alone")
    command.option("--strict", "refuse systems for which some scores are missing instead of leaving them out")
    command.section()
    add_provenance(command, "-i")
    command.section("questions")
    names = Names("question", is_question, lambda: map(str, (*usual_questions(), *document_questions())))
    command.option("-q --questions Q …", "what to ask (default: all but darr and pdp)", names=names)
    command.option("--preset", "what that year's metrics task asked, as one table with ranks", choices=tuple(PRESETS))
    chance = "add what shuffled scores get on each question, and with outputs (-i) metrics that look only at lengths"
    command.option("--chance", chance, clashes=["--preset", "--rankings"])
    command.option("--macro", "a system's human score is the mean over domains, as in WMT24", needs=["--domains"])
    command.option("--intervals N", "95 %% confidence intervals from N resamples", whole_number(0, limits.TRIALS), 0)
    command.option("--rank Q …", "rank the metrics by these questions, with significance tests", names=names)
    modes = "tests of metrics: sound, or wmt24 as WMT made them (default: sound; with --preset, wmt24)"
    command.option("--mode", modes, choices=MODES, needs=["--rank", "--preset"])
    trials = whole_number(1, limits.TRIALS)
    command.option("-n --trials N", "trials of each test", trials, 1000, needs=["--rank", "--preset"])
    command.add_seed("12345; for soft-accuracy WMT's, 4")
    command.option("--plot FILE", "scatter plots, one dot per system; one SVG file per metric", clashes=["--rankings"])
    command.clashes("--preset", "-q", "--rank", "--intervals", "--plot", "--domains", "--rankings")
    command.section()
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
    names = options.metrics if "metrics" in options.explicit else ()
    source = reader_from(options).lines(options.source) if options.source else None
    with progress("scoring", work(systems, metrics)) as step:
        report = invoke(
            correlate, options, systems=systems or None, metrics=scorers or names, source=source,
            human=options.human or None, progress=step,
        )  # fmt: skip
    if options.plot:
        put_several(options.plot, agreement_plots(report), options)
    put_result(report, options, "Agreement with human judgments", options.width)
