"""Show a whole test set: systems with intervals, pairs, groups, and what each metric did in every segment.

The report is one HTML file that needs no network: mail it, open it anywhere, keep it. It contains its data as
compressed JSON, which --from reads back.

examples:
  bolide report ref.txt -i a.txt b.txt c.txt -o report.html
  bolide report reference --table texts.tsv -i system_a system_b -o report.html
  bolide report ref.txt -i a.txt b.txt -m bleu chrf ter --source source.txt --labels domains.txt -o report.html
  bolide report ref.txt -i a.txt b.txt c.txt --scores comet.seg.score --human mqm.seg.score -o report.html
  bolide report ref.txt -i a.txt --no-text -o report.html
  bolide report --from report.html -f json -o report.json
"""

from __future__ import annotations

import sys
from itertools import cycle

from bolide.calls.compare import report
from bolide.cli.parser import Options, Parser, invoke, texts, warn
from bolide.cli.parser.metric_options import add_metrics, request_from, warn_of_settings
from bolide.cli.parser.output import put_text
from bolide.reporting.testset.build import steps
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.page_html import read_report
from bolide.system.errors import InputError, OptionError
from bolide.system.progress import progress


def parser() -> Parser:
    """The options of the command."""
    command = Parser("report", __doc__, "REF [REF …] -i HYP [HYP …] ", files=("references", "input", "scores"))
    command.option("references [REF …]", "reference files; plain or gzipped")
    command.option("-i --input HYP …", "outputs of one system or more")
    texts.add_table(command, "REF, HYP, --source, --documents, --strata and --labels")
    texts.add_system_column(command)
    texts.add_scores(command, "segment scores")
    command.option("--source FILE", "the text that was translated, one line per segment")
    texts.add_units(command)
    texts.add_runs(command)
    command.option("--labels FILE", "a label for each segment (a domain, say), one line per segment")
    command.option("--human FILE", "people's scores of segments, or their annotations: MQM errors, ESA, .seg.rating")
    command.option("--title TEXT", "what the test set is called")
    command.option("--no-text", "leave all texts out: for confidential material")
    command.option("--from FILE", "read a report back instead of making one", dest="from_file")
    command.option("-f --format", "the page, or its data alone", None, "html", choices=("html", "json"))
    command.option("-o --output FILE", "write to this file (at a terminal: report.html); - is standard output")
    command.add_trials()
    command.add_seed()
    command.add_jobs()
    add_metrics(command)
    return command


def run(options: Options) -> None:
    """Read the inputs, build the report, write one file."""
    if "output" not in options.explicit and sys.stdout.isatty():  # a page would flood the terminal
        options.output = f"report.{options.format}"
    result = _read_back(options) if options.from_file else _build(options)
    try:
        text = f"{result.to_json()}\n" if options.format == "json" else result.to_html()
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if not options.from_file:
            raise
        raise InputError(f"{options.from_file} is not a report that Bolide wrote: {error!r:.200}") from None
    put_text(text, options)
    if options.output and "output" not in options.explicit:
        warn(f"wrote {options.output}; -o names another file.")


def _build(options: Options) -> TestSetReport:
    texts.resolve_positionals(options, outputs_needed=True)
    scorers = request_from(options).scorers()
    metrics = [scorer.corpus for scorer in scorers]
    inputs, corpora = texts.inputs_from(options, options.input, metrics)
    warn_of_settings(metrics)
    files = dict(zip([system.name for system in inputs["systems"] or ()], cycle(options.input), strict=False))
    files |= {what: getattr(options, what) for what in ("source", "documents", "labels") if getattr(options, what)}
    files |= options.runs
    several = len(options.references) > 1
    files |= {f"reference {k}" if several else "reference": name for k, name in enumerate(options.references, 1)}
    with progress("building the report", steps(corpora, scorers)) as step:
        return invoke(
            report, options, metrics=scorers, texts=not options.no_text, title=options.title or "", files=files,
            progress=step, warn=warn, command=["bolide", "report", *options.arguments], **inputs,
        )  # fmt: skip


def _read_back(options: Options) -> TestSetReport:
    for name in sorted(options.explicit.difference(("from_file", "output", "format", "no_text"))):
        raise OptionError(f"`{name}` has no effect together with --from, which reads what was made; leave one out.")
    result = read_report(options.from_file)
    if options.no_text and not result.summary["texts"]:
        raise OptionError(f"--no-text: {options.from_file} holds no texts; leave it out.")
    return result.without_texts() if options.no_text else result
