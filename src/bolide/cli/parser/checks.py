"""What scores are held against: limits, and the results of earlier runs."""

from __future__ import annotations

from bolide.cli.parser import Options, Parser, named_number, number, warn
from bolide.corpus.lines import read_text
from bolide.data.results import Report
from bolide.system.errors import InputError


def add_checks(command: Parser) -> None:
    """`--earlier`, `--fail-under`, `--against` and `--by-more-than`."""
    command.option("--earlier FILE", "JSON of an earlier run: say which texts, settings or numbers differ from it")
    limit = "end with exit code 1 if a score is worse than this, on the scale of the table: bleu=30"
    command.option("--fail-under METRIC=N …", limit, named_number)
    command.option("--against FILE", "end with exit code 1 if a score is worse than in this JSON of an earlier run")
    more_than = "with --against: only if it is worse by more than this"
    command.option("--by-more-than N", more_than, number, needs=["--against"])


def failures(report: Report, options: Options) -> list[str]:
    """The checks that the scores do not pass; warn of what else is to be said of them."""
    earlier, against = (name and _read(name) for name in (options.earlier, options.against))
    for note in (*report.notes, *report.provenance_notes(), *(report.changes(earlier) if earlier else ())):
        warn(note)
    worse = report.worse_than(against, options.by_more_than or 0.0) if against else ()
    return [*report.below(dict(options.fail_under)), *worse]


def _read(name: str) -> Report:
    text = read_text(name)
    try:
        return Report.from_json(text)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
