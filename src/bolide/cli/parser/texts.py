"""Where a command's texts come from: files, or the columns of a table; which are references, which outputs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from bolide.cli.parser import Append, Parser, check_known, warn
from bolide.cli.parser.output import progress
from bolide.corpus import Corpus
from bolide.corpus.batches import QUOTES, TableOptions
from bolide.corpus.decoding import MARK, mark_notice
from bolide.corpus.lines import STDIN, read_lines, read_segments, read_systems, stems, system_names
from bolide.metrics.base import Metric
from bolide.system.errors import ErrorWithHint, InputError, OptionError, first_repeated
from bolide.system.messages import counted

if TYPE_CHECKING:
    from bolide.agreement.table import Source

ORDERS = """The order of the texts, here and in the related command; with --hyp and --ref any order will do:

    bolide score REF [REF …] -i HYP [HYP …]
    bolide explain HYP REF [REF …]
    bolide score --hyp HYP [HYP …] --ref REF [REF …]
    bolide explain --hyp HYP --ref REF [REF …]"""


def add_hyp_and_ref(parser: Parser, hyp: bool) -> None:
    """`--ref`, and `--hyp` where outputs have no other option."""
    if hyp:
        parser.add_argument("--hyp", metavar="HYP", help="the translation, by name instead of by position")
    parser.add_argument("--ref", nargs="+", metavar="REF", help="the references, by name instead of by position")


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
        help="whether quotes around a cell of the table belong to the format, as in CSV, or to the text (default: "
        "detected from the content)",
    )  # fmt: skip
    parser.add_argument(
        "--drop-bom", action="store_true",
        help="drop a byte-order mark at the beginning of each text file; otherwise it counts as text, with a warning",
    )  # fmt: skip


def add_names(parser: argparse._ActionsContainer) -> None:
    """`--names`: what systems are called."""
    parser.add_argument(
        "--names",
        nargs="+",
        default=[],
        metavar="NAME",
        help="names of the systems, in the order of -i (default: the files' names)",
    )


def add_scores(parser: Parser, what: str) -> None:
    """`--scores` and `--lower`; `what` says which scores are brought in."""
    parser.add_argument("--scores", nargs="+", default=[], metavar="FILE", help=f"{what} from other tools (COMET, …)")
    parser.add_argument(
        "--lower", nargs="+", default=[], metavar="NAME", help="which of those scores are better when lower"
    )
    parser.needs("--lower", "--scores")


def sources_from(options: argparse.Namespace, exclude: Sequence[str] = ()) -> list[Source]:
    """The scores that --scores names; a name in --lower or --exclude that none of them has is refused."""
    from bolide.agreement.reading import sources_of  # needs numpy

    sources = sources_of(options.scores, options.lower)
    check_known("--lower", options.lower, [source.name for source in sources])
    tables = [table for source in sources for table in (source.seg, source.sys) if table is not None]
    known = [name for table in tables for name in table.systems]
    check_known("--exclude", exclude, [*(options.names or stems(system_names(options.input or []))), *known])
    return sources


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
        raise OptionError(f"{unnamed[0]!r} is there besides --ref; name all references after --ref, or none.")
    options.references = named or unnamed
    if not options.references:
        parser.error("the following arguments are required: REF")


def warn_if_waiting(what: str, hint: str = "") -> None:
    """One line where somebody at a terminal may not know that it is their turn."""
    if sys.stdin is not None and sys.stdin.isatty():
        warn(f"no -i names {what}; it is read from standard input, one line per segment.{hint}")


def warn_if_waiting_for_outputs(options: argparse.Namespace) -> None:
    """The same for outputs; two files without -i look as if the second were the output."""
    if options.input or STDIN in options.references:
        return
    first, *others = options.references
    meant = f" Did you mean: bolide score {first} -i {' '.join(others)}" if others else " Or name a file with -i"
    warn_if_waiting("the output", f"{meant}{'?' if others else '.'}")


def system_labels(options: argparse.Namespace, names: Sequence[str]) -> list[str]:
    """The names that were given for the outputs, or these."""
    if not options.names:
        return list(names)
    if len(options.names) != len(names):
        raise OptionError(
            f"--names has {counted(len(options.names), 'name')} for {counted(len(names), 'output')} (-i); "
            "give one for each."
        )
    return list(options.names)


@contextmanager
def advised(options: argparse.Namespace) -> Iterator[None]:
    """What is wrong with a file of texts is said with the options that the command has."""
    try:
        yield
    except ErrorWithHint as error:
        raise error.for_flags(["--table", *(["-i"] if "input" in options else [])]) from None


class Segments:
    """Reads files of segments, and remembers which begin with a byte-order mark that counts as text."""

    def __init__(self, drop: bool) -> None:
        self._drop = drop
        self._marked: list[str] = []

    def __call__(self, name: str) -> list[str]:
        lines = read_segments(name)
        if lines[0].startswith(MARK):
            if self._drop:
                lines[0] = lines[0].removeprefix(MARK)
            elif name not in self._marked:
                self._marked.append(name)
        return lines

    def warn(self) -> None:
        """One line, if there is anything to say."""
        if self._marked:
            names = ["standard input" if name == STDIN else name for name in self._marked]
            warn(f"{mark_notice(*names)}, as in sacreBLEU; --drop-bom removes it.")


def check_once(hyps: Sequence[str], refs: Sequence[str]) -> None:
    """Refuse a file or column named twice: systems would share a name, or references be fewer than they seem."""
    for what, names in (("an output", hyps), ("a reference", refs)):
        twice = first_repeated(name for name in names if name != STDIN)
        if twice is not None:
            raise OptionError(f"{twice} is given twice as {what}; leave one of them out.")


def systems_from(options: argparse.Namespace, hyps: Sequence[str], refs: Sequence[str]) -> list[Corpus]:
    """The systems whose outputs are these files or columns, each with these references."""
    check_once(hyps, refs)
    how = reading(options)
    if options.table:
        from bolide.corpus.tables import read_systems_of

        return read_systems_of(options.table, hyps, refs, how)
    segments = Segments(options.drop_bom)
    with advised(options):
        systems = read_systems(hyps, refs, segments)
    segments.warn()
    return systems


def groups_from(options: argparse.Namespace, names: Sequence[str]) -> list[list[str]]:
    """The texts of several files or columns, those of one line together."""
    how = reading(options)
    if options.table:
        from bolide.corpus.tables import read_columns

        return read_columns(options.table, names, how)
    segments = Segments(options.drop_bom)
    with advised(options):
        files = [segments(name) for name in names]
    segments.warn()
    if len({len(lines) for lines in files}) > 1:
        raise InputError(
            f"The files have {' and '.join(str(len(lines)) for lines in files)} lines; "
            "alternatives must pair up line by line."
        )
    return [list(group) for group in zip(*files, strict=True)]


def lines_from(options: argparse.Namespace) -> Callable[[str], list[str]]:
    """What reads the lines of a file or of a column that says something about the texts, such as labels."""
    return _column(options) if options.table else _advised(read_lines, options)


def segments_from(options: argparse.Namespace) -> Callable[[str], list[str]]:
    """What reads the lines of a file or of a column that is scored beside the texts, such as units."""
    return _column(options) if options.table else _advised(_segments(options.drop_bom), options)


def _advised(read: Callable[[str], list[str]], options: argparse.Namespace) -> Callable[[str], list[str]]:
    def advised_read(name: str) -> list[str]:
        with advised(options):
            return read(name)

    return advised_read


def _column(options: argparse.Namespace) -> Callable[[str], list[str]]:
    from bolide.corpus.tables import read_column

    return partial(read_column, options.table, options=reading(options, quiet=True))


def _segments(drop: bool) -> Callable[[str], list[str]]:
    def read(name: str) -> list[str]:
        segments = Segments(drop)
        lines = segments(name)
        segments.warn()
        return lines

    return read


def reading(options: argparse.Namespace, quiet: bool = False) -> TableOptions:
    """How the table is read, if there is one; what would have no effect is refused. `quiet` where it is read again."""
    if options.table and options.drop_bom:
        raise OptionError("--drop-bom is for text files; a table's byte-order mark is never part of a text.")
    if options.table_quotes and not options.table:
        raise OptionError("--table-quotes is for --table; the lines of text files have no quotes but their own.")
    if options.join and not options.table:
        raise OptionError("--join is for --table; lines of text files are paired by their number.")
    return TableOptions(options.table_quotes, (lambda message: None) if quiet else warn, options.join, "--table-quotes")


def with_units(
    options: argparse.Namespace, systems: list[Corpus], metrics: Sequence[Metric], jobs: int
) -> list[Corpus]:
    """The systems as the metrics want them, with all costly analysis done, and a bar that shows it.

    Units from files come into the texts here, where only rgbF can read them.
    """
    for metric in metrics:
        if metric.form.reads_files:
            if len(metrics) > 1:
                raise OptionError(
                    f"Units from files are for {metric.name} alone; score the other metrics in a call of their own."
                )
            entries = (text.partition("=") for text in options.units if "=" in text)
            files = {kind: names.split(",") for kind, _, names in entries}
            return metric.form.with_files(systems, files, segments_from(options))
    prepared = [metric for metric in metrics if metric.counts.prepares]
    if not prepared:
        return systems
    texts = list({text: None for system in systems for text in (*system.hyps, *system.refs)})
    for metric in prepared:
        with progress("preparing", len(texts)) as step:
            metric.counts.prepare(texts, jobs=jobs, progress=step)
    return systems
