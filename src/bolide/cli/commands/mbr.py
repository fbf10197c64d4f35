"""`bolide mbr`: of several candidates for each sentence, the one that the others agree with most."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bolide.cli.parser import Parser, inputs_of, whole_number
from bolide.cli.parser.metric_options import add_metrics, scorers_from, warn_of_settings, warn_of_texts
from bolide.cli.parser.output import add_output, progress, put_data, put_out
from bolide.corpus.nbest import Candidates, read_nbest
from bolide.evaluation.mbr import mbr_of_lists
from bolide.metrics.base import Metric
from bolide.metrics.pairwise import PairwiseScores
from bolide.reporting.views.mbr import Choices, choices_blocks, choices_text, scores_as_json, scores_as_npy
from bolide.system import files
from bolide.system.errors import OptionError

EXAMPLES = """  bolide mbr nbest.txt -m chrf
  bolide mbr nbest.txt -m chrf -f text -o chosen.txt
  bolide mbr candidates.txt -n 2 -m bleu -j 0
  bolide mbr nbest.jsonl --field candidates -m meteor --matrix scores.json"""

ABOUT = """Choose among the candidates for each sentence by minimum Bayes risk.

The choice has the best expected score: the mean of its scores with each candidate of its sentence, itself included, as
the reference. Of equally good candidates the first is chosen.

NBEST is a Moses n-best list (`0 ||| text ||| …`), JSON lines with a list of candidates each, or plain text with -n
lines per sentence; plain or gzipped, - for standard input."""


def parser() -> Parser:
    """The options of the command."""
    command = Parser("mbr", ABOUT, EXAMPLES, "NBEST ")
    command.add_argument("nbest", metavar="NBEST", help="the candidates")
    command.add_argument(
        "-n", "--candidates", type=whole_number(1), metavar="N", help="for plain text: lines per sentence"
    )
    command.add_argument(
        "--field", metavar="NAME", help="for JSON lines: the field with the candidates, if it is not obvious"
    )
    command.add_argument("--matrix", metavar="FILE.npy|FILE.json",
                      help="also write the scores of every candidate against every candidate; in .npy sentences with "
                      "fewer candidates than others are padded with nan")  # fmt: skip
    command.add_argument("-j", "--jobs", type=whole_number(0), default=1, metavar="N", help="threads; 0: all cores")
    add_output(command, text="the chosen texts alone")
    add_metrics(command)
    command.clashes("-w", "-f text")
    return command


def run(arguments: Sequence[str]) -> int:
    """Read, choose, print."""
    options = parser().read(arguments)
    metric = _metric(options)
    if options.matrix and not options.matrix.endswith((".npy", ".json")):
        raise OptionError(f"--matrix {options.matrix}: end the name in .npy or in .json, which says what to write.")
    lists = read_nbest(options.nbest, options.candidates, options.field)
    _prepare(metric, lists, options)
    choices, tables = [], []
    with progress("choosing", len(lists)) as step:
        texts = (candidates.texts for candidates in lists)
        for choice, table in mbr_of_lists(texts, metric, jobs=options.jobs, progress=step):
            choices.append(choice)
            if options.matrix:
                tables.append(table)
    result = Choices(metric, tuple(lists), tuple(choices))
    if options.matrix:
        _write_matrix(lists, tables, options)
    if options.format == "text":
        put_data(choices_text(result), options)
    else:
        put_out(lambda: choices_blocks(result, options.width), result.to_json, options)
    return 0


def _metric(options: argparse.Namespace) -> Metric:
    scorers = scorers_from(options)
    if len(scorers) != 1:
        raise OptionError("Candidates are chosen by one metric; name one with -m.")
    metric = scorers[0].sentence
    if metric.form.reads_files:
        raise OptionError("Units from files pair up with lines of text, not with candidates; name units without files.")
    return metric


def _prepare(metric: Metric, lists: Sequence[Candidates], options: argparse.Namespace) -> None:
    """What is costly is done once for each distinct text."""
    texts = list(dict.fromkeys(text for candidates in lists for text in candidates.texts))
    warn_of_texts(options, [metric], texts)
    warn_of_settings([metric])
    with progress("preparing", len(texts)) as step:
        metric.counts.prepare(texts, jobs=options.jobs, progress=step)


def _write_matrix(lists: Sequence[Candidates], tables: Sequence[PairwiseScores], options: argparse.Namespace) -> None:
    rows = [table.tolist() for table in tables]
    if options.matrix.endswith(".npy"):
        files.write_bytes(options.matrix, scores_as_npy(rows), inputs_of(options))
    else:
        files.write_text(options.matrix, scores_as_json(lists, rows) + "\n", inputs_of(options))
