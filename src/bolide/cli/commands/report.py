"""Show a whole test set: systems with intervals, pairs, groups, and what each metric did in every segment.

The report is one HTML file that needs no network: mail it, open it anywhere, keep it. It contains its data as
compressed JSON, which --from reads back.

examples:
  bolide report ref.txt -i a.txt b.txt c.txt -o report.html
  bolide report ref.txt -i a.txt b.txt -m bleu chrf ter --source source.txt --labels domains.txt -o report.html
  bolide report ref.txt -i a.txt b.txt c.txt --scores comet.seg.score --human mqm.seg.score -o report.html
  bolide report reference --table texts.tsv -i system_a system_b -o report.html
  bolide report ref.txt -i a.txt --no-text -o report.html
  bolide report --from report.html -f json -o report.json
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import cycle

from bolide.calls.compare import report
from bolide.cli.parser import Parser, add_jobs, add_seed, add_trials, picked, warn
from bolide.cli.parser.metric_options import add_metrics, scorers_from, warn_of_settings
from bolide.cli.parser.output import put_text
from bolide.cli.parser.texts import (
    add_runs,
    add_scores,
    add_system_column,
    add_table,
    add_units,
    provenance_from,
    reader_from,
    runs_from,
)
from bolide.reporting.testset.build import steps
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.page_html import page, read_report
from bolide.system.errors import InputError, OptionError
from bolide.system.progress import progress
from bolide.system.strict import escaped

_WITH_FROM = {"from_file", "output", "format", "no_text"}


def parser() -> Parser:
    """The options of the command."""
    command = Parser("report", __doc__, "REF [REF …] -i HYP [HYP …] ", files=("references", "input", "scores"))
    command.add_argument("references", nargs="*", metavar="REF", help="reference files; plain or gzipped")
    command.add_argument("-i", "--input", nargs="+", default=[], metavar="HYP", help="outputs of one system or more")
    add_table(command, "REF, HYP, --source, --documents, --strata and --labels")
    add_system_column(command)
    add_scores(command, "segment scores")
    command.add_argument("--source", metavar="FILE", help="the text that was translated, one line per segment")
    add_units(command)
    add_runs(command)
    command.add_argument(
        "--labels", metavar="FILE", help="a label for each segment (a domain, say), one line per segment"
    )
    command.add_argument(
        "--human", metavar="FILE",
        help="people's scores of segments, or their annotations: MQM errors, ESA, .seg.rating",
    )  # fmt: skip
    command.add_argument("--title", metavar="TEXT", help="what the test set is called")
    command.add_argument("--no-text", action="store_true", help="leave all texts out: for confidential material")
    command.add_argument("--from", dest="from_file", metavar="FILE", help="read a report back instead of making one")
    command.add_argument("-f", "--format", choices=("html", "json"), default="html", help="the page, or its data alone")
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file (at a terminal: report.html); - is standard output",
    )
    add_trials(command)
    add_seed(command)
    add_jobs(command)
    add_metrics(command)
    command.needs("--table", "-i", "--runs")
    return command


def run(arguments: Sequence[str]) -> int:
    """Read the inputs, build the report, write one file."""
    options = parser().read(arguments)
    if "output" not in options.explicit and sys.stdout.isatty():  # a page would flood the terminal
        options.output = f"report.{options.format}"
    result = _read_back(options) if options.from_file else _build(options, ["bolide", "report", *arguments])
    if options.format == "json":
        return _put(_harmless(result.to_json()) + "\n", options)
    try:
        html = page(result)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if not options.from_file:
            raise
        raise InputError(f"{options.from_file} is not a report that Bolide wrote: {error!r:.200}") from None
    return _put(html, options)


def _put(text: str, options: argparse.Namespace) -> int:
    put_text(text, options)
    if options.output and "output" not in options.explicit:
        warn(f"wrote {options.output}; -o names another file.")
    return 0


def _build(options: argparse.Namespace, words: list[str]) -> TestSetReport:
    if not (options.input or options.runs) or not options.references:
        raise OptionError("Give references and, after -i, the outputs of one system or more. See bolide report --help.")
    reader, scorers = reader_from(options), scorers_from(options)
    metrics = [scorer.corpus for scorer in scorers]
    systems, runs = runs_from(options, options.input, metrics)
    warn_of_settings(metrics)
    names = {what: getattr(options, what) for what in ("source", "documents", "labels") if getattr(options, what)}
    source = reader.segments(options.source) if options.source else None
    documents, strata, labels = (
        reader.lines(name) if name else None for name in (options.documents, options.strata, options.labels)
    )
    files = dict(zip([system.name for system in systems], cycle(options.input), strict=False)) | names
    files |= dict(text.split("=", 1) for text in options.runs)
    texts = [*systems, *(corpus for corpora in runs.values() for corpus in corpora)]
    several = len(options.references) > 1
    files |= {f"reference {k}" if several else "reference": name for k, name in enumerate(options.references, 1)}
    with progress("building the report", steps(texts, scorers)) as step:
        return report(
            systems or None, metrics=scorers, source=source, documents=documents, strata=strata, runs=runs,
            labels=labels, title=options.title or "", texts=not options.no_text, command=_without_output(words),
            files=files, progress=step, warn=warn, **picked(options, "unit scores lower human trials seed jobs"),
            **provenance_from(options),
        )  # fmt: skip


def _read_back(options: argparse.Namespace) -> TestSetReport:
    for name in sorted(options.explicit.difference(_WITH_FROM)):
        flag = "REF" if name == "references" else f"--{name.replace('_', '-')}"
        raise OptionError(f"{flag} has no effect together with --from, which reads what was made; leave one out.")
    result = read_report(options.from_file)
    if options.no_text and not result.summary["texts"]:
        raise OptionError(f"--no-text: {options.from_file} holds no texts; leave it out.")
    return result.without_texts() if options.no_text else result


def _harmless(text: str) -> str:
    """JSON whose texts cannot act on a terminal: what does not print is written as an escape, and means the same."""
    return text.translate({ord(c): escaped(c) for c in set(text) if not c.isprintable() and c != "\n"})


def _without_output(arguments: Sequence[str]) -> list[str]:
    """The command as the colophon tells it: without where its output goes, so that the page is the same anywhere."""
    words_kept: list[str] = []
    words = iter(arguments)
    for word in words:
        if word in ("-o", "--output"):
            next(words, None)
        elif not word.startswith("--output="):
            words_kept.append(word)
    return words_kept
