"""Trace the score of a translation back to every count behind it.

examples:
  bolide explain "the cat is on mat" "the cat is on the mat"
  bolide explain "the the the" "the cat" "a cat" --bleu.preset paper
  bolide explain system.txt ref.txt --line 3
  bolide explain system.txt ref.txt --corpus
  bolide explain system_a reference --table texts.tsv --line 2
  bolide explain b.txt ref.txt --line 2 --human esa.csv
  bolide explain "a b" "a b" -f json
  bolide explain "the cat is on mat" "the cat is on the mat" -m ter -f html -o why.html
  bolide explain "the cats sat" "the cat sits" -m meteor --variants
  bolide explain "the cats sat" "the cat sits" -m meteor --svg alignment.svg
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bolide.calls.explain import explain_corpus, explain_segment
from bolide.cli.parser import Parser, whole_number
from bolide.cli.parser.metric_options import add_metrics, check_texts, request_from, scorers_from, warn_of_settings
from bolide.cli.parser.output import add_format, put_out, write
from bolide.cli.parser.texts import add_hyp_and_ref, add_table, read_systems, reader_from, resolve_positionals
from bolide.corpus import Corpus
from bolide.corpus.lines import is_file
from bolide.metrics.base import Metric
from bolide.reporting.figures.draw import explanations_svg
from bolide.reporting.views.explanation import MOST_MARKS, all_variants_blocks, explanations_blocks
from bolide.system.errors import OptionError


def parser() -> Parser:
    """The options of the command."""
    command = Parser("explain", __doc__, "HYP REF [REF …] ", rest="references", texts=("hyp", "ref"))
    command.add_argument("candidate", nargs="?", metavar="HYP", help="the translation; with --line or --corpus a file")
    command.add_argument("references", nargs="*", metavar="REF", help="reference translations, or files of them")
    add_hyp_and_ref(command, hyp=True)
    command.add_argument("--text", action="store_true", help="the arguments are text, even where a file has that name")
    add_table(command, "HYP and REF, with --line or --corpus,")
    command.add_argument("--line", type=whole_number(1), metavar="K", help="read files and explain line K of them")
    command.add_argument(
        "--corpus", action="store_true", help="read files and list the segments that cost the most points"
    )
    command.add_argument(
        "--most", type=whole_number(1), default=10, metavar="N", help="how many segments (default: 10)"
    )
    command.add_argument("--all", action="store_true", help="list every mark, however many there are")
    add_format(command)
    command.add_argument("--svg", metavar="FILE", help="draw the score into FILE: bars, or an alignment")
    command.add_argument(
        "--human", metavar="FILE", help="show the errors that people marked in it: MQM, ESA, .seg.rating"
    )
    command.add_argument("--variants", action="store_true", help="all definitions of the metric's name, side by side")
    add_metrics(command)
    command.clashes("--corpus", "--line")
    command.needs("--most", "--corpus")
    command.needs("--human", "--line")
    command.clashes("--human", "--variants")
    command.clashes("--all", "--corpus", "--variants", "-f json")
    command.clashes("--variants", "--corpus")
    command.clashes("--svg", "--corpus", "--variants")
    return command


def run(arguments: Sequence[str]) -> int:
    """Explain one translation, or a corpus by its segments."""
    command = parser()
    options = command.read(arguments)
    resolve_positionals(options, command)
    _check_where(options)
    scorers = scorers_from(options)
    metrics = [scorer.sentence for scorer in scorers]
    if options.variants and all(len(metric.form.variants) == 1 for metric in metrics):
        raise OptionError(f"--variants: there is one definition of {', '.join(options.metrics)} here; leave it out.")
    warn_of_settings(metrics)
    corpus = _corpus(options, metrics)
    if options.corpus:
        result = explain_corpus(corpus, metrics=scorers, most=options.most)
        put_out(lambda: explanations_blocks(result), result.to_json, options)
        return 0
    line = options.line or 1
    if options.variants:
        groups = [metric.form.variants for metric in metrics]
        result = explain_segment(corpus, [variant for group in groups for variant in group], line=line)
        put_out(lambda: all_variants_blocks(groups, result), result.to_json, options)
        return 0
    result = explain_segment(corpus, metrics, line=line, human=options.human, definitions=options.format != "json")
    if options.svg:
        write(options.svg, explanations_svg(result), options)
    most = sys.maxsize if options.all else MOST_MARKS
    put_out(lambda: explanations_blocks(result, most, options.format == "html"), result.to_json, options)
    return 0


def _corpus(options: argparse.Namespace, metrics: list[Metric]) -> Corpus:
    """The texts of the arguments as a corpus of one segment, or those of the files."""
    if options.line or options.corpus:
        return read_systems(options, [options.candidate], metrics)[0]
    corpus = Corpus.of([options.candidate], [options.references])
    check_texts(options, [corpus], metrics)
    return request_from(options).with_unit_files([corpus], metrics, reader_from(options).segments)[0]


def _check_where(options: argparse.Namespace) -> None:
    """Refuse what is unclear about where the texts are: in the arguments, in files or in a table."""
    from_files = options.line or options.corpus
    if options.table and not from_files:
        raise OptionError("With --table, say which line to explain with --line, or all of them with --corpus.")
    if options.text and from_files:
        raise OptionError("--text is for texts in the arguments; --line and --corpus read files.")
    if from_files or options.text:
        return
    for flag, value in (("--drop-bom", options.drop_bom), ("--table-quotes", options.table_quotes)):
        if value:
            raise OptionError(f"{flag} is for files; read them with --line or --corpus.")
    for argument in (options.candidate, *options.references):
        if is_file(argument):
            raise OptionError(
                f"{argument} is a file: say which of its lines to explain with --line, or explain all with --corpus. "
                "If you mean these words themselves, add --text."
            )
