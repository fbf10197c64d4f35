"""Where a command's texts come from: files, or the columns of a table; which are references, which outputs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from bolide.cli.parser import Append, Parser, warn
from bolide.cli.parser.metric_options import check_texts, request_from
from bolide.corpus import Corpus
from bolide.corpus.batches import ERROR, NULLS, QUOTES, TableOptions
from bolide.corpus.inputs import TextReader
from bolide.corpus.lines import STDIN
from bolide.metrics.base import Metric
from bolide.significance.units import UNITS
from bolide.system.errors import OptionError
from bolide.system.progress import progress

ORDERS = """Argument order differs between these two commands; with --hyp and --ref, any order works:

    bolide score REF [REF …] -i HYP [HYP …]
    bolide explain HYP REF [REF …]
    bolide score --hyp HYP [HYP …] --ref REF [REF …]
    bolide explain --hyp HYP --ref REF [REF …]"""


def add_hyp_and_ref(parser: Parser, hyp: bool) -> None:
    """`--ref`, and `--hyp` where outputs have no other option; the help says in which order texts are expected."""
    parser.description = f"{parser.description}\n\n{ORDERS}"
    if hyp:
        parser.add_argument("--hyp", metavar="HYP", help="the translation, by name instead of by position")
    add_ref(parser)


def add_ref(parser: Parser) -> None:
    """`-r`."""
    parser.add_argument("-r", "--ref", nargs="+", metavar="REF", help="the references, by name instead of by position")


def add_table(parser: argparse._ActionsContainer, names: str) -> None:
    """`--table` and how texts are read; `names` are the arguments that then name columns."""
    parser.add_argument(
        "--table", metavar="FILE", action=Append,
        help=f"read the texts from a table, in which {names} name columns: Parquet, Arrow, CSV or TSV with a "
        "header, JSON, xlsx, SGML, WMT's XML, TMX or XLIFF, or a pattern or folder of such files; may be repeated for "
        "further files of the same table",
    )  # fmt: skip
    parser.add_argument(
        "--join", metavar="COLUMN",
        help="the files of --table have different columns for the same segments; join them by this column",
    )  # fmt: skip
    parser.add_argument(
        "--table-quotes", choices=QUOTES,
        help="whether quotes around a cell are CSV quoting or part of the text (default: detected from the content)",
    )  # fmt: skip
    parser.add_argument(
        "--nulls", choices=NULLS, default=ERROR,
        help="a null of the table: refuse it, take it for an empty text, or leave the row out (default: error)",
    )  # fmt: skip
    parser.add_argument(
        "--drop-bom", action="store_true",
        help="drop a byte-order mark at the beginning of each text file; otherwise it counts as text, with a warning",
    )  # fmt: skip


def add_system_column(parser: Parser) -> None:
    """`--system-column`, for tables in which every row is the output of one system."""
    parser.add_argument(
        "--system-column", metavar="COLUMN",
        help="of a long table: the column that names the system of each row; segments are paired by --join, by id, or "
        "by order",
    )  # fmt: skip
    parser.needs("--system-column", "--table")


def add_names(parser: argparse._ActionsContainer) -> None:
    """`--names`: what systems are called."""
    parser.add_argument(
        "--names", nargs="+", default=[], metavar="NAME",
        help="names of the systems, in the order of -i (default: the files' names)",
    )  # fmt: skip


def add_scores(parser: Parser, what: str) -> None:
    """`--scores` and `--lower`; `what` says which scores are brought in."""
    parser.add_argument("--scores", nargs="+", default=[], metavar="FILE", help=f"{what} from other tools (COMET, …)")
    parser.add_argument(
        "--lower", nargs="+", default=[], metavar="NAME", help="which of those scores are better when lower"
    )
    parser.needs("--lower", "--scores")
    add_provenance(parser)
    parser.needs("--as-scored", "--scores")


def add_provenance(parser: Parser) -> None:
    """`--signatures` and `--as-scored`, for scores of other tools."""
    parser.add_argument(
        "--signatures", nargs="+", default=[], metavar="NAME=TEXT",
        help="how those scores were computed, such as SacreCOMET's string",
    )  # fmt: skip
    parser.add_argument(
        "--as-scored", action="store_true", help="leave different scores of identical outputs as they are"
    )
    parser.needs("--signatures", "--scores")


def provenance_from(options: argparse.Namespace) -> dict[str, Any]:
    """The parameters of a call that `--signatures` and `--as-scored` stand for."""
    pairs = [text.partition("=") for text in options.signatures]
    for name, _, signature in pairs:
        if not name or not signature:
            raise OptionError(f"--signatures: {name!r:.80} must be NAME=TEXT, like comet='Python3.11|Comet2.2|fp32'.")
    return {"signatures": {name: text for name, _, text in pairs}, "as_scored": bool(options.as_scored)}


def add_units(parser: argparse._ActionsContainer) -> None:
    """`--documents`, `--unit` and `--strata`: what is drawn and exchanged."""
    parser.add_argument(
        "--documents", metavar="FILE",
        help="the document of each segment, one per line, or WMT's domain and document; whole documents are resampled "
        "and exchanged, because segments of one document are not independent",
    )  # fmt: skip
    add_unit(parser)
    parser.add_argument(
        "--strata", metavar="FILE",
        help="a stratum of each segment, such as its domain, or WMT's domain and document; resample within each",
    )  # fmt: skip


def add_unit(parser: argparse._ActionsContainer) -> None:
    """`--unit`: whether documents or segments are drawn."""
    parser.add_argument(
        "--unit", choices=UNITS,
        help="what is resampled and exchanged (default: documents if they are known, otherwise segments)",
    )  # fmt: skip


def add_runs(parser: Parser) -> None:
    """`--runs`: systems that were trained several times."""
    parser.add_argument(
        "--runs", nargs="+", default=[], metavar="NAME=FILE,FILE,…",
        help="a system that was trained several times, with the output of each run; its score is their mean",
    )  # fmt: skip


def runs_from(
    options: argparse.Namespace, hyps: Sequence[str], metrics: Sequence[Metric]
) -> tuple[list[Corpus], dict[str, list[Corpus]]]:
    """The systems whose outputs are these files or columns, and those of --runs by name."""
    if options.runs and getattr(options, "names", ()):
        raise OptionError("--names and --runs both name systems; write -i NAME's file as --runs NAME=FILE instead.")
    files: dict[str, list[str]] = {}
    for text in options.runs:
        name, sign, names = text.partition("=")
        if not name or not sign or not all(names.split(",")) or name in files:
            raise OptionError(f"--runs {text}: write a new NAME=FILE,FILE,FILE for each system.")
        files[name] = names.split(",")
    systems = systems_from(options, [*hyps, *(file for names in files.values() for file in names)], metrics)
    # From the end: a column of outputs may have those of several systems.
    runs = {name: [systems.pop() for _ in files[name]][::-1] for name in reversed(files)}
    return systems, {name: runs[name] for name in files}


def resolve_positionals(options: argparse.Namespace, parser: Parser) -> None:
    """Put what was given by name where what was given by place is; refuse what was given in both ways, or in none."""
    named = options.ref or []
    unnamed = list(options.references)
    if hasattr(options, "candidate"):
        if options.candidate is not None:
            unnamed.insert(0, options.candidate)
        if options.hyp is None and unnamed:
            options.candidate = unnamed.pop(0)
        elif options.hyp is not None:
            options.candidate = options.hyp
        if options.candidate is None:
            parser.error("the following arguments are required: HYP, REF")
    if named and unnamed:
        raise OptionError(f"Got {unnamed[0]!r} as well as --ref; pass all references with --ref, or none.")
    options.references = named or unnamed
    if not options.references and getattr(options, "table", None):
        raise OptionError(_name_columns(options))
    if not options.references:
        parser.error("the following arguments are required: REF")


def _name_columns(options: argparse.Namespace) -> str:
    """The columns of a table, and a command that names two of them."""
    from shlex import join

    from bolide.corpus.tables import TextTable

    columns = list(TextTable(options.table, reader_from(options).options).first_columns())
    tables = [word for name in options.table for word in ("--table", name)]
    ref, hyp = columns[0], columns[-1]
    return (
        f"Which columns? {', '.join(options.table)} has {', '.join(columns[:20])}. Name the reference, and after -i "
        f"the outputs: bolide score {join([ref, *tables, '-i', hyp])}"
    )


def warn_if_waiting(what: str, hint: str = "") -> None:
    """One line where somebody at a terminal may not know that it is their turn."""
    if sys.stdin is not None and sys.stdin.isatty():
        warn(f"no -i given; reading {what} from standard input, one line per segment.{hint}")


def warn_if_waiting_for_outputs(options: argparse.Namespace) -> None:
    """The same for outputs; two files without -i look as if the second were the output."""
    if options.input or STDIN in options.references:
        return
    first, *others = options.references
    meant = f" Did you mean: bolide score {first} -i {' '.join(others)}" if others else " Or name a file with -i"
    warn_if_waiting("the output", f"{meant}{'?' if others else '.'}")


def reader_from(options: argparse.Namespace) -> TextReader:
    """What reads the texts that the options name; an option of reading that would have no effect is refused."""
    if "reader" in options:  # which knows the rows that were left out
        return options.reader  # type: ignore[no-any-return]
    if options.table and options.drop_bom:
        raise OptionError("--drop-bom is for text files; a table's byte-order mark is never part of a text.")
    if options.table_quotes and not options.table:
        raise OptionError("--table-quotes is for --table; the lines of text files have no quotes but their own.")
    if options.join and not options.table:
        raise OptionError("--join is for --table; lines of text files are paired by their number.")
    if "nulls" in options.explicit and not options.table:
        raise OptionError("--nulls is for --table; a line of a text file is a text, if only an empty one.")
    reading = TableOptions(
        options.table_quotes, warn, options.join, "--table-quotes", options.nulls,
        getattr(options, "system_column", None),
    )  # fmt: skip
    flags = ("--table", "-i") if "input" in options else ("--table",)
    reader = options.reader = TextReader(options.table or (), reading, options.drop_bom, flags)
    return reader


def systems_from(options: argparse.Namespace, hyps: Sequence[str], metrics: Sequence[Metric]) -> list[Corpus]:
    """The systems whose outputs are these files or columns, with all costly analysis done, and a bar that shows it."""
    systems = read_systems(options, hyps, metrics)
    for counts in {metric.counts: None for metric in metrics if metric.counts.prepares}:
        texts = list(dict.fromkeys(text for system in systems for text in (*system.hyps, *system.refs)))
        with progress("preparing", len(texts)) as step:
            counts.prepare(texts, jobs=options.jobs if "jobs" in options.explicit else 0, progress=step)
    return systems


def outputs_from(options: argparse.Namespace, metrics: Sequence[Metric]) -> list[Corpus]:
    """The systems of commands in which there may be none, and references are an option."""
    if not options.input and options.references:
        raise OptionError("The references (-r) are for scoring outputs; name those with -i.")
    if options.input and not options.references:
        raise OptionError("The outputs (-i) need references (-r).")
    return systems_from(options, options.input, metrics) if options.input else []


def read_systems(options: argparse.Namespace, hyps: Sequence[str], metrics: Sequence[Metric]) -> list[Corpus]:
    """The systems whose outputs are these files or columns, with the references, in the units that the metrics want."""
    reader = reader_from(options)
    systems = reader.systems(hyps, options.references, getattr(options, "names", ()))
    check_texts(options, systems, metrics)
    return request_from(options).with_unit_files(systems, metrics, reader.segments)
