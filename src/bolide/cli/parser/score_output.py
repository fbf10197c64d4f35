"""How scores are printed, and what they are held against: limits, and the results of earlier runs."""

from __future__ import annotations

from bolide.cli.parser import Options, Parser, named_number, number, warn
from bolide.cli.parser.output import OUTPUT, add_output, add_paper, put_out, put_text, width_of
from bolide.corpus.lines import read_text
from bolide.data.display import call_by_name
from bolide.data.results import Report
from bolide.reporting.views.scores import report_lines, report_numbers
from bolide.system.errors import InputError
from bolide.system.stdio import EXIT_DONE, EXIT_FAILED

_BLOCKS = "bolide.reporting.views.scores:report_blocks"


def add_score_output(command: Parser) -> None:
    """What is printed, how, and when the exit code is 1."""
    rows = f"{OUTPUT}; FILE.parquet, with --table: one row per segment there, and the scores here"
    add_output(command, text="one line per score, signature first", output=rows)
    add_paper(command, ("-sl", "--hashes"), "-b", "-f text")
    command.option("-sl --sentence-level", "also print the score of every segment")
    command.option("-b --score-only", "print the numbers and nothing else; with --by also the groups")
    command.clashes("-f", "-b")
    command.option("--hashes", "put hashes of all texts into the signatures", clashes=["-b", "-f tsv", "-f csv"])
    command.option("--earlier FILE", "JSON of an earlier run: say which texts, settings or numbers differ from it")
    limit = "end with exit code 1 if a score is worse than this, on the scale of the table: bleu=30"
    command.option("--fail-under METRIC=N …", limit, named_number)
    command.option("--against FILE", "end with exit code 1 if a score is worse than in FILE; JSON of an earlier run")
    more_than = "with --against: only if it is worse by more than this"
    command.option("--by-more-than N", more_than, number, needs=["--against"])


def put_scores(report: Report, options: Options) -> int:
    """Print the scores, then the checks that they do not pass; return the exit code."""
    failed = _failures(report, options)
    report, width = report.with_hashes() if options.hashes else report, width_of(options)
    if options.score_only or options.format == "text":
        put_text((report_numbers if options.score_only else report_lines)(report, width), options)
    else:
        put_out(lambda: call_by_name(_BLOCKS, report, width), report.to_json, options, "Scores")
    for failure in failed:
        warn(failure)
    return EXIT_FAILED if failed else EXIT_DONE


def _failures(report: Report, options: Options) -> list[str]:
    """The checks that the scores do not pass; warn of what else is to be said of them."""
    earlier, against = (name and _read(name) for name in (options.earlier, options.against))
    for note in (*report.notes, *report.provenance_notes(), *(report.changes(earlier) if earlier else ())):
        warn(note)
    worse = report.worse_than(against, options.by_more_than or 0.0) if against else ()
    return [*(failure for limit in options.fail_under for failure in report.below(dict([limit]))), *worse]


def _read(name: str) -> Report:
    text = read_text(name)
    try:
        return Report.from_json(text)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
