"""Trace the score of a translation back to every count behind it.

examples:
  bolide explain "the cat is on mat" "the cat is on the mat"
  bolide explain "the the the" "the cat" "a cat" --bleu.preset paper
  bolide explain system.txt ref.txt --line 3
  bolide explain system.txt ref.txt --corpus
  bolide explain system_a reference --table texts.tsv --line 2
  bolide explain b.txt ref.txt --line 2 --human esa.csv
  bolide explain "the cat is on mat" "the cat is on the mat" -m ter -f html -o why.html
  bolide explain "the cats sat" "the cat sits" -m meteor --variants
"""

import sys

from bolide.cli.parser import Options, Parser, put_several, whole_number
from bolide.cli.parser.inputs import add_ref, add_table, corpus_from, people_of
from bolide.cli.parser.metrics import add_metrics, scorers_from
from bolide.cli.parser.output import add_format, put_out, put_result
from bolide.data.explanation import MOST_MARKS
from bolide.evaluation.explaining import explain_corpus, explain_segment
from bolide.forms import form_of
from bolide.metrics.scorer import check_every_signature
from bolide.reporting.figures.draw import explanations_svg
from bolide.reporting.views.explanation import all_variants_blocks
from bolide.system.errors import OptionError


def parser() -> Parser:
    """The options of the command."""
    command = Parser("explain", __doc__, "HYP REF [REF …] ")
    command.option("candidate [HYP]", "the translation; with --line or --corpus a file")
    command.option("references [REF …]", "reference translations, or files of them")
    command.option("--hyp HYP", "the translation, by name instead of by position")
    add_ref(command)
    command.one_of()
    command.option("--text", "the arguments are text, even where a file has that name")
    command.option("--line K", "read files and explain line K of them", whole_number(1))
    command.option("--corpus", "explain whole files: which segments hurt the score most")
    command.section()
    add_table(command, "HYP and REF")
    command.option("--most N", "how many segments", whole_number(1), 10)
    command.option("--all", "list every mark, however many there are")
    add_format(command, more="svg")
    command.option("--svg FILE", "draw the score: bars, or an alignment")
    command.option("--human FILE", "show the errors that people marked in it: MQM, ESA, .seg.rating")
    command.option("--variants", "all definitions of the metric's name, side by side")
    add_metrics(command)
    return command


def run(options: Options) -> None:
    """Explain one translation, or a corpus by its segments."""
    if options.corpus and (options.svg or options.variants or options.format == "svg"):
        raise OptionError("Pictures and --variants are of one translation; name it with --line instead of --corpus.")
    if (options.table or options.human) and not (options.line or options.corpus):
        raise OptionError("--table and --human are for files: add --line K or --corpus.")
    scorers = scorers_from(options)
    metrics = [scorer.sentence for scorer in scorers]
    if options.variants and all(len(form_of(metric).variants) == 1 for metric in metrics):
        names = ", ".join(metric.title for metric in metrics)
        raise OptionError(f"--variants: there is one definition of {names} here; leave it out.")
    corpus, line = corpus_from(options, metrics), options.line or 1
    check_every_signature(scorers, corpus.nrefs, len(corpus))
    if options.corpus:
        put_result(explain_corpus(corpus, scorers, most=options.most), options)
    elif options.variants:
        groups = [form_of(metric).variants for metric in metrics]
        result = explain_segment(corpus, [variant for group in groups for variant in group], line=line)
        put_out(lambda: all_variants_blocks(groups, result), result.to_json, options)
    else:
        result = explain_segment(
            corpus, metrics, line=line, human=people_of(options), definitions=options.format != "json"
        )
        if options.svg:
            put_several(options.svg, {"": explanations_svg(result)}, options)
        picture = explanations_svg if options.format == "svg" else None
        put_result(result, options, "Bolide", sys.maxsize if options.all else MOST_MARKS, text=picture)
