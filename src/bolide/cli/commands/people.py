"""Summarise human judgments: each system's score, also by domain, letters, and
how well the annotators agree.

Reads annotations: ESA as exported or published, MQM errors, and .seg.rating.
Planted errors, tutorials, repeats and the like are left out, as in WMT24, and
counted. Language pairs are kept apart.

Two systems are tested by Wilcoxon's signed-rank test, in each domain. Mode
sound is exact for small samples, combines domains with the signs of their
differences, and corrects for the number of pairs; if the file or --documents
names documents, it allows for segments of a document being alike. Mode wmt24
repeats the published procedure, and mode wmt26 the t-tests of that year's
organisers; both find more differences than there are.

examples:
  bolide people esa.csv
  bolide people esa.csv --domains documents.tsv -w 2
  bolide people esa.csv --domains documents.tsv --mode wmt24
  bolide people errors.tsv -f json
"""

from bolide.agreement.human_ranking import MODES, SOUND, PeopleReport
from bolide.agreement.judgments import read_judgments
from bolide.cli.parser import Options, Parser, put_several
from bolide.cli.parser.human_options import add_pair, add_test_set, add_weights
from bolide.cli.parser.output import add_output, put_result


def parser() -> Parser:
    """The options of the command."""
    command = Parser("people", __doc__, "FILE ")
    command.option("annotations FILE", "annotations: ESA, Pearmut's export, MQM errors, .seg.rating")
    add_pair(command)
    add_weights(command)
    command.option("--mode", "tests of systems: sound, or as WMT24 or WMT26 tested them", None, SOUND, choices=MODES)
    add_test_set(command)
    command.option(
        "--write FILE",
        "write the segment scores to this file, as WMT's .seg.score: system, tab, score; one file per language pair",
    )
    add_output(command)
    return command


def run(options: Options) -> None:
    """Read, add up, print."""
    about = {"documents": options.documents, "domains": options.domains}
    people = read_judgments(options.annotations, pair=options.pair, mqm_weights=options.mqm_weights, **about)
    result = people.ranking(mode=options.mode, unit=options.unit)
    if options.write:
        reports = [result] if isinstance(result, PeopleReport) else result.reports
        put_several(options.write, {report.pair: report.segment_lines() for report in reports}, options)
    put_result(result, options, "What people said", options.width)
