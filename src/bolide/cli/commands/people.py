"""`bolide people`: what people said of the systems, and how well they agree with each other."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.agreement.annotations import FORMS, read_language_pairs
from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.agreement.human_ranking import MODES, SOUND, PeopleReports, people_on_lines, segment_lines
from bolide.cli.parser import Parser
from bolide.cli.parser.human_options import add_test_set, asked_of, labels_from
from bolide.cli.parser.output import add_output, one_of_several, put_out, write
from bolide.reporting.views.human_ranking import people_blocks, reports_blocks
from bolide.system.errors import InputError

EXAMPLES = """  bolide people esa.csv
  bolide people esa.csv --domains documents.tsv -w 2
  bolide people esa.csv --domains documents.tsv --mode wmt24
  bolide people errors.tsv -f json"""

ABOUT = """Summarise human judgments: each system's score, also by domain, clusters, and how well the annotators agree.

Reads annotations: ESA as exported or published, MQM errors, and .seg.rating. Planted errors, tutorials, repeats and the
like are left out, as in WMT24, and counted. Language pairs are kept apart.

Two systems are tested by Wilcoxon's signed-rank test, in each domain. Mode sound is exact for small samples, combines
domains with the signs of their differences, and corrects for the number of pairs; with --documents, it allows for
segments of a document being alike. Mode wmt24 repeats the published procedure, which finds more differences than there
are."""


def parser() -> Parser:
    """The options of the command."""
    command = Parser("people", ABOUT, EXAMPLES, "FILE ")
    command.add_argument(
        "annotations", metavar="FILE", help="annotations: an ESA export or dump, MQM errors, .seg.rating"
    )
    command.add_argument("--pair", metavar="SRC-TGT", help="which language pair (default: each by itself)")
    command.add_argument(
        "--mqm-weights", choices=tuple(WEIGHTS), help="error weights, by year of WMT (default: from the file's name)"
    )
    command.add_argument(
        "--mode", choices=MODES, default=SOUND,
        help="tests of systems: sound, or wmt24 as that campaign published them (default: sound)",
    )  # fmt: skip
    add_test_set(command)
    command.add_argument(
        "--write",
        metavar="FILE",
        help="write the segment scores to this file, as WMT's .seg.score: system, tab, score or None; one file per "
        "language pair",
    )
    add_output(command)
    return command


def run(arguments: Sequence[str]) -> int:
    """Read, add up, print."""
    options = parser().read(arguments)

    documents, domains = labels_from(options)
    pairs = read_language_pairs(options.annotations, asked_of(options, documents))
    if pairs is None:
        raise InputError(
            f"{options.annotations} has no annotations in a known format ({', '.join(FORMS)}); `bolide correlate` "
            "reads scores."
        )
    tables, reports = {}, []
    for pair, ratings in pairs.items():
        try:
            tables[pair], report = people_on_lines(ratings, documents, domains, options.mode)
        except InputError as problem:
            raise InputError(f"{pair}: {problem}") if len(pairs) > 1 else problem from None
        reports.append(report)
    if len(reports) == 1:
        put_out(lambda: people_blocks(reports[0], options.width), reports[0].to_json, options, "What people said")
    else:
        every = PeopleReports(tuple(reports))
        put_out(lambda: reports_blocks(every, options.width), every.to_json, options, "What people said")
    if options.write:
        for pair, table in tables.items():
            name = one_of_several(options.write, pair) if len(tables) > 1 else options.write
            write(name, segment_lines(table), options)
    return 0
