"""Search for the weights of rgbF, or the parameters of METEOR, that agree best with human judgments.

Texts are measured once; every setting is then a sum over rows. The search is repeated with each fold left out, and its
choice is judged on that fold: that is the gain to expect. The objective is any question of `bolide correlate`; for
rankings it is ranking/2012, ranking/2013 or ranking/2014, which treat a metric's ties differently, or sys/spearman and
the like, with the systems' shares of wins.

examples:
  bolide tune -m rgbf --units ws -l en --human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt --folds 2
  bolide tune -m meteor --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt -n 200 --folds 2 --seed 1
  bolide tune -m rgbf --units wc --human da.csv -r ref.txt -i a.txt b.txt c.txt -q seg/pearson -n 200 --folds 2 \
--plot search.svg
"""

from __future__ import annotations

from collections.abc import Sequence

from bolide.calls.human import tune, tuning_steps
from bolide.cli.parser import Parser, add_jobs, add_seed, picked, whole_number
from bolide.cli.parser.human_options import HINTS, add_people, judgments_from
from bolide.cli.parser.metric_options import add_metrics, metrics_from
from bolide.cli.parser.output import add_output, put_result, write
from bolide.cli.parser.texts import add_names, add_table, outputs_from
from bolide.reporting.views.tuning import search_picture
from bolide.system import limits
from bolide.system.errors import OptionError
from bolide.system.progress import progress
from bolide.tuning.search import BY
from bolide.tuning.spaces import space_of


def parser() -> Parser:
    """The options of the command."""
    command = Parser("tune", __doc__, files=("references", "input"), hints=HINTS)
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
        "-n", "--settings", type=whole_number(2, limits.SETTINGS), default=10_000, metavar="N",
        help="how many settings to try (default: 10000)",
    )  # fmt: skip
    command.add_argument(
        "--folds", type=whole_number(2, limits.FOLDS), default=5, metavar="K",
        help="folds of the cross-validation (default: 5)",
    )  # fmt: skip
    command.add_argument("--by", choices=BY, default="segments", help="what is split into folds (default: segments)")
    command.add_argument(
        "--documents", metavar="FILE", help="the document of each segment; a fold of segments then has whole documents"
    )
    add_seed(command, "12345; for soft-accuracy WMT's, 4")
    command.add_argument("--plot", metavar="FILE", help="plot the search as SVG")
    add_jobs(command, 0)
    add_output(command, width=4)
    add_metrics(command)
    return command


def run(arguments: Sequence[str]) -> int:
    """Read, measure, search, print."""
    options = parser().read(arguments)
    metrics = metrics_from(options)
    if len(metrics) != 1:
        raise OptionError("One metric is tuned at a time; name one with -m.")
    space_of(metrics[0])  # refuses others before texts are read
    if not options.input:
        raise OptionError("There is nothing to tune on: give references (-r) and outputs (-i).")
    systems = outputs_from(options, metrics)
    with progress("tuning", tuning_steps(metrics[0], systems, options.settings)) as step:
        result = tune(
            metrics[0], systems, progress=step, **picked(options, "question settings folds by documents jobs"),
            **judgments_from(options),
        )  # fmt: skip
    if options.plot:
        write(options.plot, search_picture(result), options)
    put_result(result, options, "Bolide", options.width)
    return 0
