"""`bolide people`: what people said of the systems, and how well they agree with each other."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.agreement.annotations import FORMS, read_annotations
from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.agreement.human_ranking import MODES, SOUND, people_report, segment_lines
from bolide.agreement.labels import Labels, Lines
from bolide.cli.parser import Parser
from bolide.cli.parser.human_options import add_test_set, asked_of, labels_from
from bolide.cli.parser.output import add_output, put_out, write
from bolide.reporting.views.human_ranking import people_blocks
from bolide.system.errors import InputError

EXAMPLES = """  bolide people esa.csv
  bolide people esa.csv --domains documents.tsv -w 2
  bolide people esa.csv --domains documents.tsv --mode wmt24
  bolide people errors.tsv -f json"""

ABOUT = """Summarise human judgments: each system's score, also by domain, clusters, and how well the annotators agree.

Reads annotations: ESA as exported or published, MQM errors, and .seg.rating. Planted errors, tutorials, repeats and the
like are left out, as in WMT24, and counted.

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
    command.add_argument("--pair", metavar="SRC-TGT", help="which language pair of an ESA dump")
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
        help="write the segment scores to this file, as WMT's .seg.score: system, tab, score or None",
    )
    add_output(command)
    return command


def run(arguments: Sequence[str]) -> int:
    """Read, add up, print."""
    options = parser().read(arguments)

    documents, domains = labels_from(options)
    asked = asked_of(options, documents)
    annotations = read_annotations(options.annotations, asked)
    if annotations is None:
        raise InputError(
            f"{options.annotations} has no annotations in a known format ({', '.join(FORMS)}); `bolide correlate` "
            "reads scores."
        )
    table = Lines(documents=documents).scores(annotations)
    if documents is not None:
        table = table.widened(len(documents.names))
    if domains is None:
        by_segment = {rating.segment: rating.domain for rating in annotations.ratings if rating.domain}
        names = tuple(by_segment.get(segment, "canary") for segment in range(annotations.segments))
        domains = Labels(annotations.path, names) if by_segment else None
    elif len(domains.names) < annotations.segments:
        domains.check(annotations.segments, annotations.path)
    table = table.widened(len(domains.names) if domains else 0)
    groups = documents.groups() if documents is not None else None
    report = people_report(annotations, table, domains.groups() if domains else None, groups, options.mode)
    put_out(lambda: people_blocks(report, options.width), report.to_json, options, "What people said")
    if options.write:
        write(options.write, segment_lines(table), options)
    return 0
