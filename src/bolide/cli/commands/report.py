"""`bolide report`: a test set unfolded, in one HTML file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from bolide.agreement.external_scores import errors_in_outputs, human_table, score_tables
from bolide.cli.parser import Parser, warn, whole_number
from bolide.cli.parser.metric_options import add_metrics, check_nrefs, scorers_from, warn_of_settings, warn_of_texts
from bolide.cli.parser.output import OUTPUT_HELP, progress, put_text
from bolide.cli.parser.texts import add_table, lines_from, segments_from, systems_from, with_units
from bolide.corpus import Corpus, identical_notes
from bolide.corpus.lines import read_text, stems
from bolide.metrics.scorer import Scorer
from bolide.reporting.testset.build import build_report, steps
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.inputs import ReportInputs
from bolide.reporting.testset.page_html import page, unpacked
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample, samples_of
from bolide.system.errors import InputError, OptionError
from bolide.system.strict import escaped

EXAMPLES = """  bolide report ref.txt -i a.txt b.txt c.txt -o report.html
  bolide report ref.txt -i a.txt b.txt -m bleu chrf ter --source source.txt --labels domains.txt -o report.html
  bolide report ref.txt -i a.txt b.txt c.txt --scores comet.seg.score --human mqm.seg.score -o report.html
  bolide report reference --table texts.tsv -i system_a system_b -o report.html
  bolide report ref.txt -i a.txt --no-text -o report.html
  bolide report --from report.html -f json -o report.json"""

ABOUT = """Show a whole test set: systems with intervals, pairs, groups, and what each metric did in every segment.

The report is one HTML file that needs no network: mail it, open it anywhere, keep it. It contains its data as
compressed JSON, which --from reads back."""

_WITH_FROM = {"from_file", "output", "format", "no_text"}


def parser() -> Parser:
    """The options of the command."""
    command = Parser("report", ABOUT, EXAMPLES, "REF [REF …] -i HYP [HYP …] ", files=("references", "input", "scores"))
    command.add_argument("references", nargs="*", metavar="REF", help="reference files; plain or gzipped")
    command.add_argument("-i", "--input", nargs="+", default=[], metavar="HYP", help="outputs of one system or more")
    add_table(command, "REF, HYP, --source, --documents and --labels")
    command.add_argument(
        "--scores", nargs="+", default=[], metavar="FILE", help="segment scores from other tools (COMET, …)"
    )
    command.add_argument(
        "--lower", nargs="+", default=[], metavar="NAME", help="which of those scores are better when lower"
    )
    command.add_argument("--source", metavar="FILE", help="the text that was translated, one line per segment")
    command.add_argument("--documents", metavar="FILE", help="the document of each segment, one line per segment")
    command.add_argument(
        "--labels", metavar="FILE", help="a label for each segment (a domain, say), one line per segment"
    )
    command.add_argument(
        "--human",
        metavar="FILE",
        help="people's scores of segments, or their annotations: MQM errors, ESA, .seg.rating",
    )
    command.add_argument("--title", metavar="TEXT", help="what the test set is called")
    command.add_argument("--no-text", action="store_true", help="leave all texts out: for confidential material")
    command.add_argument("--from", dest="from_file", metavar="FILE", help="read a report back instead of making one")
    command.add_argument("-f", "--format", choices=("html", "json"), default="html", help="the page, or its data alone")
    command.add_argument("-o", "--output", metavar="FILE", help=OUTPUT_HELP)
    command.add_argument(
        "-n", "--trials", type=whole_number(1), metavar="N", help="random exchanges per test (default: 10000)"
    )
    command.add_argument("--seed", type=whole_number(0), metavar="N", help="random seed (default: 12345)")
    command.add_argument("-j", "--jobs", type=whole_number(0), default=1, metavar="N", help="threads; 0: all cores")
    add_metrics(command)
    command.needs("--lower", "--scores")
    command.needs("--table", "-i")
    return command


def run(arguments: Sequence[str]) -> int:
    """Read the inputs, build the report, write one file."""
    options = parser().read(arguments)

    again = options.from_file is not None
    report = _read_back(options) if again else _build(options, ["bolide", "report", *_without_output(arguments)])
    if options.no_text:
        report = report.without_texts()
    if options.format == "json":
        put_text(_harmless(report.to_json()) + "\n", options)
        return 0
    try:
        html = page(report)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if not again:
            raise
        raise InputError(f"{options.from_file} is not a report that Bolide wrote: {error!r:.200}") from None
    put_text(html, options)
    return 0


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


def _read_back(options: argparse.Namespace) -> TestSetReport:
    for name in sorted(options.explicit - _WITH_FROM):
        flag = "REF" if name == "references" else f"--{name.replace('_', '-')}"
        raise OptionError(f"{flag} has no effect together with --from, which reads what was made; leave one out.")

    text = read_text(options.from_file, markup=True)
    try:
        report = TestSetReport.from_json(text) if text.lstrip()[:1] == "{" else unpacked(text)
    except InputError as error:
        raise InputError(f"{options.from_file}: {error}") from None
    if options.no_text and not report.summary["texts"]:
        raise OptionError(f"--no-text: {options.from_file} holds no texts; leave it out.")
    return report


def _build(options: argparse.Namespace, command: list[str]) -> TestSetReport:
    if not options.input or not options.references:
        raise OptionError("Give references and, after -i, the outputs of one system or more. See bolide report --help.")
    scorers = scorers_from(options)
    metrics = [scorer.corpus for scorer in scorers]
    systems = systems_from(options, options.input, options.references)
    check_nrefs(options, systems)
    names = stems([system.name for system in systems])
    files = dict(zip(names, options.input, strict=True))
    systems = [replace(system, name=name) for system, name in zip(systems, names, strict=True)]
    if len(systems) < 2 and options.trials is not None:
        raise OptionError("-n counts the exchanges of a test, and there is one system; leave it out.")
    warn_of_texts(options, metrics, systems[0].refs)
    for note in identical_notes(system.name for system in systems if system.identical):
        warn(note)
    warn_of_settings(metrics)
    inputs = _report_inputs(options, with_units(options, systems, metrics, options.jobs), scorers, files)

    about = {"command": command, **({"title": options.title} if options.title else {})}
    with progress("building the report", steps(inputs)) as step:
        plan = Plan(trials=options.trials, seed=options.seed)
        return build_report(inputs, plan, about=about, jobs=options.jobs, progress=step)


def _report_inputs(
    options: argparse.Namespace, systems: list[Corpus], scorers: list[Scorer], files: dict[str, str]
) -> ReportInputs:

    lines = lines_from(options)
    documents, labels = (lines(name) if name else None for name in (options.documents, options.labels))
    source = segments_from(options)(options.source) if options.source else None
    files |= {what: getattr(options, what) for what in ("source", "documents", "labels") if getattr(options, what)}
    count = len(options.references)
    for k, name in enumerate(options.references, 1):
        files[f"reference {k}" if count > 1 else "reference"] = name
    external = _external(options, systems)
    inputs = ReportInputs(systems, scorers, external, source, documents, labels, names=files)
    if not options.human:
        return inputs

    human = human_table(options.human, [system.name for system in systems], len(systems[0]))
    return replace(inputs, human=human, marked=errors_in_outputs(options.human, systems))


def _external(options: argparse.Namespace, systems: Sequence[Corpus]) -> list[list[Sample]]:
    if not options.scores:
        return []

    tables = score_tables(options.scores, options.lower, [system.name for system in systems], len(systems[0]))
    return [samples_of(table.name, table.systems, table.cells, table.higher_is_better) for table in tables]
