"""Search for the weights of BLEU or rgbF, the β of chrF, or the parameters of
METEOR that agree best with people.

Texts are measured once; every setting is then a sum over rows. The search is
repeated with each fold left out, and its choice is judged on that fold: that is
the gain to expect. The objective is any question of `bolide correlate`; for
rankings it is ranking/2012, ranking/2013 or ranking/2014, which treat a
metric's ties differently, or sys/spearman and the like, with the systems'
shares of wins.

examples:
  bolide tune wmt23/en-de -m meteor -r ref.txt -i a.txt b.txt c.txt --folds 2
  bolide tune -m rgbf --units wc --human da.csv -r ref.txt -i [abc].txt --folds 2
  bolide tune -m rgbf --units ws -l en --human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt --folds 2
  bolide tune -m meteor --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt -n 200 --folds 2 --seed 1
  bolide tune -m rgbf --units wc --human da.csv -r ref.txt -i a.txt b.txt c.txt -q seg/pearson -n 200 --folds 2 \
--plot search.svg
"""

from bolide.cli.parser import Options, Parser, put_several, whole_number
from bolide.cli.parser.human_options import add_people, people_from
from bolide.cli.parser.inputs import add_outputs, outputs_from
from bolide.cli.parser.metrics import add_metrics, scorers_from
from bolide.cli.parser.output import add_output, put_result
from bolide.metrics.scorer import work
from bolide.program.stdio import progress
from bolide.reporting.views.tuning import search_picture
from bolide.system import limits
from bolide.system.errors import OptionError
from bolide.testset import TestSet
from bolide.tuning.search import BY, space_of, tune


def parser() -> Parser:
    """The options of the command."""
    command = Parser("tune", __doc__, "[FOLDER] ")
    add_people(command)
    add_outputs(command)
    command.option("--lower NAME …", "score files in which lower is better")
    command.option("--exclude SYSTEM …", "systems to leave out")
    command.option("-q --question Q", "what to maximise (default: seg/kendall-b/item; for rankings ranking/2012)")
    command.option("-n --settings N", "how many settings to try", whole_number(2, limits.SETTINGS), 10_000)
    command.option("--folds K", "folds of the cross-validation", whole_number(2, limits.FOLDS), 5)
    command.option("--by", "what is split into folds", None, "segments", choices=BY)
    command.option("--documents FILE", "the document of each segment; a fold of segments then has whole documents")
    command.add_seed("12345; for soft-accuracy WMT's, 4")
    command.option("--plot FILE", "plot the search as SVG")
    command.add_jobs(0)
    add_output(command, width=4)
    add_metrics(command)
    return command


def run(options: Options) -> None:
    """Read, measure, search, print."""
    scorers = scorers_from(options)
    if len(scorers) != 1:
        raise OptionError("One metric is tuned at a time; name one with -m.")
    metric = scorers[0].corpus
    space_of(metric)  # refuses others before texts are read
    if not options.input:
        raise OptionError("There is nothing to tune on: give references (-r) and outputs (-i).")
    systems = outputs_from(options, [metric])
    data = TestSet(None, {one.name: one for one in systems}, documents=options.documents)
    people = people_from(options, documents=options.documents)
    plan = {name: getattr(options, name) for name in ("settings", "folds", "by", "seed", "jobs")}
    with progress("tuning", work(systems, [metric]) + options.settings) as step:
        result = tune(scorers[0], data, people, options.question or "", **plan, progress=step)
    if options.plot:
        put_several(options.plot, {"": search_picture(result)}, options)
    put_result(result, options, "Bolide", options.width)
