"""`bolide explain`: every step from a translation to its score."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from bolide.cli.parser import Parser, whole_number
from bolide.cli.parser.metric_options import add_metrics, check_nrefs, scorers_from, warn_of_settings, warn_of_texts
from bolide.cli.parser.output import add_format, put_out, write
from bolide.cli.parser.texts import ORDERS, add_hyp_and_ref, add_table, resolve_positionals, systems_from, with_units
from bolide.corpus import Corpus, Segment
from bolide.corpus.lines import is_file, stems
from bolide.data.explanation import Explanation, Explanations
from bolide.data.figures import MarkedText
from bolide.evaluation.influence import explain_corpus
from bolide.metrics.base import Metric
from bolide.reporting.figures.draw import svg
from bolide.reporting.views.explanation import MOST_MARKS, explanations_blocks, variants_blocks
from bolide.system.errors import OptionError
from bolide.system.messages import counted

EXAMPLES = """  bolide explain "the cat is on mat" "the cat is on the mat"
  bolide explain "the the the" "the cat" "a cat" --bleu.preset paper
  bolide explain system.txt ref.txt --line 3
  bolide explain system.txt ref.txt --corpus
  bolide explain system_a reference --table texts.tsv --line 2
  bolide explain b.txt ref.txt --line 2 --human esa.csv
  bolide explain "a b" "a b" -f json
  bolide explain "the cat is on mat" "the cat is on the mat" -m ter -f html -o why.html
  bolide explain "the cats sat" "the cat sits" -m meteor --variants
  bolide explain "the cats sat" "the cat sits" -m meteor --svg alignment.svg"""


def parser() -> Parser:
    """The options of the command."""
    command = Parser(
        "explain",
        f"Trace the score of a translation back to every count behind it.\n\n{ORDERS}",
        EXAMPLES,
        "HYP REF [REF …] ",
        rest="references",
        texts=("hyp", "ref"),
    )
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
    if options.corpus:
        systems = systems_from(options, [options.candidate], options.references)
        check_nrefs(options, systems)
        warn_of_texts(options, metrics, systems[0].refs)
        corpus = with_units(options, systems, [scorer.corpus for scorer in scorers], jobs=1)[0]
        result = Explanations(corpora=tuple(explain_corpus(scorer, corpus, options.most) for scorer in scorers))
        put_out(lambda: explanations_blocks(result), result.to_json, options)
        return 0
    marked = _marked(options) if options.human else None
    segment = _corpus(options, metrics)[0]
    if options.variants:
        return _show_variants(metrics, segment, options)
    explanations = [metric.explain(segment.hyp, segment.refs) for metric in metrics]
    if options.format != "json":  # which has no line for the other definitions
        others = [metric.form.other_definitions(segment.hyp, segment.refs) for metric in metrics]
        pairs = zip(explanations, others, strict=True)
        explanations = [replace(explanation, other_definitions=values) for explanation, values in pairs]
    if options.svg:
        write(options.svg, _picture(explanations, marked), options)
    most = sys.maxsize if options.all else MOST_MARKS
    drawn = options.format == "html"
    result = Explanations(tuple(explanations), people=marked)
    put_out(lambda: explanations_blocks(result, most, drawn), result.to_json, options)
    return 0


def _marked(options: argparse.Namespace) -> MarkedText:
    """What people marked in the line that is explained."""
    from bolide.agreement.external_scores import errors_in_line

    system = systems_from(options, [options.candidate], options.references)[0]
    _check_line(options, system)
    system = replace(system, name=stems([system.name])[0])
    return MarkedText(system.hyps[options.line - 1], tuple(errors_in_line(options.human, system, options.line)))


def _check_line(options: argparse.Namespace, corpus: Corpus) -> None:
    if options.line > len(corpus):
        raise OptionError(f"There is no line {options.line}; {options.candidate} has {counted(len(corpus), 'line')}.")


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


def _show_variants(metrics: list[Metric], segment: Segment, options: argparse.Namespace) -> int:
    groups = [[(m, m.explain(segment.hyp, segment.refs)) for m in metric.form.variants] for metric in metrics]
    as_json = Explanations(tuple(e for group in groups for _, e in group)).to_json
    put_out(lambda: [block for group in groups for block in variants_blocks(group)], as_json, options)
    return 0


def _picture(explanations: list[Explanation], marked: MarkedText | None) -> str:
    if len(explanations) > 1:
        raise OptionError("--svg: there is more than one metric to draw; choose one.")
    (explanation,) = explanations
    figures = explanation.figures if marked is None else (marked, *explanation.figures)
    if not figures:
        raise OptionError(f"--svg: there is nothing to draw for {explanation.score.name}.")
    return svg(figures)


def _corpus(options: argparse.Namespace, metrics: list[Metric]) -> Corpus:
    if options.line is None:
        corpus = Corpus.of([options.candidate], [options.references])
        check_nrefs(options, [corpus])
        warn_of_texts(options, metrics, corpus.refs)
        return with_units(options, [corpus], metrics, jobs=1)[0]
    corpus = systems_from(options, [options.candidate], options.references)[0]
    check_nrefs(options, [corpus])
    _check_line(options, corpus)
    warn_of_texts(options, metrics, corpus.refs)
    if any("=" in unit for unit in options.units or ()):  # units from files pair up by line; made ones need no corpus
        corpus = with_units(options, [corpus], metrics, jobs=1)[0]
    segment = corpus[options.line - 1]
    return Corpus.of([segment.hyp], [segment.refs])
